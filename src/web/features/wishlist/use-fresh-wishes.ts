import { useEffect, useState } from 'react'
import type { Product } from '#contracts/catalog'
import { changeWishlist, readWishlist, useWishlist } from './use-wishlist.ts'
import { refreshWishes } from './wishlist.ts'
import { productOfWish } from './wish-product.ts'

type AskShop = (productIds: readonly number[]) => Promise<ReadonlyMap<number, Product | null>>

/**
 * The wished products as the shop sells them today: shown from memory at once, compared with the shop when the screen
 * opens (design, section 7).
 */
export function useFreshWishes(askShop: AskShop): readonly Product[] {
  const { items, isReady } = useWishlist()
  const [today, setToday] = useState<ReadonlyMap<number, Product | null>>(new Map())

  useEffect(() => {
    if (!isReady) return
    let isShown = true
    void askShop(readWishlist().items.map((item) => item.id)).then((answers) => {
      changeWishlist((wishlist) => refreshWishes(wishlist, answers))
      if (isShown) setToday(answers)
    })
    return () => {
      isShown = false
    }
  }, [askShop, isReady])

  return items.map((item) => today.get(item.id) ?? productOfWish(item))
}
