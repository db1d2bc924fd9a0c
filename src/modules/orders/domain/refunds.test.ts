import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#platform/errors'
import { aPurchase } from '../testing/order-builder.ts'
import { withoutPerson } from './erased-customer.ts'
import { move } from './order-moves.ts'
import type { Order } from './order.ts'
import { newOrder } from './placement.ts'
import { refundableCentsOf, refundedCentsOf, refundOfKey, withRefund, type WantedRefund } from './refunds.ts'
import { refundOf } from './return-refund.ts'
import { moveReturn, withReturn } from './returns.ts'

const NOW = new Date('2026-03-05T12:00:00.000Z')

function anOrder(): Order {
  const line = { productId: 1, productName: 'Printer', sku: null, image: '', quantity: 3, priceCents: 5_000 }
  return newOrder(aPurchase(), [line], {
    id: 100_001,
    now: NOW,
    reviewMinutes: 60,
    releaseAboveCents: 1_000_000,
    expressShippingCents: null,
  })
}
const aDelivered = () =>
  (['processing', 'shipped', 'delivered'] as const).reduce<Order>((order, to) => move(order, { to }, NOW), anOrder())
const aRefund = (changes: Partial<WantedRefund> = {}) => {
  return { key: 'key-1', amountCents: 1_000, reason: 'Scratched.', revision: 0, by: 'Ann', ...changes }
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
/** One piece comes back, and its return goes its whole way. */
function returned(order: Order, number: number): Order {
  const lines = [{ lineNumber: 1, quantity: 1, reason: 'defective', isUnopened: false }] as const
  const asked = withReturn(order, { key: null, lines, note: null }, { number, now: NOW, businessProducts: new Set() })
  return (['approved', 'received', 'refunded'] as const).reduce<Order>(
    (each, to) => moveReturn(each, { number, to, message: null, revision: null }, NOW),
    asked,
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

  it('keep no word about a customer who is erased', () => {
    const order = withRefund(aDelivered(), aRefund({ reason: 'Dana called.' }), NOW)
    expect(JSON.stringify(withoutPerson(order))).not.toContain('Dana')
    expect(withoutPerson(order).refunds).toMatchObject([{ amountCents: 1_000 }])
  })
})
