import { MINUTE_MS } from '#platform/time/durations'
import type { EventBus } from '#platform/events/event-bus'
import type { JobHandler } from '#platform/jobs/jobs'
import { orderPlaced } from '../events.ts'
import { STEP_AFTER_REVIEW, type ChangeOrderStatus } from '../use-cases/change-order-status.ts'

/** Moves an order on when its review time is over. */
export function beginProcessingAfterReviewWhenOrderPlaced(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly reviewMinutes: number
  readonly changeOrderStatus: JobHandler<ChangeOrderStatus>
}): void {
  const { events, reviewMinutes, changeOrderStatus } = deps
  events.subscribe(orderPlaced, 'begin-processing-after-review-when-order-placed', {
    queue: 'orders',
    delayMs: reviewMinutes * MINUTE_MS,
    handle: ({ orderId }, context) => changeOrderStatus({ orderId, ...STEP_AFTER_REVIEW }, context),
  })
}
