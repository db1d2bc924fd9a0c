import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'
import { ORDER_STATUSES } from './domain/order-status.ts'

/**
 * One allowed step of an order. A repetition does nothing; a forbidden step fails at once. With `onlyFrom` the step
 * is meant for an order in that state and is dropped when the order has moved on meanwhile.
 */
export const changeOrderStatus = defineJob({
  name: 'change-order-status',
  queue: 'orders',
  schema: z.object({
    orderId: z.int(),
    to: z.enum(ORDER_STATUSES),
    onlyFrom: z.enum(ORDER_STATUSES).optional(),
    by: z.string().max(100),
    reason: z.string().max(500).nullable(),
    carrier: z.string().max(60).optional(),
    trackingNumber: z.string().max(60).optional(),
    location: z.string().max(200).optional(),
  }),
})
