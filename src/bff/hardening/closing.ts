import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/errors'

/**
 * Refuses requests that still arrive on open connections while the process closes, in the shop's own words. Fastify would
 * answer them before any hook, without headers (`return503OnClosing`).
 */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(
      isClosing
        ? new AppError('unavailable', 'UNAVAILABLE', 'The shop is being restarted. Please try again in a moment.')
        : undefined,
    )
  })
}
