import { expect, it } from 'vitest'
import { knownChoice } from './known-choice.ts'
import { pageWithin } from './use-staff-list.ts'

it('a choice of an address that there is not chooses nothing', () => {
  expect(knownChoice('shipped', ['pending', 'shipped'])).toBe('shipped')
  for (const odd of ['x', '', 'SHIPPED', 'constructor']) expect(knownChoice(odd, ['pending', 'shipped'])).toBe('')
})

it('a page of an address is asked for as far as the shop answers', () => {
  expect(pageWithin(1, 25)).toBe(1)
  expect(pageWithin(999, 25)).toBe(999)
  for (const size of [25, 50, 100])
    expect(String((pageWithin(1e21, size) - 1) * size), `pages of ${size}`).toMatch(/^\d{1,6}$/)
})
