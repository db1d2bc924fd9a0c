import { factorOfBeginning, TYPO } from '../scores.ts'
import type { IntLists } from './int-lists.ts'
import type { Lexicon, WordRange } from './lexicon.ts'
import type { SimilarWord } from './typos.ts'

/** What looking a term up costs in steps, beside looking at its products. */
export const TERM_COST = 4
/**
 * The products of a longer list of terms are estimated by those of so many. Fewer would miss that "day", which each product
 * has, is one of the seventy words that begin with "da": a hundred thousand products are then looked at one by one.
 */
const COUNTED_TERMS = 1024
const MAX_IN_KEY = 32
/** A word is frequent when its products, and the words that begin with it, take a step for every one of so many products. */
const FREQUENT_SHARE = 32
const LEAST_FREQUENT = 4

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

/**
 * The words that begin with this one; the same word fits best, and a short beginning of a long word least. These and the
 * similar words are classes: with functions made for each search, V8 compiles the loops over terms for one search and
 * throws that away at the next one, which took up to a third of the time.
 */
export class BeginningTerms implements Terms {
  readonly key: string
  readonly from: number
  readonly to: number
  readonly numbers: Uint32Array
  readonly #lexicon: Lexicon

  constructor(word: string, lexicon: Lexicon, { from, to }: WordRange = lexicon.withPrefix(word)) {
    this.key = word
    this.from = from
    this.to = to
    this.numbers = lexicon.sorted
    this.#lexicon = lexicon
  }

  /** Those of them at the places [from, to). */
  part(from: number, to: number): BeginningTerms {
    return new BeginningTerms(this.key, this.#lexicon, { from, to })
  }

  factorAt(place: number): number {
    return this.#factorFor(this.numbers[place] as number)
  }

  factorOf(number: number): number {
    return this.#lexicon.beginsWith(number, this.key) ? this.#factorFor(number) : 0
  }

  #factorFor(number: number): number {
    return factorOfBeginning(this.key.length, this.#lexicon.lengthOf(number))
  }
}

/** Words that a misspelled word probably meant. */
export class SimilarTerms implements Terms {
  readonly key: string | null
  readonly from = 0
  readonly to: number
  readonly numbers: Uint32Array
  readonly #factors: Uint8Array
  #factorOf: Map<number, number> | null = null

  constructor(words: readonly SimilarWord[]) {
    this.key =
      words.length > MAX_IN_KEY ? null : `?${words.map(({ number, distance }) => `${number}-${distance}`).join()}`
    this.to = words.length
    this.numbers = Uint32Array.from(words, ({ number }) => number)
    this.#factors = Uint8Array.from(words, ({ distance }) => TYPO - distance)
  }

  factorAt(place: number): number {
    return this.#factors[place] ?? 0
  }

  factorOf(number: number): number {
    this.#factorOf ??= new Map(Array.from(this.numbers, (word, place) => [word, this.factorAt(place)]))
    return this.#factorOf.get(number) ?? 0
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
  const every = Math.ceil(count / COUNTED_TERMS)
  let counted = 0
  for (const each of lists) {
    for (let place = terms.from; place < terms.to; place += every)
      counted += each.countOf(terms.numbers[place] as number)
  }
  const products = counted * every
  return { products, steps: products + count * lists.length * TERM_COST }
}

/** @param slots a number above all slots */
export function isFrequent({ steps }: Cost, slots: number): boolean {
  return steps >= Math.max(slots / FREQUENT_SHARE, LEAST_FREQUENT)
}
