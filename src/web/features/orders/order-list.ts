import type { Order } from '#contracts/orders'

/**
 * The known orders with one of them updated. The newer of the two states counts, because an earlier request may be
 * answered later. Newest orders first.
 */
export function withOrder(known: readonly Order[], update: Order): readonly Order[] {
  const before = known.find((order) => order.id === update.id)
  if (before === undefined) return [...known, update].toSorted((one, other) => other.id - one.id)
  if (isOlder(update, before)) return known
  return known.map((order) => (order.id === update.id ? update : order))
}

/** The whole list as the server has it, unless an order of it is known in a newer state already. */
export function withList(known: readonly Order[], list: readonly Order[]): readonly Order[] {
  const states = new Map(known.map((order) => [order.id, order]))
  return list.map((order) => {
    const before = states.get(order.id)
    return before !== undefined && isOlder(order, before) ? before : order
  })
}

/** The orders that have another status than before; orders that were not known are no move. */
export function movedOrders(before: readonly Order[], after: readonly Order[]): readonly Order[] {
  const statuses = new Map(before.map((order) => [order.id, order.status]))
  return after.filter((order) => statuses.has(order.id) && statuses.get(order.id) !== order.status)
}

function isOlder(order: Order, than: Order): boolean {
  return Date.parse(order.updatedAt) < Date.parse(than.updatedAt)
}
