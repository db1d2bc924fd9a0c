import type { CatalogModule } from '#modules/catalog'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/time/clock'
import type { Stats } from './stats.api.ts'
import { beginOf, beginOfCompared, salesOf, type Sales } from './sales.ts'

const CACHED_MS = 5000
const TOP_SELLERS = 10

/** The stats, and a way to clear their cache. */
export interface CachedStats extends Stats {
  /** The next summary reads the orders again. */
  clearCache(): void
}

/** Sums over all orders are cached for 5 seconds, so that ten open dashboards cost as much as one. */
export function createStats(deps: {
  readonly catalog: Pick<CatalogModule, 'stats'>
  readonly orders: Pick<OrdersModule, 'salesSummary' | 'countAwaitingRelease' | 'countOpenReturns'>
  readonly clock: Clock
}): CachedStats {
  const { catalog, orders, clock } = deps
  const cache = new Map<number | null, { readonly until: number; readonly sales: Promise<Sales> }>()

  async function readSales(days: number | null): Promise<Sales> {
    const now = clock.now()
    const since = beginOf(days, now)
    const daysSince = beginOfCompared(days, now)
    return salesOf(await orders.salesSummary({ since, daysSince, sellers: TOP_SELLERS }), since, now)
  }

  function cachedSales(days: number | null): Promise<Sales> {
    const now = clock.now().getTime()
    const cached = cache.get(days)
    if (cached !== undefined && cached.until > now) return cached.sales
    const entry = { until: now + CACHED_MS, sales: readSales(days) }
    cache.set(days, entry)
    entry.sales.catch(() => {
      if (cache.get(days) === entry) cache.delete(days)
    })
    return entry.sales
  }

  return {
    summarize: async (days) => ({
      sales: await cachedSales(days),
      catalog: await catalog.stats(),
      awaitingRelease: await orders.countAwaitingRelease(),
      openReturns: await orders.countOpenReturns(),
    }),
    clearCache: () => cache.clear(),
  }
}
