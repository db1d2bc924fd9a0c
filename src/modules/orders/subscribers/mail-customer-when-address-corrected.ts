import type { EventBus } from '#platform/events/event-bus'
import { addressCorrected } from '../events.ts'
import { createMailChangedOrder, type MailChangedOrderDeps } from '../use-cases/mail-changed-order.ts'

/** Sends customers their order in full after staff corrected its address. */
export function mailCustomerWhenAddressCorrected(
  deps: MailChangedOrderDeps & { readonly events: Pick<EventBus, 'subscribe'> },
): void {
  const mailChangedOrder = createMailChangedOrder(deps)
  deps.events.subscribe(addressCorrected, 'mail-customer-when-address-corrected', {
    queue: 'mail',
    handle: ({ orderId }, { jobId }) => mailChangedOrder(orderId, 'staff', jobId),
  })
}
