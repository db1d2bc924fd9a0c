import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { ratingOf, type Review } from '../domain/review.ts'
import { AlreadyReviewed, ProductNotFound } from '../errors.ts'
import { productsChanged } from '../events.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import type { ReviewRepository } from '../persistence/review.repository.ts'

export interface AddReview {
  readonly productId: number
  /** Who writes it: one review per customer and product. */
  readonly customerId: string
  /** As everybody will read it. */
  readonly customerName: string
  readonly customerTitle: string | null
  readonly rating: number
  readonly comment: string
}

/**
 * Adds a customer's review and works out rating and count of the product anew from all of its reviews, in one
 * transaction. Whether the customer may say something about the product is the caller's rule.
 * @throws ProductNotFound @throws AlreadyReviewed
 */
export function createAddReview(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly products: Pick<ProductRepository, 'exists' | 'setRating'>
  readonly reviews: Pick<ReviewRepository, 'hasReviewed' | 'insertOfCustomer' | 'listRatings'>
}) {
  const { database, events, clock, products, reviews } = deps

  return async function addReview({ customerId, ...facts }: AddReview): Promise<Review> {
    const { productId } = facts
    if (!(await products.exists(productId))) throw new ProductNotFound()
    if (await reviews.hasReviewed(customerId, productId)) throw new AlreadyReviewed()
    return database.transaction(async (tx) => {
      const review: Review = { id: randomUUID(), ...facts, createdAt: clock.now() }
      // Two tabs of one customer meet at the unique index.
      if (!(await reviews.insertOfCustomer(tx, review, customerId))) throw new AlreadyReviewed()
      await products.setRating(tx, productId, ratingOf(await reviews.listRatings(tx, productId)))
      await events.publish(tx, productsChanged, { productIds: [productId] })
      return review
    })
  }
}
