import type { SalesSummary, OrderStatus } from '#modules/orders'
import { beginOfDay, centralTime, type Day } from '#platform/time/business-days'
import { DAY_MS } from '#platform/time/durations'

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

/** The beginning of a period that ends today and has so many days by the shop's clock; null for all time. */
export function beginOf(days: number | null, now: Date): Date | null {
  return days === null ? null : beginOfDay(now, days - 1)
}

/** The beginning of a period and of as many days before it, with which it is compared; null for all time. */
export function beginOfCompared(days: number | null, now: Date): Date | null {
  return beginOf(days === null ? null : 2 * days, now)
}

/** Puts the database's sums together into what the dashboard shows (specification 2, section 2). */
export function salesOf({ ever, days, topSellers }: SalesSummary, since: Date | null, now: Date): Sales {
  const [from, today] = [centralTime(since ?? now).day, centralTime(now).day]
  const within = since === null ? days : days.filter(({ day }) => day >= from)
  const counted = days.filter(({ status }) => status !== 'cancelled')
  const sold = since === null ? counted : counted.filter(({ day }) => day >= from)
  const fromBefore = daysLater(from, -daysBetween(from, today).length)
  const soldBefore = since === null ? null : counted.filter(({ day }) => day < from && day >= fromBefore)
  // Looked up: after ten years there are 3,650 days, and nearly twenty thousand sums of them.
  const soldByDay = new Map<Day, SalesSummary['days'][number][]>()
  for (const group of sold) {
    const groups = soldByDay.get(group.day)
    if (groups === undefined) soldByDay.set(group.day, [group])
    else groups.push(group)
  }
  const first = since === null ? (days.map(({ day }) => day).sort()[0] ?? from) : from
  return {
    revenueCents: ever.totalCents,
    orders: ever.orders,
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
      byDay: daysBetween(first, today).map((day) => {
        const groups = soldByDay.get(day) ?? []
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

function daysBetween(first: Day, last: Day): Day[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
  return Array.from({ length: Math.max(count, 1) }, (_, index) => daysLater(first, index))
}

/** A day has no time of day: that of UTC, where all have 24 hours, stands for it. */
function daysLater(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}
