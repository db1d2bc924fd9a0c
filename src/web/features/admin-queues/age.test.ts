import { expect, it } from 'vitest'
import { ageInWords } from './age.ts'

it.each([
  [0, 'none'],
  [400, 'under a second'],
  [1000, '1 second'],
  [59_000, '59 seconds'],
  [90_000, '2 minutes'],
  [3_600_000, '1 hour'],
  [200_000_000, '2 days'],
])('a job that has waited for %i ms has waited for %s', (ms, words) => expect(ageInWords(ms)).toBe(words))
