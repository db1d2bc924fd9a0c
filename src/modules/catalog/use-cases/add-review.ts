import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { ratingOf, type Review } from '../domain/review.ts'
import { AlreadyReviewed, ProductNotFound } from '../errors.ts'
import { productsChanged } from '../events.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import type { ReviewRepository } from '../persistence/review.repository.ts'

export interface NewReview {
  readonly productId: number
  /** The author. A customer writes one review per product. */
  readonly customerId: string
  /** The name under which the review is shown. */
  readonly customerName: string
  readonly customerTitle: string | null
  readonly rating: number
  readonly comment: string
}

/**
 * Adds a customer's review, once per customer and product, and recalculates the product's rating and review count from
 * its reviews that are shown, in one transaction. The caller checks whether the customer received the product.
 * @param lockAuthor keeps the customer's account until the transaction ends, or throws what refuses the review
 * @throws ProductNotFound @throws AlreadyReviewed
 */
export type AddReview = (review: NewReview, lockAuthor: (tx: Transaction) => Promise<void>) => Promise<Review>

export function createAddReview(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly products: Pick<ProductRepository, 'exists' | 'markReviewsChanged' | 'setRating'>
  readonly reviews: Pick<ReviewRepository, 'hasReviewed' | 'insertOfCustomer' | 'countRatings'>
}): AddReview {
  const { database, events, clock, products, reviews } = deps

  return async function addReview({ customerId, ...content }, lockAuthor) {
    const { productId } = content
    if (!(await products.exists(productId))) throw new ProductNotFound()
    if (await reviews.hasReviewed(customerId, productId)) throw new AlreadyReviewed()
    return database.transaction(async (tx) => {
      const review: Review = { ...content, id: randomUUID(), createdAt: clock.now() }
      await lockAuthor(tx)
      // Comes early, so that several who review one product wait for each other here: after reading the ratings, each
      // would have to start over for each of the others.
      await products.markReviewsChanged(tx, [productId])
      // Two tabs of one customer meet at the unique index.
      if (!(await reviews.insertOfCustomer(tx, review, customerId))) throw new AlreadyReviewed()
      // The product may have been deleted since it was looked up, and its reviews with it.
      const rating = ratingOf(await reviews.countRatings(tx, productId))
      if (!(await products.setRating(tx, productId, rating))) throw new ProductNotFound()
      await events.publish(tx, productsChanged, { productIds: [productId] })
      return review
    })
  }
}
