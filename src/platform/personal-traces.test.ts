import { describe, expect, it } from 'vitest'
import { addFacts, NO_FACTS, rewriteTexts, textsOf, tracesOf } from './personal-traces.ts'

const ada = tracesOf({
  emails: ['ada@example.com'],
  names: ['Ada Byron'],
  phones: ['(405) 555-0142'],
  places: ['12 Elm Street'],
  numbers: ['1Z100001'],
})

describe('traces of a person', () => {
  it.each([
    ['write to ADA@Example.com.', 'write to [erased].'],
    ['"Ada  Byron" or BYRON, ada', '"[erased]" or [erased]'],
    ['call 405.555.0142 or +1 (405) 555 0142 or 14055550142', 'call [erased] or [erased] or [erased]'],
    ['lives at 12  elm street, Tulsa', 'lives at [erased], Tulsa'],
    ['parcel 1z100001', 'parcel [erased]'],
  ])('are taken out of "%s"', (text, rest) => {
    expect(ada.areIn(text)).toBe(true)
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
  ])('are not seen in "%s"', (text) => {
    expect(ada.areIn(text)).toBe(false)
    expect(ada.redact(text)).toBe(text)
  })

  it('identify by what only they have, or by name and place together', () => {
    expect(ada.identify('Tel. 405 555 0142')).toBe(true)
    expect(ada.identify('Ada Byron, 12 Elm Street')).toBe(true)
    expect(ada.identify('Ada Byron')).toBe(false)
    expect(ada.identify('12 Elm Street')).toBe(false)
    expect(ada.redactUnique('Ada Byron, ada@example.com')).toBe('Ada Byron, [erased]')
  })

  it('of nobody are nowhere', () => {
    const nobody = tracesOf(
      addFacts(NO_FACTS, { phones: ['12', ''], names: ['Ada', ' '], places: ['Apt 4', 'Springfield'] }),
    )
    for (const text of ['', 'Ada', '12', 'Apt 4', 'Springfield'])
      expect([nobody.areIn(text), nobody.identify(text), nobody.redact(text)]).toEqual([false, false, text])
  })

  it('read names as they are, not as patterns', () => {
    const odd = tracesOf({ ...NO_FACTS, names: ['A.* B+', 'Zoë O’Hara-Smith'] })
    expect(odd.redact('Axx BB, zoë o’hara-smith')).toBe('Axx BB, [erased]')
  })
})

describe('texts of a value', () => {
  it('are rewritten however deep, and everything else stays', () => {
    const at = new Date()
    const value = { a: 'x', b: [1, 'x', { c: 'x', at }], d: null }
    expect(rewriteTexts(value, (text) => `${text}!`)).toEqual({ a: 'x!', b: [1, 'x!', { c: 'x!', at }], d: null })
    expect(textsOf(value)).toEqual(['x', 'x', 'x'])
  })
})
