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

/** Takes a review out of the shop. One that is hidden stays as it is, with its first reason. */
export function hide(review: ModeratedReview, reason: string, at: Date): ModeratedReview {
  return review.hidden === null ? { ...review, hidden: { at, reason } } : review
}

/** Puts a review back into the shop. One that is shown stays as it is. */
export function show(review: ModeratedReview): ModeratedReview {
  return review.hidden === null ? review : { ...review, hidden: null }
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
