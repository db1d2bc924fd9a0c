import type { Clock } from '#platform/time/clock'
import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { isErased } from '../domain/erased-customer.ts'
import { orderPlaced } from '../events.ts'
import { orderConfirmation } from '../mails/order-confirmation.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'
import type { JustPlaced } from '../use-cases/just-placed.ts'

/** Confirms an order to its customer by mail, unless they canceled it or asked for erasure before it went out. */
export function confirmByMailWhenOrderPlaced(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly clock: Clock
  readonly orders: Pick<OrderRepository, 'findForShop'>
  readonly justPlaced: Pick<JustPlaced, 'take'>
  readonly reviewMinutes: number
  readonly publicUrl: string | null
}): void {
  const { events, mailer, clock, orders, justPlaced, reviewMinutes, publicUrl } = deps
  events.subscribe(orderPlaced, 'confirm-by-mail-when-order-placed', {
    queue: 'urgent-mail',
    async handle({ orderId }, { jobId }) {
      const placed = justPlaced.take(orderId)
      const order = placed?.order ?? (await orders.findForShop(orderId))?.order
      if (order === undefined || isErased(order)) return
      // Canceled meanwhile, which has a mail of its own.
      if (order.status === 'cancelled') return
      const mail = orderConfirmation(order, { reviewMinutes, publicUrl, now: clock.now() })
      await mailer.send(jobId, mail, placed?.standing)
    },
  })
}
