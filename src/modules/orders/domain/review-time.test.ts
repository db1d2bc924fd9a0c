import { expect, it } from 'vitest'
import { OrderCannotMove, OrderNotChangeable, ReviewTimeOver } from '../errors.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { checkCustomerMayCancel, checkCustomerMayChange, reviewTimeOf } from './review-time.ts'

const reviewEndsAt = new Date('2026-03-01T13:00:00.000Z')
const lastMoment = new Date(reviewEndsAt.getTime() - 1)

it('a customer may cancel until the very end of the review time, and not at it', () => {
  const order = { status: 'processing', reviewEndsAt } as const
  expect(() => checkCustomerMayCancel(order, lastMoment)).not.toThrow()
  expect(() => checkCustomerMayCancel(order, reviewEndsAt)).toThrow(ReviewTimeOver)
  expect(() => checkCustomerMayCancel({ ...order, status: 'shipped' }, lastMoment)).toThrow(OrderCannotMove)
})

it('a customer may change an order until the very end of the review time, and not once it is packed', () => {
  const order = { status: 'pending', reviewEndsAt } as const
  expect(() => checkCustomerMayChange(order, lastMoment)).not.toThrow()
  expect(() => checkCustomerMayChange(order, reviewEndsAt)).toThrow(ReviewTimeOver)
  expect(() => checkCustomerMayChange({ ...order, status: 'processing' }, lastMoment)).toThrow(OrderNotChangeable)
})

const allows = (check: () => void) => {
  try {
    check()
    return true
  } catch {
    return false
  }
}

it.each(ORDER_STATUSES)(
  'what a customer is shown of an order that is %s is what the shop then lets them do',
  (status) => {
    const order = { status, reviewEndsAt }
    for (const now of [lastMoment, reviewEndsAt])
      expect(reviewTimeOf(order, now)).toEqual({
        cancelableUntil: allows(() => checkCustomerMayCancel(order, now)) ? reviewEndsAt : null,
        changeableUntil: allows(() => checkCustomerMayChange(order, now)) ? reviewEndsAt : null,
      })
  },
)
