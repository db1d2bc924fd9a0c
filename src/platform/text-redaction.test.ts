import { describe, expect, it } from 'vitest'
import { mergeIdentifiers, NO_IDENTIFIERS, rewriteTexts, textsOf, createPersonMatcher } from './text-redaction.ts'

const ada = createPersonMatcher({
  emails: ['ada@example.com'],
  names: ['Ada Byron'],
  phones: ['(405) 555-0142'],
  places: ['12 Elm Street'],
  numbers: ['1Z100001'],
})

describe('a person matcher', () => {
  it.each([
    ['write to ADA@Example.com.', 'write to [erased].'],
    ['"Ada  Byron" or BYRON, ada', '"[erased]" or [erased]'],
    ['call 405.555.0142 or +1 (405) 555 0142 or 14055550142', 'call [erased] or [erased] or [erased]'],
    ['lives at 12  elm street, Tulsa', 'lives at [erased], Tulsa'],
    ['parcel 1z100001', 'parcel [erased]'],
  ])('redacts "%s"', (text, rest) => {
    expect(ada.matches(text)).toBe(true)
    expect(ada.redact(text)).toBe(rest)
  })

  it.each([
    'zada@example.com',
    'ada@example.company',
    'ada@example.com.au',
    'Ada',
    'Adaline Byronson',
    '94055550142000',
    '112 Elm Streets',
    '4055550143',
  ])('leaves "%s" as it is', (text) => {
    expect(ada.matches(text)).toBe(false)
    expect(ada.redact(text)).toBe(text)
  })

  it('identifies a person by an address or number of their own, or by name and street together', () => {
    expect(ada.identifies('Tel. 405 555 0142')).toBe(true)
    expect(ada.identifies('Ada Byron, 12 Elm Street')).toBe(true)
    expect(ada.identifies('Ada Byron')).toBe(false)
    expect(ada.identifies('12 Elm Street')).toBe(false)
    expect(ada.redactUnique('Ada Byron, ada@example.com')).toBe('Ada Byron, [erased]')
  })

  it('matches nothing without usable identifiers', () => {
    const nobody = createPersonMatcher(
      mergeIdentifiers(NO_IDENTIFIERS, { phones: ['12', ''], names: ['Ada', ' '], places: ['Apt 4', 'Springfield'] }),
    )
    for (const text of ['', 'Ada', '12', 'Apt 4', 'Springfield'])
      expect([nobody.matches(text), nobody.identifies(text), nobody.redact(text)]).toEqual([false, false, text])
  })

  it('reads names as text, not as patterns', () => {
    const odd = createPersonMatcher({ ...NO_IDENTIFIERS, names: ['A.* B+', 'Zoë O’Hara-Smith'] })
    expect(odd.redact('Axx BB, zoë o’hara-smith')).toBe('Axx BB, [erased]')
  })
})

describe('the texts of a value', () => {
  it('are rewritten however deep, and everything else stays', () => {
    const at = new Date()
    const value = { a: 'x', b: [1, 'x', { c: 'x', at }], d: null }
    expect(rewriteTexts(value, (text) => `${text}!`)).toEqual({ a: 'x!', b: [1, 'x!', { c: 'x!', at }], d: null })
    expect(textsOf(value)).toEqual(['x', 'x', 'x'])
  })
})
