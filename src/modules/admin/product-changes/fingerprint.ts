import { hash } from 'node:crypto'
import type { ProductContent } from '#modules/catalog'

/** Fields that change without staff: by sales, and when a price is set or removed. */
export const STOCK_FIELDS: readonly (keyof ProductContent)[] = ['stockQuantity', 'inStock', 'awaitsPrice']

/**
 * A short hash of a product's content, which shows later whether staff have edited it. Stock is not part of it, because
 * a sale is not an edit.
 */
export function fingerprintOf(product: ProductContent): string {
  // In this order, because fingerprints are stored. Named one by one, which is faster than by a list of names.
  const content = [
    product.sku,
    product.name,
    product.description,
    product.brand,
    product.category,
    product.priceCents,
    product.originalPriceCents,
    product.image,
    product.images,
    product.tags,
    product.isFeatured,
    product.isBusinessProduct,
    product.specifications,
    product.features,
    product.fits,
    product.pageYield,
    product.supplyColor,
  ]
  return hash('sha1', JSON.stringify(content), 'base64url').slice(0, 14)
}

/** The same with its stock: a new product that was sold or restocked since counts as changed. */
export function fingerprintWithStockOf(product: ProductContent): string {
  return `${fingerprintOf(product)} ${product.stockQuantity} ${product.inStock}`
}
