import type { EventBus } from '#platform/events/event-bus'
import { productsChanged } from '../events.ts'
import type { ProductCache } from '../product-cache.ts'

/** A product that changed is read from the database again. */
export function clearProductCacheWhenProductsChanged({
  events,
  cache,
}: {
  readonly events: EventBus
  readonly cache: ProductCache
}): void {
  events.listen(productsChanged, 'catalog.clear-product-cache', ({ payload }) => cache.forget(payload.productIds))
  events.onResync('catalog.clear-product-cache', () => cache.forget(null))
}
