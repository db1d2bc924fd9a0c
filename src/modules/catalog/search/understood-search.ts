import { FACETS } from '../domain/product-facets.ts'
import type { PriceLimits } from '../domain/price-limits.ts'
import type { Preference, ProductFilters, SearchReading } from '../domain/product-query.ts'
import { SUPPLIES } from '../domain/supply-links.ts'
import type { CatalogSearch } from './catalog-search.ts'
import { mayNegate, readBrands, takeNegations, type Negations } from './negations.ts'
import { readPriceWords } from './price-words.ts'
import { choicesIn, kindWordsOf, readIntent, type SearchIntent } from './search-intent.ts'
import { spelledWordsOf } from './synonyms.ts'

/** A search that asks for more than words, as filters. */
export interface UnderstoodSearch {
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

const MODEL = /\d{3}/

/**
 * Null for a search that is its words alone. The scope depends on the search only, so that it stays the same whatever
 * else the visitor chooses.
 */
export type UnderstandSearch = (text: string) => Promise<UnderstoodSearch | null>

export function createUnderstandSearch(catalog: Pick<CatalogSearch, 'count' | 'brands'>): UnderstandSearch {
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

  return async function understandSearch(text) {
    const { words, limits: priceLimits, sort } = readPriceWords(text)
    const negations = mayNegate(words) ? takeNegations(words, await readBrands(await catalog.brands())) : null
    const intent = readIntent(negations?.words ?? words)
    const prefer = intent.kind
    const isAboutPrice = sort !== null || Object.keys(priceLimits).length > 0
    const read = { prefer, priceLimits, sort, negations: negations?.without.length === 0 ? null : negations }
    const search = intent.wordsBesideMeasures
    const isAboutMachines = negations !== null && negations.except.choices.length > 0
    const areSupplies = prefer?.category === SUPPLIES
    const unnamed = areSupplies ? await suppliesWithoutTheirName(intent, negations?.except) : null
    if (unnamed !== null) return { ...read, search: unnamed, scope: { category: SUPPLIES } }
    for (const scope of scopesOf(intent, { isAboutPrice, isAboutMachines }))
      if (await findsAnything({ search, priceLimits, except: negations?.except, ...scope }))
        return { ...read, search, scope }
    const isMore = isAboutPrice || prefer !== null || read.negations !== null
    return isMore ? { ...read, search: intent.words, scope: {} } : null
  }
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
