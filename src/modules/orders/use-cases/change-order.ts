import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { WithLock } from '#platform/concurrency/keyed-mutex'
import {
  changeOrder,
  checkRoomForChange,
  piecesGivenBack,
  whatChanged,
  type OrderChange,
} from '../domain/order-change.ts'
import { takenFromStock, type Order } from '../domain/order.ts'
import { OrderNotFound } from '../errors.ts'
import { orderChanged } from '../events.ts'
import type { CustomerOrdersRepository } from '../persistence/customer-orders.repository.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'
import type { OrderingCustomerRepository } from '../persistence/ordering-customer.repository.ts'
import type { SalesSummaryRepository } from '../persistence/sales-summary.repository.ts'

export type ChangeOrder = (
  which: { readonly customerId: string; readonly orderId: number },
  change: OrderChange,
) => Promise<Order>

/**
 * Changes a customer's own order within the review time (specification 2, section 9), at once: when this answers, the
 * pieces that it no longer has are back in stock. A change to what the order is already changes and mails nothing.
 * @throws OrderNotFound, also for somebody else's order
 * @throws OrderNotChangeable @throws ReviewTimeOver @throws OnlyFewerPieces @throws NotAllLinesNamed
 * @throws NothingLeftOfOrder @throws ChangedTooOften
 */
export function createChangeOrder(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'returnStock'>
  readonly orders: Pick<OrderRepository, 'saveChange'>
  readonly customerOrders: Pick<CustomerOrdersRepository, 'findOfCustomer'>
  readonly customers: Pick<OrderingCustomerRepository, 'lessen'>
  readonly sales: Pick<SalesSummaryRepository, 'remove'>
  readonly lockOrder: WithLock
}): ChangeOrder {
  const { database, events, clock, catalog, orders, customerOrders, customers, sales, lockOrder } = deps

  return function changeOwnOrder({ customerId, orderId }, change) {
    return lockOrder([String(orderId)], () =>
      database.transaction(async (tx) => {
        const order = await customerOrders.findOfCustomer(customerId, orderId, tx)
        if (order === null) throw new OrderNotFound()
        const now = clock.now()
        const changed = changeOrder(order, change, now)
        const what = whatChanged(order, changed)
        if (what.length === 0) return order
        checkRoomForChange(order)
        await sales.remove(tx, orderId)
        const entry = {
          from: order.status,
          to: order.status,
          by: 'customer',
          person: null,
          at: now,
          jobId: null,
        } as const
        const reason = `Changed by the customer: ${what.join(', ')}.`
        const isSaved = await orders.saveChange(tx, changed, { ...entry, reason })
        if (!isSaved) throw new Error(`Order ${orderId} was moved by somebody else in the meantime.`)
        if (piecesGivenBack(order.lines, changed.lines).length > 0) {
          const back = piecesGivenBack(takenFromStock(order.lines), takenFromStock(changed.lines))
          await catalog.returnStock(tx, back)
          await customers.lessen(tx, customerId, { totalCents: order.totalCents - changed.totalCents, lines: back })
        }
        await events.publish(tx, orderChanged, { orderId, customerId })
        return changed
      }),
    )
  }
}
