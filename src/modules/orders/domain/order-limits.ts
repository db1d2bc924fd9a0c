import { HOUR_MS, MINUTE_MS } from '#platform/time/durations'
import { OrderingTooFast, TooManyOpenOrders, TooManyPieces } from '../errors.ts'
import type { OrderLine } from './order.ts'

/** What one customer may hold in orders that are neither shipped nor canceled, and how fast they may order. */
export interface OrderLimits {
  readonly openOrders: number
  readonly ordersPerHour: number
  readonly piecesOfOneProduct: number
  readonly pieces: number
}

/**
 * An account costs a minute, so its orders take little from others until its address is proved; that costs a press on
 * a link. What a small office buys at once fits in.
 */
const UNPROVED: OrderLimits = { openOrders: 10, ordersPerHour: 10, piecesOfOneProduct: 10, pieces: 30 }
/** More than any customer of a shop for printers buys without asking for a quote, and less than the shop has. */
const PROVED: OrderLimits = { openOrders: 50, ordersPerHour: 60, piecesOfOneProduct: 100, pieces: 300 }

/** @param factor the shop's own setting; 1 means these limits */
export function limitsFor(isEmailProved: boolean, factor: number): OrderLimits {
  const { openOrders, ordersPerHour, piecesOfOneProduct, pieces } = isEmailProved ? PROVED : UNPROVED
  return {
    openOrders: openOrders * factor,
    ordersPerHour: ordersPerHour * factor,
    piecesOfOneProduct: piecesOfOneProduct * factor,
    pieces: pieces * factor,
  }
}

/** What an order holds without being paid for. */
export interface HeldOrder {
  readonly totalCents: number
  /** Pieces that were taken from stock. */
  readonly lines: readonly Pick<OrderLine, 'productId' | 'quantity'>[]
}

/** What a customer's orders come to that are neither shipped nor canceled. */
export interface OpenOrders {
  readonly openOrders: number
  readonly openCents: number
  /** Pieces that they took from stock, by product. */
  readonly pieces: ReadonlyMap<number, number>
}

/** Orders of one minute, and until when they count: then the first of them is an hour old. */
export interface OrdersOfMinute {
  readonly until: Date
  readonly orders: number
}

/** What a customer holds, and how many orders they placed within the last hour, by their minutes. */
export interface CustomerTally extends OpenOrders {
  readonly lastHour: readonly OrdersOfMinute[]
  /** The account is being deleted: it places no orders any more. */
  readonly isClosed: boolean
}

export const EMPTY_TALLY: CustomerTally = {
  openOrders: 0,
  openCents: 0,
  pieces: new Map(),
  lastHour: [],
  isClosed: false,
}

/**
 * Refuses an order that would take a customer above their limits. Every error says what to do; without a proved address
 * that is to prove it.
 * @throws OrderingTooFast
 * @throws TooManyOpenOrders
 * @throws TooManyPieces
 */
export function checkLimits(
  tally: CustomerTally,
  lines: readonly OrderLine[],
  customer: { readonly isEmailProved: boolean; readonly limits: OrderLimits; readonly now: Date },
): void {
  const { isEmailProved, limits, now } = customer
  const lastHour = within(tally.lastHour, now)
  if (lastHour.length > 0 && sum(lastHour.map(({ orders }) => orders)) >= limits.ordersPerHour) {
    const firstEnd = Math.min(...lastHour.map(({ until }) => until.getTime()))
    throw new OrderingTooFast(limits.ordersPerHour, firstEnd - now.getTime(), isEmailProved)
  }
  if (tally.openOrders >= limits.openOrders) throw new TooManyOpenOrders(tally.openOrders, isEmailProved)
  const wanted = withPieces(new Map(), lines)
  const tooMany = [...new Map(lines.map((line) => [line.productId, line.productName]))].flatMap(
    ([productId, productName]) => {
      const requested = wanted.get(productId) ?? 0
      const allowed = Math.max(0, limits.piecesOfOneProduct - (tally.pieces.get(productId) ?? 0))
      return requested > allowed ? [{ productId, productName, requested, allowed }] : []
    },
  )
  const allowed = Math.max(0, limits.pieces - sum([...tally.pieces.values()]))
  if (tooMany.length > 0 || sum([...wanted.values()]) > allowed)
    throw new TooManyPieces(limits, tooMany, allowed, isEmailProved)
}

/** The tally with one more order. */
export function withOrder(tally: CustomerTally, { totalCents, lines }: HeldOrder, now: Date): CustomerTally {
  return {
    openOrders: tally.openOrders + 1,
    openCents: tally.openCents + totalCents,
    pieces: withPieces(tally.pieces, lines),
    lastHour: withTime(within(tally.lastHour, now), now),
    isClosed: tally.isClosed,
  }
}

/** What these orders come to. */
export function openOrdersOf(orders: readonly HeldOrder[]): OpenOrders {
  return {
    openOrders: orders.length,
    openCents: sum(orders.map(({ totalCents }) => totalCents)),
    pieces: withPieces(
      new Map(),
      orders.flatMap(({ lines }) => lines),
    ),
  }
}

/** Adds the lines' pieces, of each product together. */
export function withPieces(
  pieces: ReadonlyMap<number, number>,
  lines: HeldOrder['lines'],
): ReadonlyMap<number, number> {
  const more = new Map(pieces)
  for (const { productId, quantity } of lines) more.set(productId, (more.get(productId) ?? 0) + quantity)
  return more
}

/** Counts an order that was placed at a time. */
export function withTime(minutes: CustomerTally['lastHour'], time: Date): CustomerTally['lastHour'] {
  const until = new Date(Math.floor((time.getTime() + HOUR_MS) / MINUTE_MS) * MINUTE_MS)
  const known = minutes.find((minute) => minute.until.getTime() === until.getTime())
  return [...minutes.filter((minute) => minute !== known), { until, orders: (known?.orders ?? 0) + 1 }]
}

/** Those that count still, and not what was ordered while a clock was ahead, until the time that it showed. */
function within(minutes: CustomerTally['lastHour'], now: Date): CustomerTally['lastHour'] {
  const end = new Date(now.getTime() + 2 * HOUR_MS)
  return minutes.filter(({ until }) => until > now && until < end)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
