import { withoutAddresses } from '../log/describe-error.ts'
import type { Collection } from '../database/database.ts'
import { DAY_MS } from '../time/durations.ts'
import type { ClaimedJob, DeliveryKey, OutboxRow } from './outbox-row.ts'

const DONE_ROWS_ARE_KEPT_MS = 7 * DAY_MS

/** What a delivery that ended makes of the row of its job. */
export interface JobResult {
  readonly $set: Partial<OutboxRow>
  readonly $inc?: { readonly delivery?: number; readonly attempts?: number }
  readonly $unset?: { readonly payload?: ''; readonly hidesAddresses?: '' }
}

/** The job is done. Its row is kept for a while, without what may name a person. */
export function done(now: Date): JobResult {
  const expiresAt = new Date(now.getTime() + DONE_ROWS_ARE_KEPT_MS)
  return {
    $set: { leaseUntil: null, status: 'done', lastError: null, expiresAt },
    $unset: { payload: '', hidesAddresses: '' },
  }
}

/** It failed by itself and is tried again: an outage that it met before is over for it. */
export function triedAgain(now: Date, error: string, waitMs: number): JobResult {
  const notBefore = new Date(now.getTime() + waitMs)
  return {
    $set: { leaseUntil: null, status: 'delayed', notBefore, lastError: error, waitingSince: null },
    $inc: { delivery: 1 },
  }
}

/** Its cause is outside: the attempt does not count, and it waits since it first met the outage. */
export function waitsOut(now: Date, job: Pick<ClaimedJob, 'waitingSince'>, error: string, waitMs: number): JobResult {
  const notBefore = new Date(now.getTime() + waitMs)
  return {
    $set: { leaseUntil: null, status: 'delayed', notBefore, lastError: error, waitingSince: job.waitingSince ?? now },
    $inc: { delivery: 1, attempts: -1 },
  }
}

/** It failed for good. */
export function failed(now: Date, error: string): JobResult {
  return { $set: { leaseUntil: null, status: 'failed', failedAt: now, lastError: error } }
}

/** A stopping process could not finish it: the attempt does not count. */
export function queuedAgain(now: Date): JobResult {
  return { $set: { leaseUntil: null, status: 'queued', notBefore: now }, $inc: { delivery: 1, attempts: -1 } }
}

/**
 * Writes the result of a delivery that this process runs; does nothing when another delivery has replaced it. When a
 * person was erased while it ran, its error is written without addresses (`erase-in-outbox.ts`).
 */
export async function writeResult(
  rows: Collection<OutboxRow>,
  { id, delivery }: DeliveryKey,
  result: JobResult,
): Promise<void> {
  const own = { _id: id, status: 'active', delivery } as const
  const { lastError } = result.$set
  if (typeof lastError !== 'string') return void (await rows.updateOne(own, result))
  const { matchedCount } = await rows.updateOne({ ...own, hidesAddresses: { $ne: true } }, result)
  if (matchedCount > 0) return
  const hidden = { ...result.$set, lastError: withoutAddresses(lastError) }
  await rows.updateOne(own, { ...result, $set: hidden, $unset: { hidesAddresses: '' } })
}
