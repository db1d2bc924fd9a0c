import type { IntLists } from './int-lists.ts'
import type { Lexicon, WordRange } from './lexicon.ts'
import type { SimilarWord } from './typos.ts'

const EXACT = 16
/** Words that begin with the typed one fit at least so well. */
export const PREFIX = 10
const TYPO = 4
/** What looking a term up costs in steps, beside looking at its products. */
export const TERM_COST = 4
/** The products of a longer list of terms are estimated by those of so many. */
const COUNTED_TERMS = 64
const MOST_IN_KEY = 8

/** The words of the catalog that stand for one word of a search: `numbers[from]` to `numbers[to - 1]`. */
export interface Terms extends WordRange {
  /** Tells these terms from others while the words of the catalog are the same; null for many similar words. */
  readonly key: string | null
  readonly numbers: Uint32Array
  /** How well the term at this place fits. */
  factorAt(place: number): number
  /** How well a word of the catalog fits; 0 when it is none of the terms. */
  factorOf(number: number): number
}

/** The words that begin with this one; the same word fits best, and a short beginning of a long word least. */
export function beginningWith(word: string, lexicon: Lexicon): Terms {
  const factorFor = (length: number) =>
    length === word.length ? EXACT : PREFIX + Math.trunc((EXACT - PREFIX - 1) * (word.length / length))
  const { from, to } = lexicon.withPrefix(word)
  const { sorted } = lexicon
  let places: Uint32Array | undefined
  return {
    key: word,
    from,
    to,
    numbers: sorted,
    factorAt: (place) => factorFor(lexicon.lengthOf(sorted[place] as number)),
    factorOf: (number) => {
      places ??= lexicon.places
      const place = places[number] as number
      return place >= from && place < to ? factorFor(lexicon.lengthOf(number)) : 0
    },
  }
}

/** Words that a misspelled word probably meant. */
export function similarTerms(words: readonly SimilarWord[]): Terms {
  const factors = new Map(words.map(({ number, distance }) => [number, TYPO - distance]))
  const numbers = Uint32Array.from(factors.keys())
  const factorOf = (number: number) => factors.get(number) ?? 0
  return {
    key: words.length > MOST_IN_KEY ? null : `?${words.map(({ number, distance }) => `${number}-${distance}`).join()}`,
    from: 0,
    to: numbers.length,
    numbers,
    factorAt: (place) => factorOf(numbers[place] ?? 0),
    factorOf,
  }
}

export interface Cost {
  /** About how many products the terms have. */
  readonly products: number
  /** About how many steps it takes to look at all of them. */
  readonly steps: number
}

/** What it takes to look at all products of the terms. */
export function costOf(terms: Terms, lists: readonly IntLists[]): Cost {
  const count = terms.to - terms.from
  const counted = Math.min(count, COUNTED_TERMS)
  let products = 0
  for (const each of lists) {
    for (let i = 0; i < counted; i++) products += each.countOf(terms.numbers[terms.from + i] as number)
  }
  if (counted < count) products = Math.ceil((products / counted) * count)
  return { products, steps: products + count * lists.length * TERM_COST }
}
