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
  events.listen(
    productsChanged,
    'catalog.refresh-search',
    async ({ remote, payload: { productIds, isSale = false } }) => {
      if (productIds === null) await search.resync(0)
      // The sale itself has passed its products on.
      else if (remote || !isSale) await search.refresh(productIds)
    },
  )
  events.onResync('catalog.refresh-search', () => search.resync())
}
