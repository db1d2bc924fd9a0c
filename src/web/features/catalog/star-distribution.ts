import type { Review } from '#contracts/catalog'

const STARS = [5, 4, 3, 2, 1] as const

/** How the reviews are spread over the stars, five first; `percent` of all, 0 without reviews. */
export function starDistribution(reviews: readonly Pick<Review, 'rating'>[]) {
  return STARS.map((stars) => {
    const count = reviews.filter((review) => review.rating === stars).length
    return { stars, count, percent: reviews.length === 0 ? 0 : Math.round((count / reviews.length) * 100) }
  })
}
