import type { Day } from '#platform/time/business-days'
import { MINUTE_MS } from '#platform/time/durations'
import type { OrderStatus } from '../domain/order-status.ts'
import type { DaySales, Sums } from '../domain/sales.ts'

/** "2026-03" */
export type Month = string

/** The sums of one day of the shop's clock, as they are stored. */
export interface DayRow {
  /** "2026-03-14" */
  _id: Day
  statuses: Partial<Record<OrderStatus, Sums>>
}

/** How often the sums of each month's days have changed. */
export type Revisions = Readonly<Partial<Record<Month, number>>>

/** The sums of a month: of its days, and of all of them. */
interface MonthSales {
  readonly days: readonly DaySales[]
  readonly sums: ReadonlyMap<OrderStatus, Sums>
}

/** After so long all days are read again: a version before this one, which runs during a release, counts no changes. */
const KEPT_MS = 10 * MINUTE_MS
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'))

/** "2026-03-14" → "2026-03" */
export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

/** All sums of days. */
export interface KeptDays {
  /** Those of the days from this one on; of all days without it. */
  since(first: Day): readonly DaySales[]
  /** How many orders there are of a state, and what they cost together. */
  of(status: OrderStatus): Sums
}

/**
 * Keeps the sums of all days in memory. What was sold years ago hardly changes: of each month is kept how often its sums
 * were changed, and only the days of those that changed since are read again.
 */
export function keepDays(read: {
  readonly revisions: () => Promise<Revisions>
  /** The rows of these days, or of all. */
  readonly days: (days: readonly Day[] | null) => Promise<readonly DayRow[]>
}): () => Promise<KeptDays> {
  let months = new Map<Month, MonthSales>()
  let known: Revisions = {}
  let keptUntil = -Infinity

  return async function days() {
    // Asked first: what changes before the days are read is read with them, and once more the next time.
    const revisions = await read.revisions()
    const isOver = performance.now() >= keptUntil
    const changed = Object.keys(revisions).filter((month) => revisions[month] !== known[month])
    if (isOver || changed.length > 0) {
      const among = isOver ? null : changed.flatMap((month) => DAYS_OF_MONTH.map((date) => `${month}-${date}`))
      const rows = await read.days(among)
      months = new Map([...(isOver ? [] : months), ...byMonth(rows)])
      known = revisions
      if (isOver) keptUntil = performance.now() + KEPT_MS
    }
    return asKept(months)
  }
}

function byMonth(rows: readonly DayRow[]): Map<Month, MonthSales> {
  const months = new Map<Month, { days: DaySales[]; sums: Map<OrderStatus, Sums> }>()
  for (const { _id: day, statuses } of rows) {
    const month = months.get(monthOf(day)) ?? { days: [], sums: new Map<OrderStatus, Sums>() }
    months.set(monthOf(day), month)
    for (const [status, { orders, totalCents }] of Object.entries(statuses) as [OrderStatus, Sums][]) {
      if (orders > 0) month.days.push({ day, status, orders, totalCents })
      const before = month.sums.get(status)
      const sums = { orders: orders + (before?.orders ?? 0), totalCents: totalCents + (before?.totalCents ?? 0) }
      month.sums.set(status, sums)
    }
  }
  return months
}

function asKept(months: ReadonlyMap<Month, MonthSales>): KeptDays {
  return {
    since: (first) =>
      [...months].flatMap(([month, { days }]) =>
        month < monthOf(first) ? [] : days.filter(({ day }) => day >= first),
      ),
    of(status) {
      let [orders, totalCents] = [0, 0]
      for (const { sums } of months.values()) {
        orders += sums.get(status)?.orders ?? 0
        totalCents += sums.get(status)?.totalCents ?? 0
      }
      return { orders, totalCents }
    },
  }
}
