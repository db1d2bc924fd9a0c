import { parseSum } from '#platform/shared-kernel/money'
import { timeFormat } from '../../lib/format.ts'

export interface RevenueDay {
  /** "2026-11-21". */
  readonly day: string
  readonly revenue: string
  readonly orders: number
}

/** One bar of the chart: a day, or several days together. */
export interface RevenueBar {
  readonly firstDay: string
  readonly lastDay: string
  readonly cents: number
  readonly orders: number
}

/** More bars than this are too thin to distinguish. */
const MAX_BARS = 92

/**
 * As many bars as can be distinguished: days, or weeks, or spans of four weeks and more. The last bar ends with the
 * last day.
 */
export function revenueBars(days: readonly RevenueDay[]): RevenueBar[] {
  let span = 1
  while (days.length / span > MAX_BARS) span = span === 1 ? 7 : span === 7 ? 28 : span * 2
  const bars: RevenueBar[] = []
  for (let end = days.length; end > 0; end -= span) {
    const together = days.slice(Math.max(0, end - span), end)
    const [first] = together
    const last = together.at(-1)
    if (first === undefined || last === undefined) continue
    bars.unshift({
      firstDay: first.day,
      lastDay: last.day,
      cents: together.reduce((sum, { revenue }) => sum + (parseSum(revenue) ?? 0), 0),
      orders: together.reduce((sum, { orders }) => sum + orders, 0),
    })
  }
  return bars
}

/** Round amounts for the chart's lines, from 0 to at or above `maxCents`; at most six of them. */
export function axisTicks(maxCents: number): number[] {
  const most = Math.max(maxCents, 100)
  const magnitude = 10 ** Math.floor(Math.log10(most))
  const step =
    [0.2, 0.25, 0.5, 1, 2, 2.5].map((factor) => factor * magnitude).find((each) => most / each <= 5) ?? magnitude * 2.5
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < most) ticks.push(ticks.length * step)
  return ticks
}

const days = timeFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A day of the calendar as people write it: "Nov 21". */
export function dayLabel(day: string): string {
  return days(`${day}T00:00:00Z`)
}

/** What a bar stands for: "Nov 21", or "Nov 15 – Nov 21". */
export function barLabel({ firstDay, lastDay }: Pick<RevenueBar, 'firstDay' | 'lastDay'>): string {
  return firstDay === lastDay ? dayLabel(firstDay) : `${dayLabel(firstDay)} – ${dayLabel(lastDay)}`
}
