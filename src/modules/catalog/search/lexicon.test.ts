import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Lexicon } from './lexicon.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', '2'), maxLength: 6 })
const words = fc.uniqueArray(word, { maxLength: 60 })

function lexiconOf(all: readonly string[]): Lexicon<number> {
  const lexicon = new Lexicon<number>()
  for (const [i, each] of all.entries()) {
    lexicon.update(each, () => i)
    // A lookup merges the words added so far, so that merged and waiting words both occur.
    if (i % 7 === 3) lexicon.atPrefix('').next()
  }
  return lexicon
}

function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (b[j - 1] === letter ? 0 : 1))
    row = next
  }
  return row[b.length]!
}

describe('the lexicon', () => {
  it('contains exactly the words that were added', () => {
    fc.assert(
      fc.property(words, word, (all, other) => {
        const lexicon = lexiconOf(all)
        for (const [i, each] of all.entries()) expect(lexicon.get(each)).toBe(i)
        if (!all.includes(other)) expect(lexicon.get(other)).toBeUndefined()
      }),
    )
  })

  it('changes the value of a merged word and of a waiting word', () => {
    fc.assert(
      fc.property(words, (all) => {
        const lexicon = lexiconOf(all)
        for (const each of all) lexicon.update(each, (value) => value! + 1000)
        for (const [i, each] of all.entries()) expect(lexicon.get(each)).toBe(i + 1000)
      }),
    )
  })

  it('finds the words with a prefix, in alphabetical order', () => {
    fc.assert(
      fc.property(words, word, (all, prefix) => {
        const found = [...lexiconOf(all).atPrefix(prefix)].map(([each]) => each)
        expect(found).toEqual(all.filter((each) => each.startsWith(prefix)).sort((a, b) => (a < b ? -1 : 1)))
      }),
    )
  })

  it('finds the words within an edit distance, with their distance', () => {
    fc.assert(
      fc.property(words, word, fc.constantFrom(0, 1, 2), (all, wanted, most) => {
        const found = [...lexiconOf(all).similar(wanted, most)].map(([each, , distance]) => [each, distance] as const)
        const expected = all
          .map((each) => [each, levenshtein(wanted, each)] as const)
          .filter(([, distance]) => distance <= most)
        expect(new Map(found)).toEqual(new Map(expected))
      }),
    )
  })

  it('compares words that are longer than its initial table', () => {
    const long = 'multifunction'.repeat(6)
    const lexicon = lexiconOf([long, `${long}s`, 'short'])
    expect(
      [...lexicon.similar(`${long}x`, 1)].map(([each, , distance]) => [each.length - long.length, distance]),
    ).toEqual([
      [0, 1],
      [1, 1],
    ])
  })

  it('removes the words without a value and keeps the others', () => {
    fc.assert(
      fc.property(words, (all) => {
        const lexicon = lexiconOf(all)
        lexicon.keep((value) => (value % 2 === 0 ? value * 10 : undefined))
        expect([...lexicon.atPrefix('')].map(([, value]) => value).sort((a, b) => a - b)).toEqual(
          all.flatMap((_, i) => (i % 2 === 0 ? [i * 10] : [])),
        )
      }),
    )
  })

  it('merges thousands of new words without being asked', () => {
    const all = Array.from({ length: 9000 }, (_, i) => `w${(i * 7919) % 9000}`)
    const lexicon = lexiconOf(all)
    expect(all.every((each, i) => lexicon.get(each) === i)).toBe(true)
    expect([...lexicon.atPrefix('w899')].length).toBe(11)
  })
})
