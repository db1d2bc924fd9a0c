import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { Live, Ready } from '#contracts/health'
import type { Database } from '#platform/database/database'

/** A probe's answer stands for so long, so that a balancer's questions cost nothing. */
const STANDS_MS = 1000
const PROBE_TIMEOUT_MS = 1500
const tags = ['Operation']
const config = { access: 'public', rateLimit: false, pressureHandler: () => undefined } as const

export interface HealthDeps {
  readonly database: Pick<Database, 'ping'>
  /** Whether Redis answers; null in a shop without Redis. */
  readonly pingRedis: (() => Promise<boolean>) | null
}

/**
 * For load balancers: whether the process lives, and whether it can serve. Without its database it cannot; without
 * Redis it can, for jobs wait in the database's outbox.
 */
export const healthRoutes: FastifyPluginCallbackZod<HealthDeps> = (app, { database, pingRedis }, done) => {
  let isClosing = false
  let last: { readonly at: number; readonly state: Promise<Ready> } | null = null
  app.addHook('preClose', async () => {
    isClosing = true
  })

  app.route({
    method: 'GET',
    url: '/health/live',
    config,
    schema: { operationId: 'isLive', tags, summary: 'The process answers', response: { 200: Live } },
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
      response: { 200: Ready, 503: Ready },
    },
    handler: async (_request, reply) => {
      if (last === null || Date.now() - last.at > STANDS_MS) last = { at: Date.now(), state: look() }
      const state = await last.state
      const isReady = state.status === 'ready' && !isClosing
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ...state, status: isReady ? 'ready' : 'unavailable' })
    },
  })
  done()

  async function look(): Promise<Ready> {
    const [isDatabaseUp, isRedisUp] = await Promise.all([
      inTime(database.ping()),
      pingRedis === null ? null : inTime(pingRedis()),
    ])
    return {
      status: isDatabaseUp ? 'ready' : 'unavailable',
      database: isDatabaseUp ? 'up' : 'down',
      redis: isRedisUp === null ? 'none' : isRedisUp ? 'up' : 'down',
    }
  }
}

/** A probe that hangs has failed. */
async function inTime(probe: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([probe.catch(() => false), late])
  } finally {
    clearTimeout(timer)
  }
}
