import { ReviewHiddenMeanwhile } from '../errors.ts'

export interface Review {
  readonly id: string
  readonly productId: number
  readonly rating: number
  readonly customerName: string
  readonly customerTitle: string | null
  readonly comment: string
  readonly createdAt: Date
}

/** A review as staff see it. */
export interface ModeratedReview extends Review {
  /** Since when and why staff keep it out of the shop; null while it is shown. */
  readonly hidden: { readonly at: Date; readonly reason: string } | null
}

/** A review and who wrote it. */
export interface WrittenReview extends ModeratedReview {
  /** Null in reviews of the demo catalog and of deleted accounts. */
  readonly customerId: string | null
}

/**
 * Takes a review out of the shop. One that is hidden for the same reason stays as it is.
 * @throws ReviewHiddenMeanwhile when it is hidden for another one
 */
export function hide<R extends ModeratedReview>(review: R, reason: string, at: Date): R {
  const { hidden } = review
  if (hidden !== null && hidden.reason !== reason) throw new ReviewHiddenMeanwhile()
  return hidden === null ? { ...review, hidden: { at, reason } } : review
}

/**
 * Puts a review back into the shop. One that is shown stays as it is.
 * @param hiddenAtWas since when it was hidden as far as its reader saw
 * @throws ReviewHiddenMeanwhile when it was shown and hidden again since then
 */
export function show<R extends ModeratedReview>(review: R, hiddenAtWas: Date): R {
  const { hidden } = review
  if (hidden === null) return review
  if (hidden.at.getTime() !== hiddenAtWas.getTime()) throw new ReviewHiddenMeanwhile()
  return { ...review, hidden: null }
}

/**
 * What a product shows of its reviews: their average with one decimal (0 without reviews) and how many there are.
 * @param reviews one by one, or with a count of those that have the same rating
 */
export function ratingOf(reviews: readonly { readonly rating: number; readonly count?: number }[]): {
  readonly rating: number
  readonly reviewCount: number
} {
  let sum = 0
  let reviewCount = 0
  for (const { rating, count = 1 } of reviews) {
    sum += rating * count
    reviewCount += count
  }
  // Tenths of whole stars, so that 4.25 is not rounded by a floating-point accident.
  return { rating: reviewCount === 0 ? 0 : Math.round((sum * 10) / reviewCount) / 10, reviewCount }
}
