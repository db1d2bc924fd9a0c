import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CART_QUANTITY, MAX_ORDER_LINES } from '#contracts/limits'
import {
  addProduct,
  cartCosts,
  CartIsFull,
  countPieces,
  EMPTY_CART,
  missingForFreeShipping,
  removeLine,
  repairCart,
  setLineQuantity,
  type Cart,
  type CartProduct,
} from './cart.ts'

const laser: CartProduct = { id: 1, name: 'LaserJet', price: '279.00', image: 'laser.svg', category: 'printers' }
const photo: CartProduct = { id: 2, name: 'SELPHY', price: '99.00', image: 'photo.svg', category: 'photo-printers' }

const amounts = fc.integer({ min: 1, max: 200_000 }).map((cents) => (cents / 100).toFixed(2))
const products = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  name: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
  price: amounts,
  image: fc.string(),
  category: fc.string(),
})
const requestedLines = fc.array(fc.record({ product: products, quantity: fc.integer({ min: 1, max: 120 }) }), {
  maxLength: 40,
})
const fill = (lines: readonly { product: CartProduct; quantity: number }[]): Cart =>
  lines.reduce((cart, { product, quantity }, index) => addProduct(cart, product, quantity, 1000 + index), EMPTY_CART)

describe('what is in the cart', () => {
  test('a product that is new to the cart is appended, with the moment as its id and a snapshot of the product', () => {
    const cart = addProduct(
      addProduct(EMPTY_CART, laser, 1, 5000),
      { ...photo, stockQuantity: 4 } as CartProduct,
      2,
      6000,
    )
    expect(cart.items).toEqual([
      { id: 5000, productId: 1, quantity: 1, product: laser },
      { id: 6000, productId: 2, quantity: 2, product: photo },
    ])
  })

  test('a product that is in the cart already becomes more of the same line', () => {
    const cart = addProduct(addProduct(EMPTY_CART, laser, 1, 5000), { ...laser, price: '259.00' }, 2, 6000)
    expect(cart.items).toEqual([{ id: 5000, productId: 1, quantity: 3, product: { ...laser, price: '259.00' } }])
  })

  test('two lines added in the same millisecond have ids of their own', () => {
    const cart = addProduct(addProduct(EMPTY_CART, laser, 1, 5000), photo, 1, 5000)
    expect(new Set(cart.items.map((item) => item.id)).size).toBe(2)
  })

  test.each([0, -1, -99])('a quantity of %i takes the line out', (quantity) => {
    const cart = setLineQuantity(
      fill([
        { product: laser, quantity: 3 },
        { product: photo, quantity: 1 },
      ]),
      1,
      quantity,
    )
    expect(cart.items.map((item) => item.productId)).toEqual([2])
  })

  test('a quantity ends at 99', () => {
    expect(setLineQuantity(fill([{ product: laser, quantity: 1 }]), 1, 4000).items[0]?.quantity).toBe(MAX_CART_QUANTITY)
    expect(
      fill([
        { product: laser, quantity: 98 },
        { product: laser, quantity: 98 },
      ]).items[0]?.quantity,
    ).toBe(MAX_CART_QUANTITY)
  })

  test('the cart takes as many different products as one order, and refuses the next', () => {
    const full = fill(
      Array.from({ length: MAX_ORDER_LINES }, (_, index) => ({ product: { ...laser, id: index + 1 }, quantity: 1 })),
    )
    expect(() => addProduct(full, { ...laser, id: 4711 }, 1, 9)).toThrow(CartIsFull)
    expect(addProduct(full, laser, 1, 9).items[0]?.quantity).toBe(2)
  })

  test('the count is the number of pieces, and removing a line leaves the others alone', () => {
    const cart = fill([
      { product: laser, quantity: 3 },
      { product: photo, quantity: 2 },
    ])
    expect(countPieces(cart)).toBe(5)
    expect(countPieces(removeLine(cart, 1))).toBe(2)
  })
})

