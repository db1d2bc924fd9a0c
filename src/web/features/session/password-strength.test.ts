import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 'too short'],
  ['Ab1!xyz', 'too short'],
  ['password', 'weak'],
  ['Password123!', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['1234567890123456', 'weak'],
  ['grumbles', 'weak'],
  ['grumbles42', 'fair'],
  ['a quiet paper tray', 'strong'],
  ['T0ner&Drum!2x', 'strong'],
] as const)('calls %j %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
