import type { SavedWishlist } from '#contracts/account'
import type { FollowedThing } from '../../lib/saved-copy.ts'
import { changeWishlist, onWishlistChange, readWishlist } from './use-wishlist.ts'
import { addWish, type Wishlist, type WishlistItem } from './wishlist.ts'

/** As many as the server keeps; a longer list stays in this browser alone. */
const MOST_SAVED = 200

/** Asks the shop for products: null for what it does not sell any more, left out what was not answered. */
type AskShop = (productIds: readonly number[]) => Promise<ReadonlyMap<number, WishlistItem | null>>

/**
 * The browser's list after the server's state has come: what changed here since the question stays as it is here, the
 * rest is as on the server. What is sold no more stays, out of stock.
 */
export function rebaseWishlist(
  list: Wishlist,
  saved: SavedWishlist,
  asked: SavedWishlist,
  products: ReadonlyMap<number, WishlistItem | null>,
): Wishlist {
  const onServer = new Set(saved.productIds)
  const before = new Set(asked.productIds)
  const here = new Set(list.items.map((item) => item.id))
  const kept = list.items.filter(
    (item) => onServer.has(item.id) || !before.has(item.id) || products.get(item.id) === null,
  )
  const added = saved.productIds.flatMap((id) => {
    const product = products.get(id)
    return here.has(id) || before.has(id) || !product ? [] : [product]
  })
  return kept.length === list.items.length && added.length === 0 ? list : added.reduce(addWish, { items: kept })
}

/** The wishlist follows its customer to other browsers (specification 2, section 3, wishlist_items). */
export function followedWishlist(askShop: AskShop): FollowedThing<SavedWishlist> {
  return {
    noteKey: 'wishlist-storage-saved',
    path: '/api/user/wishlist',
    read() {
      const productIds = readWishlist().items.map((item) => item.id)
      return productIds.length > MOST_SAVED ? null : { productIds }
    },
    mark: ({ productIds }) => JSON.stringify(productIds.toSorted((one, other) => one - other)),
    onChange: onWishlistChange,
    async adopt(saved, asked) {
      const here = readWishlist().items.map((item) => item.id)
      const there = saved.productIds
      const onOneSide = [...there.filter((id) => !here.includes(id)), ...here.filter((id) => !there.includes(id))]
      const products = onOneSide.length === 0 ? new Map<number, WishlistItem | null>() : await askShop(onOneSide)
      if (onOneSide.some((id) => !products.has(id)))
        throw new Error('Some products of the saved wishlist could not be read')
      changeWishlist((list) => rebaseWishlist(list, saved, asked, products))
    },
  }
}
