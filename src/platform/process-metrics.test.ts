import { expect, it } from 'vitest'
import type { QueueFigures } from './jobs/jobs.ts'
import { createLogger } from './logger.ts'
import { createProcessMetrics } from './process-metrics.ts'

it('the metrics tell how many jobs wait, and how long the oldest has waited', async () => {
  const figures: QueueFigures[] = [
    { queue: 'mail', waiting: 3, delayed: 2, active: 1, failed: 4, oldestWaitingMs: 1500 },
  ]
  const text = await createProcessMetrics({
    jobs: { figures: async () => figures },
    logger: createLogger('silent'),
  }).metrics()
  expect(text).toContain('superprinter_jobs{queue="mail",state="waiting"} 3')
  expect(text).toContain('superprinter_jobs{queue="mail",state="failed"} 4')
  expect(text).toContain('superprinter_outbox_lag_seconds{queue="mail"} 1.5')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})

it('the metrics still come when the database does not answer', async () => {
  const figures = async () => {
    throw new Error('no database')
  }
  const text = await createProcessMetrics({ jobs: { figures }, logger: createLogger('silent') }).metrics()
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).not.toContain('superprinter_jobs{')
})
