import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'

/** A job for the suites, with nothing of the shop in it. */
export const printLabel = defineJob({
  name: 'print-label',
  queue: 'orders',
  schema: z.object({ text: z.string() }),
  backoffMs: 20,
})

/** Everything that takes minutes in the shop, in fractions of a second. */
export const JOB_TIMINGS = { tickMs: 50, sweepMs: 100, leaseMs: 1500, handedLeaseMs: 1500 }
