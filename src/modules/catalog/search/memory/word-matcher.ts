import { Bitmap } from './bitmap.ts'
import { FrequentWords, type WantedWord } from './frequent-words.ts'
import { grown } from './grown.ts'
import type { PreparedLetters } from './prepared-letters.ts'
import type { ScoredSets } from './scored-sets.ts'
import type { SearchAttempt } from '../search-attempts.ts'
import { SearchBudget, type CatalogSize, type SearchLimits } from './search-budget.ts'
import { costOf, TERM_COST, type Cost, type Terms } from './terms.ts'
import { TypedWords } from './typed-words.ts'
import { WEIGHT_BITS, WEIGHT_MASK, type WordIndex } from './word-index.ts'

/** Checking the words of one product takes about as long as looking at so many products of a word. */
const STEPS_PER_CHECK = 120
const LAST_STEP = 0xffff_0000
/** Intersecting two sets takes about one step for so many products. */
const SLOTS_PER_STEP = 128

/** A few matching products: `slots[0]` to `slots[count - 1]` in no particular order, and the score of each slot. */
export interface FewMatches {
  readonly count: number
  readonly slots: Uint32Array
  readonly scores: Uint16Array
}

/** Many matching products as a set; their scores are the sums of those that the words give. */
export interface ManyMatches {
  readonly set: Bitmap
  readonly words: readonly { readonly typed: string; readonly sets: ScoredSets }[]
}

export type Matches = FewMatches | ManyMatches

/**
 * Finds the products that have every word of a search. Rare words come first; of the next word either all products are
 * looked at, or the products so far are checked for it, whichever is less. "Alder laserwriter 1234a5" so costs
 * microseconds, though ten thousands have one of its words. When all words are frequent their sets of products are
 * intersected.
 */
export class WordMatcher {
  readonly #index: WordIndex
  readonly #typed: TypedWords
  readonly #frequent: FrequentWords
  /** By slot: the step that last matched it, its score, and the score of its best term in that step. */
  #steps = new Uint32Array(0)
  #scores = new Uint16Array(0)
  #best = new Uint16Array(0)
  /** Grows with each word of each search, so that nothing needs to be emptied. */
  #step = 0
  /** The matches of the words so far: a few as slots, or many as a set with the words that it was made from. */
  #slots = new Uint32Array(0)
  #count = 0
  #many: ManyMatches | null = null
  /** What becomes of them with a further word. */
  #found = new Uint32Array(0)
  readonly #shared: [Bitmap, Bitmap] = [new Bitmap(), new Bitmap()]

  constructor(index: WordIndex) {
    this.#index = index
    this.#typed = new TypedWords(index)
    this.#frequent = new FrequentWords(index)
  }

  /** The sets of the letters with which words begin, for searches that somebody types. */
  get letters(): PreparedLetters {
    return this.#frequent.letters
  }

  /**
   * What the first attempt finds that finds anything: the products in which every word is found, exactly, as the
   * beginning of a word, or with a typo if the attempt accepts them. Valid until the next call.
   */
  search(
    attempts: Iterable<SearchAttempt>,
    { size, slots }: CatalogSize,
    budget: SearchBudget = new SearchBudget(size),
  ): Matches {
    this.#start(slots)
    const limits = { budget, slots }
    for (const attempt of attempts) if (this.#match(attempt, limits) || budget.isUsedUp) break
    return this.#many ?? { count: this.#count, slots: this.#slots, scores: this.#scores }
  }

  #match({ words, typos, leastWeight }: SearchAttempt, limits: SearchLimits): boolean {
    const lists = this.#index.listsFor(leastWeight)
    const exact = words.map((word) => this.#typed.exact(word, leastWeight))
    // With typos, whether a word is taken for a misspelled one depends on the words before it, but where one is like no
    // word of the catalog, the products of the others need not be looked for.
    if (!typos) exact.sort((a, b) => a.cost.steps - b.cost.steps)
    else if (
      exact.some(({ word, terms }) => terms.from === terms.to && this.#typed.similarTo(word, limits.budget).to === 0)
    )
      return this.#nothing()
    for (const [i, { word, terms, cost }] of exact.entries()) {
      const narrow = (to: Terms, atCost: Cost) =>
        this.#narrow({ word, terms: to, cost: atCost, isFirst: i === 0, leastWeight, limits })
      if (narrow(terms, cost)) continue
      const similar = typos ? this.#typed.similarTo(word, limits.budget) : null
      if (similar !== null && narrow(similar, costOf(similar, lists))) continue
      return this.#nothing()
    }
    return true
  }

  #nothing(): false {
    this.#count = 0
    this.#many = null
    return false
  }

  #start(slots: number): void {
    this.#steps = grown(this.#steps, slots)
    this.#scores = grown(this.#scores, slots)
    this.#best = grown(this.#best, slots)
    this.#slots = grown(this.#slots, slots)
    this.#found = grown(this.#found, slots)
    this.#count = 0
    this.#many = null
    if (this.#step > LAST_STEP) {
      this.#steps.fill(0)
      this.#step = 0
    }
    this.#typed.forgetOutdated()
    this.#frequent.forgetOutdated()
  }

