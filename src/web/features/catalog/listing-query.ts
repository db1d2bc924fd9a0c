import type { PriceRange, Sort } from '#contracts/catalog'
import { paths } from '../../lib/paths.ts'
import { capitaliseWords } from '../../lib/format.ts'

/** The choices of the sort dropdown, in its order (specification 1, section 4). */
export const SORT_CHOICES: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: 'featured', label: 'Featured' },
  { value: 'price-low', label: 'Price: Low to High' },
  { value: 'price-high', label: 'Price: High to Low' },
  { value: 'name', label: 'Name' },
  { value: 'rating', label: 'Customer Rating' },
]

/** The choices of the price dropdown, in its order (specification 1, section 4). */
export const PRICE_CHOICES: readonly { readonly value: PriceRange; readonly label: string }[] = [
  { value: 'all', label: 'All Prices' },
  { value: 'under-100', label: 'Under $100' },
  { value: '100-300', label: '$100 - $300' },
  { value: '300-500', label: '$300 - $500' },
  { value: 'over-500', label: 'Over $500' },
]

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

export const NO_FILTERS = { brands: [], price: 'all', inStock: false } as const satisfies Partial<ListingQuery>

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
    price: PRICE_CHOICES.find(({ value }) => value === params.get('price'))?.value ?? 'all',
    inStock: params.get('inStock') === 'true',
    sort: SORT_CHOICES.find(({ value }) => value === params.get('sort'))?.value ?? null,
    page: /^[1-9]\d{0,3}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
  }
}

function textOf(value: string | null, longest: number): string | null {
  return value?.trim().slice(0, longest).trim() || null
}

/** The address of a listing: always in the same order, and nothing that is the default. */
export function listingAddress(query: Partial<ListingQuery>): string {
  return paths.products({
    category: query.category ?? undefined,
    search: query.search ?? undefined,
    featured: query.featured,
    business: query.business,
    brand: query.brands,
    price: query.price === 'all' ? undefined : query.price,
    inStock: query.inStock,
    sort: query.sort ?? undefined,
    page: query.page === 1 ? undefined : query.page,
  })
}

/** The path of the call that reads this page of the listing. It is the SWR key too. */
export function productsPath(query: ListingQuery): string {
  const params = filterParams(query)
  if (query.sort) params.set('sort', query.sort)
  params.set('limit', String(PAGE_SIZE))
  if (query.page > 1) params.set('offset', String((query.page - 1) * PAGE_SIZE))
  return `/api/products?${params}`
}

/** The path of the call that counts what each choice of the filter panel would leave. */
export function facetsPath(query: ListingQuery): string {
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

/** How many choices of the filter panel are in force: each brand, a price range, In Stock Only. */
export function countFilters(query: ListingQuery): number {
  return query.brands.length + (query.price === 'all' ? 0 : 1) + (query.inStock ? 1 : 0)
}

/** The heading of a listing (specification 1, section 2). The document's title is this and " - superprinter". */
export function listingTitle(query: ListingQuery): string {
  if (query.category) return capitaliseWords(query.category)
  if (query.search) return `Search: ${query.search}`
  if (query.featured) return 'Featured Products'
  if (query.business) return 'Business Solutions'
  return 'All Products'
}

/** Adds or removes one brand, and starts again at the first page. */
export function toggleBrand(query: ListingQuery, brand: string): ListingQuery {
  const brands = query.brands.includes(brand)
    ? query.brands.filter((chosen) => chosen !== brand)
    : [...query.brands, brand].toSorted()
  return { ...query, brands, page: 1 }
}

/** Page numbers to offer around the current one: first, last, neighbours; null where numbers are left out. */
export function pageNumbers(current: number, last: number): readonly (number | null)[] {
  const shown = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((page) => page >= 1 && page <= last)
    .toSorted((a, b) => a - b)
  return shown.flatMap((page, at) => {
    const before = shown[at - 1]
    if (before === undefined || page - before === 1) return [page]
    return page - before === 2 ? [page - 1, page] : [null, page]
  })
}
