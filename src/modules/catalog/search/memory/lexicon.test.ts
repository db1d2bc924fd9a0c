import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Lexicon } from './lexicon.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', '2'), maxLength: 6 })
const words = fc.uniqueArray(word, { maxLength: 60 })

function lexiconOf(all: readonly string[]): Lexicon {
  const lexicon = new Lexicon()
  for (const [i, each] of all.entries()) {
    lexicon.add(each)
    // A lookup merges the words added so far, so that merged and waiting words both occur.
    if (i % 7 === 3) lexicon.withPrefix('')
  }
  return lexicon
}

function wordsWithPrefix(lexicon: Lexicon, prefix: string): string[] {
  const { from, to } = lexicon.withPrefix(prefix)
  return Array.from(lexicon.sorted.subarray(from, to), (number) => lexicon.wordOf(number))
}

describe('the lexicon', () => {
  it('contains exactly the words that were added', () => {
    fc.assert(
      fc.property(words, word, (all, other) => {
        const lexicon = lexiconOf(all)
        for (const [i, each] of all.entries()) expect(lexicon.find(each)).toBe(i)
        if (!all.includes(other)) expect(lexicon.find(other)).toBe(-1)
      }),
    )
  })

  it('finds the words with a prefix, in alphabetical order', () => {
    fc.assert(
      fc.property(words, word, (all, prefix) => {
        expect(wordsWithPrefix(lexiconOf(all), prefix)).toEqual(
          all.filter((each) => each.startsWith(prefix)).sort((a, b) => (a < b ? -1 : 1)),
        )
      }),
    )
  })

  it('merges thousands of new words without being asked', () => {
    const all = Array.from({ length: 9000 }, (_, i) => `w${(i * 7919) % 9000}`)
    const lexicon = lexiconOf(all)
    expect(all.every((each, i) => lexicon.find(each) === i)).toBe(true)
    expect(wordsWithPrefix(lexicon, 'w899')).toHaveLength(11)
  })
})
