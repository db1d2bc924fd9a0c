// These values are apart from the schemas, because the first load of a page reads a listing's URL without zod.
import type { FacetName } from './facet-names.ts'

export const SORTS = ['featured', 'price-low', 'price-high', 'name', 'rating', 'page-cost'] as const
export type Sort = (typeof SORTS)[number]
export const PRICE_RANGES = ['all', 'under-100', '100-300', '300-500', 'over-500'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]

/** How much a query of a listing may ask for: lengths in characters, and how many values of a parameter. */
export const LISTING_BOUNDS = {
  category: 60,
  search: 100,
  brand: 80,
  brands: 50,
  model: 80,
  models: 20,
  limit: 100,
} as const

/** The facts to choose by and their values; the catalog counts the products of each (specification 1 has none of them). */
export const FACETS = {
  technology: ['laser', 'inkjet', 'ink-tank', 'dye-sublimation', 'zero-ink', 'thermal', 'impact'],
  color: ['yes', 'no'],
  duplex: ['yes'],
  function: ['print', 'copy', 'scan', 'fax'],
  connection: ['wifi', 'ethernet', 'usb', 'bluetooth'],
  paper: ['roll', 'photo', 'letter', 'tabloid', 'large'],
  speed: ['under-20', '20-34', '35-49', '50-up'],
  pageCost: ['under-2', '2-4', '5-up'],
  ink: ['black', 'cyan', 'magenta', 'yellow', 'color', 'all'],
  yield: ['under-500', '500-1999', '2000-4999', '5000-up'],
} as const satisfies Readonly<Record<FacetName, readonly string[]>>
export type FacetValue<Name extends FacetName = FacetName> = (typeof FACETS)[Name][number]
export type FacetChoices = { readonly [Name in FacetName]?: readonly FacetValue<Name>[] }

export const SHORTCUTS = ['color-laser', 'duplex', 'up-to-400', 'copies', 'wifi', 'large-paper'] as const
export type Shortcut = (typeof SHORTCUTS)[number]
