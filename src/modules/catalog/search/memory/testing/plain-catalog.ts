import { orderedMillsOf } from '../../../domain/cost-per-page.ts'
import {
  asksForModels,
  isInPriceRange,
  PRICE_RANGES,
  type ProductFacets,
  type Preference,
  type ProductFilters,
  type ProductQuery,
} from '../../../domain/product-query.ts'
import {
  choiceOf,
  EVERY_VALUE,
  fits,
  SHORTCUT_NAMES,
  SHORTCUTS,
  type FacetName,
} from '../../../domain/product-facets.ts'
import { hasStock, LOW_STOCK_SHOWN, type CatalogStats, type StaffProductQuery } from '../../../domain/staff-query.ts'
import { fold, wordsOf } from '../../../domain/words.ts'
import type { SearchFields } from '../../../persistence/product-mapping.ts'
import { countedModels, modelsInScope } from '../../panel-counts.ts'
import {
  anywhere,
  attemptsFor,
  searchesWithoutRarest,
  searchedMeanings,
  type SearchAttempt,
} from '../../search-attempts.ts'
import { suggestedWords, suggestionsFrom } from '../../suggestions.ts'
import { facetsOf, modelCounts, passes, scopeOf, weightsOf } from './plain-filters.ts'

type Compare = (a: SearchFields, b: SearchFields) => number
type Words = ReadonlyMap<string, number>

interface Found {
  readonly found: readonly SearchFields[]
  readonly kept: string | null
}

