import { orderStatusChanged } from '#modules/orders/events'
import type { EventBus } from '#platform/events/event-bus'
import { changesBetween, type AuditLog } from '../audit.api.ts'

/** Logs every step of an order by staff, with what they typed for it. */
export function writeAuditLineWhenOrderStatusChanged(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly audit: Pick<AuditLog, 'recordOnce'>
}): void {
  const { events, audit } = deps
  events.subscribe(orderStatusChanged, 'write-audit-line-when-order-status-changed', {
    queue: 'housekeeping',
    // Events from before they carried the network address were logged when they were published.
    when: ({ by, networkAddress }) => by === 'staff' && networkAddress !== undefined,
    async handle(event, context) {
      const { orderId, from, to, carrier, trackingNumber, location, reason, networkAddress = '', staff = null } = event
      await audit.recordOnce(context, {
        action: 'order.moved',
        subject: `order ${orderId}`,
        by: { person: staff, address: networkAddress },
        changes: changesBetween({ status: from }, { status: to, carrier, trackingNumber, location, reason }),
      })
    },
  })
}
