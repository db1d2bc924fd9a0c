import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#platform/errors/errors'
import { patient } from '../../../testing/patience.ts'
import { aPurchase } from '../testing/order-builder.ts'
import { withoutPerson } from './erased-customer.ts'
import { move } from './order-moves.ts'
import type { Order } from './order.ts'
import { newOrder } from './placement.ts'
import { RETURN_REASONS, RETURN_STATUSES, type ReturnedLine } from './order-return.ts'
import { isReturnShippingFree, refundOf } from './return-refund.ts'
import { isOpenReturn } from './return-status.ts'
import { moveReturn, returnsOf, withdrawReturn, withReturn } from './returns.ts'

const DELIVERED = new Date('2026-03-05T12:00:00.000Z')
/** By the shop's clock, which is five hours behind UTC by then. */
const afterDay = (day: string) => new Date(new Date(`${day}T05:00:00.000Z`).getTime() + 86_400_000)
const lastMomentOf = (day: string) => new Date(afterDay(day).getTime() - 1)
const days = (count: number) => new Date(DELIVERED.getTime() + count * 86_400_000)

function anOrder(
  lines: readonly { quantity: number; priceCents: number }[] = [{ quantity: 2, priceCents: 15_000 }],
): Order {
  const sold = lines.map((line, index) => ({
    productId: index + 1,
    productName: `Printer ${index + 1}`,
    sku: null,
    image: '',
    ...line,
  }))
  return newOrder(aPurchase(), sold, {
    id: 100_001,
    now: DELIVERED,
    reviewMinutes: 60,
    releaseAboveCents: 1_000_000,
    expressShippingCents: null,
  })
}
function aDelivered(lines?: Parameters<typeof anOrder>[0]): Order {
  return (['processing', 'shipped', 'delivered'] as const).reduce<Order>(
    (order, to) => move(order, { to }, DELIVERED),
    anOrder(lines),
  )
}
const aLine = (changes: Partial<ReturnedLine> = {}): ReturnedLine => ({
  lineNumber: 1,
  quantity: 1,
  reason: 'defective',
  isUnopened: false,
  ...changes,
})
const ask = (order: Order, lines = [aLine()], now = days(1), businessProducts: ReadonlySet<number> = new Set()) =>
  withReturn(order, { key: null, lines, note: null }, { number: 7 + order.returns.length, now, businessProducts })
