import type { ProductFacets } from './catalog.ts'
import type { ApiPath } from './api-path.ts'
import type { ListedProduct } from './listed-product.ts'
import { FACET_NAMES } from './facet-names.ts'
import { priceOf, readAmount, readPrice, type OwnPrice } from './listing-price.ts'
import { FACETS, LISTING_BOUNDS, SORTS, type FacetChoices, type PriceRange, type Sort } from './listing-choices.ts'

export type { FacetName } from './facet-names.ts'
export type { FacetValue, PriceRange, Shortcut, Sort } from './listing-choices.ts'

/** How many products one page of a listing shows. */
export const PAGE_SIZE = 24

const MAX_PAGE = 9999

/** The screens that are listings: of everything, or of the one category that their path names. */
export type ListingScreen = 'products' | 'printers' | 'photo-printers'

/** The state of a listing, which its URL carries: filters, sort order and page. */
export interface ListingQuery {
  readonly screen: ListingScreen
  /** On a category's own screen always that category. */
  readonly category: string | null
  readonly search: string | null
  readonly featured: boolean
  readonly business: boolean
  readonly brands: readonly string[]
  readonly price: PriceRange | OwnPrice
  readonly inStock: boolean
  /** The models that supplies are to fit, as the facets name them: "brother-hl-l2460dw". */
  readonly fits: readonly string[]
  /** Of each facet the chosen values in their usual order; facets of which none is chosen are left out. */
  readonly choices: FacetChoices
  /**
   * Null when the visitor chose none. The server then sorts featured products first, or the best matches of a search.
   */
  readonly sort: Sort | null
  /** Counted from 1. */
  readonly page: number
}

/**
 * Reads a listing's query string. Invalid values (an unknown sort, page "x") count as absent, so that an old or
 * mistyped link still shows products. A category's own screen takes the panel's filters, sort order and page from it.
 */
export function parseListingQuery(search: string | URLSearchParams, screen: ListingScreen = 'products'): ListingQuery {
  const params = new URLSearchParams(search)
  const brands = params
    .getAll('brand')
    .map((brand) => brand.trim())
    .filter((brand) => brand !== '' && brand.length <= LISTING_BOUNDS.brand)
  const page = params.get('page') ?? ''
  const isWhole = screen === 'products'
  return {
    screen,
    category: isWhole ? textOf(params.get('category'), LISTING_BOUNDS.category) : screen,
    search: isWhole ? textOf(params.get('search'), LISTING_BOUNDS.search) : null,
    featured: isWhole && params.get('featured') === 'true',
    business: isWhole && params.get('business') === 'true',
    // Brands are sorted, so that a list has one cache key in whatever order they were chosen.
    brands: [...new Set(brands)].toSorted().slice(0, LISTING_BOUNDS.brands),
    price: priceIn(params),
    inStock: params.get('inStock') === 'true',
    fits: fitsIn(params),
    choices: choicesIn(params),
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? null,
    page: /^[1-9]\d{0,3}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
  }
}

/** Own limits come in one text, or from two fields of the form that works without script. */
function priceIn(params: URLSearchParams): PriceRange | OwnPrice {
  const typed = priceOf({ least: readAmount(params.get('least')), most: readAmount(params.get('most')) })
  return typed === 'all' ? (readPrice(params.get('price')?.trim() ?? '') ?? 'all') : typed
}

function fitsIn(params: URLSearchParams): readonly string[] {
  const slugs = params.getAll('fits').filter((slug) => /^[^\s]{1,80}$/u.test(slug))
  return [...new Set(slugs)].toSorted().slice(0, LISTING_BOUNDS.models)
}

function choicesIn(params: URLSearchParams): FacetChoices {
  const chosen = FACET_NAMES.map((facet) => {
    const asked: readonly string[] = params.getAll(facet)
    return [facet, FACETS[facet].filter((value) => asked.includes(value))] as const
  })
  return Object.fromEntries(chosen.filter(([, values]) => values.length > 0))
}

function textOf(value: string | null, maxLength: number): string | null {
  // Half a character at the cut would be another text in the server's page than in the browser.
  return (
    value
      ?.trim()
      .slice(0, maxLength)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim() || null
  )
}

/** The API path of one page of the listing. */
export function productsPath(query: ListingQuery): ApiPath<readonly ListedProduct[]> {
  const params = filterParams(query)
  if (query.sort) params.set('sort', query.sort)
  params.set('limit', String(PAGE_SIZE))
  if (query.page > 1) params.set('offset', String((query.page - 1) * PAGE_SIZE))
  return `/api/products?${params}`
}

/** The API path of the product counts in the filter panel. @param modelsLike which models are looked for, if any */
export function facetsPath(query: ListingQuery, modelsLike = ''): ApiPath<ProductFacets> {
  const params = filterParams(query)
  if (modelsLike !== '') params.set('modelsLike', modelsLike)
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
  for (const slug of query.fits) params.append('fits', slug)
  for (const facet of FACET_NAMES) for (const value of query.choices[facet] ?? []) params.append(facet, value)
  return params
}

/** The heading of a listing (specification 1, section 2). The document's title is this and " - superprinter". */
export function listingTitle(query: ListingQuery): string {
  if (query.category) return capitalizeWords(query.category)
  if (query.search) return `Search: ${query.search}`
  if (query.featured) return 'Featured Products'
  if (query.business) return 'Business Solutions'
  return 'All Products'
}

/** "photo-printers" → "Photo Printers" (specification 1, section 2, title of the listing). */
export function capitalizeWords(dashed: string): string {
  return dashed
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
