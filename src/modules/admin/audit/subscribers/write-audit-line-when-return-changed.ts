import { returnChanged } from '#modules/orders/events'
import type { EventBus } from '#platform/events/event-bus'
import { changesBetween, type AuditLog } from '../audit.api.ts'

/** Logs what staff decided about a return, and how many pieces they put back in stock. */
export function writeAuditLineWhenReturnChanged(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly audit: Pick<AuditLog, 'recordOnce'>
}): void {
  const { events, audit } = deps
  events.subscribe(returnChanged, 'write-audit-line-when-return-changed', {
    queue: 'housekeeping',
    when: ({ by }) => by === 'staff',
    async handle({ orderId, number, to, restocked, networkAddress = '', staff = null }, context) {
      await audit.recordOnce(context, {
        action: `return.${to}`,
        subject: `order ${orderId}`,
        by: { person: staff, address: networkAddress },
        changes: changesBetween({ restocked: 0 }, { return: `RMA-${number}`, restocked }),
      })
    },
  })
}
