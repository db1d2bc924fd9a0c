import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addProduct, EMPTY_CART, type Cart } from './cart.ts'
import { noticesOf, reprice } from './reprice.ts'

type CurrentProduct = NonNullable<ReturnType<Parameters<typeof reprice>[1]['get']>>

const laser = {
  id: 1,
  name: 'LaserJet',
  price: '279.00',
  image: 'laser.svg',
  category: 'printers',
  inStock: true,
  stockQuantity: 9,
}
const photo = {
  id: 2,
  name: 'SELPHY',
  price: '99.00',
  image: 'photo.svg',
  category: 'photo-printers',
  inStock: true,
  stockQuantity: 0,
}
const cart = addProduct(addProduct(EMPTY_CART, laser, 3, 1), photo, 2, 2)
const today = (...products: CurrentProduct[]) =>
  new Map<number, CurrentProduct | null>(products.map((product) => [product.id, product]))
const said = (of: Cart, findings: ReturnType<typeof reprice>['findings']) =>
  of.items.map((item) => noticesOf(item, findings.get(item.productId)))

describe('a cart compared with the shop of today', () => {
  test('is left alone, without a word, when nothing changed', () => {
    const outcome = reprice(cart, today(laser, photo))
    expect(outcome.cart).toEqual(cart)
    expect(said(outcome.cart, outcome.findings)).toEqual([[], []])
  })

  test('takes the current price, name and picture, and reports the former price', () => {
    const outcome = reprice(cart, today({ ...laser, price: '289.50', name: 'LaserJet Pro', image: 'new.svg' }, photo))
    expect(outcome.cart.items[0]?.product).toMatchObject({ price: '289.50', name: 'LaserJet Pro', image: 'new.svg' })
    expect(said(outcome.cart, outcome.findings)).toEqual([
      [{ kind: 'price-changed', from: '279.00', to: '289.50' }],
      [],
    ])
  })

  test('still reports the former price after a second look, and nothing once the price is back', () => {
    const first = reprice(cart, today({ ...laser, price: '289.50' }))
    const second = reprice(first.cart, today({ ...laser, price: '289.50' }), first.findings)
    expect(said(second.cart, second.findings)[0]).toEqual([{ kind: 'price-changed', from: '279.00', to: '289.50' }])
    const third = reprice(second.cart, today({ ...laser, price: '295.00' }), second.findings)
    expect(said(third.cart, third.findings)[0]).toEqual([{ kind: 'price-changed', from: '279.00', to: '295.00' }])
    const back = reprice(third.cart, today(laser), third.findings)
    expect(said(back.cart, back.findings)[0]).toEqual([])
  })

  test('keeps and marks the line of a product that is sold out or no longer sold', () => {
    const outcome = reprice(
      cart,
      new Map<number, CurrentProduct | null>([
        [1, { ...laser, inStock: false, stockQuantity: 0 }],
        [2, null],
      ]),
    )
    expect(outcome.cart.items).toHaveLength(2)
    expect(said(outcome.cart, outcome.findings)).toEqual([[{ kind: 'out-of-stock' }], [{ kind: 'gone' }]])
  })

  test('reports how many are left when too many are requested; a product that is not counted has enough', () => {
    const outcome = reprice(cart, today({ ...laser, stockQuantity: 2 }, photo))
    expect(said(outcome.cart, outcome.findings)).toEqual([[{ kind: 'too-few', left: 2 }], []])
    const fewer = { ...outcome.cart, items: outcome.cart.items.map((item) => ({ ...item, quantity: 2 })) }
    expect(said(fewer, outcome.findings)).toEqual([[], []])
  })

  test('leaves lines alone that the server did not answer for', () => {
    const outcome = reprice(cart, new Map())
    expect(outcome.cart).toEqual(cart)
    expect(outcome.findings.size).toBe(0)
  })

  test('never changes quantities or the order of lines, and a second look at the same shop changes nothing', () => {
    const answers = fc.option(
      fc.record({
        price: fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
        inStock: fc.boolean(),
        stockQuantity: fc.nat(5),
      }),
    )
    fc.assert(
      fc.property(answers, answers, (one, two) => {
        const shop = new Map<number, CurrentProduct | null>([
          [1, one && { ...laser, ...one }],
          [2, two && { ...photo, ...two }],
        ])
        const outcome = reprice(cart, shop)
        expect(outcome.cart.items.map(({ productId, quantity, id }) => [productId, quantity, id])).toEqual([
          [1, 3, 1],
          [2, 2, 2],
        ])
        expect(reprice(outcome.cart, shop, outcome.findings)).toEqual(outcome)
      }),
    )
  })
})
