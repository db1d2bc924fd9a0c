import type { Order } from './order.ts'

const LONGEST_SEARCH = 8

/** Words without case and accents: "Zoë  O'Brien" → ["zoe", "o'brien"]. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s,;]+/u)
    .filter((word) => word !== '')
}

/** A tracking number without case, spaces and dashes, as people copy it from labels. */
export function trackingKeyOf(trackingNumber: string): string {
  return trackingNumber.toLowerCase().replaceAll(/[\s-]/g, '')
}

/** By what staff find an order: its number, the words of the customer's name, the email address, the tracking number. */
export function searchKeysOf(order: Pick<Order, 'id' | 'customerName' | 'customerEmail' | 'trackingNumber'>): string[] {
  const tracking = order.trackingNumber === null ? [] : [trackingKeyOf(order.trackingNumber)]
  return [
    ...new Set([String(order.id), ...wordsOf(order.customerName), order.customerEmail.toLowerCase(), ...tracking]),
  ]
}

/**
 * What staff typed, as beginnings of keys that must all be there: "#100001" → [["100001"]], "whit dana" → both words.
 * A text with spaces or dashes may also be one tracking number, which is the second way to read it.
 */
export function searchTermsOf(text: string): readonly (readonly string[])[] {
  const words = wordsOf(text)
    .map((word) => withoutPrefix(word))
    .filter((word) => word !== '')
    .slice(0, LONGEST_SEARCH)
  if (words.length === 0) return []
  const tracking = trackingKeyOf(text)
  return words.length === 1 && words[0] === tracking ? [words] : [words, [tracking]]
}

/** What a guest typed as an order's number (with or without # or ORD-) or as the carrier's. */
export function readTrackedNumber(text: string): { readonly orderId: number | null; readonly trackingKey: string } {
  const number = withoutPrefix(text.trim().toLowerCase())
  const orderId = /^[1-9]\d{0,14}$/.test(number) ? Number(number) : null
  return { orderId, trackingKey: trackingKeyOf(text.trim().replace(/^#/, '')) }
}

function withoutPrefix(word: string): string {
  return word.replace(/^#?\s*(ord-)?\s*#?/, '')
}
