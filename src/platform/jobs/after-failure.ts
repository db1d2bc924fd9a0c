import { HOUR_MS } from '../time/durations.ts'
import { JobCannotSucceed, JobLost } from './jobs.ts'
import { isOutage, outageWaitOf } from './outage.ts'
import type { ClaimedJob } from './outbox-row.ts'

const LONGEST_BACKOFF_MS = HOUR_MS

/** How often a kind of job is tried, and how long it waits after the first failure. */
export interface RetryRules {
  readonly attempts: number
  readonly backoffMs: number
}

/** What becomes of a job whose handler failed. */
export type AfterFailure =
  /** Another process may run it by now; if none does, it is run again. */
  | { readonly kind: 'lost' }
  /** What it needs is away: it waits so long for it. */
  | { readonly kind: 'waits out'; readonly waitMs: number }
  /** It failed by itself, and is tried again after so long. */
  | { readonly kind: 'tried again'; readonly waitMs: number }
  /** It has failed for good: it cannot succeed, has no attempts left, or what it needs has been away for too long. */
  | { readonly kind: 'failed' }

/** Decides what becomes of a job after this error of its handler. */
export function afterFailure(
  job: Pick<ClaimedJob, 'attempt' | 'waitingSince'>,
  rules: RetryRules,
  error: unknown,
  now: Date,
): AfterFailure {
  if (error instanceof JobLost) return { kind: 'lost' }
  if (error instanceof JobCannotSucceed) return { kind: 'failed' }
  if (isOutage(error)) {
    const waitMs = outageWaitOf(error, job.waitingSince === null ? 0 : now.getTime() - job.waitingSince.getTime())
    return waitMs === null ? { kind: 'failed' } : { kind: 'waits out', waitMs }
  }
  if (job.attempt >= rules.attempts) return { kind: 'failed' }
  return { kind: 'tried again', waitMs: backoffOf(rules, job.attempt) }
}

/** Doubles after every attempt, minus up to half at random, so that jobs that failed together do not run together. */
export function backoffOf(
  { backoffMs }: Pick<RetryRules, 'backoffMs'>,
  attempt: number,
  random: number = Math.random(),
): number {
  const full = Math.min(backoffMs * 2 ** (attempt - 1), LONGEST_BACKOFF_MS)
  return Math.round(full * (1 - random / 2))
}
