import type { Standing } from '#platform/mail/mail-budget'
import type { Order } from '../domain/order.ts'
import type { OrderRequest } from '../domain/placement.ts'

/** As long as an order's first job takes to begin; later it is read, because it may have changed. */
const KEPT_MS = 1000
/** More than begin at once. */
const MAX_KEPT = 100

/** An order, and what was known of its address when it was placed; null where that is not the account's. */
interface PlacedOrder {
  readonly order: Order
  readonly standing: Standing | null
}

/** Orders that this process has placed within the last second, for what follows at once and need not read them again. */
export interface JustPlaced {
  add(order: Order, account: Pick<OrderRequest, 'accountEmail' | 'isEmailProved'>): void
  /** Gives an order once; null when it was placed by another process or longer ago. */
  take(orderId: number): PlacedOrder | null
}

export function createJustPlaced(): JustPlaced {
  const kept = new Map<number, { readonly placed: PlacedOrder; readonly until: number }>()
  return {
    add(order, { accountEmail, isEmailProved }) {
      const known = isEmailProved ? 'own' : 'unproved'
      const standing = order.customerEmail === accountEmail ? known : null
      kept.set(order.id, { placed: { order, standing }, until: performance.now() + KEPT_MS })
      for (const [oldest, { until }] of kept) {
        if (kept.size <= MAX_KEPT && until > performance.now()) break
        kept.delete(oldest)
      }
    },
    take(orderId) {
      const found = kept.get(orderId)
      kept.delete(orderId)
      return found !== undefined && found.until > performance.now() ? found.placed : null
    },
  }
}
