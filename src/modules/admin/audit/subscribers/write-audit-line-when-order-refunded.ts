import { orderRefunded } from '#modules/orders/events'
import type { EventBus } from '#platform/events/event-bus'
import { toDecimal } from '#platform/shared-kernel/money'
import { changesBetween, type AuditLog } from '../audit.api.ts'

/** Logs how much staff gave back; the reason stays with the order. */
export function writeAuditLineWhenOrderRefunded(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly audit: Pick<AuditLog, 'recordOnce'>
}): void {
  const { events, audit } = deps
  events.subscribe(orderRefunded, 'write-audit-line-when-order-refunded', {
    queue: 'housekeeping',
    async handle({ orderId, amountCents, networkAddress, staff = null }, context) {
      await audit.recordOnce(context, {
        action: 'order.refunded',
        subject: `order ${orderId}`,
        by: { person: staff, address: networkAddress },
        changes: changesBetween({ refund: null }, { refund: toDecimal(amountCents) }),
      })
    },
  })
}
