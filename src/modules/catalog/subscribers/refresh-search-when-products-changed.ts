import type { EventBus } from '#platform/events/event-bus'
import { productsChanged } from '../events.ts'
import type { CatalogSearch } from '../search/catalog-search.ts'

/** Keeps lists and searches true to the database, whichever process changed it. */
export function refreshSearchWhenProductsChanged({
  events,
  search,
}: {
  readonly events: EventBus
  readonly search: CatalogSearch
}): void {
  events.listen(productsChanged, 'catalog.refresh-search', ({ payload: { productIds } }) =>
    productIds === null ? search.catchUp(0) : search.refresh(productIds),
  )
  events.onResync('catalog.refresh-search', () => search.catchUp())
}
