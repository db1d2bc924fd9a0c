import type { EventBus } from '#platform/events/event-bus'
import { productsChanged } from '../events.ts'
import type { ProductShelf } from '../search/product-shelf.ts'

/** A product that changed is read from the database again. */
export function forgetProductsWhenTheyChanged(deps: { readonly events: EventBus; readonly shelf: ProductShelf }): void {
  deps.events.on(productsChanged, 'catalog.forget-products', ({ payload }) => deps.shelf.forget(payload.productIds))
}
