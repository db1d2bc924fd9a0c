import type { EventBus } from '#platform/events/event-bus'
import { offersChanged } from '../events.ts'
import type { LinkSupplies } from '../use-cases/link-supplies.ts'

/**
 * Keeps the links between machines and supplies, and the cost of a page, up to date. It is a job and no part of the edit:
 * a price list may write thousands of supplies, and of two edits at the same moment the later job sees both.
 */
export function linkSuppliesWhenOffersChanged({
  events,
  linkSupplies,
}: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly linkSupplies: LinkSupplies
}): void {
  events.subscribe(offersChanged, 'link-supplies-when-offers-changed', {
    queue: 'housekeeping',
    handle: ({ productIds, areNew }) => linkSupplies(productIds, areNew === true ? 'new' : 'any'),
  })
}
