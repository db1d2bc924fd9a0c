import { PREFIX } from '../scores.ts'
import { WEIGHT } from '../weights.ts'
import { Bitmap } from './bitmap.ts'
import type { IntLists } from './int-lists.ts'
import type { NameBeginnings } from './name-beginnings.ts'
import type { SearchLimits } from './search-budget.ts'
import { TERM_COST, type Terms } from './terms.ts'
import { WEIGHT_BITS, WEIGHT_MASK } from './word-index.ts'

/** The score of a product in whose name a word begins with the typed one. */
const LEAST_NAME_SCORE = WEIGHT.name * PREFIX
const NO_WORDS: Uint32Array = new Uint32Array(0)

/**
 * The products in which one word of a search is found, as sets by how well the word fits there. A word that ten thousands
 * of products have takes one to four sets, and two such words are intersected in microseconds.
 */
export class ScoredSets {
  readonly all: Bitmap
  /** The highest score first; each product is in the set of its best term only. */
  readonly byScore: readonly ScoredSet[]
  /** Whether all products of the word are in them, and not only those that a budget allowed to look at. */
  readonly isWhole: boolean

  #inNames: Bitmap | null = null
  #namesBeginning: Bitmap | null = null

  private constructor({ all, byScore }: Pick<ScoredSets, 'all' | 'byScore'>, isWhole: boolean) {
    this.all = all
    this.byScore = byScore
    this.isWhole = isWhole
  }

  /**
   * The products of the terms, or of some when the budget is used up.
   * @param before sets of the same word, of other terms or in other lists, to which these are added
   */
  static of(
    terms: Terms,
    lists: readonly IntLists[],
    { slots, budget }: SearchLimits,
    before: ScoredSets | null = null,
  ): ScoredSets {
    const found: (Bitmap | undefined)[] = []
    for (const { score, set } of before?.byScore ?? []) {
      const copy = new Bitmap(slots)
      copy.addAll(set)
      found[score] = copy
    }
    for (const products of lists) addProducts(terms, products, { slots, budget }, found)
    return new ScoredSets(apart(found, slots), !budget.isUsedUp && before?.isWhole !== false)
  }

  /** At most. */
  get bytes(): number {
    return this.all.words.byteLength * (this.byScore.length + 3)
  }

  /** The products in whose name the word, or the beginning of a longer one, may stand. */
  get inNames(): Bitmap {
    if (this.#inNames !== null) return this.#inNames
    const found = new Bitmap()
    for (const { score, set } of this.byScore) if (score >= LEAST_NAME_SCORE) found.addAll(set)
    this.#inNames = found
    return found
  }

  /** The score of a product; 0 when it is in none of the sets. */
  scoreOf(slot: number): number {
    for (const { score, set } of this.byScore) if (set.has(slot)) return score
    return 0
  }

  /** Adds the scores of the first `count` of these slots, all of which are in one of the sets, to those by slot. */
  addScores(slots: Uint32Array, count: number, scores: Uint16Array): void {
    for (const { score, set } of this.byScore) {
      // Only one set has all of them.
      const words = this.byScore.length > 1 ? set.words : null
      for (let i = 0; i < count; i++) {
        const slot = slots[i] as number
        if (words === null || (((words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1)
          scores[slot] = (scores[slot] as number) + score
      }
    }
  }

  /** The products whose name begins with the word for which the sets were made. */
  namesBeginning(word: string, names: NameBeginnings): Bitmap {
    if (this.#namesBeginning !== null) return this.#namesBeginning
    const found = new Bitmap()
    names.find(word, this.inNames, found)
    this.#namesBeginning = found
    return found
  }
}

export interface ScoredSet {
  readonly score: number
  readonly set: Bitmap
}

function addProducts(
  terms: Terms,
  products: IntLists,
  { slots, budget }: SearchLimits,
  found: (Bitmap | undefined)[],
): void {
  const { numbers, to } = terms
  const postings = products.numbers
  let { left } = budget
  let score = -1
  let words = NO_WORDS
  for (let place = terms.from; place < to && left > 0; place++) {
    const term = numbers[place] as number
    const count = products.countOf(term)
    left -= count + TERM_COST
    if (count === 0) continue
    const factor = terms.factorAt(place)
    const start = products.startOf(term)
    for (let i = start; i < start + count; i++) {
      const posting = postings[i] as number
      if ((posting & WEIGHT_MASK) * factor !== score) {
        score = (posting & WEIGHT_MASK) * factor
        words = (found[score] ??= new Bitmap(slots)).words
      }
      const slot = posting >>> WEIGHT_BITS
      words[slot >>> 5] = (words[slot >>> 5] as number) | (1 << (slot & 31))
    }
  }
  budget.left = left
}

/** All products, and the same by score with each in its best set only. */
function apart(found: readonly (Bitmap | undefined)[], slots: number): Pick<ScoredSets, 'all' | 'byScore'> {
  const scored = found.flatMap((set, score) => (set === undefined ? [] : [{ score, set }])).reverse()
  const [only] = scored
  if (scored.length === 1 && only !== undefined) return { all: only.set, byScore: scored }
  const all = new Bitmap(slots)
  const disjoint = scored.filter(({ set }) => {
    set.removeAll(all)
    all.addAll(set)
    return !set.isEmpty()
  })
  return { all, byScore: disjoint }
}
