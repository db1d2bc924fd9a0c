import { expect, it } from 'vitest'
import { actionLabel } from './action-label.ts'

it.each([
  ['session.opened', 'Signed in'],
  ['session.opened-by-passkey', 'Signed in with a passkey'],
  ['product.price-edited', 'Product price edited'],
  ['', ''],
])('%j reads as %j', (action, words) => {
  expect(actionLabel(action)).toBe(words)
})
