import { expect, test } from 'vitest'
import { changeOf, comparisonWords } from './comparison.ts'

test.each([
  [150, 100, '30', 'in 30 days, 50.0% more than before'],
  [50, 100, '7', 'in 7 days, 50.0% less than before'],
  [100, 100, '7', 'in 7 days, as before'],
  [900, 100, '7', 'in 7 days, 800% more than before'],
  [0, 100, '7', 'in 7 days, 100% less than before'],
  [100, 0, '30', 'in 30 days'],
  [100, null, 'all', 'in all'],
])('%d after %d over %s days reads "%s"', (now, before, days, words) => {
  expect(comparisonWords(days, changeOf(now, before))).toBe(words)
})
