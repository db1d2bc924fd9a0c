import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'

/** A job for tests that is not part of the shop. */
export const printLabel = defineJob({
  name: 'print-label',
  queue: 'orders',
  schema: z.object({ text: z.string() }),
  attempts: 5,
  backoffMs: 20,
})

/** Fast timings for tests; in the shop some of these are minutes. */
export const JOB_TIMINGS = { tickMs: 50, sweepMs: 100, leaseMs: 1500, dispatchedLeaseMs: 1500, dailyLookMs: 50 }
