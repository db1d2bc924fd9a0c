import type { Product } from './catalog.ts'
import { FEW_LEFT } from './limits.ts'
import { cardSpecifications } from './specifications.ts'

/** The fields of a product that its card in a list uses: what it shows, and what cart, wishlist and comparison store. */
const LISTED = [
  'id',
  'name',
  'brand',
  'category',
  'price',
  'originalPrice',
  'image',
  'tags',
  'inStock',
  'rating',
  'reviewCount',
] as const satisfies readonly (keyof Product)[]

/** A card shows one picture, and another one while the mouse is on it. */
const CARD_PICTURES = 2

/**
 * A product in a list. The API answers whole products, but a page that comes from the server has these fields only, of
 * the specifications those of the card's line and of the pictures those of the card: descriptions and the rest would be
 * more than half of its data. It has the stock where few are left; a page with more is kept while they are sold, so that
 * the number would soon be wrong.
 */
export type ListedProduct = Pick<Product, (typeof LISTED)[number] | 'images' | 'specifications'> &
  Partial<Pick<Product, 'stockQuantity'>>

/** A product as lists show it: how many there are is said only where few are left. */
export function listedProduct(product: Product): ListedProduct {
  const fields = Object.fromEntries(LISTED.map((field) => [field, product[field]]))
  const { inStock, stockQuantity, image, images } = product
  const areFewLeft = inStock && stockQuantity > 0 && stockQuantity <= FEW_LEFT
  return {
    ...fields,
    images: [...new Set(images)]
      .filter((picture) => picture !== '' && picture !== image)
      .slice(0, image === '' ? CARD_PICTURES : CARD_PICTURES - 1),
    ...(areFewLeft && { stockQuantity }),
    specifications: cardSpecifications(product),
  } as ListedProduct
}
