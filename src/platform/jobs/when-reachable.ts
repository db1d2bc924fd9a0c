import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import type { Logger } from '../log/logger.ts'

/** How long a job waits for a database that is out of reach before it asks again. */
const ASK_AGAIN_MS = 1000

/**
 * Asks the database for a job, however long it is out of reach.
 * @throws any other error of `ask`, and all when the process stops
 */
export type WhenReachable = <Result>(jobId: string, ask: () => Promise<Result>) => Promise<Result>

/**
 * Has jobs wait for the database in this process. A worker that refused deliveries meanwhile would empty the queues of
 * those that reach the database, and every job would wait until it is dispatched again. A result that was not written
 * would have the job run again, and use up an attempt.
 * @param deps.stopping aborted when the process stops
 * @param deps.askAgainMs how long between two tries (default 1,000 ms)
 */
export function createWhenReachable(deps: {
  readonly stopping: AbortSignal
  readonly logger: Logger
  readonly askAgainMs?: number
}): WhenReachable {
  const { stopping, logger, askAgainMs = ASK_AGAIN_MS } = deps
  /** Until the database is asked again by those that wait for it. */
  let nextTry: Promise<void> | null = null

  /** All jobs that wait for the database wait together. @throws when the process stops */
  function untilNextTry(): Promise<void> {
    nextTry ??= pause<void>(askAgainMs, undefined, { signal: stopping }).finally(() => (nextTry = null))
    return nextTry
  }

  return async function whenReachable(jobId, ask) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask()
      } catch (error) {
        if (stopping.aborted || !isDatabaseUnavailable(error)) throw error
        if (tries === 1) logger.warn({ err: error, jobId }, 'a job waits for the database')
        await untilNextTry()
      }
    }
  }
}
