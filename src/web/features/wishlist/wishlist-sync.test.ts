import { expect, test } from 'vitest'
import type { SavedWishlist } from '#contracts/account'
import { rebaseWishlist } from './wishlist-sync.ts'
import type { WishlistItem } from './wishlist.ts'

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
const list = (...ids: number[]) => ({ items: ids.map(item) })
const all = new Map([1, 2, 3, 4].map((id) => [id, item(id)]))
const own = (...bases: SavedWishlist[]) => ({ bases, whose: 'this customer' }) as const
const ids = (of: { readonly items: readonly WishlistItem[] }) => of.items.map((item) => item.id)

test('a wishlist from another browser comes whole, and what was taken off there goes', () => {
  expect(ids(rebaseWishlist(list(1, 2), { productIds: [2, 3] }, own({ productIds: [1, 2] }), all))).toEqual([2, 3])
})

test('keeps what was added or removed here while the list was being fetched', () => {
  expect(ids(rebaseWishlist(list(1, 4), { productIds: [1, 2] }, own({ productIds: [1, 2] }), all))).toEqual([1, 4])
})

test('keeps what was changed and changed back while a save had no answer', () => {
  const bases = [{ productIds: [1, 3] }, { productIds: [3] }]
  expect(ids(rebaseWishlist(list(1, 3), { productIds: [3] }, own(...bases), all))).toEqual([1, 3])
  expect(ids(rebaseWishlist(list(3), { productIds: [1, 3, 4] }, own(...bases), all))).toEqual([3, 4])
})

test('nothing new is no change', () => {
  const mine = list(1, 2)
  expect(rebaseWishlist(mine, { productIds: [1, 2] }, own({ productIds: [1, 2] }), all)).toBe(mine)
})

test('a product that is no longer sold stays with its customer, and with no other', () => {
  const products = new Map([[1, null]])
  const bases = [{ productIds: [1] }]
  expect(ids(rebaseWishlist(list(1, 4), { productIds: [] }, own(...bases), products))).toEqual([1, 4])
  expect(ids(rebaseWishlist(list(1, 4), { productIds: [] }, { bases, whose: 'a former one' }, products))).toEqual([4])
})
