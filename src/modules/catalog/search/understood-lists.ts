import { FACETS } from '../domain/product-facets.ts'
import { readPriceWords } from './price-words.ts'
import type { PriceLimits } from '../domain/price-limits.ts'
import type {
  Preference,
  ProductFilters,
  ProductQuery,
  SearchReading,
  UnderstoodFacets,
} from '../domain/product-query.ts'
import { SUPPLIES } from '../domain/supply-links.ts'
import type { CatalogSearch, FoundProducts } from './catalog-search.ts'
import { mayNegate, takeNegations, withoutParts, type Negations } from './negations.ts'
import { choicesIn, kindWordsOf, readIntent, type SearchIntent } from './search-intent.ts'
import { spelledWordsOf } from './synonyms.ts'

/** The lists of the shop, which understand what a search means beyond its words. */
export interface UnderstoodLists {
  /** For something cheap without a sort of the visitor's own, the cheapest come first. */
  list(query: ProductQuery): Promise<FoundProducts>
  /** The counts say how the search was understood, where that is more than "products with these words". */
  countFacets(filters: ProductFilters): Promise<UnderstoodFacets>
}

/** A search that asks for more than words, as filters. */
interface Understood {
  readonly search: string
  readonly prefer: Preference | null
  readonly priceLimits: PriceLimits
  readonly sort: SearchReading['sort']
  /** What it does not want, which stays unwanted whatever else is chosen. */
  readonly negations: Pick<Negations, 'except' | 'without' | 'said'> | null
  /** What leaves out things that the search cannot mean. */
  readonly scope: Scope
}

type Scope = Pick<ProductFilters, 'category' | 'choices' | 'measures'>
type Draft<T> = { -readonly [Key in keyof T]: T[Key] }

const MODEL = /\d{3}/

export function understandSearches(
  catalog: Pick<CatalogSearch, 'list' | 'count' | 'brands' | 'countFacets'>,
): UnderstoodLists {
  async function findsAnything(filters: ProductFilters): Promise<boolean> {
    return (await catalog.count(filters)) > 0
  }

  /**
   * A customer who asks for ink is not helped by a printer that has all of the words: where no supply has them, one
   * that has all but the word for what it is ("cartouche noir XP-3200") is what was meant. Null where there is none.
   */
  async function suppliesWithoutTheirName(
    { words }: SearchIntent,
    except: ProductFilters['except'],
  ): Promise<string | null> {
    if (await findsAnything({ search: words, except, category: SUPPLIES })) return null
    const named = kindWordsOf(words)
    const beside = words.split(' ').filter((part) => !spelledWordsOf(part).some((word) => named.has(word)))
    // What is for a machine names it; other words alone say too little.
    const search = beside.join(' ')
    return MODEL.test(search) && (await findsAnything({ search, except, category: SUPPLIES })) ? search : null
  }

  /**
   * Null for a search that is its words alone. The scope depends on the search only, so that it stays the same whatever
   * else the visitor chooses.
   */
  async function understand(text: string): Promise<Understood | null> {
    const { words, limits: priceLimits, sort } = readPriceWords(text)
    const negations = mayNegate(words) ? takeNegations(words, await catalog.brands()) : null
    const intent = readIntent(negations?.words ?? words)
    const prefer = intent.kind
    const isAboutPrice = sort !== null || Object.keys(priceLimits).length > 0
    const read = { prefer, priceLimits, sort, negations: negations?.without.length === 0 ? null : negations }
    const search = intent.wordsBesideMeasures
    const isAboutMachines = negations !== null && negations.except.choices.length > 0
    const mayBeSupplies = !isAboutPrice && prefer?.category === SUPPLIES
    const unnamed = mayBeSupplies ? await suppliesWithoutTheirName(intent, negations?.except) : null
    if (unnamed !== null) return { ...read, search: unnamed, scope: { category: SUPPLIES } }
    for (const scope of scopesOf(intent, { isAboutPrice, isAboutMachines }))
      if (await findsAnything({ search, priceLimits, except: negations?.except, ...scope }))
        return { ...read, search, scope }
    const isMore = isAboutPrice || prefer !== null || read.negations !== null
    return isMore ? { ...read, search: intent.words, scope: {} } : null
  }

  /** The visitor's own choices take the place of what the words mean. */
  function filtersOf<Asked extends ProductFilters>(asked: Asked, { scope, prefer, ...read }: Understood): Asked {
    const filters: Draft<ProductFilters> = { search: read.search, priceLimits: read.priceLimits }
    if (scope.measures !== undefined) filters.measures = scope.measures
    if (read.negations !== null) filters.except = read.negations.except
    if (asked.category === undefined) {
      filters.category = scope.category
      if (prefer !== null) filters.prefer = prefer
    }
    if (scope.choices !== undefined) filters.choices = { ...scope.choices, ...asked.choices }
    return { ...asked, ...filters }
  }

  return {
    async list(query) {
      const { search: text = '' } = query
      const understood = text === '' ? null : await understand(text)
      if (understood === null) return catalog.list(query)
      const sort = query.sort ?? understood.sort
      return catalog.list({ ...filtersOf(query, understood), ...(sort !== null && { sort }) })
    },
    async countFacets(filters) {
      const { search: text = '' } = filters
      const understood = text === '' ? null : await understand(text)
      const asked = understood === null ? filters : filtersOf(filters, understood)
      const found = await catalog.countFacets(asked)
      if (understood === null && found.kept === undefined) return found
      const { kept = null, ...counted } = found
      // A category that the words name is not chosen: another one is chosen beside all of the words.
      const { categories } =
        asked.category === filters.category ? counted : await catalog.countFacets({ ...asked, category: undefined })
      const counts = { ...counted, categories }
      const reading = readingOf(understood, { typed: text, asked: asked.search ?? '', kept })
      return reading === null ? counts : { ...counts, reading }
    },
  }
}

