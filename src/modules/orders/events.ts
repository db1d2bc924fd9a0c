import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'

export const orderPlaced = defineEvent(
  'orders.order-placed',
  z.object({ orderId: z.int(), customerId: z.string(), totalCents: z.int() }),
  { broadcast: true },
)

/** An order took a step of its life; `by` says who moved it: "customer", "staff" or "shop". */
export const orderStatusChanged = defineEvent(
  'orders.status-changed',
  z.object({ orderId: z.int(), customerId: z.string().nullable(), from: z.string(), to: z.string(), by: z.string() }),
  { broadcast: true },
)
