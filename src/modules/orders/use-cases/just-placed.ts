import type { Order } from '../domain/order.ts'

/** As long as an order's first job takes to begin; later it is read, because it may have changed. */
const KEPT_MS = 1000
/** More than begin at once. */
const MAX_KEPT = 100

/** Orders that this process has placed within the last second, for what follows at once and need not read them again. */
export interface JustPlaced {
  add(order: Order): void
  /** Gives an order once; null when it was placed by another process or longer ago. */
  take(orderId: number): Order | null
}

export function createJustPlaced(): JustPlaced {
  const kept = new Map<number, { readonly order: Order; readonly until: number }>()
  return {
    add(order) {
      kept.set(order.id, { order, until: performance.now() + KEPT_MS })
      for (const [oldest, { until }] of kept) {
        if (kept.size <= MAX_KEPT && until > performance.now()) break
        kept.delete(oldest)
      }
    },
    take(orderId) {
      const found = kept.get(orderId)
      kept.delete(orderId)
      return found !== undefined && found.until > performance.now() ? found.order : null
    },
  }
}
