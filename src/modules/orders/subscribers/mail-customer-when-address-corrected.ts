import type { Clock } from '#platform/clock'
import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { isErased } from '../domain/erased-customer.ts'
import { addressCorrected } from '../events.ts'
import { orderConfirmation } from '../mails/order-confirmation.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

/** Sends the customer their order in full after staff corrected its address, unless they asked for erasure before. */
export function mailCustomerWhenAddressCorrected(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly clock: Clock
  readonly orders: Pick<OrderRepository, 'findForShop'>
  readonly reviewMinutes: number
  readonly publicUrl: string | null
}): void {
  const { events, mailer, clock, orders, reviewMinutes, publicUrl } = deps
  events.subscribe(addressCorrected, 'mail-customer-when-address-corrected', {
    queue: 'mail',
    async handle({ orderId }, { jobId }) {
      const found = await orders.findForShop(orderId)
      if (found === null || isErased(found.order)) return
      // Canceled meanwhile, which has a mail of its own.
      if (found.order.status === 'cancelled') return
      const context = { reviewMinutes, publicUrl, now: clock.now(), changedBy: 'staff' } as const
      await mailer.send(jobId, orderConfirmation(found.order, context))
    },
  })
}
