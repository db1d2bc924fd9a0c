import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Jobs, QueueFigures } from './jobs/jobs.ts'
import type { Logger } from './logger.ts'

/**
 * The process's metrics for Prometheus: event-loop delay, memory and the like, and what the queues hold. The HTTP
 * histogram is made by the server, on this registry.
 */
export function createProcessMetrics({
  jobs,
  logger,
}: {
  readonly jobs: Pick<Jobs, 'figures'>
  readonly logger: Logger
}): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  let reading: Promise<readonly QueueFigures[]> | null = null

  /** Both gauges are asked at the same time and share one look into the database. */
  async function readFigures(): Promise<readonly QueueFigures[]> {
    reading ??= jobs.figures().finally(() => {
      reading = null
    })
    try {
      return await reading
    } catch (error) {
      // Metrics are asked for most when something is down; the other figures must still come.
      logger.warn({ err: error }, 'the figures of the queues could not be read')
      return []
    }
  }

  const depth = new Gauge({
    name: 'superprinter_jobs',
    help: 'Jobs per queue and state (waiting, delayed, active, failed)',
    labelNames: ['queue', 'state'],
    registers: [],
    async collect() {
      for (const { queue, waiting, delayed, active, failed } of await readFigures()) {
        for (const [state, count] of Object.entries({ waiting, delayed, active, failed }))
          this.set({ queue, state }, count)
      }
    },
  })
  const lag = new Gauge({
    name: 'superprinter_outbox_lag_seconds',
    help: 'Age of the oldest job that could run and does not, per queue',
    labelNames: ['queue'],
    registers: [],
    async collect() {
      for (const { queue, oldestWaitingMs } of await readFigures()) this.set({ queue }, oldestWaitingMs / 1000)
    },
  })
  registry.registerMetric(depth)
  registry.registerMetric(lag)
  return registry
}
