import { NAME_BEGINS, PREFERRED } from '../scores.ts'
import type { Bitmap } from './bitmap.ts'
import { smallestOf } from '../first-of.ts'
import { grown } from './grown.ts'
import type { NameColumn } from './name-column.ts'
import type { ProductOrder } from './product-order.ts'
import type { FewMatches } from './word-matcher.ts'

/** Scores are small numbers; see the weights and factors of words. */
const SCORES = 0x1_0000
/** A number above all places of an order. */
const PLACES = 2 ** 32
/** Above this number, walking over all products in their order is faster than sorting. */
const MAX_SORTED = 1000

export interface RankedQuery {
  /** The words of the search with a space between them. */
  readonly search: string
  /** The matches whose name begins with the search; null when that is not known. */
  readonly beginning: Bitmap | null
  /** The products of the kind that the search names. */
  readonly preferred: Bitmap | null
  /** Leaves out the matches that are not in this set. */
  readonly filter: Bitmap | null
  readonly offset: number
  readonly limit: number
}

/** Slots in their order, and how many match over all pages. */
export interface RankedPage {
  readonly slots: ArrayLike<number>
  readonly total: number
}

/**
 * Puts the matches of a search in order, best first, equal ones as in the given order. Only the scores that the page
 * shows are sorted, so that the first page of 50,000 matches takes half a millisecond.
 */
export class Ranking {
  readonly #names: NameColumn
  readonly #order: ProductOrder
  /** By slot: the score of a match plus one; 0 for all others. */
  #ranks = new Uint16Array(0)
  /** How many matches have each score. */
  readonly #counts = new Uint32Array(SCORES)
  readonly #keys = new Float64Array(MAX_SORTED)

  constructor(names: NameColumn, order: ProductOrder) {
    this.#names = names
    this.#order = order
  }

  page(matches: FewMatches, query: RankedQuery): RankedPage {
    const { slots, count } = matches
    const { total, highest } = this.#score(matches, query)
    const end = Math.min(query.offset + query.limit, total)
    const page = query.offset < end ? this.#cut(matches, { highest, offset: query.offset, end }) : new Uint32Array(0)
    for (let i = 0; i < count; i++) this.#ranks[slots[i] as number] = 0
    this.#counts.fill(0, 0, highest + 1)
    return { slots: page, total }
  }

  /** Notes the final score of each match that passes the filter, and counts the matches of each score. */
  #score(
    { slots, count, scores }: FewMatches,
    { search, beginning, preferred, filter }: RankedQuery,
  ): { total: number; highest: number } {
    this.#ranks = grown(this.#ranks, scores.length)
    let total = 0
    let highest = 0
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number
      if (filter !== null && !filter.has(slot)) continue
      const score =
        (scores[slot] as number) +
        ((beginning === null ? this.#names.beginsWith(slot, search) : beginning.has(slot)) ? NAME_BEGINS : 0) +
        (preferred?.has(slot) === true ? PREFERRED : 0)
      this.#ranks[slot] = score + 1
      this.#counts[score] = (this.#counts[score] as number) + 1
      if (score > highest) highest = score
      total++
    }
    return { total, highest }
  }

  /** The matches at the places [offset, end) of the ranking. */
  #cut(matches: FewMatches, { highest, offset, end }: { highest: number; offset: number; end: number }): Uint32Array {
    // The scores from `high` down to `low` take the places from `before` on.
    let high = highest
    let before = 0
    while (before + (this.#counts[high] as number) <= offset) before += this.#counts[high--] as number
    let low = high
    let wanted = this.#counts[low] as number
    while (before + wanted < end) wanted += this.#counts[--low] as number
    const scores = { low, high, wanted, shown: end - before }
    const ranked = wanted <= MAX_SORTED ? this.#sorted(matches, scores) : this.#distributed(scores)
    return ranked.subarray(offset - before, end - before)
  }

  #sorted({ slots, count }: FewMatches, { low, high, wanted, shown }: ScoreRange): Uint32Array {
    const ranks = this.#ranks
    const { places, slots: ordered } = this.#order
    // A better score is a smaller number, and of equal scores the earlier place is.
    const keys = this.#keys.subarray(0, wanted)
    for (let i = 0, to = 0; to < wanted && i < count; i++) {
      const slot = slots[i] as number
      const score = (ranks[slot] as number) - 1
      if (score >= low && score <= high) keys[to++] = (high - score) * PLACES + (places[slot] as number)
    }
    const first = smallestOf(keys, shown)
    const ranked = new Uint32Array(first.length)
    for (let i = 0; i < first.length; i++) ranked[i] = ordered[(first[i] as number) % PLACES] as number
    return ranked
  }

  /** Walks over the order and puts each match at the next place of its score, until all that are shown have theirs. */
  #distributed({ low, high, shown }: ScoreRange): Uint32Array {
    const ranks = this.#ranks
    const next = new Uint32Array(high - low + 1)
    for (let score = high - 1; score >= low; score--)
      next[score - low] = (next[score + 1 - low] as number) + (this.#counts[score + 1] as number)
    const ranked = new Uint32Array(shown)
    const order = this.#order.slots
    for (let i = 0, left = shown; left > 0 && i < order.length; i++) {
      const slot = order[i] as number
      const score = (ranks[slot] as number) - 1
      if (score < low || score > high) continue
      const place = next[score - low] as number
      next[score - low] = place + 1
      if (place >= shown) continue
      ranked[place] = slot
      left--
    }
    return ranked
  }
}

interface ScoreRange {
  readonly low: number
  readonly high: number
  /** How many matches have such a score. */
  readonly wanted: number
  /** How many of the best of them are shown. */
  readonly shown: number
}
