import type { Logger } from './logger.ts'

/** What the log says of something that a process tries again and again by itself. */
interface FailureLine {
  failed(error: unknown): void
  succeeded(): void
}

/**
 * Says that it fails, and why, once until it has succeeded again: a line for each try of a night would fill the disk, which
 * may be the one that is full.
 */
export function createFailureLine(logger: Pick<Logger, 'warn'>, sentence: string): FailureLine {
  let isFailing = false
  return {
    failed(error) {
      if (!isFailing) logger.warn({ err: error }, sentence)
      isFailing = true
    },
    succeeded() {
      isFailing = false
    },
  }
}
