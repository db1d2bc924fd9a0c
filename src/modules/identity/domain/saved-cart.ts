/** The most pieces of one product, products in a cart and products on a wishlist. */
const MAX_PIECES = 99
const MAX_CART_PRODUCTS = 100
const MAX_WISHLIST_PRODUCTS = 200

/** A product in a cart, and how many pieces of it. */
export interface CartItem {
  readonly productId: number
  readonly quantity: number
}

/** What a customer finds in every browser. */
export type SavedList = 'cart' | 'wishlist'

/** The cart as it is stored: each product once, with 1 to 99 pieces; what comes first stays first. */
export function tidyCart(items: readonly CartItem[]): readonly CartItem[] {
  const quantities = new Map<number, number>()
  for (const { productId, quantity } of items) {
    const pieces = Math.min(Math.max(quantity, quantities.get(productId) ?? 0), MAX_PIECES)
    if (pieces >= 1) quantities.set(productId, pieces)
  }
  return [...quantities].slice(0, MAX_CART_PRODUCTS).map(([productId, quantity]) => ({ productId, quantity }))
}

/** Merges two carts of one customer: the larger quantity of every product. Merging twice changes nothing. */
export function mergeCarts(kept: readonly CartItem[], brought: readonly CartItem[]): readonly CartItem[] {
  return tidyCart([...kept, ...brought])
}

/** Each product once, at most 200. */
export function tidyWishlist(productIds: readonly number[]): readonly number[] {
  return [...new Set(productIds)].slice(0, MAX_WISHLIST_PRODUCTS)
}

/** The union of two wishlists of one customer. */
export function mergeWishlists(kept: readonly number[], brought: readonly number[]): readonly number[] {
  return tidyWishlist([...kept, ...brought])
}

/** Whether two carts say the same, in whatever order. */
export function isSameCart(one: readonly CartItem[], other: readonly CartItem[]): boolean {
  const quantities = new Map(one.map(({ productId, quantity }) => [productId, quantity]))
  return one.length === other.length && other.every((item) => quantities.get(item.productId) === item.quantity)
}

/** Whether two wishlists say the same, in whatever order. */
export function isSameWishlist(one: readonly number[], other: readonly number[]): boolean {
  const productIds = new Set(one)
  return one.length === other.length && other.every((productId) => productIds.has(productId))
}