const byId: Compare = (a, b) => a.id - b.id
const first = (a: boolean, b: boolean) => Number(b) - Number(a)
const isBestseller = ({ tags }: SearchFields) => tags.includes('bestseller')
const alphabetical = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const ORDERS: Readonly<Record<NonNullable<ProductQuery['sort'] | StaffProductQuery['sort']>, Compare>> = {
  featured: (a, b) =>
    first(a.isFeatured, b.isFeatured) || first(isBestseller(a), isBestseller(b)) || b.rating - a.rating || byId(a, b),
  'price-low': (a, b) => a.priceCents - b.priceCents || byId(a, b),
  'price-high': (a, b) => b.priceCents - a.priceCents || byId(a, b),
  name: (a, b) => alphabetical(fold(a.name), fold(b.name)) || byId(a, b),
  rating: (a, b) => b.rating - a.rating || byId(a, b),
  'page-cost': (a, b) => orderedMillsOf(a.costPerPage) - orderedMillsOf(b.costPerPage) || byId(a, b),
  newest: (a, b) => b.id - a.id,
  'stock-low': (a, b) => a.stockQuantity - b.stockQuantity || byId(a, b),
  'stock-high': (a, b) => b.stockQuantity - a.stockQuantity || byId(a, b),
  updated: (a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || byId(a, b),
}

/** What the index must answer, with arrays and filters over all products. */
export class PlainCatalog {
  readonly #products = new Map<number, SearchFields>()
  readonly #searches = new Map<string, Found>()

  update(ids: Iterable<number>, products: readonly SearchFields[]): void {
    this.#searches.clear()
    for (const id of ids) this.#products.delete(id)
    for (const product of products) this.#products.set(product.id, product)
  }

  list(query: ProductQuery) {
    const { search, sort, prefer } = query
    const { found } = this.#foundFor(search, true, prefer)
    const sorted = isSearch(search) && sort === undefined ? found : found.toSorted(ORDERS[sort ?? 'featured'])
    return pageOf(
      sorted.filter((product) => passes(product, query)),
      query,
    )
  }

  listForStaff(query: StaffProductQuery) {
    const { search, category, stock, sort } = query
    const { found } = this.#foundFor(search, false)
    const sorted = isSearch(search) && sort === undefined ? found : found.toSorted(ORDERS[sort ?? 'newest'])
    return pageOf(
      sorted.filter(
        (product) =>
          (category === undefined || product.category === category) &&
          (stock === undefined || hasStock(product, stock)),
      ),
      query,
    )
  }

  facets(filters: ProductFilters): ProductFacets {
    const { found, kept } = this.#foundFor(filters.search, true)
    const without = (group: keyof ProductFilters) => ({ ...filters, [group]: undefined })
    const beside = (group: 'price' | 'brands' | 'inStock' | 'category' | 'models') =>
      found.filter((product) => passes(product, without(group)))
    const besideFacets = (facets: readonly FacetName[]) => {
      const choices = Object.fromEntries(
        Object.entries(filters.choices ?? {}).filter(([facet]) => !facets.includes(facet as FacetName)),
      )
      return found.filter((product) => passes(product, { ...filters, choices }))
    }
    const besidePrice = beside('price')
    const besideCategory = beside('category')
    const inSearch = found.filter((product) => passes(product, scopeOf(filters)))
    const inCategory = inSearch.filter(
      ({ category }) => filters.category === undefined || category === filters.category,
    )
    const categories = new Set([
      ...inSearch.map(({ category }) => category),
      ...(filters.category === undefined ? [] : [filters.category]),
    ])
    const choices = EVERY_VALUE.map(({ facet, value }) => {
      const chosen: readonly string[] = filters.choices?.[facet] ?? []
      const choice = choiceOf(facet, value)
      if (!chosen.includes(value) && !inCategory.some((product) => facetsOf(product).includes(choice))) return null
      return besideFacets([facet]).filter((product) => facetsOf(product).includes(choice)).length
    })
    const shortcuts = SHORTCUT_NAMES.map((name) => {
      const shortcut = SHORTCUTS[name]
      const left =
        'price' in shortcut
          ? besidePrice.filter(({ priceCents }) => isInPriceRange(priceCents, shortcut.price))
          : besideFacets(Object.keys(shortcut.choices) as FacetName[]).filter((product) =>
              fits(facetsOf(product), shortcut.choices),
            )
      return left.length
    })
    const brands = new Map(
      [...(filters.brands ?? []), ...inCategory.map(({ brand }) => brand)].map((name) => [name, 0]),
    )
    for (const { brand } of beside('brands')) brands.set(brand, (brands.get(brand) ?? 0) + 1)
    brands.delete('')
    return {
      total: found.filter((product) => passes(product, filters)).length,
      brands: [...brands].map(([brand, count]) => ({ brand, count })).sort((a, b) => alphabetical(a.brand, b.brand)),
      moreBrands: 0,
      priceRanges: PRICE_RANGES.map((range) => ({
        range,
        count: besidePrice.filter(({ priceCents }) => isInPriceRange(priceCents, range)).length,
      })),
      inStock: beside('inStock').filter(({ inStock }) => inStock).length,
      categories: [...categories].sort().map((category) => ({
        category,
        count: besideCategory.filter((product) => product.category === category).length,
      })),
      choices,
      shortcuts,
      ...(asksForModels(filters) && {
        models: countedModels(modelsInScope(modelCounts(inCategory), modelCounts(beside('models'))), filters),
      }),
      ...(kept === null ? {} : { kept }),
    }
  }

  stats(): CatalogStats {
    const all = [...this.#products.values()]
    const low = all.filter((product) => hasStock(product, 'low')).sort(ORDERS['stock-low'])
    return {
      products: all.length,
      featured: all.filter(({ isFeatured }) => isFeatured).length,
      outOfStock: all.filter(({ inStock }) => !inStock).length,
      lowStock: low
        .slice(0, LOW_STOCK_SHOWN)
        .map(({ id, name, stockQuantity }) => ({ productId: id, productName: name, stockQuantity })),
    }
  }

  suggest(text: string): readonly string[] {
    const words = suggestedWords(text)
    return words.length === 0 ? [] : suggestionsFrom(this.#foundFor(text, false).found, words)
  }

  /** All products for a blank search; otherwise the matches, best first. */
  #foundFor(search: string | undefined, mayLeaveOut: boolean, prefer?: Preference): Found {
    const all = [...this.#products.values()]
    if (!isSearch(search)) return { found: all, kept: null }
    const key = `${mayLeaveOut} ${search} ${JSON.stringify(prefer)}`
    const found = this.#searches.get(key) ?? this.#search(search, all, { mayLeaveOut, prefer })
    this.#searches.set(key, found)
    return found
  }

  #search(
    search: string,
    all: readonly SearchFields[],
    { mayLeaveOut, prefer }: { readonly mayLeaveOut: boolean; readonly prefer: Preference | undefined },
  ): Found {
    const words = new Map(all.map((product) => [product, weightsOf(product)]))
    const find = (attempt: SearchAttempt, typed: string) => {
      const scores = scoresOf(attempt, words)
      const isNamed = ({ category }: SearchFields) => wordsOf(category).join(' ') === typed
      const isMeant = all.some(isNamed) ? isNamed : (product: SearchFields) => isPreferred(product, prefer)
      for (const [product, score] of scores) {
        const begins = wordsOf(product.name).join(' ').startsWith(typed) ? 2000 : 0
        scores.set(product, score + begins + (isMeant(product) ? 4000 : 0))
      }
      return [...scores].sort(([a, x], [b, y]) => y - x || ORDERS.featured(a, b)).map(([product]) => product)
    }
    const strictest = (text: string) => {
      for (const attempt of attemptsFor(text)) {
        const found = find(attempt, wordsOf(text).join(' '))
        if (found.length > 0) return found
      }
      return []
    }
    const whole = strictest(search)
    if (whole.length > 0) return { found: whole, kept: null }
    const asked = mayLeaveOut ? searchedMeanings(search) : []
    const counts = asked.map(({ word }) => find(anywhere(word), word).length)
    for (const kept of searchesWithoutRarest(search, asked, counts)) {
      const found = strictest(kept)
      if (found.length > 0) return { found, kept }
    }
    return { found: [], kept: null }
  }
}

function isPreferred(product: SearchFields, prefer: Preference | undefined): boolean {
  if (prefer === undefined) return false
  const says = Object.keys(prefer.choices).length > 0
  return says ? fits(facetsOf(product), prefer.choices) : product.category === prefer.category
}

function scoresOf(attempt: SearchAttempt, words: ReadonlyMap<SearchFields, Words>): Map<SearchFields, number> {
  let scores = new Map([...words.keys()].map((product) => [product, 0]))
  const all = [...new Set([...words.values()].flatMap((each) => [...each.keys()]))]
  for (const word of attempt.words) {
    const narrow = (factorOf: (term: string) => number) => {
      const left = new Map<SearchFields, number>()
      for (const [product, score] of scores) {
        const best = Math.max(
          ...[...(words.get(product) ?? [])].map(([term, weight]) =>
            weight < attempt.leastWeight ? 0 : weight * factorOf(term),
          ),
        )
        if (best > 0) left.set(product, score + best)
      }
      return left
    }
    let left = narrow((term) =>
      term === word ? 16 : term.startsWith(word) ? 10 + Math.trunc(5 * (word.length / term.length)) : 0,
    )
    if (left.size === 0 && attempt.typos) {
      const similar = similarWords(all, word)
      left = narrow((term) => (similar.has(term) ? 4 - (similar.get(term) ?? 0) : 0))
    }
    scores = left
  }
  return attempt.words.length === 0 ? new Map() : scores
}

/** The words that were probably meant, each with its number of typos: the rule of `typos.ts` over all words. */
export function similarWords(words: readonly string[], typed: string): Map<string, number> {
  const most = typed.length < 8 ? 1 : 2
  const found = new Map<string, number>()
  if (typed.length < 4) return found
  for (const word of words) {
    const distance = levenshtein(typed, word)
    if (distance <= most && digitsOf(word) === digitsOf(typed)) found.set(word, distance)
    if (swapsOf(typed).includes(word) && digitsOf(word) === digitsOf(typed)) found.set(word, 1)
  }
  if (found.size > 0) return found
  for (const word of words) {
    if (word.length <= typed.length || word[0] !== typed[0] || !digitsOf(word).startsWith(digitsOf(typed))) continue
    const beginnings = [-1, 0, 1].map((more) => word.slice(0, typed.length + more))
    if (beginnings.some((begin) => levenshtein(begin, typed) <= 1 || swapsOf(typed).includes(begin))) found.set(word, 2)
  }
  return found
}

function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)))
    row = next
  }
  return row[b.length] ?? 0
}

const digitsOf = (word: string) => word.replaceAll(/\D/g, '')

function swapsOf(word: string): string[] {
  return Array.from({ length: word.length }, (_, i) => i)
    .filter((i) => i + 1 < word.length && word[i] !== word[i + 1])
    .map((i) => word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2))
}

function isSearch(search: string | undefined): search is string {
  return search !== undefined && search.trim() !== ''
}

function pageOf(products: readonly SearchFields[], { offset, limit }: { offset: number; limit: number }) {
  return { ids: products.slice(offset, offset + limit).map(({ id }) => id), total: products.length }
}
