import { countShared, intersect, subtract, unite } from './bit-loops.ts'
import { grown } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/**
 * A set of slots with one bit per slot. 100,000 slots take 12.5 kB; two sets are united, intersected or
 * counted in about a microsecond.
 */
export class Bitmap {
  #words: Uint32Array

  /** @param slots for how many there is room at first */
  constructor(slots = 0) {
    this.#words = new Uint32Array(Math.ceil(slots / 32))
  }

  get words(): Uint32Array {
    return this.#words
  }

  has(slot: number): boolean {
    return (((this.#words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1
  }

  add(slot: number): void {
    if (slot >>> 5 >= this.#words.length) this.#words = grown(this.#words, (slot >>> 5) + 1)
    this.#words[slot >>> 5] = (this.#words[slot >>> 5] as number) | (1 << (slot & 31))
  }

  /** Adds each of these slots. */
  addEach(slots: Uint32Array): void {
    let words = this.#words
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number
      const at = slot >>> 5
      if (at >= words.length) words = this.#words = grown(words, at + 1)
      words[at] = (words[at] as number) | (1 << (slot & 31))
    }
  }

  delete(slot: number): void {
    if (slot >>> 5 < this.#words.length)
      this.#words[slot >>> 5] = (this.#words[slot >>> 5] as number) & ~(1 << (slot & 31))
  }

  /** Removes each of these slots. */
  deleteEach(slots: Uint32Array): void {
    for (let i = 0; i < slots.length; i++) this.delete(slots[i] as number)
  }

  put(slot: number, isMember: boolean): void {
    if (isMember) this.add(slot)
    else this.delete(slot)
  }

  clear(): void {
    this.#words.fill(0)
  }

  /** Removes all members and returns the words, enough for so many slots, for the caller to fill. */
  emptied(slots: number): Uint32Array {
    this.#words = grown(this.#words, Math.ceil(slots / 32))
    this.clear()
    return this.#words
  }

  /** Adds all members of another set. */
  addAll({ words }: Bitmap): void {
    this.#words = grown(this.#words, words.length)
    unite(this.#words, words)
  }

  /** Removes all members of another set. */
  removeAll({ words }: Bitmap): void {
    subtract(this.#words, words)
  }

  /** Becomes the intersection of these sets, of which there must be at least one. */
  becomeIntersectionOf([first, ...others]: readonly [Bitmap, ...Bitmap[]]): void {
    if (others.length === 0) return this.becomeCopyOf(first.#words)
    this.#words = grown(this.#words, first.#words.length)
    intersect(
      first.#words,
      others.map(({ words }) => words),
      this.#words,
    )
  }

  /** Becomes the set with these words. */
  becomeCopyOf(words: Uint32Array): void {
    this.#words = grown(this.#words, words.length)
    this.#words.set(words)
    this.#words.fill(0, words.length)
  }

  isEmpty(): boolean {
    for (let i = 0; i < this.#words.length; i++) if (this.#words[i] !== 0) return false
    return true
  }

  count(): number {
    return this.countShared(this)
  }

  /** How many members another set shares with this one. */
  countShared(other: Bitmap): number {
    return countShared(this.#words, other.#words)
  }

  /** How many of the slots at the places [from, to) of a list are members. */
  countAmong(slots: Uint32Array, from: number, to: number): number {
    const words = this.#words
    let count = 0
    for (let i = from; i < to; i++) {
      const slot = slots[i] as number
      count += ((words[slot >>> 5] as number) >>> (slot & 31)) & 1
    }
    return count
  }

  /** Writes the members in ascending order into an array with room for them, and returns how many there are. */
  writeTo(slots: Uint32Array): number {
    let count = 0
    for (let i = 0; i < this.#words.length; i++) {
      for (let word = this.#words[i] as number; word !== 0; word &= word - 1) {
        slots[count++] = (i << 5) + 31 - Math.clz32(word & -word)
      }
    }
    return count
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(this.#words)
  }

  load(reader: SnapshotReader): void {
    this.#words = reader.uint32()
  }
}
