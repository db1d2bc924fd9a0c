import { describe, expect, it } from 'vitest'
import { ratingOf } from './review.ts'

describe('the rating of a product', () => {
  it('is the average of its reviews with one decimal', () => {
    expect(ratingOf([5, 4, 4, 4].map((rating) => ({ rating })))).toEqual({ rating: 4.3, reviewCount: 4 })
  })

  it('is the same from how many reviews have each rating', () => {
    const counted = [
      { rating: 4, count: 3 },
      { rating: 5, count: 1 },
    ]
    expect(ratingOf(counted)).toEqual({ rating: 4.3, reviewCount: 4 })
  })

  it('is 0 without reviews', () => {
    expect(ratingOf([])).toEqual({ rating: 0, reviewCount: 0 })
  })
})
