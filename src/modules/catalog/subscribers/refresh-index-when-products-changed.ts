import type { EventBus } from '#platform/events/event-bus'
import { productsChanged } from '../events.ts'
import type { IndexKeeper } from '../search/index-keeper.ts'

/** Keeps the catalogue index true to the database, whichever process changed it. */
export function refreshIndexWhenProductsChanged({
  events,
  index,
}: {
  readonly events: EventBus
  readonly index: IndexKeeper
}): void {
  events.listen(productsChanged, 'catalog.refresh-index', ({ payload }) => index.refresh(payload.productIds))
  events.onResync('catalog.refresh-index', () => index.refresh(null))
}
