import { orderNoted } from '#modules/orders/events'
import type { EventBus } from '#platform/events/event-bus'
import type { AuditLog } from '../audit.api.ts'

/** Logs that staff wrote a note on an order; what it says stays with the order. */
export function writeAuditLineWhenOrderNoted(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly audit: Pick<AuditLog, 'recordOnce'>
}): void {
  const { events, audit } = deps
  events.subscribe(orderNoted, 'write-audit-line-when-order-noted', {
    queue: 'housekeeping',
    async handle({ orderId, networkAddress, staff = null }, context) {
      await audit.recordOnce(context, {
        action: 'order.noted',
        subject: `order ${orderId}`,
        by: { person: staff, address: networkAddress },
      })
    },
  })
}
