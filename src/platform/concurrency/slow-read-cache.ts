import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../time/durations.ts'

/** A day more or less hardly changes the sums of months, and open pages ask for them again and again. */
const KEPT_MS = 10 * MINUTE_MS
/** Of how many spans and lengths of a list: as many as the screens have to choose among, and more. */
const MAX_KEPT = 10

/** Reads by a key, or takes what was read by it within the last ten minutes. */
export type SlowReadCache<Result> = (key: string, read: () => Promise<Result>) => Promise<Result>

/**
 * Keeps for ten minutes what many commands had to sum up. Who asks while they run gets the same result; when one fails,
 * the next who asks reads again.
 */
export function createSlowReadCache<Result>(): SlowReadCache<Result> {
  const kept = new LRUCache<string, Promise<Result>>({ max: MAX_KEPT, ttl: KEPT_MS })
  return function readThrough(key, read) {
    const known = kept.get(key)
    if (known !== undefined) return known
    const result = read()
    kept.set(key, result)
    result.catch(() => kept.delete(key))
    return result
  }
}
