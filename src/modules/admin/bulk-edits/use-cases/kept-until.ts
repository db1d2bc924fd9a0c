import { DAY_MS } from '#platform/time/durations'

/** Days for which a preview can be made or an undo runs, and a bulk edit can be undone and stands in its products’ history. */
const KEPT_DAYS = { preview: 2, made: 90 } as const

/** When the database deletes a bulk edit that was previewed or made now. */
export function keptUntil(now: Date, kind: keyof typeof KEPT_DAYS): Date {
  return new Date(now.getTime() + KEPT_DAYS[kind] * DAY_MS)
}
