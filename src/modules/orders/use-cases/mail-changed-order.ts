import type { Clock } from '#platform/time/clock'
import type { Mailer } from '#platform/mail/mailer'
import { isErased } from '../domain/erased-customer.ts'
import { orderConfirmation } from '../mails/order-confirmation.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

export interface MailChangedOrderDeps {
  readonly mailer: Mailer
  readonly clock: Clock
  readonly orders: Pick<OrderRepository, 'findForShop'>
  readonly reviewMinutes: number
  readonly publicUrl: string | null
}

/** Sends customers their order in full after somebody changed it, unless they asked for erasure before it went out. */
export function createMailChangedOrder(deps: MailChangedOrderDeps) {
  const { mailer, clock, orders, reviewMinutes, publicUrl } = deps
  return async function mailChangedOrder(orderId: number, changedBy: 'customer' | 'staff', jobId: string) {
    const found = await orders.findForShop(orderId)
    if (found === null || isErased(found.order)) return
    // Canceled meanwhile, which has a mail of its own.
    if (found.order.status === 'cancelled') return
    await mailer.send(jobId, orderConfirmation(found.order, { reviewMinutes, publicUrl, now: clock.now(), changedBy }))
  }
}
