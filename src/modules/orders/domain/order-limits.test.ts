import { describe, expect, it } from 'vitest'
import { OrderingTooFast, TooManyOpenOrders, TooManyPieces } from '../errors.ts'
import {
  checkLimits,
  EMPTY_TALLY,
  heldCents,
  limitsFor,
  withLess,
  withOrder,
  type CustomerTally,
} from './order-limits.ts'

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
let ids = 0
const holding = (tally: CustomerTally, at: Date, ...lines: ReturnType<typeof line>[]) =>
  withOrder(tally, { id: ++ids, totalCents: 500, lines }, at)
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

  it('is so many open orders at a time, however old they are', () => {
    let tally = EMPTY_TALLY
    for (let count = 0; count < 10; count += 1) {
      expect(refusal(tally, [line(1, 1)])).toBeNull()
      tally = holding(tally, minutesAgo(6000), line(count + 2, 1))
    }
    expect(refusal(tally, [line(1, 1)])).toBeInstanceOf(TooManyOpenOrders)
    expect(refusal(tally, [line(1, 1)], true)).toBeNull()
    expect(heldCents(tally)).toBe(5000)
  })

  it('is so many orders in an hour, also when they were canceled, and the error says when the next is possible', () => {
    const recent = Array.from({ length: 10 }, (_, index) => minutesAgo(50 - index))
    const tally = { ...EMPTY_TALLY, recent }
    const refused = refusal(tally, [line(1, 1)])
    expect(refused).toBeInstanceOf(OrderingTooFast)
    expect(refused).toMatchObject({ code: 'TOO_MANY_ORDERS', kind: 'too-many', retryAfterSeconds: 600 })
    expect(refused?.message).toContain('in 10 minutes')
    expect(refusal({ ...tally, recent: [minutesAgo(60), ...recent.slice(1)] }, [line(1, 1)])).toBeNull()
    expect(withOrder({ ...tally, recent: [minutesAgo(61)] }, { id: 1, totalCents: 1, lines: [] }, NOW).recent).toEqual([
      NOW,
    ])
  })

  it('forgets what was given back and no more, also when a product stands in two lines', () => {
    const tally = withOrder(EMPTY_TALLY, { id: 1, totalCents: 1000, lines: [line(1, 5), line(1, 5)] }, minutesAgo(90))
    const less = withLess(tally, { id: 1, totalCents: 500 }, [{ productId: 1, quantity: 5 }])
    expect(Object.values(less.held)).toEqual([{ totalCents: 500, lines: [{ productId: 1, quantity: 5 }] }])
    expect(refusal(less, [line(1, 5)])).toBeNull()
    expect(refusal(less, [line(1, 6)])).toBeInstanceOf(TooManyPieces)
  })

  it('grows with the setting of the shop', () => {
    expect(limitsFor(false, 3)).toEqual({ openOrders: 30, ordersPerHour: 30, piecesOfOneProduct: 30, pieces: 90 })
  })
})
