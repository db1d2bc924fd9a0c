import { expect, it } from 'vitest'
import { createPictureBudget } from './save-image.ts'

it('lets one request have 60 megapixels decoded, within half a minute', () => {
  let now = 0
  const budget = createPictureBudget(() => now)
  expect(budget.take(40_000_000)).toBeNull()
  expect(budget.take(20_000_001)).toMatch(/more than 60 megapixels together/)
  expect(budget.take(10_000_000)).toBeNull()
  now = 30_001
  expect(budget.take(1)).toMatch(/took too long; send this one again/)
})
