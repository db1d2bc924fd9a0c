import { perText } from '../known-texts.ts'
import { WEIGHT, type WeighedWords } from '../weights.ts'
import { grown } from './grown.ts'
import { IntLists } from './int-lists.ts'
import { Lexicon } from './lexicon.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'
import { Typos } from './typos.ts'

/** Fewer words than this are not worth a new index, however many of them no product has. */
const FEW_WORDS = 10_000
/** So many new words take about a millisecond. */
const LEARNED_AT_ONCE = 200

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
  /** Room for the words of one product. */
  #entries = new Uint32Array(0)
  /** The number of a word, which it keeps. Most words of a product are those of the products before it. */
  readonly #numberOf = perText((word) => {
    const known = this.lexicon.find(word)
    if (known >= 0) return known
    const number = this.lexicon.add(word)
    this.typos.add(number, word)
    return number
  })

  /** Gives a slot these words with their weights instead of those that it had; none takes it away. */
  put(slot: number, weighed: WeighedWords): void {
    this.version++
    const entries = this.#entriesOf(weighed)
    // Most products that come have a slot without words.
    if (this.words.countOf(slot) === 0) {
      this.words.fill(slot, entries)
      for (let i = 0; i < entries.length; i++) this.#gain(slot, entries[i] as number)
      return
    }
    const start = this.words.startOf(slot)
    const before = this.words.numbers.slice(start, start + this.words.countOf(slot))
    for (const entry of missingIn(entries, before)) {
      this.words.remove(slot, entry)
      this.#listsOf(entry).remove(entry >>> WEIGHT_BITS, postingOf(slot, entry))
      if (!this.isUsed(entry >>> WEIGHT_BITS)) this.#used--
    }
    for (const entry of missingIn(before, entries)) {
      this.words.insert(slot, entry)
      this.#gain(slot, entry)
    }
  }

  /** Makes words known that a product is about to get, in steps between which others can be answered. */
  *learn({ words }: WeighedWords): Iterable<void> {
    for (const [i, word] of words.entries()) {
      this.#numberOf(word)
      if (i % LEARNED_AT_ONCE !== 0) continue
      yield
      yield* this.lexicon.makeRoom()
      yield* this.typos.makeRoom()
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

  /** Makes room for further words, in steps between which others can be answered. */
  *makeRoom(): Iterable<void> {
    for (const part of this.#parts()) yield* part.makeRoom()
  }

  save(writer: SnapshotWriter): void {
    for (const part of this.#parts()) part.save(writer)
  }

  /** Into an index that knows no words yet. */
  load(reader: SnapshotReader): void {
    for (const part of this.#parts()) part.load(reader)
    this.#used = 0
    for (let word = 0; word < this.lexicon.size; word++) if (this.isUsed(word)) this.#used++
  }

  #parts(): readonly (Lexicon | Typos | IntLists)[] {
    return [this.lexicon, this.typos, this.words, this.#descriptions, this.#products]
  }

  /** Each word with the most that it counts, in ascending order. Valid until the next call. */
  #entriesOf({ words, weights }: WeighedWords): Uint32Array {
    this.#entries = grown(this.#entries, words.length)
    for (let i = 0; i < words.length; i++)
      this.#entries[i] = (this.#numberOf(words[i] as string) << WEIGHT_BITS) | (weights[i] as number)
    const sorted = this.#entries.subarray(0, words.length).sort()
    let count = 0
    for (let i = 0; i < sorted.length; i++) {
      const entry = sorted[i] as number
      const isSame = count > 0 && (sorted[count - 1] as number) >>> WEIGHT_BITS === entry >>> WEIGHT_BITS
      sorted[isSame ? count - 1 : count++] = entry
    }
    return sorted.subarray(0, count)
  }

  #gain(slot: number, entry: number): void {
    const word = entry >>> WEIGHT_BITS
    if (!this.isUsed(word)) this.#used++
    this.#listsOf(entry).insert(word, postingOf(slot, entry))
  }

  #listsOf(entry: number): IntLists {
    return (entry & WEIGHT_MASK) === WEIGHT.description ? this.#descriptions : this.#products
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
