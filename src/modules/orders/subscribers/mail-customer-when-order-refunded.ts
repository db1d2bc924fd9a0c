import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { isErased } from '../domain/erased-customer.ts'
import { orderRefunded } from '../events.ts'
import { refundMail } from '../mails/refund-mail.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

/** Tells the customer what they get back and when, unless they asked for erasure before it went out. */
export function mailCustomerWhenOrderRefunded(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly orders: Pick<OrderRepository, 'findForShop'>
  readonly publicUrl: string | null
}): void {
  const { events, mailer, orders, publicUrl } = deps
  events.subscribe(orderRefunded, 'mail-customer-when-order-refunded', {
    queue: 'mail',
    async handle({ orderId, amountCents }, { jobId }) {
      const found = await orders.findForShop(orderId)
      if (found === null || isErased(found.order)) return
      await mailer.send(jobId, refundMail(found.order, amountCents, { publicUrl }))
    },
  })
}
