import { cartCollection } from '../../features/cart/cart-sync.ts'
import { wishlistCollection } from '../../features/wishlist/wishlist-sync.ts'
import { syncWithAccount } from '../../lib/account-sync.ts'

/**
 * Keeps cart and wishlist in sync with the account of the customer who is signed in.
 * @returns how to stop
 */
export function startAccountSync(): () => void {
  const stops = [syncWithAccount(cartCollection), syncWithAccount(wishlistCollection)]
  return () => stops.forEach((stop) => stop())
}
