import { describe, expect, test, vi } from 'vitest'
import type { SavedCart } from '#contracts/account'
import { browserStorage } from '../../lib/storage.ts'
import { EMPTY_CART, type Cart, type CartProduct } from './cart.ts'
import { cartCollection, rebaseCart, savedCartOf } from './cart-sync.ts'
import { changeCart, onCartChange, readCart } from './use-cart.ts'

const product = (id: number): CartProduct => ({
  id,
  name: `Printer ${id}`,
  price: '100.00',
  image: '',
  category: 'printers',
})
const line = (id: number, quantity: number) => ({ id, productId: id, quantity, product: product(id) })
const cart = (...lines: ReturnType<typeof line>[]): Cart => ({ items: lines, sessionId: 's' })
const saved = (...pairs: [number, number][]) => ({
  items: pairs.map(([productId, quantity]) => ({ productId, quantity })),
})
const all = new Map([1, 2, 3].map((id) => [id, product(id)]))
const own = (...bases: SavedCart[]) => ({ bases, whose: 'this customer' }) as const
const quantities = (of: Cart) => of.items.map(({ productId, quantity }) => [productId, quantity])

describe('a cart from another browser', () => {
  test('comes with its products and quantities', () => {
    const here = cart(line(1, 1))
    const after = rebaseCart(here, saved([1, 3], [2, 2]), own(savedCartOf(here)), all, 1000)
    expect(quantities(after)).toEqual([
      [1, 3],
      [2, 2],
    ])
    expect(after.items[1]?.product.name).toBe('Printer 2')
    expect(after.sessionId).toBe('s')
  })

  test('takes out what was taken out there', () => {
    const here = cart(line(1, 1), line(2, 1))
    expect(quantities(rebaseCart(here, saved([2, 1]), own(savedCartOf(here)), all, 1000))).toEqual([[2, 1]])
  })

  test('never undoes local changes made during the request', () => {
    const asked = savedCartOf(cart(line(1, 1), line(2, 1)))
    const now = cart(line(1, 5), line(3, 1))
    expect(quantities(rebaseCart(now, saved([1, 2], [2, 1]), own(asked), all, 1000))).toEqual([
      [1, 5],
      [3, 1],
    ])
  })

  test('keeps what was changed and changed back while a save had no answer', () => {
    const now = cart(line(1, 1), line(2, 1))
    const bases = [saved([1, 1], [2, 1], [3, 1]), saved([1, 2], [3, 1])]
    expect(quantities(rebaseCart(now, saved([1, 2], [3, 4]), own(...bases), all, 1000))).toEqual([
      [1, 1],
      [2, 1],
    ])
    expect(quantities(rebaseCart(now, saved([1, 1], [2, 4]), own(saved([1, 1], [2, 1])), all, 1000))).toEqual([
      [1, 1],
      [2, 4],
    ])
  })

  test('keeps a line whose product is no longer sold, because the cart page shows it', () => {
    const here = cart(line(1, 1), line(2, 1))
    expect(quantities(rebaseCart(here, saved([2, 1]), own(savedCartOf(here)), new Map([[1, null]]), 1000))).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  test('takes out what a former customer had, also a line whose product is no longer sold', () => {
    const here = cart(line(1, 1), line(2, 1), line(3, 1))
    const theirs = { bases: [saved([1, 1], [2, 1])], whose: 'a former one' } as const
    const products = new Map([
      [1, null],
      [2, product(2)],
      [3, product(3)],
    ])
    expect(quantities(rebaseCart(here, saved(), theirs, products, 1000))).toEqual([[3, 1]])
  })

  test('leaves out what the shop does not sell any more', () => {
    expect(
      quantities(
        rebaseCart(
          cart(),
          saved([1, 1], [2, 1]),
          own(saved()),
          new Map([
            [1, null],
            [2, product(2)],
          ]),
          1000,
        ),
      ),
    ).toEqual([[2, 1]])
  })
})

test('what the server has is brought into the cart that is stored now, also when another tab has just written it', async () => {
  vi.stubGlobal('window', new EventTarget())
  const stop = onCartChange(() => {})
  changeCart(() => cart(line(1, 1)))
  browserStorage.setItem('mr-printer-cart', JSON.stringify(cart(line(1, 1), line(2, 1))))
  await cartCollection.applyRemote(saved([1, 3]), () => [saved([1, 1])], 'this customer')
  expect(quantities(readCart())).toEqual([
    [1, 3],
    [2, 1],
  ])
  changeCart(() => EMPTY_CART)
  stop()
  vi.unstubAllGlobals()
})

test('what the server has is not taken over while its products cannot be read: saved without them, they would be lost', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('window', new EventTarget())
  changeCart(() => cart(line(1, 1)))
  await expect(
    cartCollection.applyRemote(saved([1, 3], [2, 1]), () => [saved([1, 1])], 'this customer'),
  ).rejects.toThrow('could not be read')
  expect(quantities(readCart())).toEqual([[1, 1]])
  changeCart(() => EMPTY_CART)
  vi.unstubAllGlobals()
})
