import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { WithLock } from '#platform/concurrency/keyed-mutex'
import { checkCustomerMayCancel } from '../domain/review-time.ts'
import type { Order } from '../domain/order.ts'
import { OrderNotFound } from '../errors.ts'
import type { CustomerOrdersRepository } from '../persistence/customer-orders.repository.ts'
import type { MoveOrder } from './move-order.ts'

const REASON = 'Cancelled by the customer.'

export type CancelOrder = (which: { readonly customerId: string; readonly orderId: number }) => Promise<Order>

/**
 * Cancels a customer's own order within the review time (specification 2, section 9), at once: when this answers, the
 * pieces are back in stock. Of many tries at the same time one succeeds.
 * @throws OrderNotFound, also for somebody else's order @throws OrderCannotMove @throws ReviewTimeOver
 */
export function createCancelOrder(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly customerOrders: Pick<CustomerOrdersRepository, 'findOfCustomer'>
  readonly moveOrder: MoveOrder
  readonly lockOrder: WithLock
}): CancelOrder {
  const { database, clock, customerOrders, moveOrder, lockOrder } = deps

  return function cancelOrder({ customerId, orderId }) {
    return lockOrder([String(orderId)], () =>
      database.transaction(async (tx) => {
        const order = await customerOrders.findOfCustomer(customerId, orderId, tx)
        if (order === null) throw new OrderNotFound()
        checkCustomerMayCancel(order, clock.now())
        return moveOrder(tx, order, { to: 'cancelled' }, { by: 'customer', reason: REASON, jobId: null })
      }),
    )
  }
}
