import { z } from 'zod'
import type { Database } from '#platform/database/database'
import { AppError } from '#platform/errors/errors'
import { defineJob } from '#platform/jobs/define-job'
import { JobCannotSucceed, type JobHandler, type Jobs } from '#platform/jobs/jobs'
import type { Step } from '../domain/order-moves.ts'
import type { Order } from '../domain/order.ts'
import { canMove, nextStatuses, ORDER_STATUSES } from '../domain/order-status.ts'
import { OrderCannotMove, OrderNotFound } from '../errors.ts'
import { StaffPerson, type ActingStaff } from '../events.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'
import type { MoveOrder } from './move-order.ts'

const ChangeOrderStatus = z.object({
  orderId: z.int(),
  to: z.enum(ORDER_STATUSES),
  /** Drop the step when the order has another status by now. */
  onlyFrom: z.enum(ORDER_STATUSES).optional(),
  by: z.string().max(100),
  reason: z.string().max(500).nullable(),
  networkAddress: z.string().max(100).optional(),
  staff: StaffPerson.optional(),
  carrier: z.string().max(60).optional(),
  trackingNumber: z.string().max(60).optional(),
  location: z.string().max(200).optional(),
})
export type ChangeOrderStatus = z.infer<typeof ChangeOrderStatus>

/** The shop's own step when the review time is over, unless somebody moved the order before. */
export const STEP_AFTER_REVIEW = {
  to: 'processing',
  onlyFrom: 'pending',
  by: 'shop',
  reason: 'The review time is over.',
} as const satisfies Partial<ChangeOrderStatus>

/** One step of an order's life as staff ask for it. */
export interface RequestedMove extends Step, ActingStaff {
  readonly orderId: number
  readonly by: 'staff'
  readonly reason: string | null
}

export type RequestMove = (move: RequestedMove) => Promise<string>

/**
 * One allowed step of an order. A repetition does nothing. A forbidden step fails at once, and so does shipping an
 * order that has shipped with another carrier or number: otherwise two people would both hear that theirs was taken.
 */
export const changeOrderStatusJob = defineJob({
  name: 'change-order-status',
  queue: 'orders',
  schema: ChangeOrderStatus,
})

/**
 * Has the job move an order, after a look at whether its life has that step now; the job looks again.
 * @returns the function, which returns the job's id and throws OrderNotFound and OrderCannotMove
 */
export function createRequestMove(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly orders: Pick<OrderRepository, 'findForShop'>
}): RequestMove {
  const { database, jobs, orders } = deps
  return async function requestMove(move) {
    const found = await orders.findForShop(move.orderId)
    if (found === null) throw new OrderNotFound()
    const { status } = found.order
    if (!canMove(status, move.to)) throw new OrderCannotMove(status, move.to, nextStatuses(status))
    return database.transaction((tx) => jobs.enqueue(tx, changeOrderStatusJob, { ...move }))
  }
}

/** The job's work: moves an order one step, once however often the job is delivered. */
export function createChangeOrderStatus(deps: {
  readonly database: Database
  readonly orders: Pick<OrderRepository, 'findForShop'>
  readonly moveOrder: MoveOrder
}): JobHandler<ChangeOrderStatus> {
  const { database, orders, moveOrder } = deps

  return async function changeOrderStatus(
    { orderId, onlyFrom, by, reason, networkAddress, staff, ...step },
    { jobId },
  ) {
    try {
      await database.transaction(async (tx) => {
        const found = await orders.findForShop(orderId, tx)
        if (found === null) throw new OrderNotFound()
        const { order, history } = found
        const isDone = history.some((entry) => entry.jobId === jobId) || isAlready(order, step)
        if (isDone || (onlyFrom !== undefined && order.status !== onlyFrom)) return
        // It goes on once staff have released it.
        if (order.awaitsRelease && by === 'shop') return
        await moveOrder(tx, order, step, { by, reason, networkAddress, staff, jobId })
      })
    } catch (error) {
      // A step that the order's life does not have can never succeed later either.
      const isRefused = error instanceof AppError && (error.kind === 'conflict' || error.kind === 'not-found')
      throw isRefused ? new JobCannotSucceed(error.message, { cause: error }) : error
    }
  }
}

/** Whether the order is as the step would leave it. */
function isAlready(order: Order, { to, carrier, trackingNumber }: Step): boolean {
  const isSame = (wanted: string | undefined, has: string | null) => wanted === undefined || wanted === has
  return order.status === to && isSame(carrier, order.carrier) && isSame(trackingNumber, order.trackingNumber)
}
