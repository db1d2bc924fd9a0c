import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '#platform/logger'

/** So long after the server listens, the answers that were waiting for it have gone out. */
const BEGIN_AFTER_MS = 50
/** Between two pages others are answered. */
const PAUSE_MS = 20
/** What they share with all other pages is most of these. Each further one would take memory of a process at rest. */
const PAGES = ['/', '/products']

/**
 * Draws the home page and a list, for nobody, soon after the server listens. The first pages that a process draws hold up
 * everybody else for 35 to 90 ms on a slow machine, because their code is loaded and nothing of it has run; the next
 * ones take 8 to 20 ms. It costs a tenth of a second of the processor once the shop is ready, and 5 MB; it buys that
 * visitors do not meet it.
 * @param deps.draw draws the page of an address; an error ends the drawing, not the process
 */
export function drawFirstPages(
  app: FastifyInstance,
  deps: {
    readonly draw: (address: string) => Promise<unknown>
    readonly logger: Pick<Logger, 'warn'>
  },
): void {
  const closing = new AbortController()
  const { signal } = closing

  async function drawAll(): Promise<void> {
    try {
      await pause(BEGIN_AFTER_MS, undefined, { signal, ref: false })
      for (const address of PAGES) {
        await deps.draw(address)
        await pause(PAUSE_MS, undefined, { signal, ref: false })
      }
    } catch (error) {
      if (!signal.aborted) deps.logger.warn({ err: error }, 'no pages were drawn ahead of the first visitors')
    }
  }

  app.addHook('onListen', (done) => {
    void drawAll()
    done()
  })
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
}
