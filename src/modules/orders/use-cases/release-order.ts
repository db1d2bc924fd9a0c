import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { MINUTE_MS } from '#platform/time/durations'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { OrderNotFound, OrderNotWaiting } from '../errors.ts'
import { orderReleased, type ActingStaff } from '../events.ts'
import type { OrderRepository } from '../persistence/order.repository.ts'
import { changeOrderStatusJob, STEP_AFTER_REVIEW } from './change-order-status.ts'

export type ReleaseOrder = (input: ActingStaff & { readonly orderId: number }) => Promise<void>

/**
 * Lets an order go on that waited for staff: it moves to processing when its review time is over, at once if it is.
 * @throws OrderNotFound @throws OrderNotWaiting
 */
export function createReleaseOrder(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly orders: Pick<OrderRepository, 'findForShop' | 'release'>
  readonly reviewMinutes: number
}): ReleaseOrder {
  const { database, events, jobs, clock, orders, reviewMinutes } = deps
  return async function releaseOrder({ orderId, networkAddress, staff }) {
    await database.transaction(async (tx) => {
      const found = await orders.findForShop(orderId, tx)
      if (found === null) throw new OrderNotFound()
      if (!(await orders.release(tx, orderId))) throw new OrderNotWaiting()
      await events.publish(tx, orderReleased, { orderId, networkAddress, staff })
      // The job that was to move it may have found it waiting and is done, so there is another one.
      const leftMs = Math.max(0, found.order.reviewEndsAt.getTime() - clock.now().getTime())
      // More is left when it was placed on a machine whose clock was ahead.
      const delayMs = Math.min(leftMs, reviewMinutes * MINUTE_MS)
      await jobs.enqueue(tx, changeOrderStatusJob, { orderId, ...STEP_AFTER_REVIEW }, { delayMs })
    })
  }
}
