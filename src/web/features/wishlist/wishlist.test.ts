import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addItem,
  EMPTY_WISHLIST,
  hasItem,
  refreshItems,
  removeItem,
  repairWishlist,
  type WishlistItem,
} from './wishlist.ts'

const heart: WishlistItem = {
  id: 7,
  name: 'SELPHY',
  price: '99.00',
  originalPrice: null,
  image: 'a.svg',
  inStock: true,
  rating: '4.5',
  reviewCount: 12,
  brand: 'Canon',
  category: 'photo-printers',
}

describe('the wishlist', () => {
  test('keeps what a card needs, and nothing else of the product', () => {
    const list = addItem(EMPTY_WISHLIST, { ...heart, description: 'long' } as WishlistItem)
    expect(list.items).toEqual([heart])
    expect(hasItem(list, 7)).toBe(true)
  })

  test('is not changed by a product that is on it already', () => {
    const list = addItem(EMPTY_WISHLIST, heart)
    expect(addItem(list, { ...heart, price: '1.00' })).toBe(list)
  })

  test('loses a removed product only', () => {
    const list = addItem(addItem(EMPTY_WISHLIST, heart), { ...heart, id: 8 })
    expect(removeItem(list, 7).items.map((item) => item.id)).toEqual([8])
  })

  test('shows current prices and stock, and marks as out of stock what the shop no longer sells', () => {
    const list = [heart, { ...heart, id: 8 }, { ...heart, id: 9 }].reduce(addItem, EMPTY_WISHLIST)
    const fresh = refreshItems(
      list,
      new Map([
        [7, { ...heart, price: '89.00' }],
        [8, null],
      ]),
    )
    expect(fresh.items.map(({ id, price, inStock }) => ({ id, price, inStock }))).toEqual([
      { id: 7, price: '89.00', inStock: true },
      { id: 8, price: '99.00', inStock: false },
      { id: 9, price: '99.00', inStock: true },
    ])
    expect(refreshItems(list, new Map([[7, heart]]))).toBe(list)
  })

  test('comes back from storage unchanged, and valid for any stored content', () => {
    expect(repairWishlist({ items: [heart, heart] })).toEqual({ items: [heart] })
    for (const broken of [
      null,
      'x',
      [],
      {},
      { items: 'nope' },
      { items: [null, { id: -1 }, { ...heart, price: 'x' }] },
    ]) {
      expect(repairWishlist(broken)).toEqual(EMPTY_WISHLIST)
    }
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.anything()), (stored, items) => {
        repairWishlist(stored)
        const list = repairWishlist({ items })
        expect(repairWishlist(JSON.parse(JSON.stringify(list)))).toEqual(list)
      }),
    )
  })
})
