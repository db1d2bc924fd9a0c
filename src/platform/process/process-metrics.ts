import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Jobs, QueueStats } from '../jobs/jobs.ts'
import type { Logger } from '../log/logger.ts'
import type { MailBudget } from '../mail/mail-budget.ts'

/**
 * The process's metrics for Prometheus: event-loop delay, memory and the like, and what the queues hold. The HTTP
 * histogram is made by the server, on this registry.
 */
export function createProcessMetrics({
  jobs,
  mailBudget,
  logger,
}: {
  readonly jobs: Pick<Jobs, 'stats'>
  readonly mailBudget: Pick<MailBudget, 'countWithheld'>
  readonly logger: Logger
}): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  let reading: Promise<readonly QueueStats[]> | null = null

  /** Both gauges collect at the same time and share one query. */
  async function readStats(): Promise<readonly QueueStats[]> {
    reading ??= jobs.stats().finally(() => {
      reading = null
    })
    try {
      return await reading
    } catch (error) {
      // Metrics matter most when something is down, so the other metrics must still be served.
      logger.warn({ err: error }, 'the queue stats could not be read')
      return []
    }
  }

  const depth = new Gauge({
    name: 'superprinter_jobs',
    help: 'Jobs per queue and state (waiting, delayed, active, failed)',
    labelNames: ['queue', 'state'],
    registers: [],
    async collect() {
      for (const { queue, waiting, delayed, active, failed } of await readStats()) {
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
      for (const { queue, oldestWaitingMs } of await readStats()) this.set({ queue }, oldestWaitingMs / 1000)
    },
  })
  const withheld = new Gauge({
    name: 'superprinter_mails_withheld',
    help: 'Mails that were not sent in the last 24 hours: too many to one address, or by one customer',
    registers: [],
    async collect() {
      try {
        this.set(await mailBudget.countWithheld())
      } catch (error) {
        logger.warn({ err: error }, 'the mails that were held back could not be counted')
        this.remove()
      }
    },
  })
  registry.registerMetric(depth)
  registry.registerMetric(lag)
  registry.registerMetric(withheld)
  return registry
}
