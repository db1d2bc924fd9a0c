import { endOfDay } from '#platform/time/business-days'
import type { Order } from './order.ts'

/** Windows of the return policy, counted from the delivery (specification 2, section 9). */
const RETURN_DAYS = { any: 30, unopenedOrBusiness: 60 } as const

/** When the order arrived; null as long as it has not. */
function deliveredAt(order: Order): Date | null {
  if (order.status !== 'delivered') return null
  return order.trackingEvents.findLast(({ status }) => status === 'delivered')?.timestamp ?? order.updatedAt
}

/**
 * Until when anything of the order, and until when what is unopened may come back: the whole last day by the shop's
 * clock counts, whenever the order arrived. Null while nothing may.
 */
export function returnWindow(order: Order): { readonly until: Date; readonly unopenedUntil: Date } | null {
  const delivered = deliveredAt(order)
  if (delivered === null) return null
  return {
    until: endOfDay(delivered, RETURN_DAYS.any),
    unopenedUntil: endOfDay(delivered, RETURN_DAYS.unopenedOrBusiness),
  }
}
