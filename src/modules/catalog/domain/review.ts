export interface Review {
  readonly id: string
  readonly productId: number
  readonly rating: number
  readonly customerName: string
  readonly customerTitle: string | null
  readonly comment: string
  readonly createdAt: Date
}

/** What a product shows of its reviews: their average with one decimal (0 without reviews) and how many there are. */
export function ratingOf(reviews: readonly { readonly rating: number }[]): {
  readonly rating: number
  readonly reviewCount: number
} {
  if (reviews.length === 0) return { rating: 0, reviewCount: 0 }
  const sum = reviews.reduce((total, review) => total + review.rating, 0)
  // Tenths of whole stars, so that 4.25 is not rounded by a floating-point accident.
  return { rating: Math.round((sum * 10) / reviews.length) / 10, reviewCount: reviews.length }
}
