import { FEW_LEFT } from '#contracts/limits'
import type { Product, ProductEncoder } from '#modules/catalog'
import { presentProduct } from './product.ts'

const NEVER = new Date(0)

/**
 * How the API answers a product. The contract is not asked for each product, because the text is made from fields that
 * the types check; a test compares the two.
 */
export const productEncoder: ProductEncoder = {
  encode: (product) => JSON.stringify(presentProduct(product)),
  encodeShown: (product) =>
    JSON.stringify(presentProduct({ ...product, stockQuantity: shownStock(product), updatedAt: NEVER })),
}

/** Pages show how few are left, and otherwise only whether a product is in stock and counted. */
function shownStock({ inStock, stockQuantity }: Product): number {
  if (!inStock || stockQuantity <= 0) return 0
  return Math.min(stockQuantity, FEW_LEFT + 1)
}
