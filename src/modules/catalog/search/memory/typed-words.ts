import type { SearchBudget } from './search-budget.ts'
import { BeginningTerms, costOf, SimilarTerms, type Cost, type Terms } from './terms.ts'
import { VersionedCache } from './versioned-cache.ts'
import type { WordIndex } from './word-index.ts'

const MAX_EXACT_WORDS = 1000
/** The words of the catalog that are kept for misspelled ones: one search asks for the same several times. */
const MAX_SIMILAR_WORDS = 20_000
/** What is kept of a misspelled word itself counts as so many. */
const SIZE_OF_MISSPELLED = 50

/** A word of a search with the words of the catalog that stand for it. */
export interface ExactWord {
  readonly word: string
  readonly terms: BeginningTerms
  readonly cost: Cost
}

/** Which words of the catalog stand for a word that somebody typed, kept until the words of a product change. */
export class TypedWords {
  readonly #index: WordIndex
  readonly #exact = new VersionedCache<string, ExactWord>(MAX_EXACT_WORDS)
  readonly #similar = new VersionedCache<string, Terms>(MAX_SIMILAR_WORDS)

  constructor(index: WordIndex) {
    this.#index = index
  }

  /** To be called before each search. */
  forgetOutdated(): void {
    const { version } = this.#index
    this.#exact.useFor(version)
    this.#similar.useFor(version)
  }

  /** The words of the catalog that begin with a word. */
  exact(word: string, leastWeight: number): ExactWord {
    const key = `${leastWeight} ${word}`
    const known = this.#exact.get(key)
    if (known !== undefined) return known
    const terms = new BeginningTerms(word, this.#index.lexicon)
    const exact = { word, terms, cost: costOf(terms, this.#index.listsFor(leastWeight)) }
    this.#exact.set(key, exact, 1)
    return exact
  }

  /** The words that a misspelled word probably meant. It is asked for in several attempts. */
  similarTo(word: string, budget: SearchBudget): Terms {
    const known = this.#similar.get(word)
    if (known !== undefined) return known
    const similar = new SimilarTerms(this.#index.typos.similarTo(word, (number) => this.#index.isUsed(number), budget))
    if (!budget.isUsedUp) this.#similar.set(word, similar, SIZE_OF_MISSPELLED + similar.to)
    return similar
  }
}
