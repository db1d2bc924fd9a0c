import { orderReleased } from '#modules/orders/events'
import type { EventBus } from '#platform/events/event-bus'
import type { AuditLog } from '../audit.api.ts'

/** Logs that staff let an order go on. */
export function writeAuditLineWhenOrderReleased(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly audit: Pick<AuditLog, 'recordOnce'>
}): void {
  const { events, audit } = deps
  events.subscribe(orderReleased, 'write-audit-line-when-order-released', {
    queue: 'housekeeping',
    async handle({ orderId, networkAddress, staff = null }, context) {
      await audit.recordOnce(context, {
        action: 'order.released',
        subject: `order ${orderId}`,
        by: { person: staff, address: networkAddress },
      })
    },
  })
}
