import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ErrorBody } from '#contracts/errors'
import { Live, Ready } from '#contracts/health'
import type { Database } from '#platform/database/database'
import { DatabaseUnavailable } from '#platform/database/unavailable'
import { noteCause } from '../http/errors.ts'
import { answersUnderPressure } from '../limits/fresh-work.ts'

/** How long the result of a probe is reused, so that frequent checks of a load balancer cost nothing. */
const REUSE_MS = 1000
const tags = ['Operation']
/** From a process that closes. */
const NOT_NOW = { 503: ErrorBody }

const config = { access: 'public', rateLimit: false, pressureHandler: answersUnderPressure } as const

/** Both probes resolve within about a second, whatever has gone away, and neither rejects. */
export interface HealthDeps {
  readonly database: Pick<Database, 'ping'>
  /** Whether Redis answers; null in a shop without Redis. */
  readonly pingRedis: (() => Promise<boolean>) | null
}

/**
 * For load balancers: whether the process is alive, and whether it can serve. It cannot serve without its database; it
 * can without Redis, because jobs wait in the database.
 */
export const healthRoutes: FastifyPluginCallbackZod<HealthDeps> = (app, { database, pingRedis }, done) => {
  let last: { readonly at: number; readonly state: Promise<Ready> } | null = null

  app.route({
    method: 'GET',
    url: '/health/live',
    config,
    schema: { operationId: 'isLive', tags, summary: 'The process is alive', response: { 200: Live, ...NOT_NOW } },
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }),
  })

  app.route({
    method: 'GET',
    url: '/health/ready',
    config,
    schema: {
      operationId: 'isReady',
      tags,
      summary: 'The process can serve; 503 without its database',
      response: { 200: Ready, 503: z.union([Ready, ErrorBody]) },
    },
    handler: async (request, reply) => {
      if (last === null || performance.now() - last.at > REUSE_MS)
        last = { at: performance.now(), state: checkServices() }
      const state = await last.state
      if (state.status === 'unavailable') noteCause(request, new DatabaseUnavailable(null))
      return reply
        .code(state.status === 'ready' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(state)
    },
  })
  done()

  async function checkServices(): Promise<Ready> {
    const [isDatabaseUp, isRedisUp] = await Promise.all([database.ping(), pingRedis?.() ?? null])
    return {
      status: isDatabaseUp ? 'ready' : 'unavailable',
      database: isDatabaseUp ? 'up' : 'down',
      redis: isRedisUp === null ? 'none' : isRedisUp ? 'up' : 'down',
    }
  }
}
