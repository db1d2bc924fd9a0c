import { hash } from 'node:crypto'
import type { Product } from '../domain/product.ts'
import type { ProductEncoder } from '../domain/product-encoder.ts'

/** The public JSON of a product as UTF-8, and a hash of it: texts with the same hash are the same. */
export interface ProductText {
  readonly json: Buffer
  readonly hash: number
}

/** Makes the text of a product. */
export function productText(encoder: ProductEncoder, product: Product): ProductText {
  return textIn(encoder.encode(product))
}

/** The text that an encoder made. */
export function textIn(encoded: string): ProductText {
  const json = Buffer.from(encoded)
  return { json, hash: hashOf(json) }
}

/** 48 bits of a hash, which a number holds exactly. */
function hashOf(text: Buffer): number {
  return hash('sha256', text, 'buffer').readUIntBE(0, 6)
}
