import { expect, it } from 'vitest'
import { firstPlace } from './first-place.ts'

it.each([0, 1, 2, 5, 8])('finds the first place of %i at which something holds', (length) => {
  for (let first = 0; first <= length; first++) expect(firstPlace(length, (place) => place >= first)).toBe(first)
})
