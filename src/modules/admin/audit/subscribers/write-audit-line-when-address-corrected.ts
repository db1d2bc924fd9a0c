import { addressCorrected } from '#modules/orders/events'
import type { EventBus } from '#platform/events/event-bus'
import type { AuditLog } from '../audit.api.ts'

/** Logs that staff corrected where an order goes; the addresses stay with the order. */
export function writeAuditLineWhenAddressCorrected(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly audit: Pick<AuditLog, 'recordOnce'>
}): void {
  const { events, audit } = deps
  events.subscribe(addressCorrected, 'write-audit-line-when-address-corrected', {
    queue: 'housekeeping',
    async handle({ orderId, networkAddress, staff = null }, context) {
      await audit.recordOnce(context, {
        action: 'order.address-corrected',
        subject: `order ${orderId}`,
        by: { person: staff, address: networkAddress },
      })
    },
  })
}
