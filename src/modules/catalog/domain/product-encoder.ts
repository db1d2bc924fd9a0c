import type { Product } from './product.ts'

/** Writes products as the shop's API answers them. The shop passes it in, because a module does not know the contract. */
export interface ProductEncoder {
  /** The public JSON of a product. */
  encode(product: Product): string
  /**
   * The same without what no page shows: the time of the last edit, and the exact stock where there are many left.
   * @param json the product's public JSON
   */
  shownOf(product: Product, json: string): string
}
