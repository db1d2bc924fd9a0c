import { expect, it } from 'vitest'
import type { QueueStats } from '../jobs/jobs.ts'
import { createLogger } from '../log/logger.ts'
import { createProcessMetrics } from './process-metrics.ts'

it('the metrics show how many jobs wait, and how long the oldest has waited', async () => {
  const stats: QueueStats[] = [{ queue: 'mail', waiting: 3, delayed: 2, active: 1, failed: 4, oldestWaitingMs: 1500 }]
  const text = await createProcessMetrics({
    jobs: { stats: async () => stats },
    mailBudget: { countWithheld: async () => 7 },
    logger: createLogger('silent'),
  }).metrics()
  expect(text).toContain('superprinter_jobs{queue="mail",state="waiting"} 3')
  expect(text).toContain('superprinter_jobs{queue="mail",state="failed"} 4')
  expect(text).toContain('superprinter_outbox_lag_seconds{queue="mail"} 1.5')
  expect(text).toContain('superprinter_mails_withheld 7')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})

it('the metrics are still served when the database does not answer', async () => {
  const stats = async () => {
    throw new Error('no database')
  }
  const text = await createProcessMetrics({
    jobs: { stats },
    mailBudget: { countWithheld: stats },
    logger: createLogger('silent'),
  }).metrics()
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).not.toMatch(/^superprinter_(?:jobs|mails)/m)
})
