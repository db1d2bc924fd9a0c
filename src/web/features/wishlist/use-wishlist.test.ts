import { createElement } from 'react'
import { renderToString } from 'react-dom/server.edge'
import { expect, test, vi } from 'vitest'
import { browserStorage } from '../../lib/storage.ts'
import * as toasts from '../../ui/toast.tsx'
import {
  addToWishlist,
  changeWishlist,
  onWishlistChange,
  readWishlist,
  useWishlist,
  type WishlistAccess,
} from './use-wishlist.ts'
import { EMPTY_WISHLIST, type WishlistItem } from './wishlist.ts'

const item = (id: number): WishlistItem => ({
  id,
  name: `Printer ${id}`,
  price: '100.00',
  originalPrice: null,
  image: '',
  inStock: true,
  rating: '4.0',
  reviewCount: 1,
})

test('a product is added to the list that is stored now, also when another tab has just written it', () => {
  vi.stubGlobal('window', new EventTarget())
  const stop = onWishlistChange(() => {})
  vi.spyOn(toasts, 'toast').mockImplementation(() => () => {})
  changeWishlist(() => ({ items: [item(1)] }))
  browserStorage.setItem('wishlist-storage', JSON.stringify({ items: [item(1), item(2)] }))
  addToWishlist(item(3))
  expect(readWishlist().items.map(({ id }) => id)).toEqual([1, 2, 3])
  changeWishlist(() => EMPTY_WISHLIST)
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('adding, removing and clearing are confirmed, and a product stands there once', () => {
  const toast = vi.spyOn(toasts, 'toast').mockImplementation(() => () => {})
  let wishlist: WishlistAccess | undefined
  renderToString(
    createElement(() => {
      wishlist = useWishlist()
      return null
    }),
  )
  wishlist?.add(item(1))
  wishlist?.add(item(1))
  expect(readWishlist().items).toHaveLength(1)
  wishlist?.remove(1)
  wishlist?.add(item(2))
  wishlist?.clear()
  expect(readWishlist()).toEqual(EMPTY_WISHLIST)
  expect(toast.mock.calls.map(([{ title }]) => title)).toEqual([
    'Added to wishlist',
    'Added to wishlist',
    'Removed from wishlist',
    'Added to wishlist',
    'Wishlist cleared',
  ])
  expect(toast.mock.lastCall?.[0].description).toBe('All items have been removed from your wishlist.')
  vi.restoreAllMocks()
})
