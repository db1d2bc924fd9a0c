import { costsOf, withShipping } from '#platform/money'
import { NothingLeftOfOrder, OrderNotChangeable, OnlyFewerPieces, ReviewTimeOver } from '../errors.ts'
import { inOneLine } from './address-correction.ts'
import type { Address, Order, OrderLine } from './order.ts'

/** What a customer changes of an order; null leaves it as it is. */
export interface OrderChange {
  /** How many pieces of a line are left, 0 for none; lines that are not named stay. 1 is the order's first line. */
  readonly lines: readonly { readonly lineNumber: number; readonly quantity: number }[] | null
  readonly shippingAddress: Address | null
}

/**
 * The order as its customer wants it now, within the review time and before it is packed (specification 2, section 9):
 * fewer pieces at the agreed prices, another delivery address, and the costs that follow.
 * @throws OrderNotChangeable @throws ReviewTimeOver @throws OnlyFewerPieces
 * @throws NothingLeftOfOrder when no piece would be left: that is a cancellation
 */
export function changeOrder(order: Order, change: OrderChange, now: Date): Order {
  if (order.status !== 'pending') throw new OrderNotChangeable(order.status)
  if (now >= order.reviewEndsAt) throw new ReviewTimeOver(order.reviewEndsAt)
  const lines = change.lines === null ? order.lines : lessened(order.lines, change.lines)
  return {
    ...order,
    lines,
    // Express keeps the price that was agreed.
    ...(order.shippingMethod === 'express' ? withShipping(costsOf(lines), order.shippingCents) : costsOf(lines)),
    shippingAddress: change.shippingAddress ?? order.shippingAddress,
    updatedAt: now,
  }
}

/** What of an order is another than it was, in words for its history; nothing when a change is sent again. */
export function whatChanged(before: Order, after: Order): readonly string[] {
  return [
    ...(piecesGivenBack(before, after).length > 0 ? ['fewer pieces'] : []),
    ...(inOneLine(before.shippingAddress) === inOneLine(after.shippingAddress) ? [] : ['another address']),
  ]
}

/** The pieces that the former order had and the new one has not, by product. */
export function piecesGivenBack(before: Order, after: Order): { productId: number; quantity: number }[] {
  const piecesOf = ({ lines }: Order, productId: number) =>
    lines.filter((line) => line.productId === productId).reduce((sum, { quantity }) => sum + quantity, 0)
  return [...new Set(before.lines.map(({ productId }) => productId))]
    .map((productId) => ({ productId, quantity: piecesOf(before, productId) - piecesOf(after, productId) }))
    .filter(({ quantity }) => quantity > 0)
}

function lessened(lines: readonly OrderLine[], wanted: NonNullable<OrderChange['lines']>): readonly OrderLine[] {
  const quantities = new Map(wanted.map(({ lineNumber, quantity }) => [lineNumber, quantity]))
  const isSound = ({ lineNumber, quantity }: { readonly lineNumber: number; readonly quantity: number }) => {
    const line = lines[lineNumber - 1]
    return line !== undefined && quantity >= 0 && quantity <= line.quantity
  }
  if (!wanted.every(isSound)) throw new OnlyFewerPieces()
  const left = lines
    .map((line, index) => ({ ...line, quantity: quantities.get(index + 1) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0)
  if (left.length === 0) throw new NothingLeftOfOrder()
  return left
}
