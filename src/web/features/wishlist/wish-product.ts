import type { Product } from '#contracts/catalog'
import type { WishlistItem } from './wishlist.ts'

/** What the list remembers as a product that a card can show, until the shop has answered with the whole. */
export function productOfWish(wish: WishlistItem): Product {
  return {
    sku: null,
    slug: '',
    description: '',
    brand: '',
    category: '',
    images: [],
    tags: [],
    stockQuantity: 0,
    isFeatured: false,
    isBusinessProduct: false,
    specifications: '',
    features: [],
    createdAt: '',
    updatedAt: '',
    ...wish,
  }
}
