import type { Summary as SummaryContract, ToDo as ToDoContract } from '#contracts/admin'
import { mayDo, type StaffRole } from '#contracts/staff-roles'
import type { AdminModule, Summary } from '#modules/admin'
import { toDecimal } from '#platform/shared-kernel/money'

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

const NO_ORDERS = { pending: 0, processing: 0, awaitingRelease: 0, openReturns: 0 } as const
const NO_MESSAGES = { open: 0, late: 0, failed: 0 } as const

/** What waits for somebody of a role: nothing in the rooms that are closed to them. */
export function presentToDo(toDo: Awaited<ReturnType<AdminModule['countToDo']>>, role: StaffRole): ToDoContract {
  const seesJobs = mayDo(role, 'jobs.read')
  return {
    orders: mayDo(role, 'orders.read') ? toDo.orders : NO_ORDERS,
    inbox: mayDo(role, 'inbox.read') ? toDo.inbox : NO_MESSAGES,
    failedImport: mayDo(role, 'imports.read') ? toDo.failedImport : null,
    outOfStock: mayDo(role, 'products.read') ? toDo.outOfStock : 0,
    failedJobs: seesJobs ? toDo.failedJobs : 0,
    withheldMails: seesJobs ? toDo.withheldMails : 0,
  }
}
