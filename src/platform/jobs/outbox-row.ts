import type { Collection, Database, IndexDescription } from '../database/database.ts'

/**
 * delayed: waits for `notBefore`. queued: to be dispatched. handed: dispatched to the runner. active: a process runs it
 * and renews its lease. done and failed are final, except that staff can run a failed job again.
 */
export type JobStatus = 'delayed' | 'queued' | 'handed' | 'active' | 'done' | 'failed'

/** One job in the collection `outbox`. */
export interface OutboxRow {
  _id: string
  name: string
  queue: string
  /** Removed once the job is done, because it may contain a name or an address. */
  payload?: unknown
  status: JobStatus
  notBefore: Date
  /** Grows with every new delivery of the job, so that an old delivery that arrives late runs nothing. */
  delivery: number
  /** The number of attempts so far. */
  attempts: number
  /** A dispatched or active row without a result by then is queued again. */
  leaseUntil: Date | null
  lastError: string | null
  /** Somebody was erased while it ran: the error of this run is kept without email addresses, in which they may stand. */
  hidesAddresses?: true
  /** When the job met the outage that it waits out; absent when it met none. */
  waitingSince?: Date | null
  createdAt: Date
  failedAt: Date | null
  expiresAt: Date | null
}

const INDEXES: readonly IndexDescription[] = [
  { key: { status: 1, queue: 1, notBefore: 1 } },
  // For the built-in database, which finds by an index what equals all of its fields: the jobs of one queue must not cost
  // what waits in another one.
  { key: { status: 1, queue: 1 } },
  { key: { status: 1, notBefore: 1 } },
  { key: { status: 1, leaseUntil: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
]

/** The collection with one row for each job, and its indexes. */
export function outboxRowsOf(database: Database): Collection<OutboxRow> {
  return database.collection<OutboxRow>('outbox', INDEXES)
}

/** What tells one delivery of a job from every other. */
export interface DeliveryKey {
  /** The id of the job's row. */
  readonly id: string
  /** See `OutboxRow`. */
  readonly delivery: number
}

/** One delivery of one job: all that the queue server sees. */
export interface Delivery extends DeliveryKey {
  readonly name: string
  readonly queue: string
}

/** A job that this process has claimed and may run. */
export interface ClaimedJob extends Delivery {
  readonly payload: unknown
  /** 1 for the first attempt. */
  readonly attempt: number
  readonly createdAt: Date
  /** When it met the outage that it waits out. */
  readonly waitingSince: Date | null
  /** Until when it is this process's, unless the lease is renewed. */
  readonly leaseUntil: Date | null
}

/** A row that was claimed, as its handler and its result need it. */
export function toClaimedJob({ _id: id, attempts: attempt, waitingSince = null, ...row }: OutboxRow): ClaimedJob {
  const { delivery, name, queue, payload, createdAt, leaseUntil } = row
  return { id, delivery, name, queue, payload, attempt, createdAt, waitingSince, leaseUntil }
}
