import { PRICE_RANGES, type PriceRange } from './listing-choices.ts'

/** The visitor's own limits in dollars, both included: "100-400", "from-100", "up-to-99.50". */
export type OwnPrice = `${string}-${string}`

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

/** Reads an amount in dollars as people type it: "$1,299.50"; null for anything else. */
export function readAmount(typed: string | null): string | null {
  return /^0*(\d{1,7}(?:\.\d{1,2})?)$/.exec((typed ?? '').replaceAll(/[$,\s]/g, ''))?.[1] ?? null
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