/**
 * How a search was understood, for the visitor to see; null where that is no more than products with its words.
 * @param search.typed as the visitor typed it
 * @param search.asked the words that products were asked for
 * @param search.kept those that the products have, when some were left out
 */
function readingOf(
  understood: Understood | null,
  { typed, asked, kept }: { readonly typed: string; readonly asked: string; readonly kept: string | null },
): SearchReading | null {
  const { priceLimits = {}, sort = null, negations = null, scope = {} } = understood ?? {}
  const { ppm, grams: weight = {} } = scope.measures ?? {}
  const leastSpeed = ppm?.least ?? null
  const without = negations?.without ?? []
  const said = [...Object.keys(priceLimits), ...Object.keys(weight), ...without]
  if (kept === null && sort === null && leastSpeed === null && said.length === 0) return null
  const wider = negations === null ? null : withoutParts(typed, negations.said)
  return { asked, kept, priceLimits, sort, leastSpeed, weight, without, wider }
}

/**
 * What may leave out things that the search cannot mean, narrowest first. Sorted by price "printer" must mean the
 * machine, for the paper for it is cheaper than any; otherwise the best matches come first anyway.
 */
function scopesOf(
  intent: SearchIntent,
  { isAboutPrice, isAboutMachines }: { readonly isAboutPrice: boolean; readonly isAboutMachines: boolean },
): readonly Scope[] {
  const { kind, wordsBesideMeasures, leastSpeed, weight } = intent
  const isMeasured = leastSpeed !== null || weight !== null
  const measured: Scope = isMeasured
    ? { measures: { ...(leastSpeed !== null && { ppm: { least: leastSpeed } }), ...(weight && { grams: weight }) } }
    : {}
  if (!isAboutPrice) return isMeasured ? [measured] : isAboutMachines ? machinesOf(kind) : []
  const choices = choicesIn(wordsBesideMeasures)
  const own: readonly Scope[] = [
    ...(kind?.category === undefined ? [] : [{ category: kind.category }]),
    ...(kind === null || Object.keys(kind.choices).length === 0 ? [] : [{ choices: kind.choices }]),
    ...(kind === null ? [{}] : []),
  ]
  // What prints large paper stands in several categories.
  const kinds = choices.paper === undefined ? own : own.toReversed()
  return [choices, {}].flatMap((wanted) =>
    kinds.map((each) => ({ ...each, ...measured, choices: { ...each.choices, ...wanted } })),
  )
}

/** Without Wi-Fi is a machine that could have it: toner has none either, and nobody means it. */
function machinesOf(kind: Preference | null): readonly Scope[] {
  if (kind === null) return [{ choices: { function: FACETS.function } }]
  if (kind.category === SUPPLIES) return []
  return [Object.keys(kind.choices).length > 0 ? { choices: kind.choices } : { category: kind.category }]
}
