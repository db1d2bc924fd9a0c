import type { Transaction } from '#platform/database/database'
import type { JobContext } from '#platform/jobs/jobs'
import type { AuditEntry, NewAuditEntry } from './domain/audit.ts'

export type { Actor, AuditEntry, NewAuditEntry } from './domain/audit.ts'
export { changesBetween, THE_SHOP } from './domain/audit.ts'

/** What was done with some subjects. */
export interface AskedActions {
  readonly action: string
  readonly subjects: readonly string[]
  readonly after: Date
}

/** What was done with a subject at a time or before it. */
export interface AskedEntry {
  readonly subject: string
  readonly action: string
  readonly until: Date
}

/**
 * The log of what staff and the shop itself did. It only grows: no line of it is ever changed or deleted, so nothing
 * personal may go in that its subject can be named without.
 */
export interface AuditLog {
  /** Writes an entry in the transaction of the change that it describes; `null` when nothing else is written. */
  record(tx: Transaction | null, entry: NewAuditEntry): Promise<void>
  /** Writes the entry of a subscriber once, however often its job runs, with the time of the event. */
  recordOnce(job: Pick<JobContext, 'jobId' | 'createdAt'>, entry: NewAuditEntry): Promise<void>
  /**
   * Newest first; every word of `search` must be one of the entry's. `total` counts the matches over all pages, up to the
   * next thousand behind the page; of a search 1,000 are counted, and pages begin among these.
   */
  list(query: { readonly search?: string; readonly limit: number; readonly offset: number }): Promise<{
    readonly entries: readonly AuditEntry[]
    readonly total: number
  }>
  /** The newest entries of one subject, such as "product 42". */
  listOfSubject(subject: string, limit: number): Promise<readonly AuditEntry[]>
  /** The last entry of an action on a subject until a time; null when there is none. */
  findLatest(asked: AskedEntry): Promise<AuditEntry | null>
  /** All entries of an action on these subjects after a time, as the caller's transaction sees them; in any order. */
  listSince(tx: Transaction, asked: AskedActions): Promise<readonly AuditEntry[]>
  /** The entries that match the search as CSV, piece by piece. */
  exportCsv(search: string): AsyncIterable<string>
}
