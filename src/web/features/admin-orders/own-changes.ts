/** A job takes a step within this time, in ms. */
const OWN_FOR_MS = 20_000

/** The orders that were changed from this page, with when. No clock that may be set meanwhile. */
const changed = new Map<number, number>()

/** What changes an order calls this first, so that nobody is told of their own change as somebody else's. */
export function rememberOwnChange(orderId: number): void {
  changed.set(orderId, performance.now())
}

/** Whether this page has changed the order a moment ago. */
export function isOwnChange(orderId: number): boolean {
  return performance.now() - (changed.get(orderId) ?? -Infinity) < OWN_FOR_MS
}
