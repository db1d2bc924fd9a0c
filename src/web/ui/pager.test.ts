import { expect, it } from 'vitest'
import { placeInWords } from './pager.tsx'

it.each([
  [{ page: 1, total: 0 }, 'No products'],
  [{ page: 1, total: 1 }, '1 of 1'],
  [{ page: 1, total: 2 }, '1–2 of 2 products'],
  [{ page: 2, total: 61 }, '26–50 of 61 products'],
  [{ page: 3, total: 51 }, '51 of 51 products'],
  [{ page: 1, total: 100_000 }, '1–25 of 100,000 products'],
  // The last page may have gone while it was looked at.
  [{ page: 4, total: 51 }, '51 of 51 products'],
])('says which of how many are in view: %o', ({ page, total }, words) => {
  expect(placeInWords({ page, pageSize: 25, total, noun: 'products' })).toBe(words)
})
