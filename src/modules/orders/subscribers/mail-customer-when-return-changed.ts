import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { isErased } from '../domain/erased-customer.ts'
import { OFF_STATUSES } from '../domain/return-status.ts'
import { returnChanged } from '../events.ts'
import { returnMail } from '../mails/return-mail.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

/** Notifies the customer about a step of their return by mail, unless they asked for erasure before it went out. */
export function mailCustomerWhenReturnChanged(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly orders: Pick<OrderRepository, 'findForShop'>
  readonly publicUrl: string | null
}): void {
  const { events, mailer, orders, publicUrl } = deps
  events.subscribe(returnChanged, 'mail-customer-when-return-changed', {
    queue: 'mail',
    async handle({ orderId, number, to }, { jobId }) {
      const found = await orders.findForShop(orderId)
      const asked = found?.order.returns.find((each) => each.number === number)
      if (found === null || asked === undefined || isErased(found.order)) return
      // Declined or withdrawn meanwhile, which has a mail of its own.
      if (OFF_STATUSES.has(asked.status) && asked.status !== to) return
      await mailer.send(jobId, returnMail(found.order, asked, to, { publicUrl }))
    },
  })
}
