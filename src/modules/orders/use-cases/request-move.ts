import type { Database, Transaction } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import type { Step } from '../domain/order-moves.ts'
import { canMove, nextStatuses } from '../domain/order-status.ts'
import { OrderCannotMove, OrderNotFound } from '../errors.ts'
import { changeOrderStatus } from '../jobs.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'

export interface RequestMove extends Step {
  readonly orderId: number
  readonly by: 'staff'
  readonly reason: string | null
}

/**
 * Has a job move an order, after a look at whether its life has that step now; the job looks again.
 * @param alongside what else belongs into the transaction; it is told where the order stands
 * @returns the job's id
 * @throws OrderNotFound @throws OrderCannotMove
 */
export function createRequestMove(deps: {
  readonly database: Database
  readonly jobs: Jobs
  readonly orders: Pick<OrderRepository, 'findForShop'>
}) {
  const { database, jobs, orders } = deps

  return async function requestMove(
    move: RequestMove,
    alongside?: (tx: Transaction, from: string) => Promise<void>,
  ): Promise<string> {
    const found = await orders.findForShop(move.orderId)
    if (found === null) throw new OrderNotFound()
    const { status } = found.order
    if (!canMove(status, move.to)) throw new OrderCannotMove(status, move.to, nextStatuses(status))
    return database.transaction(async (tx) => {
      await alongside?.(tx, status)
      return jobs.enqueue(tx, changeOrderStatus, { ...move })
    })
  }
}
