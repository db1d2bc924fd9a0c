import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import {
  isSameCart,
  isSameWishlist,
  mergeCarts,
  mergeWishlists,
  tidyCart,
  tidyWishlist,
  type CartItem,
  type SavedList,
} from '../domain/saved-cart.ts'
import { CustomerGone, SavedListChanged } from '../errors.ts'
import type { SavedCartRepository } from '../persistence/saved-cart.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** A list as it is stored, with the number of its saves. */
export interface Versioned<Entry> {
  readonly entries: readonly Entry[]
  readonly version: number
}

/**
 * The stored cart and wishlist, which a customer sees in every browser: at most 100 and 200 products, by their ids. What
 * is saved or merged is answered as it is stored. All that write throw CustomerGone when the account was deleted.
 */
export interface SavedCartUseCases {
  /** In the order in which it was put together. */
  findCart(customerId: string): Promise<Versioned<CartItem>>
  /**
   * Replaces the cart: each product once, at most 99 pieces of it.
   * @param seen the version that the writer saw; without it whatever is there is replaced
   * @throws SavedListChanged when it is another one by now, and not what is saved anyway
   */
  saveCart(customerId: string, items: readonly CartItem[], seen?: number): Promise<Versioned<CartItem>>
  /** Merges a browser's cart into it: the larger quantity of every product. */
  mergeCart(customerId: string, items: readonly CartItem[]): Promise<Versioned<CartItem>>
  /** In the order in which products were added. */
  findWishlist(customerId: string): Promise<Versioned<number>>
  /** Replaces the wishlist: each product once; `seen` as above. @throws SavedListChanged */
  saveWishlist(customerId: string, productIds: readonly number[], seen?: number): Promise<Versioned<number>>
  /** Merges a browser's wishlist into it: the union of both. */
  mergeWishlist(customerId: string, productIds: readonly number[]): Promise<Versioned<number>>
}

/** How one of the two lists is stored, and which rules it has. */
interface ListKind<Entry> {
  readonly name: SavedList
  readonly find: (customerId: string, tx?: Transaction) => Promise<readonly Entry[]>
  readonly store: (tx: Transaction, customerId: string, entries: readonly Entry[], now: Date) => Promise<void>
  readonly tidy: (entries: readonly Entry[]) => readonly Entry[]
  readonly merge: (kept: readonly Entry[], brought: readonly Entry[]) => readonly Entry[]
  readonly isSame: (one: readonly Entry[], other: readonly Entry[]) => boolean
}

export function createSavedCartUseCases(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'findVersion' | 'lockAndCount'>
  readonly carts: SavedCartRepository
}): SavedCartUseCases {
  const { database, clock, users, carts } = deps

  function useCasesOf<Entry>(list: ListKind<Entry>) {
    function write(
      customerId: string,
      entriesFor: (tx: Transaction, version: number) => Promise<readonly Entry[]>,
    ): Promise<Versioned<Entry>> {
      return database.transaction(async (tx) => {
        const version = await users.lockAndCount(tx, customerId, list.name)
        if (version === null) throw new CustomerGone()
        const entries = await entriesFor(tx, version)
        await list.store(tx, customerId, entries, clock.now())
        return { entries, version }
      })
    }
    return {
      async find(customerId: string): Promise<Versioned<Entry>> {
        // In this order: with a version that is too old the next save is refused, with one that is too new it would undo what
        // its writer has not seen.
        const version = await users.findVersion(customerId, list.name)
        return { entries: await list.find(customerId), version }
      },
      save: (customerId: string, brought: readonly Entry[], seen?: number) =>
        write(customerId, async (tx, version) => {
          const entries = list.tidy(brought)
          const isUnseen = seen !== undefined && seen !== version - 1
          if (isUnseen && !list.isSame(await list.find(customerId, tx), entries)) throw new SavedListChanged()
          return entries
        }),
      merge: (customerId: string, brought: readonly Entry[]) =>
        write(customerId, async (tx) => list.merge(await list.find(customerId, tx), brought)),
    }
  }

  const cart = useCasesOf<CartItem>({
    name: 'cart',
    find: carts.findCart,
    store: carts.saveCart,
    tidy: tidyCart,
    merge: mergeCarts,
    isSame: isSameCart,
  })
  const wishlist = useCasesOf<number>({
    name: 'wishlist',
    find: carts.findWishlist,
    store: carts.saveWishlist,
    tidy: tidyWishlist,
    merge: mergeWishlists,
    isSame: isSameWishlist,
  })
  return {
    findCart: cart.find,
    saveCart: cart.save,
    mergeCart: cart.merge,
    findWishlist: wishlist.find,
    saveWishlist: wishlist.save,
    mergeWishlist: wishlist.merge,
  }
}
