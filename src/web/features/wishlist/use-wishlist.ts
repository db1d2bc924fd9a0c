import { useCallback, useSyncExternalStore } from 'react'
import { storedAtom, useStored } from '../../lib/storage.ts'
import { store } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import {
  addItem,
  EMPTY_WISHLIST,
  hasItem,
  MAX_ITEMS,
  removeItem,
  repairWishlist,
  type Wishlist,
  type WishlistItem,
} from './wishlist.ts'

/** The visitor's wishlist in local storage (specification 1, section 4); tabs stay in step. */
const wishlistAtom = storedAtom<Wishlist>('wishlist-storage', EMPTY_WISHLIST, repairWishlist)

export interface WishlistAccess {
  readonly items: readonly WishlistItem[]
  readonly count: number
  /** False until the browser's list is read: the server's page knows of no wishlist. */
  readonly isReady: boolean
  has(productId: number): boolean
  add(product: WishlistItem): void
  remove(productId: number): void
  clear(): void
}

/** The wishlist and its actions. Each action confirms what it did with a toast (specification 1, section 8). */
export function useWishlist(): WishlistAccess {
  const [wishlist, , isReady] = useStored(wishlistAtom)
  const has = useCallback((productId: number) => hasItem(wishlist, productId), [wishlist])
  return {
    items: wishlist.items,
    count: wishlist.items.length,
    isReady,
    has,
    add: addToWishlist,
    remove: removeFromWishlist,
    clear,
  }
}

/**
 * Whether one product is on the list. A page of hearts renders only those that change: of the whole list each would
 * hear every change, and once more when the page comes alive.
 */
export function useIsOnWishlist(productId: number): boolean {
  return useSyncExternalStore(
    onWishlistChange,
    () => hasItem(readWishlist(), productId),
    () => false,
  )
}

/** How many products are on the list. */
export function useWishlistCount(): number {
  return useSyncExternalStore(
    onWishlistChange,
    () => readWishlist().items.length,
    () => 0,
  )
}

export function addToWishlist(product: WishlistItem): void {
  changeWishlist((wishlist) => addItem(wishlist, product))
  if (!hasItem(readWishlist(), product.id)) {
    const description = `It holds at most ${MAX_ITEMS} products. Remove one to add another.`
    toast({ title: 'The wishlist is full', description, variant: 'destructive' })
    return
  }
  toast({ title: 'Added to wishlist', description: `${product.name} has been added to your wishlist.` })
}

export function removeFromWishlist(productId: number): void {
  const name = readWishlist().items.find((item) => item.id === productId)?.name ?? 'The item'
  changeWishlist((wishlist) => removeItem(wishlist, productId))
  toast({ title: 'Removed from wishlist', description: `${name} has been removed from your wishlist.` })
}

function clear(): void {
  changeWishlist(() => EMPTY_WISHLIST)
  toast({ title: 'Wishlist cleared', description: 'All items have been removed from your wishlist.' })
}

/** The list at this moment, for code that outlives a render. */
export function readWishlist(): Wishlist {
  return store.get(wishlistAtom.atom)
}

/** Calls back on every change of the list, in this tab or another; gives how to stop. */
export function onWishlistChange(listener: () => void): () => void {
  return store.sub(wishlistAtom.atom, listener)
}

/** Changes the list without a toast; other tabs are updated. */
export function changeWishlist(change: (wishlist: Wishlist) => Wishlist): void {
  store.set(wishlistAtom.atom, change)
}
