import { MINUTE_MS } from '#platform/time/durations'
import type { EventBus } from '#platform/events/event-bus'
import type { JobHandler } from '#platform/jobs/jobs'
import { orderPlaced } from '../events.ts'
import type { ChangeOrderStatus } from '../use-cases/change-order-status.ts'

/** The shop's own step when the review time is over, unless somebody moved the order before. */
export function beginProcessingAfterReviewWhenOrderPlaced(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly reviewMinutes: number
  readonly changeOrderStatus: JobHandler<ChangeOrderStatus>
}): void {
  const { events, reviewMinutes, changeOrderStatus } = deps
  const step = { to: 'processing', onlyFrom: 'pending', by: 'shop', reason: 'The review time is over.' } as const
  events.subscribe(orderPlaced, 'begin-processing-after-review-when-order-placed', {
    queue: 'orders',
    delayMs: reviewMinutes * MINUTE_MS,
    handle: ({ orderId }, context) => changeOrderStatus({ orderId, ...step }, context),
  })
}
