import { describe, expect, it } from 'vitest'
import { looksPersonal, normalizedTerm } from './visit.ts'

describe('a search', () => {
  it.each(['ada@example.com', 'mail to ada@b.co', '555-010-0200', '(555) 010 0200', '4111 1111 1111 1111'])(
    'for "%s" looks like somebody and is not recorded',
    (term) => {
      expect(looksPersonal(term)).toBe(true)
    },
  )

  it.each(['hp 9015e', 'DS-2208', 'et 2800 2850', '8.5 x 11', 'toner @ home', 'm404dn 2026'])(
    'for "%s" is a search',
    (term) => {
      expect(looksPersonal(term)).toBe(false)
    },
  )

  it('is the same however it is spaced and written', () => {
    expect(normalizedTerm('  Epson \t ET-2800 ')).toBe('epson et-2800')
  })
})
