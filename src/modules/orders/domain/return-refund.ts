import type { Order, OrderLine } from './order.ts'
import type { OrderReturn, ReturnReason } from './order-return.ts'
import { sharedOut, sumOfParts, type OrderPart } from './order-part.ts'
import { partsLeft, piecesOf, piecesParts } from './paid-parts.ts'
import { refundableCentsOf } from './refunds.ts'
import { ReturnNotFound } from './return-errors.ts'
import { isOpenReturn } from './return-status.ts'
import { returnWindow } from './return-window.ts'

/** Items above this are returned free of charge (specification 2, section 9). */
const FREE_ABOVE_CENTS = 10_000
/** The mistake was the shop's, the carrier's or the manufacturer's. */
const OUR_FAULT: readonly ReturnReason[] = ['defective', 'damaged', 'wrong-item', 'not-as-described']

/**
 * What a return gives back of each line and of the shipping: its pieces at the price paid and their part of the tax; also
 * the order's shipping when all of the return was the mistake of the shop, once per order. No line brings more than was
 * paid for it and not given back, and all refunds of an order together, with those that staff made without a return,
 * never exceed what was paid.
 */
function refundPartsOf(order: Order, asked: OrderReturn): readonly OrderPart[] {
  const left = leftPartsOf(order, asked)
  return sharedOut(Math.min(sumOfParts(left), refundableCentsOf(order)), left)
}

/** What of a return's pieces, and of the shipping that goes back with them, was not given back for these yet. */
function leftPartsOf(order: Order, asked: OrderReturn): readonly OrderPart[] {
  const left = new Map(partsLeft(order).map(({ lineNumber, cents }) => [lineNumber, cents]))
  const shipping = isOurFault(asked) ? [{ lineNumber: null, cents: order.shippingCents }] : []
  return [...wholePartsOf(order, asked), ...shipping].map(({ lineNumber, cents }) => {
    return { lineNumber, cents: Math.min(cents, left.get(lineNumber) ?? 0) }
  })
}

/** What the pieces of a return cost, with their part of the tax. */
function wholePartsOf(order: Order, { lines }: OrderReturn): readonly OrderPart[] {
  const refundedLines = order.returns.flatMap((each) => (each.status === 'refunded' ? each.lines : []))
  return piecesParts(order, piecesOf(lines), piecesOf(refundedLines))
}

/** What a return gave back, or would give back now, in cents. */
export function refundOf(order: Order, asked: OrderReturn): number {
  return asked.refundCents ?? sumOfParts(refundPartsOf(order, asked))
}

/** What the customer of a return can expect of it, in cents. */
export interface ExpectedRefund {
  readonly cents: number
  /**
   * What of its pieces, and of the shipping that goes back with them, is not in that, because staff gave it back before; 0
   * when the return is over.
   */
  readonly refundedBeforeCents: number
}

/** What a return gave back, or would give back now, whichever others are on their way. */
export function dueRefundOf(order: Order, asked: OrderReturn): ExpectedRefund {
  const cents = refundOf(order, asked)
  if (!isOpenReturn(asked)) return { cents, refundedBeforeCents: 0 }
  const shipping = leftPartsOf(order, asked).filter(({ lineNumber }) => lineNumber === null)
  return { cents, refundedBeforeCents: sumOfParts([...wholePartsOf(order, asked), ...shipping]) - cents }
}

/**
 * What can be expected of each return, by its number: what is left when the open ones before it are refunded, so that
 * those that are on their way together are never said to bring more than was paid.
 */
export function expectedRefundsOf(order: Order): ReadonlyMap<number, ExpectedRefund> {
  const expected = new Map<number, ExpectedRefund>()
  let then = order
  for (const asked of order.returns.toSorted((one, other) => one.number - other.number)) {
    expected.set(asked.number, dueRefundOf(then, asked))
    if (!isOpenReturn(asked)) continue
    const done = refundedReturn(then, asked)
    then = { ...then, returns: then.returns.map((each) => (each.number === asked.number ? done : each)) }
  }
  return expected
}

/** The return when its money is given back, which is once. */
export function refundedReturn(order: Order, asked: OrderReturn): OrderReturn {
  if (asked.refundCents !== null) return asked
  const parts = refundPartsOf(order, asked)
  return { ...asked, status: 'refunded', refundCents: sumOfParts(parts), parts }
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
