import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import { mergeCarts, mergeWishlists, tidyCart, tidyWishlist, type CartItem } from '../domain/saved-cart.ts'
import { CustomerGone } from '../errors.ts'
import type { SavedCartRepository } from '../persistence/saved-cart.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/**
 * The stored cart and wishlist, which a customer sees in every browser: at most 100 and 200 products, by their ids. What
 * is saved or merged is answered as it is stored. All that write throw CustomerGone when the account was deleted.
 */
export interface SavedCartUseCases {
  /** In the order in which it was put together. */
  findCart(customerId: string): Promise<readonly CartItem[]>
  /** Replaces the cart: each product once, at most 99 pieces of it. */
  saveCart(customerId: string, items: readonly CartItem[]): Promise<readonly CartItem[]>
  /** Merges a browser's cart into it: the larger quantity of every product. */
  mergeCart(customerId: string, items: readonly CartItem[]): Promise<readonly CartItem[]>
  /** In the order in which products were added. */
  findWishlist(customerId: string): Promise<readonly number[]>
  /** Replaces the wishlist: each product once. */
  saveWishlist(customerId: string, productIds: readonly number[]): Promise<readonly number[]>
  /** Merges a browser's wishlist into it: the union of both. */
  mergeWishlist(customerId: string, productIds: readonly number[]): Promise<readonly number[]>
}

export function createSavedCartUseCases(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'lock'>
  readonly carts: SavedCartRepository
}): SavedCartUseCases {
  const { database, clock, users, carts } = deps

  function withLock<Result>(customerId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return database.transaction(async (tx) => {
      if (!(await users.lock(tx, customerId))) throw new CustomerGone()
      return work(tx)
    })
  }
  async function storeCart(
    tx: Transaction,
    customerId: string,
    items: readonly CartItem[],
  ): Promise<readonly CartItem[]> {
    await carts.saveCart(tx, customerId, items, clock.now())
    return items
  }
  async function storeWishlist(
    tx: Transaction,
    customerId: string,
    productIds: readonly number[],
  ): Promise<readonly number[]> {
    await carts.saveWishlist(tx, customerId, productIds, clock.now())
    return productIds
  }

  return {
    findCart: (customerId) => carts.findCart(customerId),
    saveCart: (customerId, items) => withLock(customerId, (tx) => storeCart(tx, customerId, tidyCart(items))),
    mergeCart: (customerId, items) =>
      withLock(customerId, async (tx) =>
        storeCart(tx, customerId, mergeCarts(await carts.findCart(customerId, tx), items)),
      ),
    findWishlist: (customerId) => carts.findWishlist(customerId),
    saveWishlist: (customerId, productIds) =>
      withLock(customerId, (tx) => storeWishlist(tx, customerId, tidyWishlist(productIds))),
    mergeWishlist: (customerId, productIds) =>
      withLock(customerId, async (tx) =>
        storeWishlist(tx, customerId, mergeWishlists(await carts.findWishlist(customerId, tx), productIds)),
      ),
  }
}
