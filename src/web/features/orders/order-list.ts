import type { Order } from '#contracts/orders'

/**
 * The known orders with news of one: the newer of both states counts, since an answer that was asked for earlier may
 * arrive later. Newest orders first.
 */
export function withOrder(known: readonly Order[], news: Order): readonly Order[] {
  const before = known.find((order) => order.id === news.id)
  if (before === undefined) return [...known, news].toSorted((one, other) => other.id - one.id)
  if (isOlder(news, before)) return known
  return known.map((order) => (order.id === news.id ? news : order))
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
