import closeWithGrace from 'close-with-grace'
import type { Logger } from '../log/logger.ts'

/** One thing to close, named for the log. */
export type ShutdownStep = readonly [name: string, close: () => unknown]

/**
 * More than all steps take together when each takes its longest: requests under way 10 s, jobs and what reports them to
 * Redis 9 s, and some for writing the index and closing the database. What ends processes from outside waits longer
 * (`stop_grace_period` of docker-compose.yml, `TimeoutStopSec` of docs/operations.md).
 */
const GRACE_MS = 25_000

/**
 * What the processor itself raises must end the process at once: a handler in JavaScript returns to the instruction that
 * failed, which fails again for ever.
 */
const FAULTS = ['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGABRT'] as const

/**
 * Closes the steps one after another when the process is asked to end (SIGTERM, SIGINT) or meets an error that nobody
 * caught, and exits: with 0 after a signal, with 1 after an error or when the steps take longer than 25 s. A step that
 * fails does not keep the next from closing. A second signal ends the process at once.
 * @returns whether the process is closing
 */
export function onShutdown(logger: Logger, steps: readonly ShutdownStep[]): () => boolean {
  let isClosing = false
  // An unhandled rejection is a bug to fix, but no reason to drop every visitor.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a failure that nobody handled'))
  closeWithGrace(
    {
      delay: GRACE_MS,
      logger: false,
      skip: ['unhandledRejection', ...FAULTS],
      onTimeout: () => logger.error('closing took too long; ending now'),
    },
    async ({ signal, err }) => {
      isClosing = true
      if (err !== undefined) logger.fatal({ err }, 'an error that nobody caught; closing')
      else logger.info({ signal }, 'closing')
      for (const [name, close] of steps) {
        try {
          await close()
        } catch (error) {
          logger.error({ err: error, step: name }, 'a part did not close properly')
        }
      }
      logger.info('closed')
    },
  )
  return () => isClosing
}
