import { LRUCache } from 'lru-cache'
import { PreparedLetters } from './prepared-letters.ts'
import { ScoredSets } from './scored-sets.ts'
import type { SearchLimits } from './search-budget.ts'
import { isFrequent, type Cost, type Terms } from './terms.ts'
import { WEIGHT } from '../weights.ts'
import type { WordIndex } from './word-index.ts'

const MAX_BYTES = 8 * 1024 * 1024

/** A word of a search, with what it takes to look at its products. */
export interface WantedWord {
  readonly terms: Terms
  readonly cost: Cost
  readonly leastWeight: number
  readonly limits: SearchLimits
}

/**
 * The products of frequent words as sets. They are kept until the words of a product change, because searches share
 * their frequent words.
 */
export class FrequentWords {
  /** The sets of the letters with which words begin, for searches that somebody types. */
  readonly letters: PreparedLetters
  readonly #index: WordIndex
  readonly #sets = new LRUCache<string, ScoredSets>({
    maxSize: MAX_BYTES,
    sizeCalculation: (sets, key) => sets.bytes + key.length + 100,
  })
  /** The version of the words of all products for which these are right. */
  #version = 0

  constructor(index: WordIndex) {
    this.#index = index
    this.letters = new PreparedLetters(index)
  }

  /** To be called before each search. */
  forgetOutdated(): void {
    if (this.#version === this.#index.version) return
    this.#sets.clear()
    this.#version = this.#index.version
  }

  /** The products of a word; undefined when it is not frequent. */
  setsOf({ terms, cost, leastWeight, limits }: WantedWord): ScoredSets | undefined {
    if (!isFrequent(cost, limits.slots) || terms.key === null) return undefined
    const known = this.#known(terms.key, leastWeight)
    if (known !== undefined) return known
    // What a whole budget finds of the thousands of words with one beginning is all that anybody ever sees of them.
    const isAllToSee = limits.budget.isWhole
    const sets = this.#make(terms, leastWeight, limits)
    if (isAllToSee || !limits.budget.isUsedUp) this.#sets.set(`${leastWeight} ${terms.key}`, sets)
    return sets
  }

  /** All products of a word, if they are known: what a budget allowed to look at may miss those that are asked about. */
  knownWhole({ terms, leastWeight }: WantedWord): ScoredSets | undefined {
    const known = this.#known(terms.key, leastWeight)
    return known?.isWhole === true ? known : undefined
  }

  #known(key: string | null, leastWeight: number): ScoredSets | undefined {
    if (key === null) return undefined
    return this.letters.find(key, leastWeight) ?? this.#sets.get(`${leastWeight} ${key}`)
  }

  /** The products that have a word in their description are added to those that have it elsewhere, if these are known. */
  #make(terms: Terms, leastWeight: number, limits: SearchLimits): ScoredSets {
    const lists = this.#index.listsFor(leastWeight)
    const elsewhere = lists.length > 1 ? this.#known(terms.key, WEIGHT.specification) : undefined
    return elsewhere === undefined
      ? ScoredSets.of(terms, lists, limits)
      : ScoredSets.of(terms, lists.slice(1), limits, elsewhere)
  }
}
