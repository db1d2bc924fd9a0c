import { WEIGHT } from '../weights.ts'
import type { IntLists } from './int-lists.ts'
import { ScoredSets } from './scored-sets.ts'
import { SearchBudget, type CatalogSize } from './search-budget.ts'
import { BeginningTerms, costOf, isFrequent, TERM_COST } from './terms.ts'
import type { WordIndex } from './word-index.ts'

const STEPS_PER_PIECE = 50_000
/** Per product. Letters and digits take some 30 where a product has 40 words. */
const MAX_BYTES = 64

/**
 * The products of every letter and digit with which frequent words begin. A person who types the next word of a search
 * asks for one of them, and finding the tens of thousands of words that begin with it takes some milliseconds. They are
 * found beforehand, in pieces of a millisecond or two, and kept until the words of a product change.
 */
export class PreparedLetters {
  readonly #index: WordIndex
  readonly #sets = new Map<string, ScoredSets>()
  /** The version of the words of all products for which these are right. */
  #version = -1
  #areAll = false

  constructor(index: WordIndex) {
    this.#index = index
  }

  /** Whether all are there. */
  get areReady(): boolean {
    return this.#areAll && this.#version === this.#index.version
  }

  /** What is prepared of a word; undefined when nothing is. */
  find(word: string | null, leastWeight: number): ScoredSets | undefined {
    if (word?.length !== 1 || leastWeight !== WEIGHT.specification) return undefined
    return this.#version === this.#index.version ? this.#sets.get(word) : undefined
  }

  /** Finds them piece by piece; it ends early when the words of a product change. */
  *prepare({ size, slots }: CatalogSize): Iterable<void> {
    const { version, lexicon } = this.#index
    const lists = this.#index.listsFor(WEIGHT.specification)
    this.#sets.clear()
    this.#areAll = false
    this.#version = version
    let left = MAX_BYTES * slots
    for (const [letter, range] of lexicon.nextLetters('')) {
      const terms = new BeginningTerms(letter, lexicon, range)
      if (!isFrequent(costOf(terms, lists), slots)) continue
      const budget = new SearchBudget(size)
      let sets: ScoredSets | null = null
      for (const part of partsOf(terms, lists)) {
        sets = ScoredSets.of(part, lists, { budget, slots }, sets)
        yield
        if (version !== this.#index.version) return
        if (budget.isUsedUp) break
      }
      left -= sets?.bytes ?? 0
      if (left < 0) break
      if (sets !== null) this.#sets.set(letter, sets)
    }
    this.#areAll = true
  }
}

/** The words of a letter in parts of which each takes about as many steps to look at. */
function* partsOf(terms: BeginningTerms, lists: readonly IntLists[]): Iterable<BeginningTerms> {
  let { from } = terms
  let steps = 0
  for (let place = from; place < terms.to; place++) {
    for (const products of lists) steps += products.countOf(terms.numbers[place] as number) + TERM_COST
    if (steps < STEPS_PER_PIECE && place + 1 < terms.to) continue
    yield terms.part(from, place + 1)
    from = place + 1
    steps = 0
  }
}
