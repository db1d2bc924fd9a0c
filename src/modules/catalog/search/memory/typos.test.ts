import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { HashIndex } from './hash-index.ts'
import { Lexicon } from './lexicon.ts'
import { SearchBudget } from './search-budget.ts'
import { similarWords } from './testing/plain-catalog.ts'
import { Typos } from './typos.ts'

function typosIn(words: readonly string[]) {
  const lexicon = new Lexicon()
  const typos = new Typos(lexicon)
  for (const word of words) typos.add(lexicon.add(word), word)
  return (word: string, isUsed: (word: string) => boolean = () => true) =>
    new Map(
      typos
        .similarTo(word, (number) => isUsed(lexicon.wordOf(number)), new SearchBudget(0))
        .map(({ number, distance }) => [lexicon.wordOf(number), distance] as const),
    )
}

describe('words with a typo', () => {
  it.each([
    ['one letter replaced', 'lazerjet', 'laserjet'],
    ['one letter missing', 'lserjet', 'laserjet'],
    ['one letter more', 'laserrjet', 'laserjet'],
    ['two letters swapped', 'lasrejet', 'laserjet'],
    ['two typos in a long word', 'lazarjet', 'laserjet'],
    ['a beginning', 'lasrej', 'laserjet'],
    ['a letter beside a number', 'n404dn', 'm404dn'],
  ])('are found with %s', (_, typed, meant) => {
    expect([...typosIn(['laserjet', 'officejet', 'm404dn', 'm405dn'])(typed).keys()]).toEqual([meant])
  })

  it('are no other numbers, no short words, and no words that no product has', () => {
    const similarTo = typosIn(['m404dn', 'hp', 'epson'])
    expect(similarTo('m405dn')).toEqual(new Map())
    expect(similarTo('m440dn')).toEqual(new Map())
    expect(similarTo('hq')).toEqual(new Map())
    expect(similarTo('epsn', () => false)).toEqual(new Map())
  })

  it('are a thousand at most where a beginning stands for more, as for the article numbers of a whole catalog', () => {
    const numbers = Array.from({ length: 20_000 }, (_, i) => `sku${i}`)
    const similarTo = typosIn(numbers)
    const read = vi.spyOn(Lexicon.prototype, 'wordOf')
    const found = [...similarTo('skxu').keys()]
    expect(found.length).toBe(1000)
    expect(found.filter((word) => !word.startsWith('sku'))).toEqual([])
    // As often again here, to name what was found.
    expect(read.mock.calls.length).toBeLessThan(5 * found.length)
    read.mockRestore()
    const last = numbers.toSorted().at(-1)
    expect(similarTo('skxu', (word) => word === last)).toEqual(new Map([[last, 2]]))
  })

  it('are looked for once among article numbers of letters alone that begin alike', () => {
    const lettersOf = (n: number) => n.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')
    const numbers = Array.from({ length: 16_000 }, (_, i) => `qwerty${lettersOf(20_000 + i)}`)
    const similarTo = typosIn(numbers)
    const visited = vi.spyOn(HashIndex.prototype, 'valueOf')
    const meant = numbers.at(-1) ?? ''
    expect(similarTo(meant.replace('ty', 'tz')).get(meant)).toBe(1)
    // As often again to tell them apart, but not for each of the 22 beginnings that lack letters.
    expect(visited.mock.calls.length).toBeLessThan(3 * numbers.length)
    visited.mockRestore()
  })

  it('are exactly those of a walk over all words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '1', '2'), minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (words, typed) => {
        // What the prefix lookup of a search finds anyway is left out here.
        const others = words.filter((each) => !each.startsWith(typed))
        expect(typosIn(others)(typed)).toEqual(similarWords(others, typed))
      }),
      { numRuns: 1000 },
    )
  })

  it('are exactly those of a walk also among long words that begin alike', () => {
    const rest = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 })
    const word = fc.tuple(fc.constantFrom('', 'a', 'abca', 'abcabc', 'abcbac'), rest).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 60 }), word, (words, typed) => {
        const others = words.filter((each) => !each.startsWith(typed))
        expect(typosIn(others)(typed)).toEqual(similarWords(others, typed))
      }),
      { numRuns: 1000 },
    )
  })
})
