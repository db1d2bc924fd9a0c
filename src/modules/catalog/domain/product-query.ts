import type { MeasureLimits, MeasuresWithin } from './measures.ts'
import {
  EVERY_VALUE,
  SHORTCUT_NAMES,
  type Choice,
  type ChoiceCounts,
  type FacetChoices,
  type FacetName,
  type ShortcutName,
  type ValueOfFacet,
} from './product-facets.ts'
import type { PriceLimits } from './price-limits.ts'
import type { Model } from './models.ts'
import type { Product } from './product.ts'
import { SUPPLIES } from './supply-links.ts'

/** `page-cost`: the cheapest page first, products without a known cost of a page last. */
export type ProductSort = 'featured' | 'price-low' | 'price-high' | 'name' | 'rating' | 'page-cost'

export const PRICE_RANGES = ['all', 'under-100', '100-300', '300-500', 'over-500'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]

/** How a search was understood, where that is more than "products with these words". */
export interface SearchReading {
  /** The words that products were asked for. */
  readonly asked: string
  /** Those of them that the products have, where none has all; null when nothing was left out. */
  readonly kept: string | null
  readonly priceLimits: PriceLimits
  /** The order that the search asks for: the lowest price first, or the cheapest page; null for none. */
  readonly sort: 'price-low' | 'page-cost' | null
  /** The fewest pages a minute that it asks for; null for none. */
  readonly leastSpeed: number | null
  /** What it may weigh, in grams. */
  readonly weight: MeasureLimits
  /** What it does not want, as it was typed. */
  readonly without: readonly string[]
  /** The search that wants it again; null when there is nothing of the kind, or its words cannot be told apart. */
  readonly wider: string | null
}

/** What is left out: products of these brands, with one of these choices, or with one of these words. */
export interface Exclusions {
  readonly brands: readonly string[]
  readonly choices: readonly Choice[]
  /** Whole words of any field but the description. */
  readonly words: readonly string[]
}

/** Products of this category, or else with these choices, are what the search means; others may have its words, too. */
export interface Preference {
  readonly category?: string
  readonly choices: FacetChoices
}

export interface ProductFilters {
  readonly category?: string
  readonly search?: string
  /** true: only featured products; false or absent: no filter. Likewise business and inStock. */
  readonly featured?: boolean
  readonly business?: boolean
  readonly brands?: readonly string[]
  /** One of the ranges, or the visitor's own limits. */
  readonly price?: PriceRange | PriceLimits
  /** What the words of the search say about the price. */
  readonly priceLimits?: PriceLimits
  /** What they say about speed and weight, and what the finder asks for. */
  readonly measures?: MeasuresWithin
  /** What they do not want. */
  readonly except?: Exclusions
  readonly inStock?: boolean
  /** Of several values of one facet a product has at least one. */
  readonly choices?: FacetChoices
  /** The models, by their slugs, of which a supply fits at least one. */
  readonly models?: readonly string[]
  /** What the names of the models have that are counted beside the chosen ones. It leaves no product out. */
  readonly modelsLike?: string
  /** Of the matches of a search these come first. It leaves nothing out. */
  readonly prefer?: Preference
}

export interface ProductQuery extends ProductFilters {
  /** Default: featured; with a search and no sort: best match first. */
  readonly sort?: ProductSort
  /** At most 1,000. */
  readonly limit: number
  readonly offset: number
}

export interface ProductPage {
  readonly products: readonly Product[]
  /** How many products match, over all pages. */
  readonly total: number
}

/** The models of the supplies in a list. */
export interface CountedModels {
  /** The chosen ones, and those with the most supplies, or those that were looked for; with what each would leave. */
  readonly found: readonly (Model & { readonly count: number })[]
  readonly total: number
  /** Who makes the most of them. */
  readonly makers: readonly string[]
}

/** The groups of the filter panel. A count of one of their choices ignores what is chosen of the same group. */
export type FilterGroup = 'category' | 'price' | 'brand' | 'stock' | 'model' | FacetName

/** Whether a search has text; without any, it filters nothing and ranks nothing. */
export function isSearch(search: string | undefined): search is string {
  return search !== undefined && search.trim() !== ''
}

/** Whether the models of a list are to be counted: there are thousands of them, and most lists have no supplies. */
export function asksForModels({ category, models = [], modelsLike }: ProductFilters): boolean {
  return category === SUPPLIES || models.length > 0 || modelsLike !== undefined
}

export interface ProductFacets {
  readonly total: number
  readonly brands: readonly { readonly brand: string; readonly count: number }[]
  /** How many further brands there are, none of which has more products. */
  readonly moreBrands: number
  readonly priceRanges: readonly { readonly range: PriceRange; readonly count: number }[]
  readonly inStock: number
  readonly categories: readonly { readonly category: string; readonly count: number }[]
  /** Only of values that some product has within the same category and search, and of chosen ones. */
  readonly choices: ChoiceCounts
  /**
   * How many products each shortcut would leave, in the place of what is chosen of the same facets, in the order of
   * `SHORTCUT_NAMES`.
   */
  readonly shortcuts: readonly number[]
  /** The models that supplies fit; only of lists that ask for supplies. */
  readonly models?: CountedModels
  /** The words of the search that products have, when no product has all and the rarest were left out. */
  readonly kept?: string
}

/** The order in which the counts of choices and of shortcuts stand. */
export interface PanelOrder {
  readonly choices: readonly ValueOfFacet[]
  readonly shortcuts: readonly ShortcutName[]
}

export const PANEL_ORDER: PanelOrder = { choices: EVERY_VALUE, shortcuts: SHORTCUT_NAMES }

/** The counts of the filter panel, with how the search was understood where that needs saying. */
export interface UnderstoodFacets extends ProductFacets {
  readonly reading?: SearchReading
}

/** Whether a price filter has limits of the visitor's own, in cents, and is none of the specified ranges. */
export function isOwnRange(price: ProductFilters['price']): price is PriceLimits {
  return typeof price === 'object'
}

/**
 * The limits of the ranges, in cents (specification 1, section 5): under-100 means below $100; 100-300 and 300-500 include
 * both ends, so $300.00 is in both; over-500 means above $500.
 */
const RANGE_LIMITS: Readonly<Record<PriceRange, PriceLimits>> = {
  all: {},
  'under-100': { most: 9_999 },
  '100-300': { least: 10_000, most: 30_000 },
  '300-500': { least: 30_000, most: 50_000 },
  'over-500': { least: 50_001 },
}

/** The limits of a price filter, both included. */
export function limitsOf(price: PriceRange | PriceLimits): PriceLimits {
  return isOwnRange(price) ? price : RANGE_LIMITS[price]
}

/** Whether a price lies in a range; both of its limits belong to it. */
export function isInPriceRange(priceCents: number, range: PriceRange | PriceLimits): boolean {
  const { least = 0, most = Infinity } = limitsOf(range)
  return priceCents >= least && priceCents <= most
}
