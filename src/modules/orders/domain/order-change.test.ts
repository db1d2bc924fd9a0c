import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costsOf } from '#platform/shared-kernel/money'
import { aPurchase } from '../testing/order-builder.ts'
import { changeOrder, piecesGivenBack } from './order-change.ts'
import { move } from './order-moves.ts'
import type { Order } from './order.ts'
import { newOrder } from './placement.ts'

const PLACED = new Date('2026-03-01T12:00:00.000Z')
const minutes = (count: number) => new Date(PLACED.getTime() + count * 60_000)
const order = newOrder(
  aPurchase(),
  [
    { productId: 1, productName: 'Printer', sku: null, image: '', quantity: 2, priceCents: 9_000 },
    { productId: 2, productName: 'Paper', sku: null, image: '', quantity: 3, priceCents: 500 },
  ],
  { id: 100_001, now: PLACED, reviewMinutes: 60, releaseAboveCents: 1_000_000, expressShippingCents: null },
)
const lower = (lineNumber: number, quantity: number) => ({
  lines: [{ productId: lineNumber, lineNumber, quantity }],
  shippingAddress: null,
})

describe('changing an order', () => {
  it('lowers and removes lines at the agreed prices, with the costs that follow', () => {
    const changed = changeOrder(order, lower(1, 1), minutes(10))
    expect(changed.lines.map(({ quantity }) => quantity)).toEqual([1, 3])
    expect(changed).toMatchObject({ ...costsOf(changed.lines), status: 'pending', updatedAt: minutes(10) })
    expect(piecesGivenBack(order.lines, changed.lines)).toEqual([{ productId: 1, quantity: 1 }])
    const removed = changeOrder(changed, lower(2, 0), minutes(11))
    expect(removed.lines).toHaveLength(1)
    expect(removed.shippingCents).toBe(999)
  })

  it('takes another address and leaves the rest', () => {
    const shippingAddress = { ...order.shippingAddress, address: '14 Paper Street' }
    const changed = changeOrder(order, { lines: null, shippingAddress }, minutes(59))
    expect(changed).toEqual({ ...order, shippingAddress, updatedAt: minutes(59) })
  })

  it('never takes more pieces than were ordered, and never leaves an order without any', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2, max: 4 }), fc.integer({ min: -2, max: 5 }), (first, second) => {
        const lines = [
          { productId: 1, lineNumber: 1, quantity: first },
          { productId: 2, lineNumber: 2, quantity: second },
        ]
        const change = () => changeOrder(order, { lines, shippingAddress: null }, minutes(1))
        const isSound = first >= 0 && first <= 2 && second >= 0 && second <= 3 && first + second > 0
        if (!isSound) expect(change).toThrow()
        else expect(change().subtotalCents).toBe(first * 9_000 + second * 500)
      }),
    )
    expect(() => changeOrder(order, lower(3, 1), minutes(1))).toThrow('fewer pieces')
  })

  it('is the same when it is sent again, also when a line was removed and others moved up', () => {
    const whole = { lines: [...lower(1, 0).lines, ...lower(2, 3).lines], shippingAddress: null }
    for (const change of [lower(1, 0), whole]) {
      const changed = changeOrder(order, change, minutes(1))
      expect(changed.lines.map(({ productId }) => productId)).toEqual([2])
      expect(changeOrder(changed, change, minutes(2))).toEqual({ ...changed, updatedAt: minutes(2) })
    }
  })

  it('is the same when it is sent again for a product in two lines, of which all are named', () => {
    const line = { productName: '', sku: null, image: '', priceCents: 100 }
    const twice: Order = {
      ...order,
      lines: [
        { ...line, productId: 1, quantity: 2 },
        { ...line, productId: 1, quantity: 3 },
        { ...line, productId: 2, quantity: 1 },
      ],
    }
    const leaving = (first: number, second: number) => ({
      lines: [
        { productId: 1, lineNumber: 1, quantity: first },
        { productId: 1, lineNumber: 2, quantity: second },
      ],
      shippingAddress: null,
    })
    const piecesIn = ({ lines }: Order) => lines.map(({ productId, quantity }) => [productId, quantity])
    for (const [first, second] of [
      [0, 3],
      [2, 0],
      [1, 1],
      [0, 0],
    ] as const) {
      const change = leaving(first, second)
      const changed = changeOrder(twice, change, minutes(1))
      const left = [first, second].filter((quantity) => quantity > 0).map((quantity) => [1, quantity])
      expect(piecesIn(changed)).toEqual([...left, [2, 1]])
      expect(changeOrder(changed, change, minutes(2))).toEqual({ ...changed, updatedAt: minutes(2) })
    }

    const backwards = leaving(1, 3).lines.toReversed()
    const named = changeOrder(twice, { lines: backwards, shippingAddress: null }, minutes(1))
    expect(piecesIn(named), 'whatever comes first').toEqual(piecesIn(changeOrder(twice, leaving(1, 3), minutes(1))))
    expect(piecesIn(named)[0]).toEqual([1, 1])

    // One of the two alone could be either of them once the other is gone.
    expect(() => changeOrder(twice, lower(1, 0), minutes(1))).toThrow('Name all lines')
    expect(() => changeOrder(twice, lower(1, 1), minutes(1))).toThrow('Name all lines')
    const gone = changeOrder(twice, leaving(0, 3), minutes(1))
    expect(piecesIn(changeOrder(gone, lower(1, 0), minutes(1)))).toEqual([[2, 1]])
    // The first of these two is another request than the one that removed a line.
    expect(() => changeOrder(gone, leaving(1, 1), minutes(1))).toThrow('fewer pieces')
  })

  it('is over with the review time, and as soon as it is packed', () => {
    expect(() => changeOrder(order, lower(1, 1), minutes(60))).toThrow('is over')
    expect(() => changeOrder(move(order, { to: 'processing' }, PLACED), lower(1, 1), minutes(1))).toThrow('packing')
    expect(() => changeOrder(move(order, { to: 'cancelled' }, PLACED), lower(1, 1), minutes(1))).toThrow('cancelled')
  })
})
