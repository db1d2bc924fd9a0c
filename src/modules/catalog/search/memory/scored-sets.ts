import { WEIGHT } from '../weights.ts'
import { Bitmap } from './bitmap.ts'
import type { IntLists } from './int-lists.ts'
import type { NameBeginnings } from './name-beginnings.ts'
import type { SearchBudget } from './search-budget.ts'
import { PREFIX, TERM_COST, type Terms } from './terms.ts'
import { WEIGHT_BITS, WEIGHT_MASK } from './word-index.ts'

/** The score of a product in whose name a word begins with the typed one. */
const LEAST_NAME_SCORE = WEIGHT.name * PREFIX

/**
 * The products in which one word of a search is found, as sets by how well the word fits there. A word that ten thousands
 * of products have takes one to four sets, and two such words are intersected in microseconds.
 */
export class ScoredSets {
  readonly all: Bitmap
  /** The highest score first; each product is in the set of its best term only. */
  readonly byScore: readonly ScoredSet[]

  #inNames: Bitmap | null = null
  #namesBeginning: Bitmap | null = null

  private constructor({ all, byScore }: Pick<ScoredSets, 'all' | 'byScore'>) {
    this.all = all
    this.byScore = byScore
  }

  /** The products of the terms, or of some when the budget is used up. */
  static of(terms: Terms, lists: readonly IntLists[], budget: SearchBudget): ScoredSets {
    const found: (Bitmap | undefined)[] = []
    for (const products of lists) {
      for (let place = terms.from; place < terms.to; place++) {
        const term = terms.numbers[place] as number
        const start = products.startOf(term)
        const end = start + products.countOf(term)
        if (!budget.spend(end - start + TERM_COST)) break
        addPostings(products.numbers, { start, end, factor: terms.factorAt(place) }, found)
      }
    }
    return new ScoredSets(apart(found))
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

/** A view of one term's products costs more than to add them: most article numbers have one. */
function addPostings(
  postings: Uint32Array,
  { start, end, factor }: { readonly start: number; readonly end: number; readonly factor: number },
  found: (Bitmap | undefined)[],
): void {
  for (let i = start; i < end; i++) {
    const posting = postings[i] as number
    const score = (posting & WEIGHT_MASK) * factor
    ;(found[score] ??= new Bitmap()).add(posting >>> WEIGHT_BITS)
  }
}

/** All products, and the same by score with each in its best set only. */
function apart(found: readonly (Bitmap | undefined)[]): Pick<ScoredSets, 'all' | 'byScore'> {
  const scored = found.flatMap((set, score) => (set === undefined ? [] : [{ score, set }])).reverse()
  const [only] = scored
  if (scored.length === 1 && only !== undefined) return { all: only.set, byScore: scored }
  const all = new Bitmap()
  const disjoint = scored.filter(({ set }) => {
    set.removeAll(all)
    all.addAll(set)
    return !set.isEmpty()
  })
  return { all, byScore: disjoint }
}
