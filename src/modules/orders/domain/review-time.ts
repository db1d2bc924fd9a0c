import { OrderCannotMove, OrderNotChangeable, ReviewTimeOver } from '../errors.ts'
import type { Order } from './order.ts'
import { canMove, nextStatuses } from './order-status.ts'

type ReviewedOrder = Pick<Order, 'status' | 'reviewEndsAt'>

/** What a customer may still do with an order, and until when; null for what they may not, or not any more. */
export interface ReviewTime {
  readonly cancelableUntil: Date | null
  readonly changeableUntil: Date | null
}

/** What the checks below let a customer do from now on. */
export function reviewTimeOf(order: ReviewedOrder, now: Date): ReviewTime {
  const until = isOver(order, now) ? null : order.reviewEndsAt
  return {
    cancelableUntil: isCancelable(order) ? until : null,
    changeableUntil: isChangeable(order) ? until : null,
  }
}

/**
 * Whether the customer who ordered may cancel it now (specification 2, section 9): the order's life must allow it and
 * the review time must not be over.
 * @throws OrderCannotMove @throws ReviewTimeOver
 */
export function checkCustomerMayCancel(order: ReviewedOrder, now: Date): void {
  if (!isCancelable(order)) throw new OrderCannotMove(order.status, 'cancelled', nextStatuses(order.status))
  if (isOver(order, now)) throw new ReviewTimeOver(order.reviewEndsAt)
}

/**
 * Whether the customer who ordered may change it now: it must not be packed, and the review time must not be over.
 * @throws OrderNotChangeable @throws ReviewTimeOver
 */
export function checkCustomerMayChange(order: ReviewedOrder, now: Date): void {
  if (!isChangeable(order)) throw new OrderNotChangeable(order.status)
  if (isOver(order, now)) throw new ReviewTimeOver(order.reviewEndsAt)
}

function isCancelable({ status }: ReviewedOrder): boolean {
  return canMove(status, 'cancelled')
}

function isChangeable({ status }: ReviewedOrder): boolean {
  return status === 'pending'
}

function isOver({ reviewEndsAt }: ReviewedOrder, now: Date): boolean {
  return now >= reviewEndsAt
}
