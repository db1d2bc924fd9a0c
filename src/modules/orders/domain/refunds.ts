import { sharedOut, sumOfParts, type OrderPart } from './order-part.ts'
import { partsLeft } from './paid-parts.ts'
import { timeOfChange, type Order, type OrderRefund } from './order.ts'
import {
  NothingToRefund,
  OrderChangedMeanwhile,
  RefundKeyReused,
  RefundTooLarge,
  TooManyRefunds,
  UnknownRefundedLine,
} from './staff-errors.ts'

const MAX_REFUNDS = 20

/** What staff give back, and which state of the order they had before them. */
export interface WantedRefund {
  /** The same key is the same refund, however often it is sent. */
  readonly key: string
  readonly amountCents: number
  readonly reason: string
  /** The lines that it is for. Without any, and not for the shipping, it is for the whole order. */
  readonly lineNumbers: readonly number[]
  readonly isForShipping: boolean
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

/** What may still be given back of each line and of the shipping, in cents; nothing before anything is paid. */
export function refundablePartsOf(order: Order): readonly OrderPart[] {
  const most = refundableCentsOf(order)
  return partsLeft(order).map((part) => ({ ...part, cents: Math.min(part.cents, most) }))
}

/**
 * The refund that was made with this key; null when there is none. The key stands in the order, so that it counts for as
 * long as the refund does, and needs no collection of its own.
 * @throws RefundKeyReused when it was another one
 */
export function refundOfKey({ refunds }: Order, wanted: WantedRefund): OrderRefund | null {
  const found = refunds.find((each) => each.key === wanted.key)
  if (found === undefined) return null
  const { amountCents, reason, parts = [] } = found
  const isForSame =
    parts.length === new Set(wanted.lineNumbers).size + Number(wanted.isForShipping) && parts.every(isWanted(wanted))
  if (amountCents !== wanted.amountCents || reason !== wanted.reason || !isForSame) throw new RefundKeyReused()
  return found
}

const isWanted =
  ({ lineNumbers, isForShipping }: WantedRefund) =>
  ({ lineNumber }: OrderPart): boolean =>
    lineNumber === null ? isForShipping : lineNumbers.includes(lineNumber)

/**
 * The order with one more refund, of at least a cent and never of more than what was paid and not given back, of the
 * whole order and of each part that it is for.
 * @param wanted.by the name of the member of staff
 * @throws OrderChangedMeanwhile @throws UnknownRefundedLine @throws NothingToRefund @throws RefundTooLarge
 * @throws TooManyRefunds
 */
export function withRefund(order: Order, wanted: WantedRefund & { readonly by: string | null }, now: Date): Order {
  const { key, amountCents, reason, lineNumbers, isForShipping, revision, by } = wanted
  if (order.revision !== revision) throw new OrderChangedMeanwhile(order.revision)
  if (lineNumbers.some((lineNumber) => order.lines[lineNumber - 1] === undefined)) throw new UnknownRefundedLine()
  const isForParts = isForShipping || lineNumbers.length > 0
  const left = isForParts ? partsLeft(order).filter(isWanted(wanted)) : []
  const ofOrder = refundableCentsOf(order)
  const most = isForParts ? Math.min(ofOrder, sumOfParts(left)) : ofOrder
  if (most === 0) throw new NothingToRefund(ofOrder > 0 ? 'parts' : paidCentsOf(order) > 0 ? 'order' : 'unpaid')
  if (amountCents < 1 || amountCents > most) throw new RefundTooLarge(most)
  if (order.refunds.length >= MAX_REFUNDS) throw new TooManyRefunds(MAX_REFUNDS)
  const parts = isForParts ? { parts: sharedOut(amountCents, left) } : {}
  const refund: OrderRefund = { key, amountCents, reason, by, at: now, ...parts }
  return { ...order, refunds: [...order.refunds, refund], updatedAt: timeOfChange(order, now) }
}
