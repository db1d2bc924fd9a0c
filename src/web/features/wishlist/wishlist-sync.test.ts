import { expect, test, vi } from 'vitest'
import type { SavedWishlist } from '#contracts/account'
import { browserStorage } from '../../lib/storage.ts'
import { changeWishlist, onWishlistChange, readWishlist } from './use-wishlist.ts'
import { rebaseWishlist, wishlistCollection } from './wishlist-sync.ts'
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

test('what the server has is brought into the list that is stored now, also when another tab has just written it', async () => {
  vi.stubGlobal('window', new EventTarget())
  const stop = onWishlistChange(() => {})
  changeWishlist(() => list(1, 2))
  browserStorage.setItem('wishlist-storage', JSON.stringify(list(1, 2, 3)))
  // What is nowhere but here stays without being asked for.
  vi.stubGlobal('fetch', async () => Response.json([item(2), item(3)]))
  await wishlistCollection.applyRemote({ productIds: [1] }, () => [{ productIds: [1, 2] }], 'this customer')
  expect(ids(readWishlist())).toEqual([1, 3])
  await wishlistCollection.applyRemote({ productIds: [] }, () => null, 'this customer')
  expect(ids(readWishlist()), 'it came too late').toEqual([1, 3])
  changeWishlist(() => EMPTY_WISHLIST)
  stop()
  vi.unstubAllGlobals()
})

test('what the server has is not taken over while its products cannot be read: saved without them, they would be lost', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('window', new EventTarget())
  changeWishlist(() => list(1))
  await expect(
    wishlistCollection.applyRemote({ productIds: [1, 2] }, () => [{ productIds: [1] }], 'this customer'),
  ).rejects.toThrow('could not be read')
  expect(ids(readWishlist())).toEqual([1])
  changeWishlist(() => EMPTY_WISHLIST)
  vi.unstubAllGlobals()
})
