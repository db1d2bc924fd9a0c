import type { Order, OrderLine } from './order.ts'
import type { OrderReturn, ReturnReason } from './order-return.ts'
import { refundableCentsOf } from './refunds.ts'
import { ReturnNotFound } from './return-errors.ts'
import { isOpenReturn } from './return-status.ts'
import { returnWindow } from './return-window.ts'

/** Items above this are returned free of charge (specification 2, section 9). */
const FREE_ABOVE_CENTS = 10_000
/** The mistake was the shop's, the carrier's or the manufacturer's. */
const OUR_FAULT: readonly ReturnReason[] = ['defective', 'damaged', 'wrong-item', 'not-as-described']

/**
 * What a return gives back, in cents: its pieces at the price paid and their part of the tax; also the order's shipping
 * when all of the return was the mistake of the shop, once per order. All refunds of an order together, with those that
 * staff made without a return, never exceed what was paid.
 */
export function refundOf(order: Order, asked: OrderReturn): number {
  if (asked.refundCents !== null) return asked.refundCents
  const refunded = order.returns.filter(({ status }) => status === 'refunded')
  const before = refunded.reduce((sum, each) => sum + valueOf(order, each), 0)
  const value = valueOf(order, asked)
  // Parts of the tax are rounded over all pieces that came back, so that they add up to the tax.
  const taxOf = (cents: number) =>
    order.subtotalCents === 0 ? 0 : Math.round((order.taxCents * cents) / order.subtotalCents)
  const shipping = isOurFault(asked) && !refunded.some(isOurFault) ? order.shippingCents : 0
  return Math.min(value + taxOf(before + value) - taxOf(before) + shipping, refundableCentsOf(order))
}

/**
 * What the customer of a return can expect of it, in cents: what is left when the open ones before it are refunded, so
 * that those that are on their way together are never said to bring more than was paid.
 */
export function expectedRefundOf(order: Order, asked: OrderReturn): number {
  const before = order.returns.filter((each) => each.number < asked.number && isOpenReturn(each))
  return refundOf(before.reduce(refunded, order), asked)
}

function refunded(order: Order, asked: OrderReturn): Order {
  const done: OrderReturn = { ...asked, status: 'refunded', refundCents: refundOf(order, asked) }
  return { ...order, returns: order.returns.map((each) => (each.number === asked.number ? done : each)) }
}

function isOurFault({ lines }: OrderReturn): boolean {
  return lines.every(({ reason }) => OUR_FAULT.includes(reason))
}

/**
 * Whether the shop pays for sending these pieces back (specification 2, section 9): for what is defective or wrong, and
 * for items over $100 within 30 days, but not for a change of mind.
 */
export function isReturnShippingFree(order: Order, { lines, steps }: Pick<OrderReturn, 'lines' | 'steps'>): boolean {
  const asked = steps[0]?.at
  const window = returnWindow(order)
  const isEarly = asked === undefined || window === null || asked <= window.until
  return lines.every(
    ({ lineNumber, reason }) =>
      OUR_FAULT.includes(reason) ||
      (isEarly && reason !== 'changed-mind' && lineOf(order, lineNumber).priceCents > FREE_ABOVE_CENTS),
  )
}

/** The order's line behind a returned one. @throws ReturnNotFound */
export function lineOf(order: Order, lineNumber: number): OrderLine {
  const line = order.lines[lineNumber - 1]
  if (line === undefined) throw new ReturnNotFound()
  return line
}

function valueOf(order: Order, { lines }: OrderReturn): number {
  return lines.reduce((sum, { lineNumber, quantity }) => sum + lineOf(order, lineNumber).priceCents * quantity, 0)
}
