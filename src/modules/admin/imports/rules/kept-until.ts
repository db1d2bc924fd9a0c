import { DAY_MS } from '#platform/time/durations'
import type { ProductImport } from '../import.ts'

/** Days for which an import can be undone and its file and rows can be read, or a preview can be started. */
export const KEPT_DAYS = { imported: 90, preview: 30 } as const
/** Documents expire later than promised, so that nothing is deleted while it is read or undone at the last moment. */
const GRACE_DAYS = 2

/** The moment until which the file and the rows of an import can be used. */
export function keptUntil({
  preview,
  createdAt,
  startedAt,
}: Pick<ProductImport, 'preview' | 'createdAt' | 'startedAt'>): Date {
  return preview ? daysAfter(createdAt, KEPT_DAYS.preview) : daysAfter(startedAt ?? createdAt, KEPT_DAYS.imported)
}

/** When the database may delete what is stored now. */
export function expiryOf(now: Date, kind: keyof typeof KEPT_DAYS): Date {
  return daysAfter(now, KEPT_DAYS[kind] + GRACE_DAYS)
}

/** Of imports that were begun before this there are no rows any more. */
export function rowsKeptSince(now: Date): Date {
  return daysAfter(now, -KEPT_DAYS.imported - GRACE_DAYS)
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS)
}
