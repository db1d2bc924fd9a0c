import type { ProductText } from '#modules/catalog'

/*
 * Answers from the ready texts of products, which are not parsed: their bytes are joined, and the tag is made of their
 * hashes. For a list of 24 products in 22 kB that took 5 µs and 0.4 µs where it was measured; to read and write the
 * JSON again took 70 µs, to hash the bytes 12 µs, and to hash the hashes with SHA-256 2 µs. It costs the mixing of bits
 * in `tagFor`, and that a list has exactly the fields of its products' own texts.
 */

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d]

/** The texts as a JSON array. */
export function jsonArray(texts: readonly Pick<ProductText, 'json'>[]): Buffer {
  let length = 2 + Math.max(0, texts.length - 1)
  for (const { json } of texts) length += json.length
  const body = Buffer.allocUnsafe(length)
  let at = 0
  body[at++] = OPEN
  for (const { json } of texts) {
    if (at > 1) body[at++] = COMMA
    body.set(json, at)
    at += json.length
  }
  body[at] = CLOSE
  return body
}

/**
 * An ETag for these texts in this order: their hashes, of which each has 48 bits, are mixed twice, each time with other
 * factors, into 64.
 */
export function tagFor(texts: readonly Pick<ProductText, 'hash'>[]): string {
  let [one, other] = [texts.length, ~texts.length]
  for (const { hash } of texts) {
    const [low, high] = [hash | 0, (hash / 2 ** 32) | 0]
    one = mixed(mixed(one ^ low, 0x85ebca6b, 13) ^ high, 0x85ebca6b, 13)
    other = mixed(mixed(other ^ low, 0xc2b2ae35, 16) ^ high, 0xc2b2ae35, 16)
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36).padStart(7, '0')}`
}

/** Different numbers give different results, because the factor is odd. */
function mixed(number: number, factor: number, shift: number): number {
  const product = Math.imul(number, factor)
  return product ^ (product >>> shift)
}
