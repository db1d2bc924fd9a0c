import type { EventBus } from '#platform/events/event-bus'
import { productsChanged } from '../events.ts'
import type { ProductShelf } from '../search/product-shelf.ts'

/** A product that changed is read from the database again. */
export function forgetProductsWhenTheyChanged({
  events,
  shelf,
}: {
  readonly events: EventBus
  readonly shelf: ProductShelf
}): void {
  events.listen(productsChanged, 'catalog.forget-products', ({ payload }) => shelf.forget(payload.productIds))
  events.onResync('catalog.forget-products', () => shelf.forget(null))
}
