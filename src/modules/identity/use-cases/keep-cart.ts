import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import { mergeCarts, mergeWishlists, tidyCart, tidyWishlist, type CartItem } from '../domain/saved-cart.ts'
import { CustomerGone } from '../errors.ts'
import type { SavedCartRepository } from '../persistence/saved-cart.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** Cart and wishlist as the server keeps them, so that they follow a customer to another browser. */
export interface CartKeeping {
  findCart(customerId: string): Promise<readonly CartItem[]>
  /** The cart is this from now on: each product once, at most 99 of it. */
  saveCart(customerId: string, items: readonly CartItem[]): Promise<readonly CartItem[]>
  /** Brings a browser's cart in: of every product the larger quantity. */
  mergeCart(customerId: string, items: readonly CartItem[]): Promise<readonly CartItem[]>
  findWishlist(customerId: string): Promise<readonly number[]>
  saveWishlist(customerId: string, productIds: readonly number[]): Promise<readonly number[]>
  /** Brings a browser's wishlist in: the union of both. */
  mergeWishlist(customerId: string, productIds: readonly number[]): Promise<readonly number[]>
}

export function createCartKeeping(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'takeTurn'>
  readonly carts: SavedCartRepository
}): CartKeeping {
  const { database, clock, users, carts } = deps

  function inTurn<Result>(customerId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return database.transaction(async (tx) => {
      if (!(await users.takeTurn(tx, customerId))) throw new CustomerGone()
      return work(tx)
    })
  }
  async function keepCart(
    tx: Transaction,
    customerId: string,
    items: readonly CartItem[],
  ): Promise<readonly CartItem[]> {
    await carts.saveCart(tx, customerId, items, clock.now())
    return items
  }
  async function keepWishlist(
    tx: Transaction,
    customerId: string,
    productIds: readonly number[],
  ): Promise<readonly number[]> {
    await carts.saveWishlist(tx, customerId, productIds, clock.now())
    return productIds
  }

  return {
    findCart: (customerId) => carts.findCart(customerId),
    saveCart: (customerId, items) => inTurn(customerId, (tx) => keepCart(tx, customerId, tidyCart(items))),
    mergeCart: (customerId, items) =>
      inTurn(customerId, async (tx) =>
        keepCart(tx, customerId, mergeCarts(await carts.findCart(customerId, tx), items)),
      ),
    findWishlist: (customerId) => carts.findWishlist(customerId),
    saveWishlist: (customerId, productIds) =>
      inTurn(customerId, (tx) => keepWishlist(tx, customerId, tidyWishlist(productIds))),
    mergeWishlist: (customerId, productIds) =>
      inTurn(customerId, async (tx) =>
        keepWishlist(tx, customerId, mergeWishlists(await carts.findWishlist(customerId, tx), productIds)),
      ),
  }
}
