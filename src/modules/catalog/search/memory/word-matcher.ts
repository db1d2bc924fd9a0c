import { grown } from './grown.ts'
import type { SearchAttempt } from './search-attempts.ts'
import { SearchBudget } from './search-budget.ts'
import { beginningWith, costOf, similarTerms, TERM_COST, type Terms } from './terms.ts'
import { WEIGHT_BITS, WEIGHT_MASK, type WordIndex } from './word-index.ts'

/** Checking the words of one product takes about as long as looking at so many products of a word. */
const STEPS_PER_CHECK = 40
const LAST_STEP = 0xffff_0000

/** The slots of matching products, `slots[0]` to `slots[count - 1]` in no particular order, and the score of each slot. */
export interface Matches {
  readonly count: number
  readonly slots: Uint32Array
  readonly scores: Uint16Array
}

/**
 * Finds the products that have every word of a search. Rare words come first; of the next word either all products are
 * looked at, or the products so far are checked for it, whichever is less. "Alder laserwriter 1234a5" so costs
 * microseconds, though ten thousands have one of its words. All memory is allocated once.
 */
export class WordMatcher {
  readonly #index: WordIndex
  /** By slot: the step that last matched it, its score, and the score of its best term in that step. */
  #steps = new Uint32Array(0)
  #scores = new Uint16Array(0)
  #best = new Uint16Array(0)
  /** Grows with each word of each search, so that nothing needs to be emptied. */
  #step = 0
  #slots = new Uint32Array(0)
  #found = new Uint32Array(0)
  #count = 0

  constructor(index: WordIndex) {
    this.#index = index
  }

  /**
   * What the first attempt finds that finds anything: the products in which every word is found, exactly, as the beginning of
   * a word, or with a typo if the attempt accepts them. Valid until the next call.
   * @param size the number of products, by which the search may cost more
   * @param slots a number above all slots
   */
  search(
    attempts: Iterable<SearchAttempt>,
    { size, slots }: { readonly size: number; readonly slots: number },
  ): Matches {
    this.#start(slots)
    const budget = new SearchBudget(size)
    const known = new Map<string, Terms>()
    const similarTo = (word: string) => {
      const isUsed = (number: number) => this.#index.isUsed(number)
      const terms = known.get(word) ?? similarTerms(this.#index.typos.similarTo(word, isUsed, budget))
      known.set(word, terms)
      return terms
    }
    for (const attempt of attempts) if (this.#match(attempt, { budget, similarTo }) || budget.isUsedUp) break
    return { count: this.#count, slots: this.#slots, scores: this.#scores }
  }

  #match({ words, typos, leastWeight }: SearchAttempt, { budget, similarTo }: Search): boolean {
    const lists = this.#index.listsFor(leastWeight)
    const exact = words.map((word) => {
      const terms = beginningWith(word, this.#index.lexicon)
      return { word, terms, cost: costOf(terms, lists) }
    })
    // With typos, whether a word is taken for a misspelled one depends on the words before it.
    if (!typos) exact.sort((a, b) => a.cost - b.cost)
    for (const [i, { word, terms, cost }] of exact.entries()) {
      const narrow = (to: Terms, atCost: number) => this.#narrow(to, atCost, { isFirst: i === 0, leastWeight, budget })
      if (narrow(terms, cost)) continue
      const similar = typos ? similarTo(word) : null
      if (similar !== null && narrow(similar, costOf(similar, lists))) continue
      this.#count = 0
      return false
    }
    return true
  }

  #start(slots: number): void {
    this.#steps = grown(this.#steps, slots)
    this.#scores = grown(this.#scores, slots)
    this.#best = grown(this.#best, slots)
    this.#slots = grown(this.#slots, slots)
    this.#found = grown(this.#found, slots)
    this.#count = 0
    if (this.#step > LAST_STEP) {
      this.#steps.fill(0)
      this.#step = 0
    }
  }

  /** Leaves only the products that also have one of the terms; keeps them all and returns false when none has. */
  #narrow(terms: Terms, cost: number, options: StepOptions): boolean {
    const isCheaper = !options.isFirst && this.#count * STEPS_PER_CHECK < cost
    const found = isCheaper ? this.#check(terms, options) : this.#lookUp(terms, options)
    if (found === 0) return false
    ;[this.#slots, this.#found] = [this.#found, this.#slots]
    this.#count = found
    this.#step++
    return true
  }

  /** Looks at all products of the terms. The best term of a word counts. */
  #lookUp(terms: Terms, { isFirst, leastWeight, budget }: StepOptions): number {
    let count = 0
    for (const products of this.#index.listsFor(leastWeight)) {
      for (let place = terms.from; place < terms.to; place++) {
        const term = terms.numbers[place] as number
        const start = products.startOf(term)
        const end = start + products.countOf(term)
        if (!budget.spend(end - start + TERM_COST)) return count
        if (start < end)
          count = this.#lookAt(products.numbers, { start, end, count, isFirst, factor: terms.factorAt(place) })
      }
    }
    return count
  }

  /** Looks at the products of one term, and adds those that match so far to the `count` that were found before. */
  #lookAt(numbers: Uint32Array, { start, end, count, isFirst, factor }: TermProducts): number {
    const [steps, scores, best, found] = [this.#steps, this.#scores, this.#best, this.#found]
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
      } else if (isFirst || step === before) {
        steps[slot] = before + 1
        scores[slot] = isFirst ? score : (scores[slot] as number) + score
        best[slot] = score
        found[to++] = slot
      }
    }
    return to
  }

  /** Checks the products found so far for one of the terms. */
  #check(terms: Terms, { leastWeight, budget }: StepOptions): number {
    const { words } = this.#index
    let count = 0
    for (let i = 0; i < this.#count; i++) {
      const slot = this.#slots[i] as number
      const start = words.startOf(slot)
      const end = start + words.countOf(slot)
      if (!budget.spend(STEPS_PER_CHECK)) break
      let best = 0
      for (let at = start; at < end; at++) {
        const entry = words.numbers[at] as number
        const weight = entry & WEIGHT_MASK
        if (weight >= leastWeight) best = Math.max(best, weight * terms.factorOf(entry >>> WEIGHT_BITS))
      }
      if (best === 0) continue
      this.#steps[slot] = this.#step + 1
      this.#scores[slot] = (this.#scores[slot] as number) + best
      this.#found[count++] = slot
    }
    return count
  }
}

interface Search {
  readonly budget: SearchBudget
  /** The terms that a misspelled word probably meant. */
  similarTo(word: string): Terms
}

interface StepOptions {
  readonly isFirst: boolean
  readonly leastWeight: number
  readonly budget: SearchBudget
}

interface TermProducts {
  readonly start: number
  readonly end: number
  readonly count: number
  readonly isFirst: boolean
  readonly factor: number
}
