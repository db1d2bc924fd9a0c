import { endOfDay } from '#platform/business-days'
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
import type { Order, OrderLine } from './order.ts'
import { refundableCentsOf, refundedCentsOf } from './refunds.ts'
import { OrderChangedMeanwhile } from './staff-errors.ts'
import type { OrderReturn, ReturnedLine, ReturnReason, ReturnStatus } from './order-return.ts'

/** The return's life: from each state, where staff may take it next. Its customer may withdraw it until it arrives. */
const NEXT: Readonly<Record<ReturnStatus, readonly ReturnStatus[]>> = {
  requested: ['approved', 'declined'],
  approved: ['received', 'declined'],
  received: ['refunded', 'declined'],
  refunded: [],
  declined: [],
  withdrawn: [],
}

/** Nothing comes back with these. */
const IS_OFF: ReadonlySet<ReturnStatus> = new Set(['declined', 'withdrawn'])
const WITHDRAWABLE: readonly ReturnStatus[] = ['requested', 'approved']

/** Windows of the return policy, counted from the delivery (specification 2, section 9). */
export const RETURN_DAYS = { any: 30, unopenedOrBusiness: 60 } as const
/** Declined returns may be asked for again, but not without end. */
export const MOST_RETURNS = 10
/** Items above this are returned free of charge (specification 2, section 9). */
const FREE_ABOVE_CENTS = 10_000
/** The mistake was the shop's, the carrier's or the manufacturer's. */
const OUR_FAULT: readonly ReturnReason[] = ['defective', 'damaged', 'wrong-item', 'not-as-described']

/** Whether staff still have to do something. */
export function isOpenReturn({ status }: OrderReturn): boolean {
  return NEXT[status].length > 0
}

/** When the order arrived; null as long as it has not. */
export function deliveredAt(order: Order): Date | null {
  if (order.status !== 'delivered') return null
  return order.trackingEvents.findLast(({ status }) => status === 'delivered')?.timestamp ?? order.updatedAt
}

/** Pieces of each line that no return has taken yet; a declined or withdrawn return gives its pieces free again. */
export function returnableLines(order: Order): readonly { readonly lineNumber: number; readonly quantity: number }[] {
  const taken = order.returns.filter(({ status }) => !IS_OFF.has(status)).flatMap(({ lines }) => lines)
  return order.lines.map(({ quantity }, index) => {
    const lineNumber = index + 1
    return { lineNumber, quantity: quantity - sumOf(taken.filter((line) => line.lineNumber === lineNumber)) }
  })
}

/**
 * Until when anything of the order, and until when what is unopened may come back: the whole last day by the shop's
 * clock counts, whenever the order arrived. Null while nothing may.
 */
export function returnWindow(order: Order): { readonly until: Date; readonly unopenedUntil: Date } | null {
  const delivered = deliveredAt(order)
  if (delivered === null) return null
  return {
    until: endOfDay(delivered, RETURN_DAYS.any),
    unopenedUntil: endOfDay(delivered, RETURN_DAYS.unopenedOrBusiness),
  }
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
 * @param at.businessProducts ids of products that are business equipment
 * @throws NotReturnable @throws ReturnWindowOver @throws TooManyReturned @throws TooManyReturns
 */
export function withReturn(
  order: Order,
  wanted: WantedReturn,
  at: { readonly number: number; readonly now: Date; readonly businessProducts: ReadonlySet<number> },
): Order {
  const window = returnWindow(order)
  if (window === null) throw new NotReturnable(order.status)
  if (order.returns.length >= MOST_RETURNS) throw new TooManyReturns(MOST_RETURNS)
  checkQuantities(order, wanted.lines)
  for (const { lineNumber, isUnopened } of wanted.lines) {
    const line = lineOf(order, lineNumber)
    const isLonger = isUnopened || at.businessProducts.has(line.productId)
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
  return { ...order, returns: [...order.returns, added], updatedAt: at.now }
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

/** A step of a return as staff take it. */
interface ReturnStep {
  readonly number: number
  readonly to: ReturnStatus
  readonly message: string | null
  /** The order's revision that they had before them; null when they do not say. It counts where money goes back. */
  readonly revision: number | null
}

/**
 * The order with one of its returns a step further.
 * @throws ReturnNotFound @throws ReturnCannotMove when the return's life has no such step
 * @throws ReturnNeedsReason when it is declined without a word to the customer
 * @throws OrderChangedMeanwhile when it is refunded, and somebody may have given back money since
 */
export function moveReturn(order: Order, step: ReturnStep, now: Date): Order {
  const found = returnOf(order, step.number)
  if (!NEXT[found.status].includes(step.to)) throw new ReturnCannotMove(found.status, step.to, NEXT[found.status])
  if (step.to === 'declined' && step.message === null) throw new ReturnNeedsReason()
  const isSeen = step.revision === null || step.revision === order.revision
  if (step.to === 'refunded' && !isSeen) throw new OrderChangedMeanwhile(order.revision)
  return withStep(order, found, step, now)
}

/** Whether its customer may still give up a return: nothing has arrived. */
function isWithdrawable({ status }: OrderReturn): boolean {
  return WITHDRAWABLE.includes(status)
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
  const moved: OrderReturn = {
    ...found,
    status: to,
    steps: [...found.steps, { status: to, at: now, message }],
    refundCents: to === 'refunded' ? refundOf(order, found) : null,
  }
  return {
    ...order,
    returns: order.returns.map((each) => (each.number === found.number ? moved : each)),
    updatedAt: now,
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
    /** What was refunded, or would be now. */
    readonly dueCents: number
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
  return {
    returnable: isOpen ? { ...window, lines } : null,
    all: order.returns.map((each) => ({
      ...each,
      expectedCents: expectedRefundOf(order, each),
      dueCents: refundOf(order, each),
      isShippingFree: isReturnShippingFree(order, each),
      isWithdrawable: isWithdrawable(each),
      nextStatuses: NEXT[each.status],
    })),
    refundedCents: refundedCentsOf(order),
  }
}

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

function sumOf(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((total, { quantity }) => total + quantity, 0)
}
