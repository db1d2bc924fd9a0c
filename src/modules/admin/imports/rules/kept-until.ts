import type { ProductImport } from '../import.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long an import can be undone, and its file and rows be looked at; a preview waits so long to be started. */
export const KEPT_DAYS = { imported: 90, preview: 30 } as const
/** So much longer they stay, so that nothing goes that is being read or undone at the last moment. */
const GRACE_DAYS = 2

/** The moment until which the file and the rows of an import are promised. */
export function keptUntil({
  preview,
  createdAt,
  startedAt,
}: Pick<ProductImport, 'preview' | 'createdAt' | 'startedAt'>): Date {
  return preview ? daysAfter(createdAt, KEPT_DAYS.preview) : daysAfter(startedAt ?? createdAt, KEPT_DAYS.imported)
}

/** When the database may clear away what is stored now. */
export function clearedAt(now: Date, kind: keyof typeof KEPT_DAYS): Date {
  return daysAfter(now, KEPT_DAYS[kind] + GRACE_DAYS)
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS)
}
