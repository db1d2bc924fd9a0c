import type { ListingQuery, PriceRange, Sort } from '#contracts/listing'
import { paths } from '../../lib/paths.ts'

/** The choices of the sort dropdown, in its order: the specified five (specification 1, section 4), and our own. */
export const SORT_CHOICES: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: 'featured', label: 'Featured' },
  { value: 'price-low', label: 'Price: Low to High' },
  { value: 'price-high', label: 'Price: High to Low' },
  { value: 'name', label: 'Name' },
  { value: 'rating', label: 'Customer Rating' },
  { value: 'page-cost', label: 'Cost per Page' },
]

/** The choices of the price dropdown, in its order (specification 1, section 4). */
export const PRICE_CHOICES: readonly { readonly value: PriceRange; readonly label: string }[] = [
  { value: 'all', label: 'All Prices' },
  { value: 'under-100', label: 'Under $100' },
  { value: '100-300', label: '$100 - $300' },
  { value: '300-500', label: '$300 - $500' },
  { value: 'over-500', label: 'Over $500' },
]

export const NO_FILTERS = { brands: [], price: 'all', inStock: false } as const satisfies Partial<ListingQuery>

/** The id of the heading above the products of a category's own screen. */
export const PRODUCTS_ID = 'products'

/**
 * The address of a listing for a link on the listing itself. On a category's own screen it leads to the products, which
 * are below the category's hero.
 */
export function listingLink(query: ListingQuery): string {
  return query.screen === 'products' ? paths.listing(query) : `${paths.listing(query)}#${PRODUCTS_ID}`
}

/** How many choices of the filter panel are in force: each brand, a price range, In Stock Only. */
export function countFilters(query: ListingQuery): number {
  return query.brands.length + (query.price === 'all' ? 0 : 1) + (query.inStock ? 1 : 0)
}

/** Adds or removes one brand, and starts again at the first page. */
export function toggleBrand(query: ListingQuery, brand: string): ListingQuery {
  const brands = query.brands.includes(brand)
    ? query.brands.filter((chosen) => chosen !== brand)
    : [...query.brands, brand].toSorted()
  return { ...query, brands, page: 1 }
}

/** Page numbers to offer around the current one: first, last, neighbors; null where numbers are left out. */
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
