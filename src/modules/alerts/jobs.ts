import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'

/** Sends the one mail of a request; its link carries `linkToken`. Of a request that was ended it does nothing. */
export const mailAlert = defineJob({
  name: 'mail-product-alert',
  queue: 'mail',
  schema: z.object({ alertId: z.string(), linkToken: z.string() }),
})
