import { expect, test } from 'vitest'
import { seenText } from './seen-text.ts'

test('what turns the reading direction around or cannot be seen stands as a sign where it is', () => {
  expect(seenText('Laser\u202e 5\u2066 x\u0007')).toBe('Laser\ufffd 5\ufffd x\ufffd')
})

test('letters of every script, emoji, tabs and line breaks stay', () => {
  for (const text of ['محمد بن־גוריון', '👩‍👩‍👧 é', 'one\ttwo\r\nthree', 'a\u200fb\u200e', ''])
    expect(seenText(text)).toBe(text)
})
