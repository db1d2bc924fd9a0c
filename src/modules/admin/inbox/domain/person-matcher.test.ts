import { describe, expect, it } from 'vitest'
import { mergeIdentifiers, type PersonIdentifiers } from '#platform/shared-kernel/person-identifiers'
import { createPersonMatcher } from './person-matcher.ts'

const ada = createPersonMatcher({
  email: 'ada@example.com',
  typed: { names: ['Ada Byron'], phones: ['(405) 555-0142'], places: ['12 Elm Street'] },
})
const matcherOf = (typed: Partial<PersonIdentifiers>) =>
  createPersonMatcher({ email: 'nobody@example.com', typed: mergeIdentifiers(typed) })

describe('a person matcher', () => {
  it.each([
    ['write to ADA@Example.com.', ['ADA@Example.com']],
    ['"Ada  Byron" or BYRON, ada', ['Ada  Byron', 'BYRON, ada']],
    ['call 405.555.0142 or +1 (405) 555 0142 or 14055550142', ['405.555.0142', '+1 (405) 555 0142', '14055550142']],
    ['lives at 12  elm street, Tulsa', ['12  elm street']],
  ])('finds the person in "%s"', (text, pieces) => {
    expect(ada.find([text])).toEqual(pieces)
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
  ])('finds nobody in "%s"', (text) => {
    expect(ada.find([text])).toEqual([])
  })

  it('takes somebody for the writer by an address or a number, or by name and street together', () => {
    expect(ada.suggestsWriter(['Tel. 405 555 0142'])).toBe(true)
    expect(ada.suggestsWriter(['Ada Byron', '12 Elm Street'])).toBe(true)
    expect(ada.suggestsWriter(['Ada Byron'])).toBe(false)
    expect(ada.suggestsWriter(['12 Elm Street'])).toBe(false)
  })

  it('looks for nothing that many people share', () => {
    const nobody = matcherOf({ phones: ['12', ''], names: ['Ada', ' '], places: ['Apt 4', 'Springfield'] })
    expect(nobody.find(['', 'Ada', '12', 'Apt 4', 'Springfield'])).toEqual([])
  })

  it('finds all of a name that begins with another one of theirs', () => {
    const married = matcherOf({ names: ['Ann Lee', 'Ann Lee Smith'], phones: ['5550142', '555014299'] })
    expect(married.find(['ann lee smith, ann lee, 5550142'])).toEqual(['5550142', 'ann lee smith', 'ann lee'])
  })

  it('reads names as text, not as patterns', () => {
    const odd = matcherOf({ names: ['A.* B+', 'Zoë O’Hara-Smith'] })
    expect(odd.find(['Axx BB, zoë o’hara-smith'])).toEqual(['zoë o’hara-smith'])
  })

  it('looks through a long text of one character in no time, whatever was typed', () => {
    const odd = matcherOf({
      names: ['a '.repeat(50), `${' '.repeat(99)}a b`],
      phones: ['1'.repeat(30)],
      places: ['1 a '.repeat(50)],
    })
    const began = performance.now()
    for (const character of ['a', ' ', '1', '(', 'a ', '1 ', 'a, ']) odd.find([character.repeat(100_000)])
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
