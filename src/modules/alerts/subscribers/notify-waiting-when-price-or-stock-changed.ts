import { priceOrStockChanged } from '#modules/catalog/events'
import type { EventBus } from '#platform/events/event-bus'
import type { NotifyWaiting } from '../use-cases/notify-waiting.ts'

/** Writes to those who wait, whatever brought a product back or made it cheaper. */
export function notifyWaitingWhenPriceOrStockChanged(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly notifyWaiting: NotifyWaiting
}): void {
  deps.events.subscribe(priceOrStockChanged, 'notify-waiting-when-price-or-stock-changed', {
    queue: 'housekeeping',
    handle: ({ productIds }, { signal }) => deps.notifyWaiting(productIds, signal),
  })
}
