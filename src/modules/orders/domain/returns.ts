import {
  NotReturnable,
  ReturnCannotMove,
  ReturnKeyReused,
  ReturnNeedsReason,
  ReturnNotFound,
  ReturnWindowOver,
  TooManyReturned,
  TooManyReturns,
} from './return-errors.ts'
import { takenFromStock, timeOfChange, type Order } from './order.ts'
import { refundedCentsOf } from './refunds.ts'
import {
  dueRefundOf,
  expectedRefundsOf,
  isReturnShippingFree,
  lineOf,
  refundedReturn,
  type ExpectedRefund,
} from './return-refund.ts'
import { isWithdrawable, NEXT_RETURN_STATUSES, OFF_STATUSES } from './return-status.ts'
import { returnWindow } from './return-window.ts'
import { OrderChangedMeanwhile } from './staff-errors.ts'
import type { OrderReturn, ReturnedLine, ReturnStatus } from './order-return.ts'

/** Declined returns may be asked for again, but not without end. */
export const MAX_RETURNS = 10

/** Pieces of each line that no return has taken yet; a declined or withdrawn return gives its pieces free again. */
export function returnableLines(order: Order): readonly { readonly lineNumber: number; readonly quantity: number }[] {
  const taken = order.returns.filter(({ status }) => !OFF_STATUSES.has(status)).flatMap(({ lines }) => lines)
  return order.lines.map(({ quantity }, index) => {
    const lineNumber = index + 1
    return { lineNumber, quantity: quantity - sumOf(taken.filter((line) => line.lineNumber === lineNumber)) }
  })
}

/** What a customer asks to return. */
interface WantedReturn {
  /** Null when none was sent: then each request is a return of its own. */
  readonly key: string | null
  readonly lines: readonly ReturnedLine[]
  readonly note: string | null
}

/**
 * The return that was asked for with this key; null when there is none. The key stands in the order, as a refund's does.
 * @throws ReturnKeyReused when it was another one
 */
export function returnOfKey({ returns }: Order, { key, lines, note }: WantedReturn): OrderReturn | null {
  const found = key === null ? undefined : returns.find((each) => each.key === key)
  if (found === undefined) return null
  const same = (each: readonly ReturnedLine[]) => JSON.stringify(each.map(toLine))
  if (found.note !== note || same(found.lines) !== same(lines)) throw new ReturnKeyReused()
  return found
}

function toLine({ lineNumber, quantity, reason, isUnopened }: ReturnedLine): ReturnedLine {
  return { lineNumber, quantity, reason, isUnopened }
}

/**
 * The order with a new return of some of its pieces (specification 2, section 9: 30 days from delivery, 60 days for
 * unopened items and business equipment).
 * @param at.businessProducts ids of products that are business equipment now
 * @throws NotReturnable @throws ReturnWindowOver @throws TooManyReturned @throws TooManyReturns
 */
export function withReturn(
  order: Order,
  wanted: WantedReturn,
  at: { readonly number: number; readonly now: Date; readonly businessProducts: ReadonlySet<number> },
): Order {
  const window = returnWindow(order)
  if (window === null) throw new NotReturnable(order.status)
  if (order.returns.length >= MAX_RETURNS) throw new TooManyReturns(MAX_RETURNS)
  checkQuantities(order, wanted.lines)
  for (const { lineNumber, isUnopened } of wanted.lines) {
    const line = lineOf(order, lineNumber)
    const isLonger = isUnopened || line.isBusinessProduct === true || at.businessProducts.has(line.productId)
    if (at.now > (isLonger ? window.unopenedUntil : window.until)) throw new ReturnWindowOver(line.productName)
  }
  const step = { status: 'requested', at: at.now, message: null } as const
  const added: OrderReturn = {
    ...(wanted.key !== null && { key: wanted.key }),
    number: at.number,
    status: 'requested',
    lines: wanted.lines.map(toLine),
    note: wanted.note,
    steps: [step],
    refundCents: null,
  }
  return { ...order, returns: [...order.returns, added], updatedAt: timeOfChange(order, at.now) }
}

function checkQuantities(order: Order, wanted: readonly ReturnedLine[]): void {
  const left = new Map(returnableLines(order).map(({ lineNumber, quantity }) => [lineNumber, quantity]))
  const tooMany = [...new Set(wanted.map(({ lineNumber }) => lineNumber))].flatMap((lineNumber) => {
    const requested = sumOf(wanted.filter((line) => line.lineNumber === lineNumber))
    const allowed = left.get(lineNumber) ?? 0
    const productName = order.lines[lineNumber - 1]?.productName ?? null
    return requested > allowed ? [{ line: lineNumber, productName, requested, allowed }] : []
  })
  if (tooMany.length > 0) throw new TooManyReturned(tooMany)
}

/** A step of a return that staff want to take. */
interface WantedStep {
  readonly number: number
  readonly to: ReturnStatus
  readonly message: string | null
  /** Lines whose pieces go back in stock, when it is received; those of them count that were taken from it. */
  readonly restock?: readonly number[]
  /** The order's revision that they had before them; null when they do not say. It counts where money goes back. */
  readonly revision: number | null
}

