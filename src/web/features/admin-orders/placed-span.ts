import { beginOfDay } from '#platform/time/business-days'
import { DAY_MS } from '#platform/time/durations'
import type { AddressQuery } from '../../lib/use-address-query.ts'

/** Which orders a list shows by the day they were placed, as its address says. */
export interface PlacedSpan {
  /** One of SPANS. */
  readonly placed: string
  /** With the span `days`: "2026-11-01"; may be empty. */
  readonly from: string
  readonly to: string
}

export const ANY_TIME: PlacedSpan = { placed: '', from: '', to: '' }

/** The span that the address of the list says. */
export function spanOf(query: Pick<AddressQuery, 'get'>): PlacedSpan {
  const [placed, from, to] = [query.get('placed'), query.get('from'), query.get('to')]
  const isTurned = dayOf(from) !== null && dayOf(to) !== null && from > to
  return isTurned ? { placed, from: to, to: from } : { placed, from, to }
}

/** Spans by their names in the address. `days` counts back from today, which belongs to them. */
export const SPANS = [
  { value: '', label: 'Any time', days: null },
  { value: 'today', label: 'Today', days: 1 },
  { value: 'week', label: 'Last 7 days', days: 7 },
  { value: 'month', label: 'Last 30 days', days: 30 },
  { value: 'days', label: 'Chosen days', days: null },
] as const

/**
 * The moments that the API is asked with. A day is one of the shop's clock, so that it has the orders whose times the list
 * shows for it, and which slips and figures count for it; the same span gives the same moments all day long.
 */
export function momentsOf({ placed, from, to }: PlacedSpan, now: Date): Readonly<Record<string, string>> {
  if (placed === 'days') {
    const [first, last] = [beginOf(from, 0), beginOf(to, 1)]
    return { ...(first === null ? {} : { from: first }), ...(last === null ? {} : { to: last }) }
  }
  const days = SPANS.find(({ value }) => value === placed)?.days ?? null
  if (days === null) return {}
  return { from: beginOfDay(now, days - 1).toISOString() }
}

/** The chosen days in order: one end that is moved beyond the other takes it along. */
export function withEnd(span: PlacedSpan, end: 'from' | 'to', day: string): PlacedSpan {
  const next = { ...span, placed: 'days', [end]: day }
  if (dayOf(next.from) === null || dayOf(next.to) === null || next.from <= next.to) return next
  return { ...next, from: day, to: day }
}

/** "Last 7 days", "Nov 1 – Nov 15, 2026", "until Nov 15, 2026"; null for any time. */
export function spanLabel({ placed, from, to }: PlacedSpan): string | null {
  if (placed !== 'days') return (placed !== '' && SPANS.find(({ value }) => value === placed)?.label) || null
  const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const [first, last] = [dayOf(from), dayOf(to)]
  if (first !== null && last !== null) return days.formatRange(first, last)
  if (first !== null) return `since ${days.format(first)}`
  return last === null ? null : `until ${days.format(last)}`
}

/** Null for what is no day, such as one whose year is typed by half: fields give "0020-11-15" on the way to 2026. */
function dayOf(text: string): Date | null {
  const day = new Date(`${text}T00:00Z`)
  return /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) ? day : null
}

function beginOf(text: string, daysLater: number): string | null {
  const day = dayOf(text)
  if (day === null) return null
  // At noon of Greenwich it is the same day at the shop's.
  return beginOfDay(new Date(day.getTime() + DAY_MS / 2), -daysLater).toISOString()
}
