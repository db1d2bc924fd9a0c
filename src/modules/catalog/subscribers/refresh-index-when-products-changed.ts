import type { EventBus } from '#platform/events/event-bus'
import { productsChanged } from '../events.ts'
import type { IndexKeeper } from '../search/index-keeper.ts'

/** Keeps the catalogue index true to the database, whichever process changed it. */
export function refreshIndexWhenProductsChanged(deps: {
  readonly events: EventBus
  readonly index: IndexKeeper
}): void {
  deps.events.on(productsChanged, 'catalog.refresh-index', ({ payload }) => deps.index.refresh(payload.productIds))
}
