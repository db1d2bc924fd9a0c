import { OrderingTooFast, TooManyOpenOrders, TooManyPieces } from '../errors.ts'
import type { OrderLine } from './order.ts'

/** What one customer may hold in orders that are neither shipped nor paid for, and how fast they may order. */
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

/** An order that holds stock without being paid for. */
export interface HeldOrder {
  readonly totalCents: number
  readonly lines: readonly Pick<OrderLine, 'productId' | 'quantity'>[]
}

/** What a customer holds, and when they ordered within the last hour. */
export interface CustomerTally {
  /** By `heldKeyOf` the order. */
  readonly held: Readonly<Record<string, HeldOrder>>
  readonly recent: readonly Date[]
  /** The account is being deleted: it places no orders any more. */
  readonly isClosed: boolean
}

/** Begins with a letter, because a number in the path of an update may mean a place in a list. */
export function heldKeyOf(orderId: number): string {
  return `order${orderId}`
}

export const EMPTY_TALLY: CustomerTally = { held: {}, recent: [], isClosed: false }

const HOUR_MS = 3_600_000

/**
 * Every error says what to do; with an unproved address that is to prove it.
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
  const held = Object.values(tally.held)
  const recent = recentOf(tally, now)
  const [oldest] = recent
  if (oldest !== undefined && recent.length >= limits.ordersPerHour)
    throw new OrderingTooFast(limits.ordersPerHour, oldest.getTime() + HOUR_MS - now.getTime(), isEmailProved)
  if (held.length >= limits.openOrders) throw new TooManyOpenOrders(held.length, isEmailProved)
  const heldLines = held.flatMap((order) => order.lines)
  const piecesOf = (among: HeldOrder['lines'], productId: number) =>
    sum(among.filter((line) => line.productId === productId))
  const tooMany = [...new Map(lines.map((line) => [line.productId, line.productName]))].flatMap(
    ([productId, productName]) => {
      const requested = piecesOf(lines, productId)
      const allowed = Math.max(0, limits.piecesOfOneProduct - piecesOf(heldLines, productId))
      return requested > allowed ? [{ productId, productName, requested, allowed }] : []
    },
  )
  const allowed = Math.max(0, limits.pieces - sum(heldLines))
  if (tooMany.length > 0 || sum(lines) > allowed) throw new TooManyPieces(limits, tooMany, allowed, isEmailProved)
}

/** The tally with one more order. */
export function withOrder(tally: CustomerTally, order: HeldOrder & { readonly id: number }, now: Date): CustomerTally {
  const lines = byProduct(order.lines)
  return {
    ...tally,
    held: { ...tally.held, [heldKeyOf(order.id)]: { totalCents: order.totalCents, lines } },
    recent: [...recentOf(tally, now), now],
  }
}

/** The tally after an order gave pieces back and comes to less. */
export function withLess(
  tally: CustomerTally,
  order: { readonly id: number; readonly totalCents: number },
  back: HeldOrder['lines'],
): CustomerTally {
  const key = heldKeyOf(order.id)
  const held = tally.held[key]
  if (held === undefined) return tally
  const lines = byProduct(held.lines).flatMap(({ productId, quantity }) => {
    const left = quantity - sum(back.filter((line) => line.productId === productId))
    return left > 0 ? [{ productId, quantity: left }] : []
  })
  return { ...tally, held: { ...tally.held, [key]: { totalCents: order.totalCents, lines } } }
}

/** What all orders come to that this customer holds. */
export function heldCents(tally: CustomerTally): number {
  return Object.values(tally.held).reduce((total, { totalCents }) => total + totalCents, 0)
}

function recentOf({ recent }: CustomerTally, now: Date): readonly Date[] {
  return recent.filter((at) => now.getTime() - at.getTime() < HOUR_MS)
}

/** Each product once, with the pieces of all its lines. */
function byProduct(lines: HeldOrder['lines']): HeldOrder['lines'] {
  return [...new Set(lines.map(({ productId }) => productId))].map((productId) => ({
    productId,
    quantity: sum(lines.filter((line) => line.productId === productId)),
  }))
}

function sum(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((total, { quantity }) => total + quantity, 0)
}
