import { describe, expect, it } from 'vitest'
import { ReviewHiddenMeanwhile } from '../errors.ts'
import { hide, ratingOf, show, type ModeratedReview } from './review.ts'

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

describe('a review', () => {
  const written: ModeratedReview = {
    id: 'r1',
    productId: 1,
    rating: 1,
    customerName: 'Ada',
    customerTitle: null,
    comment: 'Quiet.',
    createdAt: new Date(0),
    hidden: null,
  }
  const at = new Date(1000)

  it('is hidden for a reason, and is shown again as it was', () => {
    const hidden = hide(written, 'Names a neighbor.', at)
    expect(hidden).toEqual({ ...written, hidden: { at, reason: 'Names a neighbor.' } })
    expect(show(hidden, at)).toEqual(written)
  })

  it('stays as it is when the same is asked for again', () => {
    const hidden = hide(written, 'Names a neighbor.', at)
    expect(hide(hidden, 'Names a neighbor.', new Date(2000))).toBe(hidden)
    expect(show(written, at)).toBe(written)
  })

  it('that somebody else has hidden meanwhile is neither hidden for another reason nor shown', () => {
    const hiddenAnew = hide(show(hide(written, 'Names a neighbor.', at), at), 'Spam', new Date(2000))
    expect(() => hide(hiddenAnew, 'Names a neighbor.', new Date(3000))).toThrow(ReviewHiddenMeanwhile)
    expect(() => show(hiddenAnew, at)).toThrow(ReviewHiddenMeanwhile)
  })
})
