import { expect, it } from 'vitest'
import { typedSince } from './typed-since.ts'

it.each([
  ['what was sent', 'what was sent', ''],
  ['  what was sent \n', 'what was sent', ''],
  ['what was sent, and more', 'what was sent', ', and more'],
  ['what was sent\n\nAnother one', 'what was sent', 'Another one'],
  ['what is sent', 'what was sent', 'what is sent'],
  ['typed beside a step without words', '', 'typed beside a step without words'],
])('of %j, after %j was sent, %j is left', (now, sent, left) => {
  expect(typedSince(now, sent)).toBe(left)
})
