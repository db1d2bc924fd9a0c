import { z } from 'zod'

export const Live = z.object({ status: z.literal('live') })

/** `redis` is `none` when the shop runs without Redis, and `down` also when Redis answers and takes no changes. */
export const Ready = z.object({
  status: z.enum(['ready', 'unavailable']),
  database: z.enum(['up', 'down']),
  redis: z.enum(['up', 'down', 'none']),
})
export type Ready = z.infer<typeof Ready>
