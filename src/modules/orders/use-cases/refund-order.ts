import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { refundOfKey, withRefund, type WantedRefund } from '../domain/refunds.ts'
import { OrderNotFound } from '../errors.ts'
import { orderRefunded, type ActingStaff } from '../events.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

export type RefundOrder = (
  refund: WantedRefund & ActingStaff & { readonly orderId: number },
) => Promise<{ readonly isReplay: boolean }>

/**
 * Gives back a part of what was paid, or all of it, once for each key. The customer gets a mail. What was sold, and so
 * every figure of it, stays as it was.
 * @throws OrderNotFound @throws RefundKeyReused @throws UnknownRefundedLine @throws NothingToRefund
 * @throws RefundTooLarge @throws TooManyRefunds @throws OrderChangedMeanwhile when the order is not at `revision` any more
 */
export function createRefundOrder(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly orders: Pick<OrderRepository, 'findForShop' | 'saveRefunds'>
}): RefundOrder {
  const { database, events, clock, orders } = deps
  return function refundOrder({ orderId, networkAddress, staff, ...wanted }) {
    return database.transaction(async (tx) => {
      // Two that refund at once conflict, and the second one reads the order anew: with the first refund.
      const found = await orders.findForShop(orderId, tx)
      if (found === null) throw new OrderNotFound()
      const { order } = found
      if (refundOfKey(order, wanted) !== null) return { isReplay: true }
      await orders.saveRefunds(tx, withRefund(order, { ...wanted, by: staff?.name ?? null }, clock.now()))
      const { customerId } = order
      const { key, amountCents } = wanted
      await events.publish(tx, orderRefunded, { orderId, customerId, key, amountCents, networkAddress, staff })
      return { isReplay: false }
    })
  }
}
