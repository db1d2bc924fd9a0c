import type { RateCounter } from './rate-counter.ts'
import { TooManyRequests } from './too-many-requests.ts'

/** What failed attempts are counted by (an account, an address), and how many are allowed in one window. */
export interface Bucket {
  readonly key: string
  readonly max: number
}

/**
 * Runs `attempt` unless one of the buckets is full, and counts it in all of them if it fails.
 * @param onBlocked runs before the refusal
 * @throws TooManyRequests before `attempt` runs
 */
export type AttemptLimit = <Result>(
  buckets: readonly Bucket[],
  attempt: () => Promise<Result>,
  onBlocked?: () => Promise<void>,
) => Promise<Result>

/**
 * Limits failed attempts at something secret; successful ones are never limited. Attempts in progress count as failed
 * until they finish, so that a hundred at once cannot get around the limit.
 * @param deps.isFailure which errors of an attempt count
 */
export function createAttemptLimit(deps: {
  readonly counter: RateCounter
  readonly windowMs: number
  readonly isFailure: (error: unknown) => boolean
}): AttemptLimit {
  const { counter, windowMs, isFailure } = deps
  const inProgress = new Map<string, number>()

  function addInProgress(key: string, change: 1 | -1): void {
    const count = (inProgress.get(key) ?? 0) + change
    if (count === 0) inProgress.delete(key)
    else inProgress.set(key, count)
  }

  return async (buckets, attempt, onBlocked) => {
    const counts = await Promise.all(buckets.map(async ({ key, max }) => ({ key, max, ...(await counter.read(key)) })))
    const full = counts.find(({ key, max, current }) => current + (inProgress.get(key) ?? 0) >= max)
    if (full !== undefined) {
      await onBlocked?.()
      throw new TooManyRequests(full.ttl > 0 ? full.ttl : 1000)
    }
    for (const { key } of buckets) addInProgress(key, 1)
    try {
      return await attempt()
    } catch (error) {
      if (isFailure(error)) await Promise.all(buckets.map(({ key }) => counter.add(key, windowMs)))
      throw error
    } finally {
      for (const { key } of buckets) addInProgress(key, -1)
    }
  }
}
