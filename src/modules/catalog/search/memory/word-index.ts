import { WEIGHT } from '../weights.ts'
import { IntLists } from './int-lists.ts'
import { Lexicon } from './lexicon.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'
import { Typos } from './typos.ts'

/** Fewer words than this are not worth a new index, however many of them no product has. */
const FEW_WORDS = 10_000

/** A number with a weight below it: a slot in the list of a word, a word in the list of a slot. */
export const WEIGHT_BITS = 4
export const WEIGHT_MASK = (1 << WEIGHT_BITS) - 1

/**
 * Which words each product has and which products each word has, both with the weight. Knowing both, a search with one
 * rare word looks only at the few products that have it, and a product that changes gives up exactly the words that it
 * lost.
 */
export class WordIndex {
  readonly lexicon = new Lexicon()
  readonly typos = new Typos(this.lexicon)
  /** Grows with every change of the words of a product. */
  version = 0
  /** By slot: word and weight. */
  readonly words = new IntLists()
  /** By word: slot and weight, where the word stands in the description only. Most searches do not look at them. */
  readonly #descriptions = new IntLists()
  /** By word: slot and weight in all other fields. */
  readonly #products = new IntLists()
  /** How many words any product has. */
  #used = 0

  /** Gives a slot these words with their weights instead of those that it had; none takes it away. */
  put(slot: number, weights: ReadonlyMap<string, number>): void {
    this.version++
    const entries = new Uint32Array(weights.size)
    let i = 0
    for (const [word, weight] of weights) entries[i++] = (this.#numberOf(word) << WEIGHT_BITS) | weight
    entries.sort()
    const start = this.words.startOf(slot)
    const before = this.words.numbers.slice(start, start + this.words.countOf(slot))
    // Most products that come have a slot without words.
    const [lost, gained] =
      before.length === 0 ? [[], entries] : [missingIn(entries, before), missingIn(before, entries)]
    for (const entry of lost) {
      this.words.remove(slot, entry)
      this.#listsOf(entry).remove(entry >>> WEIGHT_BITS, postingOf(slot, entry))
      if (!this.isUsed(entry >>> WEIGHT_BITS)) this.#used--
    }
    if (before.length === 0) this.words.fill(slot, entries)
    else for (const entry of gained) this.words.insert(slot, entry)
    for (const entry of gained) {
      if (!this.isUsed(entry >>> WEIGHT_BITS)) this.#used++
      this.#listsOf(entry).insert(entry >>> WEIGHT_BITS, postingOf(slot, entry))
    }
  }

  /** The lists of products by word in which a search for words of at least this weight looks. */
  listsFor(leastWeight: number): readonly IntLists[] {
    return leastWeight > WEIGHT.description ? [this.#products] : [this.#products, this.#descriptions]
  }

  /** The products that have exactly this word, in another field than the description. */
  slotsWith(word: string): Uint32Array {
    const number = this.lexicon.find(word)
    if (number < 0) return new Uint32Array(0)
    const start = this.#products.startOf(number)
    const entries = this.#products.numbers.subarray(start, start + this.#products.countOf(number))
    return entries.map((entry) => entry >>> WEIGHT_BITS)
  }

  /** Whether most words are those of former names: they stay, because other lists hold their numbers. */
  get isMostlyUnused(): boolean {
    return this.lexicon.size > FEW_WORDS && this.#used * 2 < this.lexicon.size
  }

  /** Whether any product has a word. */
  isUsed(word: number): boolean {
    return this.#products.countOf(word) > 0 || this.#descriptions.countOf(word) > 0
  }

  /** Whether a product may have a name with a word of this beginning. */
  mayBeInNames(beginning: string): boolean {
    const { from, to } = this.lexicon.withPrefix(beginning)
    return this.lexicon.sorted.subarray(from, to).some((word) => this.#products.countOf(word) > 0)
  }

  save(writer: SnapshotWriter): void {
    for (const part of [this.lexicon, this.typos, this.words, this.#descriptions, this.#products]) part.save(writer)
  }

  load(reader: SnapshotReader): void {
    for (const part of [this.lexicon, this.typos, this.words, this.#descriptions, this.#products]) part.load(reader)
    this.#used = 0
    for (let word = 0; word < this.lexicon.size; word++) if (this.isUsed(word)) this.#used++
  }

  #listsOf(entry: number): IntLists {
    return (entry & WEIGHT_MASK) === WEIGHT.description ? this.#descriptions : this.#products
  }

  #numberOf(word: string): number {
    const known = this.lexicon.find(word)
    if (known >= 0) return known
    const number = this.lexicon.add(word)
    this.typos.add(number, word)
    return number
  }
}

function postingOf(slot: number, entry: number): number {
  return ((slot << WEIGHT_BITS) | (entry & WEIGHT_MASK)) >>> 0
}

/** The numbers of the second list that the first does not have; both are in ascending order. */
function missingIn(present: Uint32Array, wanted: Uint32Array): number[] {
  const missing: number[] = []
  let i = 0
  for (const number of wanted) {
    while (i < present.length && (present[i] as number) < number) i++
    if (present[i] !== number) missing.push(number)
  }
  return missing
}
