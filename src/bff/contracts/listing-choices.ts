// These values are apart from the schemas, because the first load of a page reads a listing's URL without zod.
export const SORTS = ['featured', 'price-low', 'price-high', 'name', 'rating', 'page-cost'] as const
export type Sort = (typeof SORTS)[number]
export const PRICE_RANGES = ['all', 'under-100', '100-300', '300-500', 'over-500'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]

/** The visitor's own limits in dollars, both included: "100-400", "from-100", "up-to-99.50". */
export type OwnPrice = `${string}-${string}`

/** The facts to choose by and their values; the catalog counts the products of each (specification 1 has none of them). */
export const FACETS = {
  technology: ['laser', 'inkjet', 'ink-tank', 'dye-sublimation', 'zero-ink', 'thermal', 'impact'],
  color: ['yes', 'no'],
  duplex: ['yes'],
  function: ['print', 'copy', 'scan', 'fax'],
  connection: ['wifi', 'ethernet', 'usb', 'bluetooth'],
  paper: ['roll', 'photo', 'letter', 'tabloid', 'large'],
  speed: ['under-20', '20-34', '35-up'],
} as const
export type FacetName = keyof typeof FACETS
export type FacetValue<Name extends FacetName = FacetName> = (typeof FACETS)[Name][number]
export type FacetChoices = { readonly [Name in FacetName]?: readonly FacetValue<Name>[] }
export const FACET_NAMES = Object.keys(FACETS) as FacetName[]

export const SHORTCUTS = ['color-laser', 'duplex', 'up-to-400', 'copies', 'wifi', 'large-paper'] as const
export type Shortcut = (typeof SHORTCUTS)[number]

const AMOUNT = String.raw`0*(\d{1,7}(?:\.\d{1,2})?)`
const BETWEEN = new RegExp(`^${AMOUNT}-${AMOUNT}$`)
const FROM = new RegExp(`^from-${AMOUNT}$`)
const UP_TO = new RegExp(`^up-to-${AMOUNT}$`)

/** Limits in dollars as they are typed, without zeros that say nothing. */
export interface TypedLimits {
  readonly least: string | null
  readonly most: string | null
}

/** The limits of an own price range; null when the text is none. */
export function priceLimitsOf(text: string): TypedLimits | null {
  const [, least = null, most = null] = BETWEEN.exec(text) ?? []
  if (least !== null && most !== null) return inOrder({ least: plain(least), most: plain(most) })
  const from = FROM.exec(text)?.[1]
  const upTo = UP_TO.exec(text)?.[1]
  if (from === undefined && upTo === undefined) return null
  return { least: from === undefined ? null : plain(from), most: upTo === undefined ? null : plain(upTo) }
}

/** The one form of these limits in an address, a specified range where it is the same; "all" when they limit nothing. */
export function priceOf({ least, most }: TypedLimits): PriceRange | OwnPrice {
  const from = least === null || Number(least) === 0 ? null : plain(least)
  const upTo = most === null ? null : plain(most)
  if (from !== null && upTo !== null) {
    const { least: low, most: high } = inOrder({ least: from, most: upTo })
    return `${low}-${high}`
  }
  return from === null ? (upTo === null ? 'all' : `up-to-${upTo}`) : `from-${from}`
}

/** Reads a price of an address; null when it is neither a range nor limits. */
export function readPrice(text: string): PriceRange | OwnPrice | null {
  const range = PRICE_RANGES.find((each) => each === text)
  if (range !== undefined) return range
  const limits = priceLimitsOf(text)
  return limits && priceOf(limits)
}

/** Limits that were typed the wrong way around. */
function inOrder({ least, most }: { readonly least: string; readonly most: string }): TypedLimits {
  return Number(least) > Number(most) ? { least: most, most: least } : { least, most }
}

/** "0400.50" and "400.5" → "400.50"; "400.00" → "400". */
function plain(amount: string): string {
  const cents = Math.round(Number(amount) * 100)
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}