const codeOf = (attempt: () => unknown): string => {
  try {
    attempt()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'nothing'
}
const last = (order: Order) => order.returns.at(-1) as Order['returns'][number]
const through = (order: Order, ...steps: readonly ('approved' | 'received' | 'refunded')[]) =>
  steps.reduce(
    (now, to) => moveReturn(now, { number: last(now).number, to, message: null, revision: null }, days(3)),
    order,
  )
const refunded = (order: Order, number: number) =>
  (['approved', 'received', 'refunded'] as const).reduce(
    (now, to) => moveReturn(now, { number, to, message: null, revision: null }, days(3)),
    order,
  )

describe('asking for a return', () => {
  it('needs a delivered order', () => {
    expect(codeOf(() => ask(anOrder()))).toBe('NOT_RETURNABLE')
    expect(codeOf(() => ask(move(anOrder(), { to: 'cancelled' }, DELIVERED)))).toBe('NOT_RETURNABLE')
    expect(last(ask(aDelivered()))).toMatchObject({ status: 'requested', lines: [aLine()], refundCents: null })
  })

  it('is possible for 30 days, and for 60 days of what is unopened or business equipment', () => {
    const tooLate = (line: Partial<ReturnedLine>, now: Date, business?: ReadonlySet<number>) =>
      codeOf(() => ask(aDelivered(), [aLine(line)], now, business))
    expect(tooLate({}, lastMomentOf('2026-04-04'))).toBe('nothing')
    expect(tooLate({}, afterDay('2026-04-04'))).toBe('RETURN_WINDOW_OVER')
    expect(tooLate({ isUnopened: true }, lastMomentOf('2026-05-04'))).toBe('nothing')
    expect(tooLate({}, lastMomentOf('2026-05-04'), new Set([1]))).toBe('nothing')
    expect(tooLate({}, lastMomentOf('2026-05-04'), new Set([2]))).toBe('RETURN_WINDOW_OVER')
    expect(tooLate({ isUnopened: true }, afterDay('2026-05-04'), new Set([1]))).toBe('RETURN_WINDOW_OVER')
    const ofTwo = aDelivered([1, 2].map(() => ({ quantity: 1, priceCents: 15_000 })))
    const both = [aLine({ isUnopened: true }), aLine({ lineNumber: 2 })]
    expect(codeOf(() => ask(ofTwo, both, afterDay('2026-04-04')))).toBe('RETURN_WINDOW_OVER')
  })

  it('is offered as long as anything may still come back, by the day of the delivery and not of what came after', () => {
    const order = aDelivered()
    const given = withReturn(
      order,
      { key: null, lines: [aLine()], note: null },
      { number: 7, now: days(20), businessProducts: new Set() },
    )
    for (const each of [order, given]) {
      const offered = (now: Date) => returnsOf(each, now).returnable
      expect(offered(days(1))).toMatchObject({
        until: lastMomentOf('2026-04-04'),
        unopenedUntil: lastMomentOf('2026-05-04'),
      })
      expect(offered(lastMomentOf('2026-05-04'))).not.toBeNull()
      expect(offered(afterDay('2026-05-04'))).toBeNull()
    }
    expect(returnsOf(anOrder(), days(1)).returnable).toBeNull()
  })

  it('takes no more pieces than were bought, over all lines and returns together, and declined ones again', () => {
    const order = aDelivered()
    expect(codeOf(() => ask(order, [aLine({ quantity: 3 })]))).toBe('TOO_MANY_RETURNED')
    expect(codeOf(() => ask(order, [aLine({ quantity: 1 }), aLine({ quantity: 2 })]))).toBe('TOO_MANY_RETURNED')
    expect(codeOf(() => ask(order, [aLine({ lineNumber: 2 })]))).toBe('TOO_MANY_RETURNED')
    const both = ask(order, [aLine({ quantity: 2 })])
    expect(codeOf(() => ask(both))).toBe('TOO_MANY_RETURNED')
    expect(returnsOf(both, days(1)).returnable).toBeNull()
    const declined = moveReturn(both, { number: 7, to: 'declined', message: 'It was used.', revision: null }, days(2))
    expect(codeOf(() => ask(declined, [aLine({ quantity: 2 })]))).toBe('nothing')
  })

  it('is possible ten times for an order', () => {
    const decline = (order: Order) =>
      moveReturn(order, { number: last(order).number, to: 'declined', message: 'No.', revision: null }, days(2))
    let order = aDelivered()
    for (let count = 0; count < 10; count += 1) order = decline(ask(order))
    expect(codeOf(() => ask(order))).toBe('TOO_MANY_RETURNS')
  })
})

describe('the life of a return', () => {
  it('goes by the table, one step with its time and its words each', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...RETURN_STATUSES), { maxLength: 8 }), (steps) => {
        let order = ask(aDelivered())
        for (const to of steps) {
          const { nextStatuses } = returnsOf(order, days(2)).all[0] ?? {}
          const isAllowed = nextStatuses?.includes(to)
          const step = () => moveReturn(order, { number: 7, to, message: 'So.', revision: null }, days(2))
          if (!isAllowed) expect(codeOf(step)).toBe('ILLEGAL_TRANSITION')
          else order = step()
        }
        const [asked, ...taken] = last(order).steps
        expect(asked).toEqual({ status: 'requested', at: days(1), message: null })
        expect(taken.every(({ at, message }) => at.getTime() === days(2).getTime() && message === 'So.')).toBe(true)
        expect(last(order).steps.at(-1)?.status).toBe(last(order).status)
        expect(order.updatedAt.getTime()).toBeGreaterThanOrEqual(days(taken.length === 0 ? 1 : 2).getTime())
        expect(isOpenReturn(last(order))).toBe(!['refunded', 'declined'].includes(last(order).status))
      }),
    )
  })

  it('ends when its customer gives it up before it has arrived, and its pieces may come back again', () => {
    const asked = ask(aDelivered(), [aLine({ quantity: 2 })])
    for (const order of [asked, through(asked, 'approved')]) {
      const withdrawn = withdrawReturn(order, 7, days(2))
      expect(last(withdrawn)).toMatchObject({ status: 'withdrawn', refundCents: null })
      expect(isOpenReturn(last(withdrawn))).toBe(false)
      expect(codeOf(() => ask(withdrawn, [aLine({ quantity: 2 })]))).toBe('nothing')
      expect(codeOf(() => withdrawReturn(withdrawn, 7, days(2)))).toBe('ILLEGAL_TRANSITION')
    }
    const arrived = through(asked, 'approved', 'received')
    for (const order of [arrived, through(arrived, 'refunded')])
      expect(codeOf(() => withdrawReturn(order, 7, days(2)))).toBe('ILLEGAL_TRANSITION')
    expect(codeOf(() => withdrawReturn(asked, 8, days(2)))).toBe('RETURN_NOT_FOUND')
  })

  it('ends with a reason when it is declined', () => {
    const order = ask(aDelivered())
    expect(codeOf(() => moveReturn(order, { number: 7, to: 'declined', message: null, revision: null }, days(2)))).toBe(
      'VALIDATION',
    )
    expect(codeOf(() => moveReturn(order, { number: 8, to: 'approved', message: null, revision: null }, days(2)))).toBe(
      'RETURN_NOT_FOUND',
    )
  })
})

