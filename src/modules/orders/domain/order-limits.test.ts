import { describe, expect, it } from 'vitest'
import { OrderingTooFast, TooManyOpenOrders, TooManyPieces } from '../errors.ts'
import { checkLimits, EMPTY_TALLY, limitsFor, openOrdersOf, withOrder, type CustomerTally } from './order-limits.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const line = (productId: number, quantity: number) => ({
  productId,
  productName: `Printer ${productId}`,
  sku: null,
  image: '',
  quantity,
  priceCents: 100,
})
const holding = (tally: CustomerTally, at: Date, ...lines: ReturnType<typeof line>[]) =>
  withOrder(tally, { totalCents: 500, lines }, at)
const check = (tally: CustomerTally, lines: ReturnType<typeof line>[], isEmailProved = false) =>
  checkLimits(tally, lines, { isEmailProved, limits: limitsFor(isEmailProved, 1), now: NOW })
/** What the error says, or null where there is none. */
function refusal(tally: CustomerTally, lines: ReturnType<typeof line>[], isEmailProved = false) {
  try {
    check(tally, lines, isEmailProved)
    return null
  } catch (error) {
    return error as TooManyPieces
  }
}

describe('what one customer may order', () => {
  it('is up to the limit and not a piece more, over all lines and open orders together', () => {
    expect(refusal(EMPTY_TALLY, [line(1, 10)])).toBeNull()
    expect(refusal(EMPTY_TALLY, [line(1, 6), line(1, 5)])).toBeInstanceOf(TooManyPieces)
    const six = holding(EMPTY_TALLY, minutesAgo(120), line(1, 6))
    expect(refusal(six, [line(1, 4)])).toBeNull()
    expect(refusal(six, [line(1, 5), line(2, 1)])?.details).toEqual({
      lines: [{ productId: 1, productName: 'Printer 1', requested: 5, allowed: 4 }],
      allowed: 24,
      confirmEmail: true,
    })
    expect(refusal(EMPTY_TALLY, [line(1, 10), line(2, 10), line(3, 10)])).toBeNull()
    expect(refusal(EMPTY_TALLY, [line(1, 10), line(2, 10), line(3, 10), line(4, 1)])?.details).toMatchObject({
      lines: [],
      allowed: 30,
    })
  })

  it('is more with a proved address, and what to do is said either way', () => {
    expect(refusal(EMPTY_TALLY, [line(1, 100), line(2, 100), line(3, 100)], true)).toBeNull()
    expect(refusal(EMPTY_TALLY, [line(1, 11)])?.message).toMatch(/^Confirm your email address to order more than 10/)
    expect(refusal(EMPTY_TALLY, [line(1, 101)], true)?.message).toMatch(/^Please contact us to order more than 100/)
  })

  it('does not count the orders of a clock that was a day ahead as those of the last hour', () => {
    const minutes = (until: Date) => [{ until, orders: 10 }]
    expect(refusal({ ...EMPTY_TALLY, lastHour: minutes(minutesAgo(-60)) }, [line(1, 1)])).toBeInstanceOf(
      OrderingTooFast,
    )
    expect(refusal({ ...EMPTY_TALLY, lastHour: minutes(minutesAgo(-25 * 60)) }, [line(1, 1)])).toBeNull()
  })

  it('is so many open orders at a time, however old they are', () => {
    let tally = EMPTY_TALLY
    for (let count = 0; count < 10; count += 1) {
      expect(refusal(tally, [line(1, 1)])).toBeNull()
      tally = holding(tally, minutesAgo(6000), line(count + 2, 1))
    }
    expect(refusal(tally, [line(1, 1)])).toBeInstanceOf(TooManyOpenOrders)
    expect(refusal(tally, [line(1, 1)], true)).toBeNull()
    expect(tally.openCents).toBe(5000)
  })

  it('is so many orders in an hour, also when they were canceled, and the error says when the next is possible', () => {
    const after = (...minutes: number[]) =>
      minutes.reduce(
        (tally, each) => ({ ...holding(tally, minutesAgo(each), line(1, 1)), ...openOrdersOf([]) }),
        EMPTY_TALLY,
      )
    const nine = [49, 48, 47, 46, 45, 44, 43, 42, 41]
    const refused = refusal(after(50, ...nine), [line(1, 1)])
    expect(refused).toBeInstanceOf(OrderingTooFast)
    expect(refused).toMatchObject({ code: 'TOO_MANY_ORDERS', kind: 'too-many', retryAfterSeconds: 600 })
    expect(refused?.message).toContain('in 10 minutes')
    expect(refusal(after(...nine, 50), [line(1, 1)]), 'in any order').toMatchObject({ retryAfterSeconds: 600 })
    expect(refusal(after(60, ...nine), [line(1, 1)])).toBeNull()
    // Orders are an hour old when the first one of their minute is, so nobody is told to wait for longer.
    expect(refusal(after(59.1, ...nine), [line(1, 1)])).toBeNull()
    expect(refusal(after(58.9, ...nine), [line(1, 1)])).toMatchObject({ retryAfterSeconds: 60 })
    const tenNow = Array.from({ length: 10 }, () => 0)
    expect(refusal(after(...tenNow), [line(1, 1)])).toMatchObject({ retryAfterSeconds: 3600 })
  })

  it('is remembered by minutes, so however many orders come the tally stays small', () => {
    let tally = EMPTY_TALLY
    for (let count = 0; count < 7200; count += 1) tally = holding(tally, minutesAgo(120 - count / 60), line(1, 1))
    expect(tally.lastHour.length).toBeLessThanOrEqual(61)
    expect(tally).toMatchObject({ openOrders: 7200, openCents: 3_600_000, pieces: new Map([[1, 7200]]) })
  })

  it('is what open orders hold together, also when a product stands in two lines', () => {
    const held = openOrdersOf([
      { totalCents: 700, lines: [line(1, 2), line(1, 3), line(2, 1)] },
      { totalCents: 300, lines: [line(2, 4)] },
    ])
    expect(held).toEqual({
      openOrders: 2,
      openCents: 1000,
      pieces: new Map([
        [1, 5],
        [2, 5],
      ]),
    })
    expect(refusal({ ...EMPTY_TALLY, ...held }, [line(1, 5)])).toBeNull()
    expect(refusal({ ...EMPTY_TALLY, ...held }, [line(1, 6)])).toBeInstanceOf(TooManyPieces)
  })

  it('grows with the setting of the shop', () => {
    expect(limitsFor(false, 3)).toEqual({ openOrders: 30, ordersPerHour: 30, piecesOfOneProduct: 30, pieces: 90 })
  })
})
