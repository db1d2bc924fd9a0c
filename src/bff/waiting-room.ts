import Fastify from 'fastify'
import type { Config } from '#platform/config/config'
import { DatabaseUnavailable } from '#platform/database/unavailable'
import type { Logger } from '#platform/log/logger'
import { listenerOf } from '#platform/config/own-address'
import { registerErrorHandler } from './http/errors.ts'
import { registerRequestLog, requestIdOf } from './http/request-log.ts'
import { securityHeaders, setOwnHeadersOf } from './http/security-headers.ts'
import { NO_OTHER_COMPILERS, registerValidation } from './http/validation.ts'
import { healthRoutes } from './routes/health.ts'

export interface WaitingRoom {
  /** Gives the port free. */
  close(): Promise<void>
}

/**
 * What a web process answers while it waits for its database at the start: it is live and not ready, and everybody else
 * reads in the shop's words that it is away and when to come back. It is not opened at every start, because a proxy hands
 * what a port refuses to another process.
 */
export async function openWaitingRoom(config: Config, logger: Logger): Promise<WaitingRoom> {
  const app = Fastify({
    logger: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? [...config.TRUST_PROXY] : false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    forceCloseConnections: true,
    schemaController: { compilersFactory: NO_OTHER_COMPILERS },
  })
  registerErrorHandler(app, logger)
  registerValidation(app)
  const setOwnHeaders = setOwnHeadersOf(securityHeaders(config, { thirdParty: false, isFromSources: false }))
  registerRequestLog(app, { logger, setOwnHeaders, observe: () => {} })
  app.addHook('onRequest', (request, reply, done) => {
    // The next request on this connection is for the shop itself.
    reply.header('connection', 'close')
    const isProbe = request.routeOptions.url?.startsWith('/api/health/') === true
    done(isProbe ? undefined : new DatabaseUnavailable(null))
  })
  await app.register(healthRoutes, {
    prefix: '/api',
    database: { ping: () => Promise.resolve(false) },
    pingRedis: config.REDIS_URL === null ? null : () => Promise.resolve(false),
  })
  await app.listen(listenerOf(config))
  return { close: () => app.close() }
}
