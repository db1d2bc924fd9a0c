import type { Order } from '#contracts/orders'
import { isRecord } from '../../lib/is-record.ts'

/**
 * The order in a history entry's state: with it the confirmation survives a reload and Back. The entry may come from
 * another release of the shop, so everything that the confirmation shows is checked.
 * @param state the state of the history entry, of any type
 * @param userId the customer, who sees only their own order; null when it is not known who visits
 * @returns the order, or null when the entry has none of this customer's
 */
export function placedOrderIn(state: unknown, userId: string | null): Order | null {
  if (!isRecord(state) || userId === null || state.placedBy !== userId) return null
  const order = state.placedOrder
  if (!isRecord(order) || !isRecord(order.shippingAddress) || !Array.isArray(order.items)) return null
  const isComplete =
    typeof order.id === 'number' &&
    !Number.isNaN(Date.parse(String(order.createdAt))) &&
    [order.subtotal, order.shipping, order.tax, order.totalAmount].every(isAmount) &&
    areTexts(order, ['customerName', 'customerEmail', 'paymentMethod']) &&
    areTexts(order.shippingAddress, ['firstName', 'lastName', 'address', 'city', 'state', 'zipCode', 'country']) &&
    order.items.every(isLine)
  return isComplete ? (order as unknown as Order) : null
}

/** The state of the history entry that shows this order's confirmation. */
export function placedOrderState(order: Order, userId: string) {
  return { placedOrder: order, placedBy: userId }
}

function isLine(line: unknown): boolean {
  return (
    isRecord(line) &&
    typeof line.productName === 'string' &&
    typeof line.quantity === 'number' &&
    isAmount(line.price) &&
    isAmount(line.total)
  )
}

function isAmount(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && Number.isFinite(Number(value))
}

function areTexts(record: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof record[name] === 'string')
}
