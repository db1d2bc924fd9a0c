import { expect, test } from 'vitest'
import { ROOMS } from './rooms.tsx'

test('each room has a letter of its own, none of them G, which comes before it', () => {
  const letters = ROOMS.map(({ letter }) => letter)
  expect(new Set(letters).size).toBe(ROOMS.length)
  for (const letter of letters) expect(letter).toMatch(/^[a-fh-z]$/)
})
