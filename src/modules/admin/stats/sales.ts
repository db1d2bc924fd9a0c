import type { SalesSummary, OrderStatus } from '#modules/orders'

const DAY_MS = 24 * 3600 * 1000
const STATUSES: readonly OrderStatus[] = ['pending', 'processing', 'shipped', 'delivered', 'cancelled']

/** How the shop sold: in all, and in a period, where canceled orders are counted by their state alone. */
export interface Sales {
  /** All orders of all time, as specified for the dashboard's card. */
  readonly revenueCents: number
  readonly orders: number
  readonly period: {
    readonly revenueCents: number
    readonly orders: number
    /** The same number of days before; null for all time. */
    readonly before: { readonly revenueCents: number; readonly orders: number } | null
    readonly byStatus: readonly { readonly status: OrderStatus; readonly count: number }[]
    /** Every day of the period, also those without orders. */
    readonly byDay: readonly { readonly day: string; readonly revenueCents: number; readonly orders: number }[]
    readonly topSellers: SalesSummary['topSellers']
  }
}

/** The beginning of a period that ends today and has so many UTC days; null for all time. */
export function beginOf(days: number | null, now: Date): Date | null {
  return days === null ? null : new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS)
}

/** Puts the database's sums together into what the dashboard shows (specification 2, section 2). */
export function salesOf({ days, topSellers }: SalesSummary, since: Date | null, now: Date): Sales {
  const from = dayOf(since ?? now)
  const within = since === null ? days : days.filter(({ day }) => day >= from)
  const counted = days.filter(({ status }) => status !== 'cancelled')
  const sold = since === null ? counted : counted.filter(({ day }) => day >= from)
  const soldBefore =
    since === null
      ? null
      : counted.filter(({ day }) => day < from && day >= dayOf(new Date(2 * since.getTime() - endOf(now))))
  const first = since === null ? (days.map(({ day }) => day).sort()[0] ?? from) : from
  return {
    revenueCents: sum(days, ({ totalCents }) => totalCents),
    orders: sum(days, ({ orders }) => orders),
    period: {
      revenueCents: sum(sold, ({ totalCents }) => totalCents),
      orders: sum(sold, ({ orders }) => orders),
      before: soldBefore && {
        revenueCents: sum(soldBefore, ({ totalCents }) => totalCents),
        orders: sum(soldBefore, ({ orders }) => orders),
      },
      byStatus: STATUSES.map((status) => ({
        status,
        count: sum(
          within.filter((group) => group.status === status),
          ({ orders }) => orders,
        ),
      })),
      byDay: daysBetween(first, dayOf(now)).map((day) => {
        const groups = sold.filter((group) => group.day === day)
        return {
          day,
          revenueCents: sum(groups, ({ totalCents }) => totalCents),
          orders: sum(groups, ({ orders }) => orders),
        }
      }),
      topSellers,
    },
  }
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}

/** The end of a moment's UTC day. */
function endOf(time: Date): number {
  return (Math.floor(time.getTime() / DAY_MS) + 1) * DAY_MS
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

function daysBetween(first: string, last: string): string[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
  return Array.from({ length: Math.max(count, 1) }, (_, index) => dayOf(new Date(Date.parse(first) + index * DAY_MS)))
}
