import { followedCart } from '../../features/cart/saved-cart.ts'
import { followedWishlist } from '../../features/wishlist/saved-wishlist.ts'
import { followCustomer } from '../../lib/saved-copy.ts'
import { productsToday } from '../pages/products-today.ts'

/** Cart and wishlist follow the customer who is signed in; gives how to stop. */
export function startFollowing(): () => void {
  const stops = [followCustomer(followedCart(productsToday)), followCustomer(followedWishlist(productsToday))]
  return () => stops.forEach((stop) => stop())
}
