import type { Order, OrderRefund } from './order.ts'
import {
  NothingToRefund,
  OrderChangedMeanwhile,
  RefundKeyReused,
  RefundTooLarge,
  TooManyRefunds,
} from './staff-errors.ts'

const MOST_REFUNDS = 20

/** What staff give back, and which state of the order they had before them. */
export interface WantedRefund {
  /** The same key is the same refund, however often it is sent. */
  readonly key: string
  readonly amountCents: number
  readonly reason: string
  readonly revision: number
}

/** What the customer has paid, in cents. Without a payment provider nothing is paid before the order is delivered. */
export function paidCentsOf({ status, totalCents }: Order): number {
  return status === 'delivered' ? totalCents : 0
}

/** What was given back so far, with returns and without, in cents. */
export function refundedCentsOf({ refunds, returns }: Order): number {
  const direct = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return returns.reduce((sum, { refundCents }) => sum + (refundCents ?? 0), direct)
}

/** The most that may still be given back, in cents. */
export function refundableCentsOf(order: Order): number {
  return Math.max(0, paidCentsOf(order) - refundedCentsOf(order))
}

/**
 * The refund that was made with this key; null when there is none. The key stands in the order, so that it counts for as
 * long as the refund does, and needs no collection of its own.
 * @throws RefundKeyReused when it was another one
 */
export function refundOfKey({ refunds }: Order, { key, amountCents, reason }: WantedRefund): OrderRefund | null {
  const found = refunds.find((each) => each.key === key)
  if (found === undefined) return null
  if (found.amountCents !== amountCents || found.reason !== reason) throw new RefundKeyReused()
  return found
}

/**
 * The order with one more refund, of at least a cent and never of more than what was paid and not given back.
 * @param wanted.by the name of the member of staff
 * @throws OrderChangedMeanwhile @throws NothingToRefund @throws RefundTooLarge @throws TooManyRefunds
 */
export function withRefund(order: Order, wanted: WantedRefund & { readonly by: string | null }, now: Date): Order {
  const { key, amountCents, reason, revision, by } = wanted
  if (order.revision !== revision) throw new OrderChangedMeanwhile(order.revision)
  const most = refundableCentsOf(order)
  if (most === 0) throw new NothingToRefund(paidCentsOf(order) > 0)
  if (amountCents < 1 || amountCents > most) throw new RefundTooLarge(most)
  if (order.refunds.length >= MOST_REFUNDS) throw new TooManyRefunds(MOST_REFUNDS)
  return { ...order, refunds: [...order.refunds, { key, amountCents, reason, by, at: now }], updatedAt: now }
}
