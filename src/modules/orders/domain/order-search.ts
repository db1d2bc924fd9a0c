import type { Address, Invoice, Order } from './order.ts'
import { trackingNumberOf } from './order-moves.ts'
import type { OrderReturn } from './order-return.ts'

/** How many keys an order has at most; those by which it is looked for most come first. */
const MAX_KEYS = 60
/** Longer keys and terms are cut: the rest of a name tells nobody apart. */
const LONGEST_KEY = 40
const MAX_TERMS = 8

/** Letters that are no base letter with an accent, but that people type as one. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th' }
const APOSTROPHES = /['\u2018\u2019\u02bc\u0060\u00b4]/gu
const NOT_A_WORD = /[^\p{L}\p{N}]+/u

/** A text without case, accents and apostrophes: "Zoë O’Brien" → "zoe obrien". */
function plain(text: string): string {
  return text
    .replaceAll(APOSTROPHES, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþ]/gu, (letter) => LETTERS[letter] ?? letter)
}

/** "HP LaserJet, 2-sided" → ["hp", "laserjet", "2", "sided"] */
function wordsOf(text: string): string[] {
  return plain(text).split(NOT_A_WORD).filter(Boolean)
}

/** A number, an address of mail or a phone number as one word: "HP-LJ-M404" → "hpljm404". */
function joined(text: string): string {
  return wordsOf(text).join('')
}

/** A tracking number without case, spaces and dashes, as people copy it from labels. */
export function trackingKeyOf(trackingNumber: string): string {
  return trackingNumber.toLowerCase().replaceAll(/[\s-]/g, '')
}

/** What of an order its search keys are made from. */
export type SearchedOrder = Pick<
  Order,
  | 'id'
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'trackingNumber'
  | 'shippingAddress'
  | 'billingAddress'
  | 'lines'
> & {
  readonly invoice: Pick<Invoice, 'number'> | null
  readonly returns: readonly Pick<OrderReturn, 'number'>[]
}

/**
 * By what staff find an order: number, numbers of tracking, invoice and returns, email address and its
 * domain, phone with and without the country's 1, names, place, article numbers and the words of the products.
 */
export function searchKeysOf(order: SearchedOrder): string[] {
  const { shippingAddress, billingAddress, lines, customerEmail, customerPhone, invoice, returns } = order
  const keys = [
    String(order.id),
    joined(order.trackingNumber ?? ''),
    invoice === null ? '' : `inv${invoice.number}`,
    ...returns.map(({ number }) => `rma${number}`),
    joined(customerEmail),
    joined(customerEmail.slice(customerEmail.indexOf('@') + 1)),
    ...phoneKeysOf(customerPhone ?? ''),
    ...wordsOf(order.customerName),
    ...placeKeysOf(shippingAddress),
    ...placeKeysOf(billingAddress),
    ...lines.map(({ sku }) => joined(sku ?? '')),
    ...lines.flatMap(({ productName }) => wordsOf(productName)),
  ]
  return [...new Set(keys.map(cut))].filter((key) => key !== '').slice(0, MAX_KEYS)
}

function phoneKeysOf(phone: string): string[] {
  const digits = joined(phone)
  return [digits, withoutCountry(digits)]
}

function placeKeysOf({ firstName, lastName, city, state, zipCode, address }: Address): string[] {
  return [`${firstName} ${lastName}`, city, zipCode, state, address].flatMap(wordsOf)
}

function withoutCountry(digits: string): string {
  return /^1\d{10}$/.test(digits) ? digits.slice(1) : digits
}

function cut(key: string): string {
  return key.slice(0, LONGEST_KEY)
}

/** The number of an invoice or a return as it is printed. Read as two words, it would also find the order of that number. */
const PRINTED_NUMBER = /\b(inv|rma)[\s#-]{1,3}(?=\d)/giu

/**
 * What staff typed, as beginnings of keys that must all be there: "#100001" → [["100001"]], "whit dana" → both words,
 * "INV-100001" → [["inv100001"]].
 * Spaces and marks may stand between words or within one number, so there are several ways to read a text:
 * "HP-LJ M404" is three words, two numbers, or one.
 */
export function searchTermsOf(text: string): readonly (readonly string[])[] {
  const chunks = text
    .replaceAll(PRINTED_NUMBER, '$1')
    .trim()
    .split(/\s+/u)
    .map((chunk) => withoutPrefix(chunk.toLowerCase()))
  const whole = joined(chunks.join(' '))
  const readings = [chunks.flatMap(wordsOf), chunks.map(joined), [whole], [withoutCountry(whole)]]
    .map((terms) => [...new Set(terms.map(cut))].filter((term) => term !== '').slice(0, MAX_TERMS))
    .filter((terms) => terms.length > 0)
  // Marks alone are in no order, and an empty text is no search.
  if (readings.length === 0) return text.trim() === '' ? [] : [[text.trim()]]
  return [...new Map(readings.map((terms) => [terms.join(' '), terms])).values()]
}

/** A number that a guest has of an order. */
export interface TrackedNumber {
  readonly orderId: number | null
  readonly trackingKey: string
  /** The order whose parcel will have this number unless its carrier gives it another; tracking shows it ahead. */
  readonly aheadOf: number | null
}

/** What a guest typed as an order's number (with or without # or ORD-) or as its parcel's. */
export function readTrackedNumber(text: string): TrackedNumber {
  const number = withoutPrefix(text.trim().toLowerCase())
  const orderId = /^[1-9]\d{0,14}$/.test(number) ? Number(number) : null
  const trackingKey = trackingKeyOf(text.trim().replace(/^#/, ''))
  const ahead = Number(trackingKey.slice(2))
  const isAhead = Number.isInteger(ahead) && trackingKey === trackingKeyOf(trackingNumberOf(ahead))
  return { orderId, trackingKey, aheadOf: isAhead ? ahead : null }
}

function withoutPrefix(word: string): string {
  return word.replace(/^#?\s*(ord-)?\s*#?/, '')
}
