import type { Summary as SummaryContract } from '#contracts/admin'
import type { Summary } from '#modules/admin'
import { toDecimal } from '#platform/money'

/** The dashboard's summary; `days` is the requested period ("30", "all"). */
export function presentSummary(
  { sales, catalog, awaitingRelease, openReturns }: Summary,
  days: string,
): SummaryContract {
  const { period } = sales
  return {
    revenue: toDecimal(sales.revenueCents),
    orders: sales.orders,
    products: catalog.products,
    featured: catalog.featured,
    outOfStock: catalog.outOfStock,
    awaitingRelease,
    openReturns,
    period: {
      days,
      revenue: toDecimal(period.revenueCents),
      orders: period.orders,
      before: period.before && { revenue: toDecimal(period.before.revenueCents), orders: period.before.orders },
      byStatus: period.byStatus.map((group) => ({ ...group })),
      byDay: period.byDay.map(({ day, revenueCents, orders }) => ({ day, revenue: toDecimal(revenueCents), orders })),
      topSellers: period.topSellers.map(({ revenueCents, ...seller }) => ({
        ...seller,
        revenue: toDecimal(revenueCents),
      })),
    },
    lowStock: catalog.lowStock.map((product) => ({ ...product })),
  }
}
