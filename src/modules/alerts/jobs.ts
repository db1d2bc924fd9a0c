import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'

/**
 * Sends the one mail of a request; its link carries `linkToken`. Of a request that was ended it does nothing. A price list
 * may make thousands of them due, so they have a queue of their own: a sign-in code behind them would be too old.
 */
export const mailAlert = defineJob({
  name: 'mail-product-alert',
  queue: 'alerts',
  schema: z.object({ alertId: z.string(), linkToken: z.string() }),
})
