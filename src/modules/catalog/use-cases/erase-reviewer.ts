import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { productsChanged } from '../events.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import type { ReviewRepository } from '../persistence/review.repository.ts'

/**
 * Removes a customer from their own reviews, which keep the stars, by a "Former customer", without the text. Reviews of
 * other customers stay as they are. A repetition changes nothing.
 */
export type EraseReviewer = (person: { readonly customerId: string | null }) => Promise<void>

export function createEraseReviewer(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly products: Pick<ProductRepository, 'markReviewsChanged'>
  readonly reviews: Pick<ReviewRepository, 'eraseCustomer'>
}): EraseReviewer {
  const { database, events, products, reviews } = deps
  return async function eraseReviewer({ customerId }) {
    if (customerId === null) return
    await database.transaction(async (tx) => {
      const productIds = await reviews.eraseCustomer(tx, customerId)
      if (productIds.length === 0) return
      await products.markReviewsChanged(tx, productIds)
      await events.publish(tx, productsChanged, { productIds: [...productIds] })
    })
  }
}
