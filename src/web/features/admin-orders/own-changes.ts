/** A job takes a step within this time, in ms. */
const OWN_FOR_MS = 20_000

/** The orders that were changed from this page, with when. */
const changed = new Map<number, number>()

/** What changes an order calls this first, so that nobody is told of their own change as somebody else's. */
export function rememberOwnChange(orderId: number): void {
  changed.set(orderId, Date.now())
}

/** Whether this page has changed the order a moment ago. */
export function isOwnChange(orderId: number): boolean {
  return Date.now() - (changed.get(orderId) ?? 0) < OWN_FOR_MS
}
