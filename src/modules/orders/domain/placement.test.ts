import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aPurchase } from '../testing/order-builder.ts'
import { takenFromStock } from './order.ts'
import { checkLines, fingerprintOf, newOrder, priceLines, purchaseKeyOf } from './placement.ts'

const printer = {
  id: 1,
  name: 'HP DeskJet 4155e',
  sku: 'HP-DJ',
  image: 'deskjet.svg',
  priceCents: 9_900,
  stockQuantity: 3,
  isBusinessProduct: false,
}
const scanner = {
  id: 2,
  name: 'Epson RapidReceipt',
  sku: null,
  image: 'scan.svg',
  priceCents: 12_345,
  stockQuantity: 3,
  isBusinessProduct: false,
}
const at = {
  id: 100_001,
  now: new Date('2026-03-01T12:00:00.000Z'),
  reviewMinutes: 60,
  releaseAboveCents: 1_000_000,
  expressShippingCents: null,
}

describe('express shipping', () => {
  const lines = [{ productId: 1, productName: 'Paper', sku: null, image: '', quantity: 1, priceCents: 20_000 }]
  const byExpress = (sentShippingCents: number | null) => aPurchase({ shippingMethod: 'express', sentShippingCents })

  it('has its own price and is never free', () => {
    const order = newOrder(byExpress(1999), lines, { ...at, expressShippingCents: 1999 })
    expect(order).toMatchObject({ shippingMethod: 'express', shippingCents: 1999, totalCents: 20_000 + 1600 + 1999 })
    expect(newOrder(byExpress(null), lines, { ...at, expressShippingCents: 1 }).shippingCents).toBe(1)
    expect(newOrder(aPurchase(), lines, { ...at, expressShippingCents: 1999 }).shippingCents).toBe(0)
  })

  it.each([
    ['is not offered', 1999, null, 'Express shipping is not offered any more.'],
    ['is not offered, and no price was sent', null, null, 'Express shipping is not offered any more.'],
    ['costs more than the customer saw', 1998, 1999, 'Express shipping costs $19.99 now.'],
    ['costs less than the customer saw', 2000, 1999, 'Express shipping costs $19.99 now.'],
  ])('is refused when it %s', (_name, seen, now, sentence) => {
    expect(() => newOrder(byExpress(seen), lines, { ...at, expressShippingCents: now })).toThrow(sentence)
  })

  it('makes another purchase of the same lines, and standard the same as ever', () => {
    expect(fingerprintOf(byExpress(1999))).not.toBe(fingerprintOf(aPurchase()))
    expect(fingerprintOf(byExpress(1999))).toBe(fingerprintOf(byExpress(2999)))
    // The keys of orders from before there was a choice are stored with it.
    expect(fingerprintOf(aPurchase())).toBe('rMO0m1W_mqPMJ9vZpaxTQts3W2jMVN-uGblrVvb49Ow')
  })
})

