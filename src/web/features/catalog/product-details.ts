import type { Product } from '#contracts/catalog'
import { parseDecimal } from '#platform/shared-kernel/money'
import { centsOf } from '../../lib/format.ts'

const MAX_PICTURES = 4

/**
 * What a product costs less than it did (specification 1, section 5: original price minus price).
 * @returns both in cents; null when there is no original price, or none that is higher
 */
export function savingOf(
  product: Pick<Product, 'price' | 'originalPrice'>,
): { readonly originalCents: number; readonly savedCents: number } | null {
  const originalCents = product.originalPrice === null ? null : parseDecimal(product.originalPrice)
  if (originalCents === null) return null
  const savedCents = originalCents - centsOf(product.price)
  return savedCents > 0 ? { originalCents, savedCents } : null
}

/** What cards and pages say of the stock. */
export function stockLabel({ inStock }: Pick<Product, 'inStock'>): 'In Stock' | 'Out of Stock' {
  return inStock ? 'In Stock' : 'Out of Stock'
}

/** A product with stock 0 that is in stock is not counted. */
export function isMadeToOrder({ inStock, stockQuantity }: Pick<Product, 'inStock' | 'stockQuantity'>): boolean {
  return inStock && stockQuantity <= 0
}

/** Of these products, the one in stock whose price is nearest to that of `product`; null when there is none. */
export function nearestInStock<Other extends Pick<Product, 'id' | 'price' | 'inStock'>>(
  product: Pick<Product, 'id' | 'price'>,
  others: readonly Other[],
): Other | null {
  const away = ({ price }: Other): number => Math.abs(centsOf(price) - centsOf(product.price))
  const [nearest = null] = others
    .filter(({ id, inStock }) => inStock && id !== product.id)
    .sort((one, other) => away(one) - away(other))
  return nearest
}

export type Tag = 'sale' | 'bestseller' | 'new'
const TAGS: readonly Tag[] = ['sale', 'bestseller', 'new']

/** The tags of a product that the shop knows, most telling first. */
export function tagsOf(product: Pick<Product, 'tags'>): readonly Tag[] {
  return TAGS.filter((tag) => product.tags.includes(tag))
}

/** The gallery's pictures: the main one first, none twice, at most four (specification 1, section 9). */
export function picturesOf({
  image,
  images = [],
}: Pick<Product, 'image'> & Partial<Pick<Product, 'images'>>): readonly string[] {
  return [...new Set([image, ...images].filter((picture) => picture !== ''))].slice(0, MAX_PICTURES)
}