  /** Leaves only the products that also have one of the terms; keeps them all and returns false when none has. */
  #narrow(step: Step): boolean {
    const areFew = !step.isFirst && this.#many === null
    const isCheaper = areFew && this.#count * STEPS_PER_CHECK < step.cost.steps
    const sets = isCheaper ? this.#frequent.knownWhole(step) : this.#frequent.setsOf(step)
    if (sets !== undefined && !areFew) return this.#intersect(sets, step)
    const found = sets !== undefined ? this.#pick(sets) : isCheaper ? this.#check(step) : this.#lookUp(step)
    if (found === 0) return false
    ;[this.#slots, this.#found] = [this.#found, this.#slots]
    this.#count = found
    this.#many = null
    this.#step++
    return true
  }

  #intersect(sets: ScoredSets, { word, limits }: Step): boolean {
    limits.budget.spend(Math.ceil(limits.slots / SLOTS_PER_STEP))
    if (this.#many === null) {
      if (sets.all.isEmpty()) return false
      this.#many = { set: sets.all, words: [{ typed: word, sets }] }
      return true
    }
    const [shared, other] = this.#shared
    const target = this.#many.set === shared ? other : shared
    target.becomeIntersectionOf([this.#many.set, sets.all])
    if (target.isEmpty()) return false
    this.#many = { set: target, words: [...this.#many.words, { typed: word, sets }] }
    return true
  }

  /** Looks at all products of the terms. The best term of a word counts. */
  #lookUp({ terms, isFirst, leastWeight, limits }: Step): number {
    let count = 0
    for (const products of this.#index.listsFor(leastWeight)) {
      for (let place = terms.from; place < terms.to; place++) {
        const term = terms.numbers[place] as number
        const start = products.startOf(term)
        const end = start + products.countOf(term)
        if (!limits.budget.spend(end - start + TERM_COST)) return count
        if (start < end)
          count = this.#lookAt(products.numbers, { start, end, count, isFirst, factor: terms.factorAt(place) })
      }
    }
    return count
  }

  /** Looks at the products of one term, and adds those that match so far to the `count` that were found before. */
  #lookAt(numbers: Uint32Array, { start, end, count, isFirst, factor }: TermProducts): number {
    const [steps, scores, best, found, many] = [this.#steps, this.#scores, this.#best, this.#found, this.#many]
    const before = this.#step
    let to = count
    for (let i = start; i < end; i++) {
      const posting = numbers[i] as number
      const slot = posting >>> WEIGHT_BITS
      const score = (posting & WEIGHT_MASK) * factor
      const step = steps[slot] as number
      if (step === before + 1) {
        const gained = score - (best[slot] as number)
        if (gained <= 0) continue
        scores[slot] = (scores[slot] as number) + gained
        best[slot] = score
      } else if (many === null ? isFirst || step === before : many.set.has(slot)) {
        steps[slot] = before + 1
        scores[slot] = score + (many !== null ? scoreIn(many, slot) : isFirst ? 0 : (scores[slot] as number))
        best[slot] = score
        found[to++] = slot
      }
    }
    return to
  }

  /** Leaves the products found so far that are in one of the sets. */
  #pick(sets: ScoredSets): number {
    let count = 0
    for (let i = 0; i < this.#count; i++) {
      const slot = this.#slots[i] as number
      if (sets.all.has(slot)) count = this.#add(slot, sets.scoreOf(slot), count)
    }
    return count
  }

  /** Checks the products found so far for one of the terms. */
  #check({ terms, leastWeight, limits }: Step): number {
    const { words } = this.#index
    let count = 0
    for (let i = 0; i < this.#count; i++) {
      const slot = this.#slots[i] as number
      const start = words.startOf(slot)
      const end = start + words.countOf(slot)
      if (!limits.budget.spend(STEPS_PER_CHECK)) break
      let best = 0
      for (let at = start; at < end; at++) {
        const entry = words.numbers[at] as number
        const weight = entry & WEIGHT_MASK
        if (weight >= leastWeight) best = Math.max(best, weight * terms.factorOf(entry >>> WEIGHT_BITS))
      }
      if (best > 0) count = this.#add(slot, best, count)
    }
    return count
  }

  /** Adds one of the products found so far to the `count` that also have the next word. */
  #add(slot: number, score: number, count: number): number {
    this.#steps[slot] = this.#step + 1
    this.#scores[slot] = (this.#scores[slot] as number) + score
    this.#found[count] = slot
    return count + 1
  }
}

/** The score of a product that is in the set of many matches. */
function scoreIn({ words }: ManyMatches, slot: number): number {
  let score = 0
  for (const { sets } of words) score += sets.scoreOf(slot)
  return score
}

/** A further word that the matches must have. */
interface Step extends WantedWord {
  readonly word: string
  readonly isFirst: boolean
}

interface TermProducts {
  readonly start: number
  readonly end: number
  readonly count: number
  readonly isFirst: boolean
  readonly factor: number
}
