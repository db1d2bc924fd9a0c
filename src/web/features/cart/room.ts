import type { Product } from '#contracts/catalog'
import { FEW_LEFT, MAX_CART_QUANTITY } from '#contracts/limits'

/** A product that may know how many are left; 0 when it is made to order. */
type Counted = Partial<Pick<Product, 'stockQuantity'>>

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

/**
 * Why no more can be chosen: "Only 3 left; 2 in your cart". Null where more can be, unless there are so few that the
 * shop always says it. It fits one line beside "In Stock" on a small phone, so that nothing moves when it grows.
 * @param chosen how many are about to be added
 */
export function roomNote(product: Counted, inCart: number, chosen: number): string | null {
  const most = mostInCart(product)
  if (most > FEW_LEFT && inCart + chosen < most) return null
  const isByStock = isEndedByStock(product)
  const limit = isByStock ? `Only ${most} left` : `At most ${most}`
  if (inCart === 0) return isByStock ? limit : `${limit} per order`
  const areIn = inCart < most ? inCart : most === 1 ? 'it is' : 'all'
  return `${limit}; ${areIn} in your cart`
}
