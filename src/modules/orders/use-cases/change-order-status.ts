import type { Database } from '#platform/database/database'
import type { Step } from '../domain/order-moves.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import { OrderNotFound } from '../errors.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'
import type { TakeStep } from './take-step.ts'

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
  readonly orders: Pick<OrderRepository, 'findForShop'>
  readonly takeStep: TakeStep
}) {
  const { database, orders, takeStep } = deps

  return async function changeOrderStatus({
    orderId,
    onlyFrom,
    by,
    reason,
    jobId,
    ...step
  }: ChangeOrderStatus): Promise<void> {
    await database.transaction(async (tx) => {
      const found = await orders.findForShop(orderId, tx)
      if (found === null) throw new OrderNotFound()
      const { order, history } = found
      const isRepeat = order.status === step.to || history.some((entry) => entry.jobId === jobId)
      if (isRepeat || (onlyFrom !== undefined && order.status !== onlyFrom)) return
      await takeStep(tx, order, step, { by, reason, jobId })
    })
  }
}
