import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Jobs } from './jobs/jobs.ts'
import type { Logger } from './logger.ts'

/**
 * The process's metrics for Prometheus: event-loop delay, memory and the like, and what the queues hold. The HTTP
 * histogram is made by the server, on this registry.
 */
export function createMetrics({ jobs, logger }: { readonly jobs: Pick<Jobs, 'figures'>; readonly logger: Logger }): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const depth = new Gauge({
    name: 'superprinter_jobs',
    help: 'Jobs per queue and state (waiting, delayed, active, failed)',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      try {
        await readFigures()
      } catch (error) {
        // Metrics are asked for most when something is down; the other figures must still come.
        logger.warn({ err: error }, 'the figures of the queues could not be read')
      }
    },
  })
  const lag = new Gauge({
    name: 'superprinter_outbox_lag_seconds',
    help: 'Age of the oldest job that could run and does not, per queue',
    labelNames: ['queue'],
    registers: [registry],
  })
  async function readFigures(): Promise<void> {
    for (const { queue, waiting, delayed, active, failed, oldestWaitingMs } of await jobs.figures()) {
      depth.set({ queue, state: 'waiting' }, waiting)
      depth.set({ queue, state: 'delayed' }, delayed)
      depth.set({ queue, state: 'active' }, active)
      depth.set({ queue, state: 'failed' }, failed)
      lag.set({ queue }, oldestWaitingMs / 1000)
    }
  }
  return registry
}
