import { FEW_LEFT } from '#contracts/limits'
import type { Product, ProductEncoder } from '#modules/catalog'
import { presentProduct } from './product.ts'

/** What stands before these two values in the text. Within a text of the product, its quotation marks would be escaped. */
const STOCK = ',"stockQuantity":'
const EDITED = ',"updatedAt":'

/**
 * How the API answers a product. The contract is not asked for each product, because the text is made from fields that
 * the types check; a test compares the two.
 */
export const productEncoder: ProductEncoder = {
  encode: (product) => JSON.stringify(presentProduct(product)),
  shownOf(product, json) {
    // The stock stands before all names that a product may choose itself, and the time of the edit behind them.
    const stock = json.indexOf(STOCK) + STOCK.length
    const next = json.indexOf(',', stock)
    return json.slice(0, stock) + shownStock(product) + json.slice(next, json.lastIndexOf(EDITED))
  },
}

/** Pages show how few are left, and otherwise only whether a product is in stock and counted. */
function shownStock({ inStock, stockQuantity }: Product): number {
  if (!inStock || stockQuantity <= 0) return 0
  return Math.min(stockQuantity, FEW_LEFT + 1)
}
