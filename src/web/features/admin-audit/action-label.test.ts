import { expect, it } from 'vitest'
import { actionLabel } from './action-label.ts'

it.each([
  ['session.opened', 'Signed in'],
  ['product.price-edited', 'Product price edited'],
  ['', ''],
])('%j reads as %j', (action, words) => {
  expect(actionLabel(action)).toBe(words)
})
