import type { SWRConfiguration } from 'swr'
import { readUntilAnswered, type ReadAgain } from './use-read.ts'

type Interval<T> = NonNullable<SWRConfiguration<T | null, unknown>['refreshInterval']>

/**
 * The options of a read that is on screen for long: again so often, also after an answer that failed. SWR alone stops at
 * the first of those, and what is on screen would look as if nothing happened any more.
 * @param interval in ms; 0 for not again
 */
export function readEvery<T>(interval: Interval<T>): ReadAgain<T> {
  if (interval === 0) return {}
  return { refreshInterval: interval, ...readUntilAnswered<T>() }
}
