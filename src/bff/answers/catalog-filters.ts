import type { z } from 'zod'
import type { FacetsQuery, ListProductsQuery } from '#contracts/catalog'
import { FACET_NAMES } from '#contracts/facet-names'
import { PRICE_RANGES, type FacetChoices, type PriceRange } from '#contracts/listing-choices'
import { priceLimitsOf, type OwnPrice } from '#contracts/listing-price'
import type { ProductFilters, ProductQuery } from '#modules/catalog'
import { parseDecimal } from '#platform/shared-kernel/money'

export type ListQuery = z.output<typeof ListProductsQuery>
export type FilterQuery = z.output<typeof FacetsQuery>

/** The maximum number of products in a list without `limit`. */
const MAX_UNLIMITED = 1000

type Draft<T> = { -readonly [Key in keyof T]: T[Key] }

/** The parameters of an address as Fastify reads them: one that stands in it several times is a list. */
export function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    query[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}

/** What a query for counts asks of the catalog. */
export function filtersOf(asked: FilterQuery): ProductFilters {
  const filters: Draft<ProductFilters> = {}
  setFilters(filters, asked)
  return filters
}

/** What a query for a list asks of the catalog, unless it names its products. */
export function productQueryOf(asked: ListQuery): ProductQuery {
  const { sort, limit = MAX_UNLIMITED, offset = 0 } = asked
  const query: Draft<ProductQuery> = { limit, offset }
  if (sort !== undefined) query.sort = sort
  setFilters(query, asked)
  return query
}

/** Field by field: with spreads and rests it took a tenth of counting the facets. */
function setFilters(filters: Draft<ProductFilters>, asked: FilterQuery): void {
  // An empty parameter asks for nothing, as in the addresses of the shop's pages.
  if (asked.category !== undefined && asked.category !== '') filters.category = asked.category
  if (asked.search !== undefined && asked.search !== '') filters.search = asked.search
  if (asked.featured !== undefined) filters.featured = asked.featured
  if (asked.business !== undefined) filters.business = asked.business
  const brands = asked.brand?.filter((brand) => brand !== '') ?? []
  if (brands.length > 0) filters.brands = brands
  if (asked.price !== undefined) filters.price = priceFilterOf(asked.price)
  if (asked.inStock !== undefined) filters.inStock = asked.inStock
  const models = asked.fits?.filter((model) => model !== '') ?? []
  if (models.length > 0) filters.models = models
  if (asked.modelsLike !== undefined) filters.modelsLike = asked.modelsLike
  const choices: Draft<FacetChoices> = {}
  let areChosen = false
  for (const facet of FACET_NAMES) {
    const chosen = asked[facet]
    if (chosen === undefined) continue
    ;(choices as Record<string, unknown>)[facet] = chosen
    areChosen = true
  }
  if (areChosen) filters.choices = choices
}

function priceFilterOf(price: PriceRange | OwnPrice): NonNullable<ProductFilters['price']> {
  const range = PRICE_RANGES.find((each) => each === price)
  if (range !== undefined) return range
  const limits = priceLimitsOf(price)
  const least = parseDecimal(limits?.least ?? '')
  const most = parseDecimal(limits?.most ?? '')
  return { ...(least !== null && { least }), ...(most !== null && { most }) }
}
