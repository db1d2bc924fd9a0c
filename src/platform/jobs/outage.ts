import { causesOf } from '../errors/causes.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { DependencyUnavailable } from './jobs.ts'
import { HOUR_MS, SECOND_MS } from '../time/durations.ts'

/** What is away gives no word when it is back. */
const FIRST_WAIT_MS = 30 * SECOND_MS
/** A job that met an outage of the shop's own database is noted there as waiting, so by then the database is back. */
const FIRST_WAIT_FOR_DATABASE_MS = SECOND_MS
const LONGEST_WAIT_MS = HOUR_MS
/** A job fails when what it needs has been away for so long. */
const LONGEST_OUTAGE_MS = 48 * HOUR_MS

/** The operating system's words for what is out of reach or full, and comes back without a change to the shop. */
const PASSING_FAILURES: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDQUOT',
  'EHOSTUNREACH',
  'EIO',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOSPC',
  'ENOTFOUND',
  'EPIPE',
  'EROFS',
  'ETIMEDOUT',
])

/** Whether the cause of a failure is outside the shop: a server that is away, a network, a full disk. */
export function isOutage(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true
  return causesOf(error).some(
    (each) => each instanceof DependencyUnavailable || ('code' in each && PASSING_FAILURES.has(each.code)),
  )
}

/**
 * How long a job waits out an outage until its next try: 30 s, or one where its cause was the database, doubled every time
 * up to an hour, for two days in all; null when these are over. Shortened at random by up to a tenth, so that jobs that met
 * the outage together spread out.
 * @param error with which it met the outage
 * @param waitedMs since the job met the outage
 */
export function outageWaitOf(error: unknown, waitedMs: number, random: number = Math.random()): number | null {
  if (waitedMs >= LONGEST_OUTAGE_MS) return null
  const firstMs = isDatabaseUnavailable(error) ? FIRST_WAIT_FOR_DATABASE_MS : FIRST_WAIT_MS
  // A clock that was set back since would have it tried again and again without a wait.
  const full = Math.min(Math.max(waitedMs, 0) + firstMs, LONGEST_WAIT_MS)
  return Math.min(Math.round(full * (1 - random / 10)), LONGEST_OUTAGE_MS - waitedMs)
}
