import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import { AppError } from '#platform/errors/errors'
import type { Jobs } from '#platform/jobs/jobs'
import type { Logger } from '#platform/log/logger'
import type { MailBudget } from '#platform/mail/mail-budget'
import { createProcessMetrics } from '#platform/process/process-metrics'
import { answersUnderPressure } from '../limits/fresh-work.ts'
import { isLocalRequest } from './local-request.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  observe(route: string, method: string, status: number, ms: number): void
  /** Adds GET /metrics, for callers with the bearer token or, where none is configured, on this machine. */
  register(app: FastifyInstance): void
}

/** Metrics for Prometheus: response times by route, queues, and the process itself. */
export function createMetrics(deps: {
  readonly jobs: Pick<Jobs, 'stats'>
  readonly mailBudget: Pick<MailBudget, 'countWithheld'>
  readonly logger: Logger
  readonly token: string | null
}): Metrics {
  const registry = createProcessMetrics(deps)
  const responseTimes = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  const series = new Map<string, Histogram.Internal<'route' | 'method' | 'status'>>()

  return {
    observe(route, method, status, ms) {
      const key = `${method} ${status} ${route}`
      let histogram = series.get(key)
      if (histogram === undefined) {
        histogram = responseTimes.labels({ route, method, status })
        series.set(key, histogram)
      }
      histogram.observe(ms / 1000)
    },
    register(app) {
      app.get(
        '/metrics',
        { config: { rateLimit: false, pressureHandler: answersUnderPressure }, schema: { hide: true } },
        async (request, reply) => {
          if (!mayRead(request, deps.token))
            throw new AppError('forbidden', 'FORBIDDEN', 'Metrics are for the shop itself.')
          return reply
            .header('cache-control', 'no-store')
            .type(registry.contentType)
            .send(await registry.metrics())
        },
      )
    },
  }
}

/** With a token only the token counts: somebody on this machine need not be allowed to read the metrics. */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return isLocalRequest(request)
  const given = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return given !== undefined && isEqual(given, token)
}

function isEqual(given: string, token: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(token)]
  return left.length === right.length && timingSafeEqual(left, right)
}
