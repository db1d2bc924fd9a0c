import type { ProductFacets, Product } from './catalog.ts'
import type { ApiPath } from './api-path.ts'
import { PRICE_RANGES, SORTS, type PriceRange, type Sort } from './listing-choices.ts'

export { PRICE_RANGES, SORTS, type PriceRange, type Sort } from './listing-choices.ts'

/** How many products stand on one page of a listing. */
export const PAGE_SIZE = 24

const LONGEST_TERM = 100
const LONGEST_CATEGORY = 60
const LONGEST_BRAND = 80
const MOST_BRANDS = 50
const LAST_PAGE = 9999

/** What the address of a listing says: which products, in which order, which page of them. */
export interface ListingQuery {
  readonly category: string | null
  readonly search: string | null
  readonly featured: boolean
  readonly business: boolean
  readonly brands: readonly string[]
  readonly price: PriceRange
  readonly inStock: boolean
  /** null: the visitor chose none; the server then puts featured products first, or the best matches of a search. */
  readonly sort: Sort | null
  /** Counted from 1. */
  readonly page: number
}

/**
 * Reads the query of a listing's address. Whatever it cannot use (an unknown sort, page "x") counts as absent,
 * so that an old or mistyped link still shows products.
 */
export function parseListingQuery(search: string | URLSearchParams): ListingQuery {
  const params = new URLSearchParams(search)
  const brands = params
    .getAll('brand')
    .map((brand) => brand.trim())
    .filter((brand) => brand !== '' && brand.length <= LONGEST_BRAND)
  const page = params.get('page') ?? ''
  return {
    category: textOf(params.get('category'), LONGEST_CATEGORY),
    search: textOf(params.get('search'), LONGEST_TERM),
    featured: params.get('featured') === 'true',
    business: params.get('business') === 'true',
    // Sorted, as the server sorts them: one list has one key, whatever order its brands were chosen in.
    brands: [...new Set(brands)].toSorted().slice(0, MOST_BRANDS),
    price: PRICE_RANGES.find((range) => range === params.get('price')) ?? 'all',
    inStock: params.get('inStock') === 'true',
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? null,
    page: /^[1-9]\d{0,3}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
  }
}

function textOf(value: string | null, longest: number): string | null {
  return value?.trim().slice(0, longest).trim() || null
}

/** Reads one page of the listing. */
export function productsPath(query: ListingQuery): ApiPath<readonly Product[]> {
  const params = filterParams(query)
  if (query.sort) params.set('sort', query.sort)
  params.set('limit', String(PAGE_SIZE))
  if (query.page > 1) params.set('offset', String((query.page - 1) * PAGE_SIZE))
  return `/api/products?${params}`
}

/** Counts what each choice of the filter panel would leave. */
export function facetsPath(query: ListingQuery): ApiPath<ProductFacets> {
  const params = filterParams(query)
  return params.size === 0 ? '/api/products/facets' : `/api/products/facets?${params}`
}

function filterParams(query: ListingQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.category) params.set('category', query.category)
  if (query.search) params.set('search', query.search)
  if (query.featured) params.set('featured', 'true')
  if (query.business) params.set('business', 'true')
  for (const brand of query.brands) params.append('brand', brand)
  if (query.price !== 'all') params.set('price', query.price)
  if (query.inStock) params.set('inStock', 'true')
  return params
}
