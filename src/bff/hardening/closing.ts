import type { FastifyInstance } from 'fastify'
import { ShopIsClosing } from '#platform/errors/not-now'

/** For connections whose answer had begun before it could say that it is the last one. */
const IDLE_MS = 1

/** How long the process waits for what is under way when it begins to close, in ms. */
const FINISH_MS = 10_000

/**
 * Refuses requests that still arrive on open connections while the process closes, in the shop's own words. Fastify
 * would answer them before any hook, without headers (`return503OnClosing`). Each answer that is given meanwhile is the
 * last one on its connection: Node closes those alone that are idle when it begins to close, and would wait for a proxy
 * to give up each of the others for as long as connections may be idle. Connections that are still busy after
 * `finishMs`, with a large file for example, are cut, because jobs and database have to be closed after them.
 */
export function refuseWhileClosing(app: FastifyInstance, { finishMs = FINISH_MS } = {}): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    app.server.keepAliveTimeout = IDLE_MS
    setTimeout(() => app.server.closeAllConnections(), finishMs).unref()
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? new ShopIsClosing() : undefined)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
}
