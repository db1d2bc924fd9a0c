import { orderStatusChanged } from '#modules/orders/events'
import type { EventBus } from '#platform/events/event-bus'
import { changesBetween, type AuditLog } from '../audit.api.ts'

/** Every step that staff had an order take stands in the log, with what was typed for it. */
export function writeAuditLineWhenOrderStatusChanged(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly audit: Pick<AuditLog, 'recordOnce'>
}): void {
  const { events, audit } = deps
  events.subscribe(orderStatusChanged, 'write-audit-line-when-order-status-changed', {
    queue: 'housekeeping',
    // Steps that were asked for before the network address came along stand in the log already.
    when: ({ by, networkAddress }) => by === 'staff' && networkAddress !== undefined,
    async handle({ orderId, from, to, carrier, trackingNumber, location, reason, networkAddress = '' }, context) {
      await audit.recordOnce(context, {
        action: 'order.moved',
        subject: `order ${orderId}`,
        address: networkAddress,
        changes: changesBetween({ status: from }, { status: to, carrier, trackingNumber, location, reason }),
      })
    },
  })
}
