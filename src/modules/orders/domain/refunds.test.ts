import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#platform/errors/errors'
import { aPurchase } from '../testing/order-builder.ts'
import { withoutPerson } from './erased-customer.ts'
import { move } from './order-moves.ts'
import type { Order } from './order.ts'
import { newOrder } from './placement.ts'
import { sumOfParts } from './order-part.ts'
import { partsLeft, partsOf } from './paid-parts.ts'
import {
  refundableCentsOf,
  refundablePartsOf,
  refundedCentsOf,
  refundOfKey,
  withRefund,
  type WantedRefund,
} from './refunds.ts'
import { refundOf } from './return-refund.ts'
import { moveReturn, returnableLines, returnsOf, withReturn } from './returns.ts'

const NOW = new Date('2026-03-05T12:00:00.000Z')

const aLine = (priceCents = 5_000, quantity = 3) => {
  return { productId: 1, productName: 'Printer', sku: null, image: '', quantity, priceCents }
}
function anOrder(lines = [aLine()]): Order {
  return newOrder(aPurchase(), lines, {
    id: 100_001,
    now: NOW,
    reviewMinutes: 60,
    releaseAboveCents: 1_000_000,
    expressShippingCents: null,
  })
}
const aDelivered = (lines = [aLine()]) =>
  (['processing', 'shipped', 'delivered'] as const).reduce<Order>(
    (order, to) => move(order, { to }, NOW),
    anOrder(lines),
  )
