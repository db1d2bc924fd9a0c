import type { CatalogFigures, CatalogModule } from '#modules/catalog'
import type { OrdersModule } from '#modules/orders'
import { orderPlaced, orderStatusChanged } from '#modules/orders/events'
import type { Clock } from '#platform/clock'
import type { EventBus } from '#platform/events/event-bus'
import { beginOf, salesOf, type Sales } from './sales.ts'

/** The dashboard in figures (specification 2, section 2; design, section 6). */
export interface Summary {
  readonly sales: Sales
  readonly catalog: CatalogFigures
}

const KEPT_MS = 5000
const TOP_SELLERS = 10

/**
 * Adds up how the shop does. The sums over all orders are kept for 5 seconds, so that ten open dashboards cost as much
 * as one; an order throws them away, in whichever process it is placed or moved.
 */
export function createSummarise(deps: {
  readonly catalog: Pick<CatalogModule, 'figures'>
  readonly orders: Pick<OrdersModule, 'figures'>
  readonly events: EventBus
  readonly clock: Clock
}) {
  const { catalog, orders, events, clock } = deps
  const kept = new Map<number | null, { readonly until: number; readonly sales: Promise<Sales> }>()
  events.listen(orderPlaced, 'admin.forget-figures', () => kept.clear())
  events.listen(orderStatusChanged, 'admin.forget-figures', () => kept.clear())

  async function addUp(days: number | null): Promise<Sales> {
    const now = clock.now()
    const since = beginOf(days, now)
    return salesOf(await orders.figures({ since, sellers: TOP_SELLERS }), since, now)
  }

  /** @param days so many days until today; null for all time */
  return async function summarise(days: number | null): Promise<Summary> {
    const now = clock.now().getTime()
    let entry = kept.get(days)
    if (entry === undefined || entry.until <= now) {
      entry = { until: now + KEPT_MS, sales: addUp(days) }
      kept.set(days, entry)
      const failed = entry
      entry.sales.catch(() => {
        if (kept.get(days) === failed) kept.delete(days)
      })
    }
    return { sales: await entry.sales, catalog: await catalog.figures() }
  }
}
