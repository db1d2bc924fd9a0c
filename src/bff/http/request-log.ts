import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '#platform/log/logger'
import { causeOf } from './errors.ts'
import type { SetOwnHeaders } from './security-headers.ts'

const ACCEPTED_ID = /^[A-Za-z0-9-]{8,64}$/

/** The caller's request id if it has a safe form, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID()
}

/**
 * Adds the request id and the security headers to every response, and logs one line per request with route pattern,
 * status, duration and the address that it came from, and the cause where the shop itself failed. Bodies, query values
 * and headers are never logged.
 * @param deps.observe gets route, method, status and duration in ms of every response
 */
export function registerRequestLog(
  app: FastifyInstance,
  deps: {
    readonly logger: Logger
    readonly setOwnHeaders: SetOwnHeaders
    readonly observe: (route: string, method: string, status: number, ms: number) => void
  },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    deps.setOwnHeaders(request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime * 100) / 100
    deps.observe(route, request.method, status, reply.elapsedTime)
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status,
      ms,
      address: request.ip,
      userId: request.customer?.id,
    }
    if (status >= 500) deps.logger.error({ ...line, cause: causeOf(request) ?? 'answered by the route' }, 'request')
    else deps.logger.info(line, 'request')
    done()
  })
}
