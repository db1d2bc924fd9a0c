import { hash } from 'node:crypto'
import type { ProductContent } from '#modules/catalog'

/** Fields that change without staff: by sales, and when a price is set or removed. */
export const STOCK_FIELDS: readonly (keyof ProductContent)[] = ['stockQuantity', 'inStock', 'awaitsPrice']

/** In this order, because fingerprints are stored. */
const FIELDS: readonly (keyof ProductContent)[] = [
  'sku',
  'name',
  'description',
  'brand',
  'category',
  'priceCents',
  'originalPriceCents',
  'image',
  'images',
  'tags',
  'isFeatured',
  'isBusinessProduct',
  'specifications',
  'features',
  'fits',
  'pageYield',
  'supplyColor',
]

/**
 * A short hash of a product's content, which shows later whether staff have edited it. Stock is not part of it, because
 * a sale is not an edit.
 */
export function fingerprintOf(product: ProductContent): string {
  const content = FIELDS.map((field) => product[field])
  return hash('sha1', JSON.stringify(content), 'base64url').slice(0, 14)
}

/** The same with its stock: a new product that was sold or restocked since counts as changed. */
export function fingerprintWithStockOf(product: ProductContent): string {
  return `${fingerprintOf(product)} ${product.stockQuantity} ${product.inStock}`
}