describe('pricing the lines of an order', () => {
  it("copies name, picture and today's price", () => {
    expect(priceLines([{ productId: 1, quantity: 2, sentPriceCents: 9_900 }], [printer])).toEqual([
      {
        productId: 1,
        productName: 'HP DeskJet 4155e',
        sku: 'HP-DJ',
        image: 'deskjet.svg',
        quantity: 2,
        priceCents: 9_900,
      },
    ])
  })

  it('notes what is made to order, of which no piece is taken', () => {
    const wanted = [1, 2].map((productId) => ({ productId, quantity: 1, sentPriceCents: null }))
    const lines = priceLines(wanted, [{ ...printer, stockQuantity: 0 }, scanner])
    expect(lines.map(({ isMadeToOrder }) => isMadeToOrder)).toEqual([true, undefined])
    expect(takenFromStock(lines).map(({ productId }) => productId)).toEqual([2])
  })

  it('notes what is business equipment', () => {
    const wanted = [1, 2].map((productId) => ({ productId, quantity: 1, sentPriceCents: null }))
    const lines = priceLines(wanted, [printer, { ...scanner, isBusinessProduct: true }])
    expect(lines.map(({ isBusinessProduct }) => isBusinessProduct)).toEqual([undefined, true])
  })

  it('names every line whose price has changed, upward or downward', () => {
    const wanted = [
      { productId: 1, quantity: 1, sentPriceCents: 1 },
      { productId: 2, quantity: 1, sentPriceCents: 99_900 },
    ]
    expect(() => priceLines(wanted, [printer, scanner])).toThrow(
      expect.objectContaining({
        kind: 'conflict',
        code: 'PRICE_CHANGED',
        details: {
          lines: [
            { productId: 1, productName: 'HP DeskJet 4155e', sentPrice: '0.01', price: '99.00' },
            { productId: 2, productName: 'Epson RapidReceipt', sentPrice: '999.00', price: '123.45' },
          ],
        },
      }),
    )
  })

  it('names every product that does not exist, once', () => {
    const wanted = [7, 1, 8, 7].map((productId) => ({ productId, quantity: 1, sentPriceCents: null }))
    expect(() => priceLines(wanted, [printer])).toThrow(
      expect.objectContaining({
        kind: 'unprocessable',
        code: 'UNKNOWN_PRODUCT',
        details: {
          lines: [
            { productId: 7, productName: null },
            { productId: 8, productName: null },
          ],
        },
      }),
    )
  })

  it.each([0, -1, 1.5, Number.NaN, 1e21])('refuses %d pieces', (quantity) => {
    expect(() => checkLines([{ productId: 1, quantity, sentPriceCents: null }])).toThrow(
      expect.objectContaining({ kind: 'invalid' }),
    )
  })

  it('refuses an order without lines', () => {
    expect(() => checkLines([])).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})

describe('a new order', () => {
  it('costs what the rules say: free shipping above $99.00, 8 % tax', () => {
    const line = fc.record({
      productId: fc.integer({ min: 1, max: 9 }),
      quantity: fc.integer({ min: 1, max: 999 }),
      priceCents: fc.integer({ min: 0, max: 300_000 }),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const order = newOrder(
          aPurchase(),
          lines.map((line) => ({ ...line, productName: 'A', sku: null, image: '' })),
          at,
        )
        // An oracle of its own: big integers in hundredths of a cent.
        const subtotal = lines.reduce(
          (sum, { quantity, priceCents }) => sum + BigInt(quantity) * BigInt(priceCents),
          0n,
        )
        const shipping = subtotal > 9_900n ? 0n : 999n
        const tax = (subtotal * 8n + 50n) / 100n
        expect([order.subtotalCents, order.shippingCents, order.taxCents, order.totalCents].map(BigInt)).toEqual([
          subtotal,
          shipping,
          tax,
          subtotal + shipping + tax,
        ])
      }),
    )
  })

  it('pays for shipping at exactly $99.00', () => {
    const order = newOrder(
      aPurchase(),
      priceLines([{ productId: 1, quantity: 1, sentPriceCents: null }], [printer]),
      at,
    )
    expect(order).toMatchObject({ subtotalCents: 9_900, shippingCents: 999, taxCents: 792, totalCents: 11_691 })
  })

  it('is pending, and can be reviewed for as long as the shop allows', () => {
    const order = newOrder(
      aPurchase(),
      priceLines([{ productId: 1, quantity: 1, sentPriceCents: null }], [printer]),
      at,
    )
    expect(order).toMatchObject({ id: 100_001, status: 'pending', carrier: 'UPS', trackingNumber: null })
    expect(order.reviewEndsAt).toEqual(new Date('2026-03-01T13:00:00.000Z'))
  })

  it('cannot cost more than an order can hold', () => {
    const lines = Array.from({ length: 100 }, () => ({
      productId: 1,
      productName: 'A',
      sku: null,
      image: '',
      quantity: 999,
      priceCents: 999_999,
    }))
    expect(() => newOrder(aPurchase(), lines, at)).toThrow(expect.objectContaining({ code: 'ORDER_TOO_LARGE' }))
    // Tax and shipping count, too: 9,259,259,258 cents are 9,999,999,999 with the tax.
    const costing = (priceCents: number) =>
      newOrder(aPurchase(), [{ productId: 1, productName: 'A', sku: null, image: '', quantity: 1, priceCents }], at)
    expect(costing(9_259_259_258).totalCents).toBe(9_999_999_999)
    expect(() => costing(9_259_259_259)).toThrow(expect.objectContaining({ code: 'ORDER_TOO_LARGE' }))
  })

  it('waits for staff when it comes to more than the customer may hold without them', () => {
    const lines = priceLines([{ productId: 1, quantity: 1, sentPriceCents: null }], [printer])
    const awaitsRelease = (releaseAboveCents: number) =>
      newOrder(aPurchase(), lines, { ...at, releaseAboveCents }).awaitsRelease
    expect([11_690, 11_691, 11_692].map(awaitsRelease)).toEqual([true, false, false])
  })
})

describe('one purchase', () => {
  it('is known by the key, else by the session, never across customers', () => {
    const keys = [
      purchaseKeyOf(aPurchase({ customerId: 'a', idempotencyKey: 'x', sessionId: 'x' })),
      purchaseKeyOf(aPurchase({ customerId: 'b', idempotencyKey: 'x' })),
      purchaseKeyOf(aPurchase({ customerId: 'a', idempotencyKey: null, sessionId: 'x' })),
    ]
    expect(new Set(keys).size).toBe(3)
    expect(purchaseKeyOf(aPurchase({ idempotencyKey: null, sessionId: null }))).toBeNull()
    expect(purchaseKeyOf(aPurchase({ idempotencyKey: null, sessionId: '' }))).toBeNull()
  })

  it('is the same with another session or other prices, and a different one with any other content', () => {
    const purchase = aPurchase({ sessionId: 's1' })
    expect(
      fingerprintOf({ ...purchase, sessionId: 's2', lines: [{ productId: 1, quantity: 1, sentPriceCents: 5 }] }),
    ).toBe(fingerprintOf(purchase))
    for (const other of [
      { customerName: 'Someone Else' },
      { customerPhone: '5550100' },
      { paymentMethod: 'card_on_delivery' as const },
      { customerEmail: 'someone@example.com' },
      { shippingAddress: { ...purchase.shippingAddress, city: 'Austin' } },
      { shippingAddress: { ...purchase.shippingAddress, address2: 'Suite 4' } },
      { card: { brand: 'visa', last4: null } },
      { card: { brand: null, last4: '1111' } },
      { billingAddress: { ...purchase.billingAddress, city: 'Austin' } },
      { lines: [{ productId: 1, quantity: 2, sentPriceCents: null }] },
    ]) {
      expect(fingerprintOf({ ...purchase, ...other })).not.toBe(fingerprintOf(purchase))
    }
  })
})
