import type { ProductFilters, ProductQuery, SearchReading, UnderstoodFacets } from '../domain/product-query.ts'
import type { CatalogSearch, FoundProducts } from './catalog-search.ts'
import { withoutParts } from './negations.ts'
import { createUnderstandSearch, type UnderstoodSearch } from './understood-search.ts'

/** The lists of the shop, which understand what a search means beyond its words. */
export interface UnderstoodLists {
  /** For something cheap without a sort of the visitor's own, the cheapest come first. */
  list(query: ProductQuery): Promise<FoundProducts>
  /** The counts say how the search was understood, where that is more than "products with these words". */
  countFacets(filters: ProductFilters): Promise<UnderstoodFacets>
}

type Draft<T> = { -readonly [Key in keyof T]: T[Key] }

export function understandSearches(
  catalog: Pick<CatalogSearch, 'list' | 'count' | 'brands' | 'countFacets'>,
): UnderstoodLists {
  const understand = createUnderstandSearch(catalog)

  /** The visitor's own choices take the place of what the words mean. */
  function filtersOf<Asked extends ProductFilters>(asked: Asked, { scope, prefer, ...read }: UnderstoodSearch): Asked {
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
      const counts = await catalog.countFacets(asked)
      const reading = readingOf(understood, { typed: text, asked: asked.search ?? '', kept: counts.kept ?? null })
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
  understood: UnderstoodSearch | null,
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