describe('what a return gives back', () => {
  it('is the price paid with its tax, and the shipping when the mistake was ours', () => {
    const order = aDelivered([{ quantity: 1, priceCents: 5_000 }])
    expect(order.shippingCents).toBe(999)
    expect(refundOf(order, last(ask(order)))).toBe(5_000 + 400 + 999)
    expect(refundOf(order, last(ask(order, [aLine({ reason: 'changed-mind' })])))).toBe(5_400)
    const ofTwo = aDelivered([
      { quantity: 1, priceCents: 5_000 },
      { quantity: 1, priceCents: 2_500 },
    ])
    const returnFor = (reason: ReturnedLine['reason']) => ask(ofTwo, [aLine(), aLine({ lineNumber: 2, reason })])
    expect(refundOf(ofTwo, last(returnFor('damaged')))).toBe(8_100 + 999)
    expect(refundOf(ofTwo, last(returnFor('changed-mind'))), 'when only a part was our mistake').toBe(8_100)
  })

  it('has the shipping once, however many returns of an order are our mistake', () => {
    let order = aDelivered([{ quantity: 3, priceCents: 2_500 }])
    for (const _ of [1, 2]) order = through(ask(order), 'approved', 'received', 'refunded')
    expect(order.returns.map(({ refundCents }) => refundCents)).toEqual([2_700 + 999, 2_700])
  })

  it('never comes to more than was paid, and to exactly that when everything comes back for our mistake', () => {
    const prices = fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 3 }), priceCents: fc.integer({ min: 1, max: 9_000 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(prices, fc.constantFrom(...RETURN_REASONS), (lines, reason) => {
        let order = aDelivered(lines)
        for (const [index, { quantity }] of lines.entries())
          for (let piece = 0; piece < quantity; piece += 1) {
            if (order.returns.length === 10) break
            order = through(ask(order, [aLine({ lineNumber: index + 1, reason })]), 'approved', 'received', 'refunded')
          }
        const refunded = order.returns.reduce((sum, { refundCents }) => sum + (refundCents ?? 0), 0)
        expect(refunded).toBeLessThanOrEqual(order.totalCents)
        const isAll = returnsOf(order, days(3)).returnable === null
        if (isAll && reason === 'defective') expect(refunded).toBe(order.totalCents)
      }),
    )
  })

  it('is expected with the shipping once, while several returns of an order are on their way', () => {
    let order = aDelivered([{ quantity: 3, priceCents: 2_500 }])
    for (const _ of [1, 2, 3]) order = ask(order)
    const expected = (now: Order) => returnsOf(now, days(3)).all.map(({ expectedCents }) => expectedCents)
    expect(expected(order)).toEqual([2_700 + 999, 2_700, 2_700])
    const withdrawn = withdrawReturn(order, 7, days(2))
    expect(expected(withdrawn).slice(1)).toEqual([2_700 + 999, 2_700])
    // What comes first is refunded first, and the others are then expected without it.
    expect(expected(refunded(order, 8))).toEqual([2_700, 2_700 + 999, 2_700])
  })

  it('is never expected to come to more than was paid, whatever of it is refunded already', () => {
    const price = fc.integer({ min: 1, max: 9_000 })
    const given = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 6 }), given, (prices, part) => {
        let order = aDelivered(prices.map((priceCents) => ({ quantity: 1, priceCents })))
        const amountCents = Math.round(part * order.totalCents)
        order = { ...order, refunds: [{ key: 'a', amountCents, reason: '', by: null, at: days(1) }] }
        for (const [index] of prices.entries()) order = ask(order, [aLine({ lineNumber: index + 1 })])
        const sum = () =>
          returnsOf(order, days(3)).all.reduce((total, { expectedCents }) => total + expectedCents, amountCents)
        expect(sum()).toBe(order.totalCents)
        for (const { number } of order.returns) {
          order = refunded(order, number)
          expect(sum()).toBe(order.totalCents)
        }
      }),
    )
  })

  it('is told at once of the largest order with all the returns that it may have', () => {
    let order = aDelivered(Array.from({ length: 100 }, () => ({ quantity: 20, priceCents: 5_000 })))
    const lines = order.lines.map((_, index) => aLine({ lineNumber: index + 1 }))
    for (let count = 0; count < 10; count += 1) order = ask(order, lines)
    const times = [1, 2, 3].map(() => {
      const began = performance.now()
      returnsOf(order, days(3))
      return performance.now() - began
    })
    expect(Math.min(...times)).toBeLessThan(patient(50))
  })

  it('is sent free of charge when it is our mistake or over $100, and not for a change of mind or after 30 days', () => {
    const isFree = (priceCents: number, line: Partial<ReturnedLine>, now = days(1)) => {
      const order = aDelivered([{ quantity: 1, priceCents }])
      return isReturnShippingFree(order, last(ask(order, [aLine(line)], now)))
    }
    expect(isFree(5_000, { reason: 'wrong-item' })).toBe(true)
    expect(isFree(10_000, { reason: 'other' })).toBe(false)
    expect(isFree(10_001, { reason: 'other' })).toBe(true)
    expect(isFree(10_001, { reason: 'changed-mind' })).toBe(false)
    expect(isFree(10_001, { reason: 'other', isUnopened: true }, days(40))).toBe(false)
    const ofTwo = aDelivered([1, 2].map(() => ({ quantity: 1, priceCents: 10_001 })))
    const asked = ask(ofTwo, [aLine(), aLine({ lineNumber: 2, reason: 'changed-mind' })])
    expect(isReturnShippingFree(ofTwo, last(asked)), 'with one piece of a change of mind').toBe(false)
    const inTime = ask(aDelivered(), [aLine({ reason: 'other' })], days(29))
    const decided = moveReturn(inTime, { number: 7, to: 'approved', message: null, revision: null }, days(40))
    expect(isReturnShippingFree(decided, last(decided)), 'approved after 30 days').toBe(true)
  })
})

it('keeps nothing that anybody wrote about a return once its customer is erased', () => {
  const asked = withReturn(
    aDelivered(),
    { key: null, lines: [aLine()], note: 'Call Dana Whitfield.' },
    { number: 7, now: days(1), businessProducts: new Set() },
  )
  const decided = moveReturn(asked, { number: 7, to: 'approved', message: 'Dear Dana', revision: null }, days(2))
  expect(JSON.stringify(withoutPerson(decided))).not.toContain('Dana')
  expect(withoutPerson(decided).returns).toMatchObject([{ number: 7, status: 'approved', lines: [aLine()] }])
})
