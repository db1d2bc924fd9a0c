import type { SWRConfiguration } from 'swr'
import { isRefusal, type ApiError } from './api-client.ts'

/** How long to wait after an answer that failed. */
const TRY_AGAIN_AFTER_MS = 5000

type Interval<T> = NonNullable<SWRConfiguration<T | null, unknown>['refreshInterval']>
type ReadAgain<T> = Pick<SWRConfiguration<T | null, unknown>, 'refreshInterval' | 'shouldRetryOnError' | 'onErrorRetry'>

/** The options of a read that nobody presses a button for: again after an answer that failed, until there is one. */
export function readUntilAnswered<T>(): ReadAgain<T> {
  return {
    shouldRetryOnError: (error) => !isRefusal(error) || mayPass(error),
    onErrorRetry: (_error, _key, _config, revalidate, options) =>
      void setTimeout(() => void revalidate(options), TRY_AGAIN_AFTER_MS),
  }
}

/**
 * The options of a read that is on screen for long: again so often, also after an answer that failed. SWR alone stops at
 * the first of those, and what is on screen would look as if nothing happened any more.
 * @param interval in ms; 0 for not again
 */
export function readEvery<T>(interval: Interval<T>): ReadAgain<T> {
  if (interval === 0) return {}
  return { refreshInterval: interval, ...readUntilAnswered<T>() }
}

/** Whether the shop was asked too often, rather than for what it does not give. */
function mayPass({ status }: ApiError): boolean {
  return status === 429
}