/**
 * The order with one of its returns a step further.
 * @throws ReturnNotFound @throws ReturnCannotMove when the return's life has no such step
 * @throws ReturnNeedsReason when it is declined without a word to the customer
 * @throws OrderChangedMeanwhile when it is refunded, and somebody may have given back money since
 */
export function moveReturn(order: Order, step: WantedStep, now: Date): Order {
  const found = returnOf(order, step.number)
  if (!NEXT_RETURN_STATUSES[found.status].includes(step.to))
    throw new ReturnCannotMove(found.status, step.to, NEXT_RETURN_STATUSES[found.status])
  if (step.to === 'declined' && step.message === null) throw new ReturnNeedsReason()
  const isSeen = step.revision === null || step.revision === order.revision
  if (step.to === 'refunded' && !isSeen) throw new OrderChangedMeanwhile(order.revision)
  const restocked = step.to === 'received' ? restockedLines(order, found, step.restock ?? []) : []
  return withStep(order, restocked.length === 0 ? found : { ...found, restocked }, step, now)
}

/** Those of a return's lines that are named and were taken from stock. */
function restockedLines(order: Order, { lines }: OrderReturn, named: readonly number[]): readonly number[] {
  const counted = takenFromStock(order.lines)
  const isCounted = (lineNumber: number) => counted.includes(lineOf(order, lineNumber))
  return [...new Set(lines.map(({ lineNumber }) => lineNumber))].filter(
    (each) => named.includes(each) && isCounted(each),
  )
}

/** The pieces of a return that went back in stock on receipt, by product. */
export function restockedPieces(
  order: Order,
  { lines, restocked = [] }: OrderReturn,
): readonly { readonly productId: number; readonly quantity: number }[] {
  return lines
    .filter(({ lineNumber }) => restocked.includes(lineNumber))
    .map(({ lineNumber, quantity }) => ({ productId: lineOf(order, lineNumber).productId, quantity }))
}

/**
 * The order with a return that its customer gave up.
 * @throws ReturnNotFound @throws ReturnCannotMove when it has arrived or is over
 */
export function withdrawReturn(order: Order, number: number, now: Date): Order {
  const found = returnOf(order, number)
  if (!isWithdrawable(found)) throw new ReturnCannotMove(found.status, 'withdrawn', [])
  return withStep(order, found, { to: 'withdrawn', message: null }, now)
}

function withStep(
  order: Order,
  found: OrderReturn,
  { to, message }: { readonly to: ReturnStatus; readonly message: string | null },
  now: Date,
): Order {
  const steps = [...found.steps, { status: to, at: now, message }]
  const moved: OrderReturn = { ...(to === 'refunded' ? refundedReturn(order, found) : found), status: to, steps }
  return {
    ...order,
    returns: order.returns.map((each) => (each.number === found.number ? moved : each)),
    updatedAt: timeOfChange(order, now),
  }
}

/** @throws ReturnNotFound */
export function returnOf(order: Order, number: number): OrderReturn {
  const found = order.returns.find((each) => each.number === number)
  if (found === undefined) throw new ReturnNotFound()
  return found
}

/** What can be said about an order's returns now. */
export interface OrderReturns {
  /** Null when nothing may come back any more, or not yet. */
  readonly returnable: {
    readonly until: Date
    readonly unopenedUntil: Date
    readonly lines: readonly { readonly lineNumber: number; readonly quantity: number }[]
  } | null
  readonly all: readonly (OrderReturn & {
    /** What was refunded, or will be when everything arrives. */
    readonly expectedCents: number
    /** What of its price and shipping is not in that, because staff gave it back before; 0 when the return is over. */
    readonly refundedBeforeCents: number
    /** What was refunded, or would be now, whichever others are on their way. */
    readonly due: ExpectedRefund
    readonly isShippingFree: boolean
    readonly isWithdrawable: boolean
    readonly nextStatuses: readonly ReturnStatus[]
  })[]
  /** What was given back so far, with returns and without. */
  readonly refundedCents: number
}

/** The order's returns, and what may still come back. */
export function returnsOf(order: Order, now: Date): OrderReturns {
  const window = returnWindow(order)
  const lines = returnableLines(order).filter(({ quantity }) => quantity > 0)
  const isOpen = window !== null && now <= window.unopenedUntil && lines.length > 0
  const expected = expectedRefundsOf(order)
  return {
    returnable: isOpen ? { ...window, lines } : null,
    all: order.returns.map((each) => ({
      ...each,
      expectedCents: expected.get(each.number)?.cents ?? 0,
      refundedBeforeCents: expected.get(each.number)?.refundedBeforeCents ?? 0,
      due: dueRefundOf(order, each),
      isShippingFree: isReturnShippingFree(order, each),
      isWithdrawable: isWithdrawable(each),
      nextStatuses: NEXT_RETURN_STATUSES[each.status],
    })),
    refundedCents: refundedCentsOf(order),
  }
}

function sumOf(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((total, { quantity }) => total + quantity, 0)
}
