import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { move, type Step } from '../domain/order-moves.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import { OrderNotFound } from '../errors.ts'
import { orderStatusChanged } from '../events.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

export interface ChangeOrderStatus extends Step {
  readonly orderId: number
  /** Drop the step when the order has another status by now. */
  readonly onlyFrom?: OrderStatus
  readonly by: string
  readonly reason: string | null
  readonly jobId: string
}

/**
 * Moves an order one step and notes who did it and why. A job that is delivered again does nothing; a cancelled
 * order's pieces go back into stock in the same transaction.
 * @throws OrderNotFound @throws OrderCannotMove
 */
export function createChangeOrderStatus(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'returnStock'>
  readonly orders: OrderRepository
}) {
  const { database, events, clock, catalog, orders } = deps

  return async function changeOrderStatus({ orderId, onlyFrom, by, reason, jobId, ...step }: ChangeOrderStatus): Promise<void> {
    await database.transaction(async (tx) => {
      const found = await orders.findForShop(orderId, tx)
      if (found === null) throw new OrderNotFound()
      const { order, history } = found
      const isRepeat = order.status === step.to || history.some((entry) => entry.jobId === jobId)
      if (isRepeat || (onlyFrom !== undefined && order.status !== onlyFrom)) return

      const now = clock.now()
      const moved = move(order, step, now)
      const isSaved = await orders.saveMove(tx, moved, order.status, { from: order.status, to: step.to, by, reason, at: now, jobId })
      if (!isSaved) throw new Error(`Order ${orderId} was moved by somebody else meanwhile.`)
      if (step.to === 'cancelled') await catalog.returnStock(tx, order.lines)
      tx.onCommit(() =>
        events.publish(orderStatusChanged, { orderId, customerId: order.customerId, from: order.status, to: step.to }),
      )
    })
  }
}
