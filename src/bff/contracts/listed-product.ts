import type { Product } from './catalog.ts'

/** The fields of a product that its card in a list uses: what it shows, and what cart, wishlist and comparison store. */
const LISTED = [
  'id',
  'name',
  'brand',
  'category',
  'price',
  'originalPrice',
  'image',
  'images',
  'tags',
  'inStock',
  'rating',
  'reviewCount',
] as const satisfies readonly (keyof Product)[]

/**
 * A product in a list. The API answers whole products, but a page that comes from the server has these fields only:
 * descriptions and specifications, which no card shows, would be more than half of its data.
 */
export type ListedProduct = Pick<Product, (typeof LISTED)[number]>

export function listedProduct(product: Product): ListedProduct {
  return Object.fromEntries(LISTED.map((field) => [field, product[field]])) as ListedProduct
}
