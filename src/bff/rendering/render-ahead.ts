import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '#platform/log/logger'

/** By then the answers that waited for the server to listen have gone out. */
const BEGIN_AFTER_MS = 50
/** After each step everybody else has a turn. */
const BETWEEN_MS = 10
/**
 * Each runs a little more code than the one before it: the frame of every page, a list's filters, a few cards, and 24
 * of them. All other pages are rendered by much the same code. Each further page would take memory of a process at rest.
 */
const PAGES = ['/-not-found', '/products?search=zzzzzz', '/', '/products']

/**
 * Renders pages for nobody soon after the server listens. Without that, the first page of a process holds up everybody
 * else for 35 to 90 ms on a slow machine, because its code has just been loaded and has never run. Rendering a list at
 * once would do the same; in these steps the longest takes half of it. It costs a sixth of a second of the processor
 * once the shop is ready, and some 5 MB. An error ends the rendering, not the process.
 * @param deps.load loads the code that renders
 * @param deps.render renders the page of an address
 */
export function renderAhead(
  app: FastifyInstance,
  deps: {
    readonly load: () => Promise<unknown>
    readonly render: (address: string) => Promise<unknown>
    readonly logger: Pick<Logger, 'warn'>
  },
): void {
  const closing = new AbortController()
  const { signal } = closing

  async function render(): Promise<void> {
    try {
      await pause(BEGIN_AFTER_MS, undefined, { signal, ref: false })
      await deps.load()
      for (const page of PAGES) {
        await pause(BETWEEN_MS, undefined, { signal, ref: false })
        await deps.render(page)
      }
    } catch (error) {
      if (!signal.aborted) deps.logger.warn({ err: error }, 'not all pages were rendered ahead of the first visitors')
    }
  }

  app.addHook('onListen', (done) => {
    void render()
    done()
  })
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
}