const aRefund = (changes: Partial<WantedRefund> = {}) => {
  const wanted = { key: 'key-1', amountCents: 1_000, reason: 'Scratched.', lineNumbers: [], isForShipping: false }
  return { ...wanted, revision: 0, by: 'Ann', ...changes }
}
const codeOf = (attempt: () => unknown): string => {
  try {
    attempt()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'nothing'
}
/** One piece is asked to come back. */
function askedBack(order: Order, number: number, lineNumber = 1): Order {
  const lines = [{ lineNumber, quantity: 1, reason: 'defective', isUnopened: false }] as const
  return withReturn(order, { key: null, lines, note: null }, { number, now: NOW, businessProducts: new Set() })
}
/** One piece comes back, and its return goes its whole way. */
function returned(order: Order, number: number, lineNumber = 1): Order {
  return (['approved', 'received', 'refunded'] as const).reduce<Order>(
    (each, to) => moveReturn(each, { number, to, message: null, revision: null }, NOW),
    askedBack(order, number, lineNumber),
  )
}

describe('the refunds of an order', () => {
  it('give back a part, and then all that is left to the cent, with who and why', () => {
    const order = aDelivered()
    const part = withRefund(order, aRefund(), NOW)
    expect(part.refunds).toEqual([{ key: 'key-1', amountCents: 1_000, reason: 'Scratched.', by: 'Ann', at: NOW }])
    const left = refundableCentsOf(part)
    expect(left).toBe(order.totalCents - 1_000)
    expect(codeOf(() => withRefund(part, aRefund({ amountCents: left + 1 }), NOW))).toBe('REFUND_TOO_LARGE')
    const whole = withRefund(part, aRefund({ key: 'key-2', amountCents: left }), NOW)
    expect([refundedCentsOf(whole), refundableCentsOf(whole)]).toEqual([order.totalCents, 0])
    expect(codeOf(() => withRefund(whole, aRefund({ amountCents: 1 }), NOW))).toBe('NOTHING_TO_REFUND')
    for (const figure of ['status', 'totalCents', 'lines', 'revision'] as const)
      expect(whole[figure]).toBe(order[figure])
  })

  it.each([0, -1, -1_000])('are never of %i cents', (amountCents) => {
    expect(codeOf(() => withRefund(aDelivered(), aRefund({ amountCents }), NOW))).toBe('REFUND_TOO_LARGE')
  })

  it('are possible once something is paid, which is on delivery', () => {
    const shipped = move(move(anOrder(), { to: 'processing' }, NOW), { to: 'shipped' }, NOW)
    for (const order of [anOrder(), move(anOrder(), { to: 'cancelled' }, NOW), shipped])
      expect(codeOf(() => withRefund(order, aRefund(), NOW))).toBe('NOTHING_TO_REFUND')
  })

  it('are made to the state that somebody looked at, and once for each key', () => {
    const order = { ...withRefund(aDelivered(), aRefund(), NOW), revision: 5 }
    expect(codeOf(() => withRefund(order, aRefund({ key: 'key-2', revision: 4 }), NOW))).toBe('ORDER_CHANGED')
    expect(refundOfKey(order, aRefund())).toMatchObject({ amountCents: 1_000 })
    expect(refundOfKey(order, aRefund({ key: 'key-2' }))).toBe(null)
    expect(codeOf(() => refundOfKey(order, aRefund({ amountCents: 2_000 })))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(codeOf(() => refundOfKey(order, aRefund({ reason: 'Late.' })))).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('never come to more than was paid, with returns and without, and are twenty at most', () => {
    const step = fc.oneof(fc.constant('return' as const), fc.integer({ min: 1, max: 9_000 }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let order = aDelivered()
        let pieces = 3
        for (const [index, each] of steps.entries()) {
          if (each === 'return') {
            if (pieces === 0) continue
            pieces -= 1
            order = returned(order, index + 1)
          } else if (refundableCentsOf(order) > 0) {
            const amountCents = Math.min(each, refundableCentsOf(order))
            order = withRefund(order, aRefund({ key: `key-${index}`, amountCents }), NOW)
          }
          const amounts = [
            ...order.refunds.map((refund) => refund.amountCents),
            ...order.returns.map((r) => r.refundCents),
          ]
          const given = amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0)
          expect(refundedCentsOf(order)).toBe(given)
          expect(given).toBeLessThanOrEqual(order.totalCents)
        }
      }),
    )
    let order = aDelivered()
    for (let count = 0; count < 20; count += 1)
      order = withRefund(order, aRefund({ key: `key-${count}`, amountCents: 1 }), NOW)
    expect(codeOf(() => withRefund(order, aRefund({ key: 'one more', amountCents: 1 }), NOW))).toBe('TOO_MANY_REFUNDS')
  })

  it('leave a return with what is left to give back', () => {
    const order = aDelivered()
    const rest = withRefund(order, aRefund({ amountCents: order.totalCents - 300 }), NOW)
    expect(refundOf(returned(rest, 7), returned(rest, 7).returns[0] as Order['returns'][number])).toBe(300)
    const whole = withRefund(order, aRefund({ amountCents: order.totalCents }), NOW)
    expect(returned(whole, 7).returns).toMatchObject([{ status: 'refunded', refundCents: 0 }])
  })

  it('for single lines are left out of what a return of them pays, and nothing else is', () => {
    const [printer, ink] = [5_400, 2_160]
    const order = aDelivered([aLine(5_000, 2), aLine(2_000, 1)])
    expect(partsLeft(order).map(({ cents }) => cents)).toEqual([2 * printer, ink, 0])
    const given = withRefund(order, aRefund({ amountCents: 4_000, lineNumbers: [1] }), NOW)
    expect(given.refunds).toMatchObject([{ amountCents: 4_000, parts: [{ lineNumber: 1, cents: 4_000 }] }])
    // The first printer is paid back whole, and the second with what is left of both.
    const both = returned(returned(given, 7), 8)
    expect(both.returns.map(({ refundCents }) => refundCents)).toEqual([printer, printer - 4_000])
    expect(returned(given, 7, 2).returns).toMatchObject([
      { refundCents: ink, parts: [{ lineNumber: 2, cents: ink }, {}] },
    ])
    const asked = [7, 8].reduce((each, number) => askedBack(each, number), given)
    expect(returnsOf(asked, NOW).all.map((each) => [each.expectedCents, each.refundedBeforeCents])).toEqual([
      [printer, 0],
      [printer - 4_000, 4_000],
    ])
    // Staff are told what each would bring now, whichever others are on their way.
    expect(returnsOf(asked, NOW).all.map(({ due }) => due)).toEqual(
      [7, 8].map(() => ({ cents: printer, refundedBeforeCents: 0 })),
    )
    const whole = withRefund(order, aRefund({ amountCents: 2 * printer, lineNumbers: [1] }), NOW)
    expect(returned(whole, 7).returns).toMatchObject([{ status: 'refunded', refundCents: 0 }])
  })

  it('of the whole order are told whole beside a return that brings less for them', () => {
    const order = withRefund(aDelivered([aLine(2_500, 3)]), aRefund({ amountCents: 1_000 }), NOW)
    const lines = [{ lineNumber: 1, quantity: 3, reason: 'defective', isUnopened: false }] as const
    const asked = withReturn(
      order,
      { key: null, lines, note: null },
      { number: 7, now: NOW, businessProducts: new Set() },
    )
    expect(returnsOf(asked, NOW).all).toMatchObject([
      { expectedCents: order.totalCents - 1_000, refundedBeforeCents: 1_000 },
    ])
  })

  it('for several lines and the shipping are shared out by what is left of them', () => {
    const order = aDelivered([aLine(2_000, 1), aLine(1_000, 2)])
    expect(partsLeft(order).map(({ cents }) => cents)).toEqual([2_160, 2_160, 999])
    const wanted = aRefund({ amountCents: 999, lineNumbers: [2, 1], isForShipping: true })
    const parts = withRefund(order, wanted, NOW).refunds[0]?.parts
    expect(parts).toEqual([
      { lineNumber: 1, cents: 406 },
      { lineNumber: 2, cents: 405 },
      { lineNumber: null, cents: 188 },
    ])
    const shipped = withRefund(order, aRefund({ amountCents: 999, isForShipping: true }), NOW)
    expect(returned(shipped, 7).returns).toMatchObject([{ refundCents: 2_160 }])
  })

  it('for a line are of no more than what is left of it, and for a line that there is', () => {
    const order = aDelivered([aLine(2_000, 1), aLine(1_000, 1)])
    const ofFirst = (amountCents: number, from = order) =>
      withRefund(from, aRefund({ key: `key-${amountCents}`, amountCents, lineNumbers: [1] }), NOW)
    expect(codeOf(() => ofFirst(2_161))).toBe('REFUND_TOO_LARGE')
    const given = ofFirst(2_160)
    expect(codeOf(() => ofFirst(1, given))).toBe('NOTHING_TO_REFUND')
    expect(refundablePartsOf(given).map(({ cents }) => cents)).toEqual([0, 1_080, 999])
    for (const lineNumber of [0, 3, -1])
      expect(codeOf(() => withRefund(order, aRefund({ lineNumbers: [1, lineNumber] }), NOW))).toBe('UNKNOWN_LINE')
    const noShipping = aDelivered([aLine(50_000, 1)])
    expect(codeOf(() => withRefund(noShipping, aRefund({ isForShipping: true }), NOW))).toBe('NOTHING_TO_REFUND')
  })

  it('with the same key are for the same lines', () => {
    const order = withRefund(aDelivered([aLine(), aLine()]), aRefund({ lineNumbers: [1, 2] }), NOW)
    for (const lineNumbers of [
      [2, 1],
      [1, 2, 2],
    ])
      expect(refundOfKey(order, aRefund({ lineNumbers }))).toMatchObject({ amountCents: 1_000 })
    for (const others of [{}, { lineNumbers: [1] }, { lineNumbers: [1, 3] }, { lineNumbers: [1], isForShipping: true }])
      expect(codeOf(() => refundOfKey(order, aRefund(others)))).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('never give back more of a line than was paid for it, in any order with returns', () => {
    const price = fc.record({
      priceCents: fc.integer({ min: 1, max: 9_000 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    })
    const step = fc.record({
      isReturn: fc.boolean(),
      lines: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
      isForShipping: fc.boolean(),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 3, maxLength: 3 }),
        fc.array(step, { maxLength: 8 }),
        (prices, steps) => {
          let order = aDelivered(prices.map(({ priceCents, quantity }) => aLine(priceCents, quantity)))
          const most = partsOf(order)
          for (const [index, { isReturn, lines, isForShipping, part }] of steps.entries()) {
            const wanted = { key: `key-${index}`, lineNumbers: lines, isForShipping }
            const left = refundablePartsOf(order).filter(({ lineNumber }) =>
              lineNumber === null ? isForShipping : lines.includes(lineNumber),
            )
            const cents = Math.min(refundableCentsOf(order), sumOfParts(left))
            if (isReturn && returnableLines(order)[(lines[0] ?? 1) - 1]?.quantity)
              order = returned(order, index, lines[0])
            else if (cents > 0)
              order = withRefund(order, aRefund({ ...wanted, amountCents: Math.max(1, Math.round(part * cents)) }), NOW)
          }
          const given = [...order.refunds, ...order.returns].flatMap(({ parts = [] }) => parts)
          for (const { lineNumber, cents } of most)
            expect(sumOfParts(given.filter((each) => each.lineNumber === lineNumber))).toBeLessThanOrEqual(cents)
          for (const { cents } of given) expect(cents).toBeGreaterThanOrEqual(0)
          expect(sumOfParts(given)).toBe(refundedCentsOf(order))
          expect(refundedCentsOf(order)).toBeLessThanOrEqual(order.totalCents)
          for (const { due, refundedBeforeCents } of returnsOf(order, NOW).all)
            expect(Math.min(due.refundedBeforeCents, refundedBeforeCents)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('know what returns gave back that were refunded before their lines were kept', () => {
    const order = returned(aDelivered([aLine(5_000, 2)]), 7)
    const old = { ...order, returns: order.returns.map(({ parts: _parts, ...kept }) => kept) }
    expect(partsLeft(old)).toEqual(partsLeft(order))
    expect(returned(old, 8).returns[1]).toMatchObject({ refundCents: 5_400 })
  })

  it('keep no word about a customer who is erased', () => {
    const order = withRefund(aDelivered(), aRefund({ reason: 'Dana called.' }), NOW)
    expect(JSON.stringify(withoutPerson(order))).not.toContain('Dana')
    expect(withoutPerson(order).refunds).toMatchObject([{ amountCents: 1_000 }])
  })
})
