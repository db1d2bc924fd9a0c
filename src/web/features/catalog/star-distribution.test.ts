import { expect, test } from 'vitest'
import { starDistribution } from './star-distribution.ts'

test('reviews are spread over five to one stars', () => {
  expect(starDistribution([{ rating: 5 }, { rating: 5 }, { rating: 4 }, { rating: 1 }])).toEqual([
    { stars: 5, count: 2, percent: 50 },
    { stars: 4, count: 1, percent: 25 },
    { stars: 3, count: 0, percent: 0 },
    { stars: 2, count: 0, percent: 0 },
    { stars: 1, count: 1, percent: 25 },
  ])
})

test('no reviews fill no bar', () => {
  expect(starDistribution([]).every(({ percent }) => percent === 0)).toBe(true)
})
