import { describe, expect, it } from 'vitest'
import { isTooCommon } from './password-rules.ts'

describe('passwords that guessers try first', () => {
  it.each([
    'password1',
    'Password123',
    'printer1',
    'Printers!',
    'superprinter',
    'Superprinter2026',
    'laserjet1',
    'qwertyuiop',
    'iloveyou',
    '12345678',
    '987654321',
    'abcdefgh',
    'aaaaaaaa',
    '11112222',
    'abababab',
    'P@ssw0rd',
    'letmein123',
    'admin1234',
    '!!welcome!!',
    'asdfghjkl',
  ])('refuses "%s"', (password) => {
    expect(isTooCommon(password)).toBe(true)
  })

  it.each([
    'correct horse battery',
    'kGh72!xpQz',
    'my printer is blue',
    'Printer!9384756',
    'fünf müde Hühner',
    '🖨️🖨️ two printers',
    '7391-4826-alpha',
  ])('takes "%s"', (password) => {
    expect(isTooCommon(password)).toBe(false)
  })
})
