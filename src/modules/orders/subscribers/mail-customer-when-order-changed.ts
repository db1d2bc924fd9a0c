import type { EventBus } from '#platform/events/event-bus'
import { orderChanged } from '../events.ts'
import { createMailChangedOrder, type MailChangedOrderDeps } from '../use-cases/mail-changed-order.ts'

/** Sends customers their order in full after they changed it. */
export function mailCustomerWhenOrderChanged(
  deps: MailChangedOrderDeps & { readonly events: Pick<EventBus, 'subscribe'> },
): void {
  const mailChangedOrder = createMailChangedOrder(deps)
  deps.events.subscribe(orderChanged, 'mail-customer-when-order-changed', {
    queue: 'urgent-mail',
    handle: ({ orderId }, { jobId }) => mailChangedOrder(orderId, 'customer', jobId),
  })
}
