import { Lexicon } from './lexicon.ts'

/** The weight of a word by its field; features count least and are searched only when nothing else matches. */
export const WEIGHT = { sku: 7, name: 6, brand: 5, category: 3, tag: 2, feature: 1 } as const

/** The slots of matching products in no particular order, and the score of each. */
export interface Matches {
  readonly slots: readonly number[]
  scoreOf(slot: number): number
}

/** A slot and a weight in one small integer. A word of only one product stores it without an array, to save memory. */
type Postings = number | number[]
const WEIGHT_BITS = 3
const WEIGHT_MASK = (1 << WEIGHT_BITS) - 1

const EXACT = 16
const PREFIX = 10
const TYPO = 4

/**
 * An inverted index from words to products. The postings are plain integers, because a Map per word and product costs ten
 * times the memory at 50,000 products.
 */
export class WordIndex {
  readonly #words = new Lexicon<Postings>()
  readonly #alive: boolean[] = []
  /** Slots that no posting refers to any more. */
  #free: number[] = []
  #dead = 0
  #stamps = new Int32Array(1024)
  #scores = new Int32Array(1024)
  #lastScores = new Int32Array(1024)
  #stamp = 0

  /** Adds a product with the weight of each of its words and returns its slot. */
  add(weights: ReadonlyMap<string, number>): number {
    const slot = this.#free.pop() ?? this.#alive.length
    this.#alive[slot] = true
    for (const [word, weight] of weights) {
      const posting = (slot << WEIGHT_BITS) | weight
      this.#words.update(word, (postings) => {
        if (postings === undefined) return posting
        if (typeof postings === 'number') return [postings, posting]
        postings.push(posting)
        return postings
      })
    }
    return slot
  }

  /** Removes a product. Its postings are skipped, and swept when a quarter of all slots is dead. */
  remove(slot: number): void {
    if (this.#alive[slot] !== true) return
    this.#alive[slot] = false
    this.#dead++
    if (this.#dead > 1000 && this.#dead * 4 > this.#alive.length - this.#free.length) this.#sweep()
  }

  /**
   * The products in which every word is found, exactly or as the beginning of a word.
   * @param options.typos for a word without a match, accept words that differ by a typo
   * @param options.leastWeight ignore postings with a lower weight (see WEIGHT)
   */
  match(words: readonly string[], options: { readonly typos: boolean; readonly leastWeight: number }): Matches {
    const round = this.#startRound(words.length)
    let slots: number[] = []
    for (const [i, word] of words.entries()) {
      slots = []
      const found = slots
      const hit = (postings: Postings, factor: number) =>
        this.#hit(postings, { factor, round, i, leastWeight: options.leastWeight }, found)
      for (const [term, postings] of this.#words.atPrefix(word)) {
        hit(postings, term === word ? EXACT : PREFIX + Math.trunc((EXACT - PREFIX - 1) * (word.length / term.length)))
      }
      if (options.typos && slots.length === 0) {
        for (const [postings, distance] of this.#similar(word)) hit(postings, TYPO - distance)
      }
      if (slots.length === 0) break
    }
    return { slots, scoreOf: (slot) => this.#scores[slot] ?? 0 }
  }

  /**
   * Scores one term for the i-th word. A product's stamp is the number of words of this round that it matches; only
   * products that match all words so far count, and the best term of a word counts for that word.
   */
  #hit(
    postings: Postings,
    word: { factor: number; round: number; i: number; leastWeight: number },
    found: number[],
  ): void {
    const before = word.round + word.i
    const visit = (posting: number) => {
      const weight = posting & WEIGHT_MASK
      const slot = posting >>> WEIGHT_BITS
      if (weight < word.leastWeight || this.#alive[slot] !== true) return
      const score = weight * word.factor
      const stamp = this.#stamps[slot] as number
      if (stamp === before + 1) {
        const gained = score - (this.#lastScores[slot] as number)
        if (gained <= 0) return
        this.#scores[slot] = (this.#scores[slot] as number) + gained
        this.#lastScores[slot] = score
      } else if (stamp === before || (word.i === 0 && stamp < before)) {
        this.#stamps[slot] = before + 1
        this.#scores[slot] = word.i === 0 ? score : (this.#scores[slot] as number) + score
        this.#lastScores[slot] = score
        found.push(slot)
      }
    }
    if (typeof postings === 'number') visit(postings)
    else for (let i = 0; i < postings.length; i++) visit(postings[i] as number)
  }

  /** Words within one typo (a letter added, missing or replaced, two letters swapped), or two from eight letters on. */
  *#similar(word: string): Iterable<readonly [Postings, number]> {
    if (word.length < 4) return
    const digits = digitsOf(word)
    let found = false
    for (const [term, postings, distance] of this.#words.similar(word, word.length < 8 ? 1 : 2)) {
      // A typo in a number is another number.
      if (digitsOf(term) !== digits) continue
      found = true
      yield [postings, distance]
    }
    for (const swapped of swapsOf(word)) {
      const postings = this.#words.get(swapped)
      if (postings !== undefined) {
        found = true
        yield [postings, 1]
      }
    }
    if (found) return
    for (const [term, postings] of this.#words.atPrefix(word.slice(0, 1))) {
      if (term.length > word.length && beginsLike(term, word) && digitsOf(term).startsWith(digits)) yield [postings, 2]
    }
  }

  #startRound(words: number): number {
    if (this.#stamps.length < this.#alive.length) {
      const size = Math.max(1024, this.#alive.length * 2)
      this.#stamps = new Int32Array(size)
      this.#scores = new Int32Array(size)
      this.#lastScores = new Int32Array(size)
      this.#stamp = 0
    }
    if (this.#stamp > 2_000_000_000) {
      this.#stamps.fill(0)
      this.#stamp = 0
    }
    const round = this.#stamp
    this.#stamp += words
    return round
  }

  #sweep(): void {
    this.#words.keep((postings) => {
      const kept = [postings].flat().filter((posting) => this.#alive[posting >>> WEIGHT_BITS] === true)
      return kept.length > 1 ? kept : kept[0]
    })
    this.#free = [...this.#alive.keys()].filter((slot) => this.#alive[slot] === false)
    this.#dead = 0
  }
}

function digitsOf(word: string): string {
  return word.replaceAll(/\D/g, '')
}

function* swapsOf(word: string): Iterable<string> {
  for (let i = 0; i + 1 < word.length; i++) {
    if (word[i] !== word[i + 1]) yield word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
  }
}

/** Whether some prefix of the term is one typo away from the word. */
function beginsLike(term: string, word: string): boolean {
  let i = 0
  while (i < word.length && term[i] === word[i]) i++
  if (i >= word.length) return true
  const rest = word.slice(i + 1)
  return (
    term.startsWith(rest, i + 1) ||
    term.startsWith(rest, i) ||
    term.startsWith(word.slice(i), i + 1) ||
    (term[i] === word[i + 1] && term[i + 1] === word[i] && term.startsWith(word.slice(i + 2), i + 2))
  )
}
