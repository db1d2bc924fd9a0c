import { editDistance } from './edit-distance.ts'
import { grown, hasRoom, moved } from './grown.ts'
import { hashOf, HashIndex, hashOfLetters } from './hash-index.ts'
import { textOf } from './name-column.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/** The number of new words that may be unsorted; sorting and merging so many takes a few milliseconds. */
const MAX_WAITING = 2000

/** A part of the alphabetical order: the positions [from, to). */
export interface WordRange {
  readonly from: number
  readonly to: number
}

function alphabetically(a: { readonly word: string }, b: { readonly word: string }): number {
  return a.word < b.word ? -1 : 1
}

/**
 * The words of the catalog, numbered in the order of their arrival, with lookups by word and by prefix. The letters are
 * in one array; the alphabetical order is an array of numbers, into which new words are merged in place.
 */
export class Lexicon {
  #chars = new Uint16Array(0)
  /** Where each word begins; the next one begins where it ends. */
  #starts = new Uint32Array(1)
  #size = 0
  readonly #hashes = new HashIndex()
  /** The words in alphabetical order. Those with a higher number than its length are not merged yet. */
  #sorted = new Uint32Array(0)
  #settled = 0

  get size(): number {
    return this.#size
  }

  /** All words in alphabetical order. Valid until the next new word. */
  get sorted(): Uint32Array {
    this.#settle()
    return this.#sorted
  }

  /** The number of a word, or -1. */
  find(word: string): number {
    for (let entry = this.#hashes.last(hashOf(word)); entry >= 0; entry = this.#hashes.previous(entry)) {
      const number = this.#hashes.valueOf(entry)
      if (this.lengthOf(number) === word.length && this.#compare(number, word) === 0) return number
    }
    return -1
  }

  /** Adds a word that the lexicon does not have, and returns its number. */
  add(word: string): number {
    const number = this.#size++
    const start = this.#starts[number] as number
    this.#chars = grown(this.#chars, start + word.length)
    for (let i = 0; i < word.length; i++) this.#chars[start + i] = word.charCodeAt(i)
    this.#starts = grown(this.#starts, number + 2)
    this.#starts[number + 1] = start + word.length
    this.#hashes.add(hashOf(word), number)
    if (this.#size - this.#settled >= MAX_WAITING) this.#settle()
    return number
  }

  wordOf(number: number): string {
    return textOf(this.#chars, this.#starts[number] as number, this.lengthOf(number))
  }

  lengthOf(number: number): number {
    return (this.#starts[number + 1] as number) - (this.#starts[number] as number)
  }

  /** How many letters must be added, removed or replaced to make a text of a word; Infinity above `most`. */
  distanceOf(number: number, text: string, most: number): number {
    const word = { chars: this.#chars, start: this.#starts[number] as number, length: this.lengthOf(number) }
    return editDistance(word, text, most)
  }

  /** The hash of a text and of so many letters with which a word begins, as `hashOf` makes it of both. */
  hashOfBeginning(text: string, number: number, length: number): number {
    const start = this.#starts[number] as number
    return hashOfLetters(text, this.#chars, start, start + length)
  }

  /** Whether a word begins with a text. */
  beginsWith(number: number, text: string): boolean {
    return this.#compare(number, text) === 0
  }

  /** The words with this prefix, among those of another range when one is given. */
  withPrefix(prefix: string, within?: WordRange): WordRange {
    this.#settle()
    const { from, to } = within ?? { from: 0, to: this.#settled }
    const first = this.#placeOf(prefix, from, to, 0)
    return { from: first, to: this.#endOf(prefix, first, to) }
  }

  /** The letters that follow a prefix, each with its part of the range of the words that have the prefix. */
  *nextLetters(
    prefix: string,
    { from, to } = this.withPrefix(prefix),
  ): Iterable<readonly [letter: string, range: WordRange]> {
    const { sorted } = this
    for (let i = from; i < to;) {
      const word = sorted[i] as number
      if (this.lengthOf(word) === prefix.length) {
        i++
        continue
      }
      const letter = String.fromCharCode(this.#chars[(this.#starts[word] as number) + prefix.length] as number)
      const end = this.#endOf(prefix + letter, i + 1, to)
      yield [letter, { from: i, to: end }]
      i = end
    }
  }

  /** Makes room for further words, array by array. */
  *makeRoom(): Iterable<void> {
    if (!hasRoom(this.#chars, this.#starts[this.#size] as number)) yield void (this.#chars = moved(this.#chars))
    if (!hasRoom(this.#starts, this.#size + 1)) yield void (this.#starts = moved(this.#starts))
    if (!hasRoom(this.#sorted, this.#size)) yield void (this.#sorted = moved(this.#sorted))
    yield* this.#hashes.makeRoom()
  }

  save(writer: SnapshotWriter): void {
    this.#settle()
    writer.numbers(this.#starts.subarray(0, this.#size + 1))
    writer.numbers(this.#chars.subarray(0, this.#starts[this.#size]))
    writer.numbers(this.#sorted.subarray(0, this.#size))
    this.#hashes.save(writer)
  }

  load(reader: SnapshotReader): void {
    this.#starts = reader.uint32()
    this.#size = this.#starts.length - 1
    this.#chars = reader.uint16()
    this.#sorted = reader.uint32()
    this.#settled = this.#size
    this.#hashes.load(reader)
  }

  /** Compares as much of a word as the text is long: 0 when the word begins with it. */
  #compare(number: number, text: string): number {
    const start = this.#starts[number] as number
    const length = this.lengthOf(number)
    for (let i = 0; i < text.length; i++) {
      if (i === length) return -1
      const difference = (this.#chars[start + i] as number) - text.charCodeAt(i)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** Merges the new words into the order from back to front, so that no copy is needed. */
  #settle(): void {
    if (this.#settled === this.#size) return
    const waiting: { readonly number: number; readonly word: string }[] = []
    for (let number = this.#settled; number < this.#size; number++) waiting.push({ number, word: this.wordOf(number) })
    waiting.sort(alphabetically)
    this.#sorted = grown(this.#sorted, this.#size)
    let end = this.#settled
    for (let i = waiting.length - 1; i >= 0; i--) {
      const { number, word } = waiting[i] as (typeof waiting)[number]
      const place = this.#placeOf(word, 0, end, 0)
      this.#sorted.copyWithin(place + i + 1, place, end)
      this.#sorted[place + i] = number
      end = place
    }
    this.#settled = this.#size
  }

  /** Where the words with a prefix end that begin at `from`. Most prefixes have few, so it is looked for near there. */
  #endOf(prefix: string, from: number, to: number): number {
    let [low, reach] = [from, 1]
    while (low + reach < to && this.#compare(this.#sorted[low + reach] as number, prefix) === 0) {
      low += reach
      reach *= 2
    }
    return this.#placeOf(prefix, low, Math.min(low + reach, to), 1)
  }

  /** The first position of [from, to) whose word compares with a text as `least` does, or higher. */
  #placeOf(text: string, from: number, to: number, least: 0 | 1): number {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#sorted[middle] as number, text) < least) low = middle + 1
      else high = middle
    }
    return low
  }
}