describe('what the cart costs', () => {
  test('shipping is 9.99 at exactly 99 dollars, and a cent is missing for free shipping', () => {
    const costs = cartCosts(fill([{ product: photo, quantity: 1 }]))
    expect(costs).toEqual({ subtotalCents: 9900, shippingCents: 999, taxCents: 792, totalCents: 11691 })
    expect(missingForFreeShipping(costs.subtotalCents)).toBe(1)
  })

  test('a cent above 99 dollars ships free', () => {
    expect(cartCosts(fill([{ product: { ...photo, price: '99.01' }, quantity: 1 }])).shippingCents).toBe(0)
    expect(missingForFreeShipping(9901)).toBeNull()
    expect(missingForFreeShipping(5999), 'as much more makes it free').toBe(3902)
  })

  test('for any cart, the amounts add up and free shipping starts above 99 dollars', () => {
    fc.assert(
      fc.property(requestedLines, (lines) => {
        const cart = fill(lines)
        const { subtotalCents, shippingCents, taxCents, totalCents } = cartCosts(cart)
        const sum = cart.items.reduce(
          (cents, item) => cents + Math.round(Number(item.product.price) * 100) * item.quantity,
          0,
        )
        expect(subtotalCents).toBe(sum)
        expect(totalCents).toBe(subtotalCents + shippingCents + taxCents)
        expect(shippingCents === 0).toBe(cart.items.length === 0 || subtotalCents > 9900)
        expect(missingForFreeShipping(subtotalCents) === null).toBe(subtotalCents > 9900)
      }),
    )
  })
})

describe('a cart that the browser kept', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(requestedLines, (lines) => {
        const cart = fill(lines)
        expect(repairCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart)
      }),
    )
  })

  test.each([null, 'x', 7, [], {}, { items: 'nope' }, { items: null }, { items: [null, 1, 'x', [], {}] }])(
    'reads as empty when it holds %j',
    (stored) => expect(repairCart(stored)).toEqual(EMPTY_CART),
  )

  test('keeps the sound lines of a broken cart and corrects what can be corrected', () => {
    const stored = {
      items: [
        { id: 'x', productId: 1, quantity: 2.7, product: { ...laser, price: 279, image: 4 } },
        { id: 2, productId: 2, quantity: -5, product: photo },
        { id: 3, productId: 3, quantity: '2', product: { ...photo, id: 3 } },
        { id: 4, productId: 4, quantity: 1, product: { ...photo, id: 4, price: '1e3' } },
        { id: 5, productId: 5, quantity: 5000, product: { ...photo, id: 5 } },
      ],
      sessionId: 4,
    }
    expect(repairCart(stored)).toEqual({
      items: [
        { id: 1, productId: 1, quantity: 2, product: { ...laser, image: '' } },
        { id: 3, productId: 3, quantity: 1, product: { ...photo, id: 3 } },
        { id: 5, productId: 5, quantity: 99, product: { ...photo, id: 5 } },
      ],
      sessionId: '',
    })
  })

  test('has one line per product, and no more lines than an order takes', () => {
    const line = (productId: number) => ({
      id: productId,
      productId,
      quantity: 60,
      product: { ...laser, id: productId },
    })
    const stored = { items: [line(1), line(1), ...Array.from({ length: 10_000 }, (_, index) => line(index + 2))] }
    const cart = repairCart(stored)
    expect(cart.items).toHaveLength(MAX_ORDER_LINES)
    expect(cart.items[0]?.quantity).toBe(MAX_CART_QUANTITY)
  })

  test('is valid after repair, for any stored content', () => {
    const anything = fc.anything({ withNullPrototype: false })
    const line = fc.record({
      id: anything,
      productId: anything,
      quantity: anything,
      product: fc.oneof(anything, products),
    })
    fc.assert(
      fc.property(fc.record({ items: fc.array(fc.oneof(anything, line)), sessionId: anything }), (stored) => {
        const cart = repairCart(stored)
        for (const item of cart.items) {
          expect(item.quantity).toBeGreaterThanOrEqual(1)
          expect(item.quantity).toBeLessThanOrEqual(MAX_CART_QUANTITY)
          expect(item.product.price).toMatch(/^\d+\.\d\d$/)
        }
        expect(repairCart(cart)).toEqual(cart)
        expect(Number.isSafeInteger(cartCosts(cart).totalCents)).toBe(true)
      }),
    )
  })
})
