import { useEffect, useState } from 'react'
import { fetchCurrentProducts, type CurrentProducts } from '../../lib/current-products.ts'
import { changeWishlist, readWishlist, useWishlist } from './use-wishlist.ts'
import { refreshItems } from './wishlist.ts'

/**
 * The products of the wishlist as the shop sells them now: shown from memory at once, compared with the shop when the
 * screen opens.
 */
export function useCurrentWishlist() {
  const { items, isReady } = useWishlist()
  const [products, setProducts] = useState<CurrentProducts>(new Map())

  useEffect(() => {
    if (!isReady) return
    let isShown = true
    void fetchCurrentProducts(readWishlist().items.map((item) => item.id)).then((current) => {
      changeWishlist((wishlist) => refreshItems(wishlist, current))
      if (isShown) setProducts(current)
    })
    return () => {
      isShown = false
    }
  }, [isReady])

  return items.map((item) => products.get(item.id) ?? item)
}
