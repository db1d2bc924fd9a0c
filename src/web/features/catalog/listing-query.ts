import { FACET_NAMES } from '#contracts/facet-names'
import type { FacetName, FacetValue, ListingQuery, PriceRange, Shortcut, Sort } from '#contracts/listing'
import { priceLimitsOf } from '#contracts/listing-price'
import { FACETS, type FacetChoices } from '#contracts/listing-choices'
import { paths } from '../../lib/paths.ts'

/**
 * The choices of the sort dropdown, in its order: the specified five (specification 1, section 4), and the cost of a
 * page.
 */
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

export const NO_FILTERS = {
  brands: [],
  price: 'all',
  inStock: false,
  fits: [],
  choices: {},
} as const satisfies Partial<ListingQuery>

/** What many people ask for, in one press; each takes the place of what is chosen of the same facets. */
export const SHORTCUT_CHOICES: readonly {
  readonly name: Shortcut
  readonly label: string
  readonly choices?: FacetChoices
  readonly price?: ListingQuery['price']
}[] = [
  { name: 'color-laser', label: 'Color laser', choices: { technology: ['laser'], color: ['yes'] } },
  { name: 'duplex', label: 'Two-sided', choices: { duplex: ['yes'] } },
  { name: 'up-to-400', label: 'Up to $400', price: 'up-to-400' },
  { name: 'copies', label: 'Copies', choices: { function: ['copy'] } },
  { name: 'wifi', label: 'Wi-Fi', choices: { connection: ['wifi'] } },
  { name: 'large-paper', label: 'Tabloid and larger', choices: { paper: ['tabloid', 'large'] } },
]

/** The id of the heading above the products of a category's own screen. */
export const PRODUCTS_ID = 'products'

/**
 * The address of a listing for a link on the listing itself. On a category's own screen it leads to the products, which
 * are below the category's hero.
 */
export function listingLink(query: ListingQuery): string {
  return query.screen === 'products' ? paths.listing(query) : `${paths.listing(query)}#${PRODUCTS_ID}`
}

/** How many choices of the filter panel are in force: each brand, each value of a facet, a price, In Stock Only. */
export function countFilters(query: ListingQuery): number {
  const chosen = Object.values(query.choices).reduce((count, values) => count + values.length, 0)
  return query.brands.length + query.fits.length + chosen + (query.price === 'all' ? 0 : 1) + (query.inStock ? 1 : 0)
}

/** What a price is called in the dropdown and on its chip; null for no limit. */
export function priceLabel(price: ListingQuery['price']): string | null {
  if (price === 'all') return null
  const range = PRICE_CHOICES.find(({ value }) => value === price)
  if (range !== undefined) return range.label
  const { least = null, most = null } = priceLimitsOf(price) ?? {}
  if (least === null) return `Up to $${most}`
  return most === null ? `From $${least}` : `$${least} - $${most}`
}

/** The same products of another category, or of all, as a listing of the whole shop. */
export function inCategory(query: ListingQuery, category: string | null): ListingQuery {
  return { ...query, screen: 'products', category, page: 1 }
}

/** Adds or removes one value of a facet, and starts again at the first page. */
export function toggleChoice(query: ListingQuery, facet: FacetName, value: FacetValue): ListingQuery {
  const chosen: readonly FacetValue[] = query.choices[facet] ?? []
  const values = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]
  return withChoices(query, { [facet]: values })
}

/** Other values of some facets, in the order of addresses, so that a list has one address however it was chosen. */
export function withChoices(query: ListingQuery, changes: FacetChoices): ListingQuery {
  const chosen: FacetChoices = { ...query.choices, ...changes }
  const choices = FACET_NAMES.map((facet) => {
    const values: readonly string[] = chosen[facet] ?? []
    return [facet, FACETS[facet].filter((value) => values.includes(value))] as const
  })
  return { ...query, choices: Object.fromEntries(choices.filter(([, values]) => values.length > 0)), page: 1 }
}

/** Adds or removes one brand, and starts again at the first page. */
export function toggleBrand(query: ListingQuery, brand: string): ListingQuery {
  const brands = query.brands.includes(brand)
    ? query.brands.filter((chosen) => chosen !== brand)
    : [...query.brands, brand].toSorted()
  return { ...query, brands, page: 1 }
}

/** Adds or removes a model that supplies are to fit. */
export function toggleModel(query: ListingQuery, slug: string): ListingQuery {
  const fits = query.fits.includes(slug)
    ? query.fits.filter((chosen) => chosen !== slug)
    : [...query.fits, slug].toSorted()
  return { ...query, fits, page: 1 }
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
