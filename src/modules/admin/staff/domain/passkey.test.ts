import { expect, it } from 'vitest'
import { isNextCounter, passkeyKeyOf } from './passkey.ts'

it.each([
  [0, 0, true],
  [0, 1, true],
  [1, 2, true],
  [1, 9, true],
  [1, 1, false],
  [2, 1, false],
  [1, 0, false],
])('after a counter of %i, one of %i shows that there is no copy: %s', (stored, next, isNext) => {
  expect(isNextCounter(stored, next)).toBe(isNext)
})

it('a passkey is listed by something that does not show its id', () => {
  expect(passkeyKeyOf({ id: 'AAEC' })).toMatch(/^[\w-]{22}$/)
  expect(passkeyKeyOf({ id: 'AAEC' })).not.toBe(passkeyKeyOf({ id: 'AAED' }))
})
