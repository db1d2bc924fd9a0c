import type { Clock } from '#platform/time/clock'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { hide, ratingOf, show, type WrittenReview } from '../domain/review.ts'
import { ProductNotFound, ReviewNotFound } from '../errors.ts'
import { productsChanged, reviewHidden } from '../events.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import type { ReviewRepository } from '../persistence/review.repository.ts'

/** One review of a product. */
export interface ReviewKey {
  readonly productId: number
  readonly reviewId: string
}

interface Moderated {
  readonly review: WrittenReview
  /** False when it was so already: nothing was written. */
  readonly isChanged: boolean
}

/** Takes a review out of the shop, inside the caller's transaction. @throws ReviewNotFound @throws ReviewHiddenMeanwhile */
export type HideReview = (tx: Transaction, key: ReviewKey, reason: string) => Promise<Moderated>

/**
 * Puts a review back into the shop, inside the caller's transaction.
 * @param hiddenAtWas since when it was hidden as far as its reader saw
 * @throws ReviewNotFound @throws ReviewHiddenMeanwhile
 */
export type ShowReview = (tx: Transaction, key: ReviewKey, hiddenAtWas: Date) => Promise<Moderated>

/** Rating and review count of the product follow from the reviews that are shown then. */
export function createModerateReview(deps: {
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly products: Pick<ProductRepository, 'setRating'>
  readonly reviews: Pick<ReviewRepository, 'find' | 'setHidden' | 'countRatings'>
}): { readonly hide: HideReview; readonly show: ShowReview } {
  const { events, clock, products, reviews } = deps

  async function change(
    tx: Transaction,
    { productId, reviewId }: ReviewKey,
    decide: (review: WrittenReview) => WrittenReview,
  ): Promise<Moderated> {
    const before = await reviews.find(productId, reviewId, tx)
    if (before === null) throw new ReviewNotFound()
    const review = decide(before)
    if (review === before) return { review, isChanged: false }
    await reviews.setHidden(tx, review)
    const rating = ratingOf(await reviews.countRatings(tx, productId))
    if (!(await products.setRating(tx, productId, rating))) throw new ProductNotFound()
    await events.publish(tx, productsChanged, { productIds: [productId] })
    if (review.hidden !== null)
      await events.publish(tx, reviewHidden, { productId, reviewId, hiddenAt: review.hidden.at })
    return { review, isChanged: true }
  }

  return {
    hide: (tx, key, reason) => change(tx, key, (review) => hide(review, reason, clock.now())),
    show: (tx, key, hiddenAtWas) => change(tx, key, (review) => show(review, hiddenAtWas)),
  }
}
