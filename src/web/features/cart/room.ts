import type { Product } from '#contracts/catalog'
import { MAX_CART_QUANTITY } from '#contracts/limits'

/** A product that may know how many are left; 0 when it is made to order. */
export type Counted = Partial<Pick<Product, 'stockQuantity'>>

/** How many of a product a cart takes: all that are left, and no more than an order may hold. */
export function mostInCart({ stockQuantity = 0 }: Counted): number {
  return stockQuantity > 0 ? Math.min(stockQuantity, MAX_CART_QUANTITY) : MAX_CART_QUANTITY
}

/** Whether it is the stock that ends what can be bought, and not what an order may hold. */
export function isEndedByStock({ stockQuantity = 0 }: Counted): boolean {
  return stockQuantity > 0 && stockQuantity <= MAX_CART_QUANTITY
}

/** How many more of a product fit into the cart. */
export function roomFor(product: Counted, inCart: number): number {
  return Math.max(0, mostInCart(product) - inCart)
}
