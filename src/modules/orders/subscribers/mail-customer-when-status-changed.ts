import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { isErased } from '../domain/erased-customer.ts'
import { orderStatusChanged } from '../events.ts'
import { statusMail } from '../mails/status-mail.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

/** Notifies the customer about a step of their order by mail, unless they asked for erasure before it went out. */
export function mailCustomerWhenStatusChanged(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly orders: Pick<OrderRepository, 'findForShop'>
  readonly publicUrl: string | null
}): void {
  const { events, mailer, orders, publicUrl } = deps
  events.subscribe(orderStatusChanged, 'mail-customer-when-status-changed', {
    queue: 'mail',
    async handle({ orderId, to }, { jobId }) {
      const found = await orders.findForShop(orderId)
      if (found === null || isErased(found.order)) return
      const mail = statusMail(found.order, to, { publicUrl })
      if (mail !== null) await mailer.send(jobId, mail)
    },
  })
}
