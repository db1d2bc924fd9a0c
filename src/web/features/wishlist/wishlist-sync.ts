import type { SavedWishlist } from '#contracts/account'
import { MAX_SAVED_WISHLIST } from '#contracts/limits'
import type { BasesOwner, SyncedCollection } from '../../lib/synced-collection.ts'
import { fetchCurrentProducts, type CurrentProducts } from '../../lib/current-products.ts'
import { changeWishlist, onWishlistChange, readWishlist } from './use-wishlist.ts'
import { addItem, EMPTY_WISHLIST, type Wishlist, type WishlistItem } from './wishlist.ts'

/**
 * The browser's list after the server's state has arrived: an item that is otherwise than in one of the bases was changed
 * here and stays as it is here, every other item becomes as it is on the server. A product that is no longer sold stays,
 * out of stock, but not with another customer than whose it was.
 * @param bases the lists from which the server's may have been made: this browser's when it asked, or what it has sent
 * @param whose whose account had these lists
 */
export function rebaseWishlist(
  list: Wishlist,
  saved: SavedWishlist,
  { bases, whose }: { readonly bases: readonly SavedWishlist[]; readonly whose: BasesOwner },
  products: CurrentProducts<WishlistItem>,
): Wishlist {
  const onServer = new Set(saved.productIds)
  const before = bases.map(({ productIds }) => new Set(productIds))
  const here = new Set(list.items.map((item) => item.id))
  const staysUnsold = (id: number) => whose === 'this customer' && products.get(id) === null
  const kept = list.items.filter(
    (item) => onServer.has(item.id) || before.some((base) => !base.has(item.id)) || staysUnsold(item.id),
  )
  const added = saved.productIds.flatMap((id) => {
    const product = products.get(id)
    return here.has(id) || before.some((base) => base.has(id)) || !product ? [] : [product]
  })
  return kept.length === list.items.length && added.length === 0 ? list : added.reduce(addItem, { items: kept })
}

/** The wishlist, which its customer finds in every browser (specification 2, section 3, wishlist_items). */
export const wishlistCollection: SyncedCollection<SavedWishlist> = {
  stateKey: 'wishlist-storage-saved',
  path: '/api/user/wishlist',
  read() {
    const productIds = readWishlist().items.map((item) => item.id)
    return productIds.length > MAX_SAVED_WISHLIST ? null : { productIds }
  },
  fingerprint: ({ productIds }) => JSON.stringify(productIds.toSorted((one, other) => one - other)),
  onChange: onWishlistChange,
  async applyRemote(saved, basesNow, whose) {
    const here = readWishlist().items.map((item) => item.id)
    const there = saved.productIds
    const onOneSide = [...there.filter((id) => !here.includes(id)), ...here.filter((id) => !there.includes(id))]
    const products = await fetchCurrentProducts(onOneSide)
    if (onOneSide.some((id) => !products.has(id)))
      throw new Error('Some products of the saved wishlist could not be read')
    const bases = basesNow()
    if (bases !== null) changeWishlist((list) => rebaseWishlist(list, saved, { bases, whose }, products))
  },
  clear: () => changeWishlist(() => EMPTY_WISHLIST),
}
