import type { RateCounter } from './rate-counter.ts'
import { TooManyRequests } from './too-many-requests.ts'

/** What failed attempts are counted for (an account, an address), and how many there may be in one window. */
export interface Bucket {
  readonly key: string
  readonly max: number
}

/**
 * Runs `attempt` unless one of the buckets is full, and counts it in all of them when it failed.
 * @param onBlocked runs before the refusal
 * @throws TooManyRequests before `attempt` runs
 */
export type AttemptLimit = <Result>(
  buckets: readonly Bucket[],
  attempt: () => Promise<Result>,
  onBlocked?: () => Promise<void>,
) => Promise<Result>

/**
 * Bounds failed attempts at something secret; successful ones are never slowed. Attempts that are under way count as
 * failed until they are through, so that a hundred at once are not a way around the limit.
 * @param deps.isFailure which errors of an attempt count
 */
export function createAttemptLimit(deps: {
  readonly counter: RateCounter
  readonly windowMs: number
  readonly isFailure: (error: unknown) => boolean
}): AttemptLimit {
  const { counter, windowMs, isFailure } = deps
  const underWay = new Map<string, number>()

  function addUnderWay(key: string, change: 1 | -1): void {
    const count = (underWay.get(key) ?? 0) + change
    if (count === 0) underWay.delete(key)
    else underWay.set(key, count)
  }

  return async (buckets, attempt, onBlocked) => {
    const counts = await Promise.all(buckets.map(async ({ key, max }) => ({ key, max, ...(await counter.read(key)) })))
    const full = counts.find(({ key, max, current }) => current + (underWay.get(key) ?? 0) >= max)
    if (full !== undefined) {
      await onBlocked?.()
      throw new TooManyRequests(full.ttl > 0 ? full.ttl : 1000)
    }
    for (const { key } of buckets) addUnderWay(key, 1)
    try {
      return await attempt()
    } catch (error) {
      if (isFailure(error)) await Promise.all(buckets.map(({ key }) => counter.add(key, windowMs)))
      throw error
    } finally {
      for (const { key } of buckets) addUnderWay(key, -1)
    }
  }
}
