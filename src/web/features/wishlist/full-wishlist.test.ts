import { afterEach, expect, test, vi } from 'vitest'
import * as toasts from '../../ui/toast.tsx'
import { addToWishlist, changeWishlist, readWishlist } from './use-wishlist.ts'
import { addItem, EMPTY_WISHLIST, repairWishlist, type WishlistItem } from './wishlist.ts'

const item = (id: number): WishlistItem => ({
  id,
  name: `P ${id}`,
  price: '1.00',
  originalPrice: null,
  image: '',
  inStock: true,
  rating: '4.0',
  reviewCount: 1,
})

afterEach(() => vi.restoreAllMocks())

test('a product that a very long wishlist says it has added is still there after a reload', () => {
  const toast = vi.spyOn(toasts, 'toast').mockImplementation(() => () => {})
  changeWishlist(() => Array.from({ length: 500 }, (_, index) => item(index + 1)).reduce(addItem, EMPTY_WISHLIST))
  addToWishlist(item(501))
  const isKept = repairWishlist(JSON.parse(JSON.stringify(readWishlist()))).items.some(({ id }) => id === 501)
  expect(toast.mock.lastCall?.[0].title).toBe(isKept ? 'Added to wishlist' : 'The wishlist is full')
  changeWishlist(() => EMPTY_WISHLIST)
})
