import type { Logger } from '#platform/logger'

const FIRST_MS = 1000
const LONGEST_MS = 60_000

/** Tries later what failed, each time twice as late. */
export interface Retries {
  /** Runs it later, unless the catalog is closed by then; what it throws is logged. */
  tryLater(work: () => Promise<void>): void
  /** Something was read: what fails next is tried soon again. */
  succeeded(): void
  /** Says in the log that changes are known and not read. */
  warnBehind(err: unknown): void
  /** Nothing is tried and nothing is said any more. */
  close(): void
}

export function createRetries(logger: Logger): Retries {
  const waiting = new Set<NodeJS.Timeout>()
  let waitMs = FIRST_MS
  let isClosed = false

  function warnBehind(err: unknown): void {
    if (!isClosed) logger.warn({ err }, 'the catalog index is behind the database')
  }

  return {
    warnBehind,
    tryLater(work) {
      if (isClosed) return
      const timer = setTimeout(() => {
        waiting.delete(timer)
        void work().catch(warnBehind)
      }, waitMs).unref()
      waiting.add(timer)
      waitMs = Math.min(waitMs * 2, LONGEST_MS)
    },
    succeeded() {
      waitMs = FIRST_MS
    },
    close() {
      isClosed = true
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
