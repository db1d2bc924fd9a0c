import type { Logger } from '#platform/log/logger'

const FIRST_MS = 1000
const LONGEST_MS = 60_000

/** Tries again later what failed, after a pause that doubles each time. */
export interface Retries {
  /** Runs it later, unless the catalog is closed by then; what it throws is logged. */
  tryLater(work: () => Promise<void>): void
  /** To be called when something was read: what fails next is tried again soon. */
  succeeded(): void
  /** Writes to the log that there are changes that could not be read. */
  warnBehind(err: unknown): void
  /** Tries and logs nothing any more. */
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
