/**
 * Money in integer cents, for server and browser alike. Floats never add up prices: many carts of exactly $99.00
 * come out above 99 in floating point, and free shipping would be granted wrongly.
 */

/** Largest amount that the shop handles, in cents: numeric(10,2) of the stored data model. */
export const MAX_CENTS = 9_999_999_999

const DECIMAL = /^(\d{1,8})(?:\.(\d{1,2}))?$/
const SUM = /^(\d{1,13})\.(\d{2})$/

/**
 * Reads a decimal amount such as "1299", "1299.5" or "1299.00".
 * @returns integer cents, or null for anything else (signs, exponents, separators, three decimals)
 */
export function parseDecimal(text: string): number | null {
  const match = DECIMAL.exec(text.trim())
  if (match === null) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/**
 * Reads the sum of many amounts, such as the revenue of a year: it may be larger than any one amount.
 * @returns integer cents, or null for anything but the contract's form
 */
export function parseSum(text: string): number | null {
  const [match, whole, cents] = SUM.exec(text) ?? []
  return match === undefined ? null : Number(whole) * 100 + Number(cents)
}

/** Cents as the contract's decimal string with two places: 27900 → "279.00". */
export function toDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  return `${sign}${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}

/**
 * A whole number with commas: 1279 → "1,279". Without Intl, whose first formatter of a page takes longer on a phone than
 * all else that the shop's scripts do when they start.
 */
export function groupDigits(whole: number): string {
  const digits = String(Math.abs(whole))
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return `${whole < 0 ? '-' : ''}${groups.join(',')}`
}

/** Cents as people read them: 127900 → "$1,279.00". */
export function formatMoney(cents: number): string {
  const absolute = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}$${groupDigits(Math.trunc(absolute / 100))}.${String(absolute % 100).padStart(2, '0')}`
}

/** A JSON number of dollars (the specified order payload carries prices so) as cents; null if it is not whole cents. */
export function centsFromNumber(amount: number): number | null {
  const cents = Math.round(amount * 100)
  return Math.abs(amount * 100 - cents) < 1e-6 ? cents : null
}

/** The cost rules of cart and checkout (specification 1, section 9). */
export const COST_RULES = { freeShippingAboveCents: 9900, shippingCents: 999, taxPercent: 8 } as const

export interface Costs {
  readonly subtotalCents: number
  readonly shippingCents: number
  readonly taxCents: number
  readonly totalCents: number
}

/**
 * What a cart or an order costs: shipping is free above $99.00 (not at it), tax is 8 % of the subtotal.
 * The browser shows it and the server charges it, so there is one function (specification 1, section 9).
 * 8 % of whole cents never falls on half a cent, so rounding is never a matter of taste.
 */
export function costsOf(lines: readonly { readonly priceCents: number; readonly quantity: number }[]): Costs {
  const subtotalCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  const shippingCents =
    subtotalCents > COST_RULES.freeShippingAboveCents || lines.length === 0 ? 0 : COST_RULES.shippingCents
  const taxCents = Math.round((subtotalCents * COST_RULES.taxPercent) / 100)
  return { subtotalCents, shippingCents, taxCents, totalCents: subtotalCents + shippingCents + taxCents }
}

/** The same with another price of shipping: that of express, which is never free. */
export function withShipping({ subtotalCents, taxCents }: Costs, shippingCents: number): Costs {
  return { subtotalCents, shippingCents, taxCents, totalCents: subtotalCents + shippingCents + taxCents }
}
