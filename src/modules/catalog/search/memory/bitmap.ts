import { countSharedWithEach, intersectWithEach, uniteWithEach } from './bit-loops.ts'
import { grown } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/**
 * A set of slots with one bit per slot. 100,000 slots take 12.5 kB; two sets are united, intersected or
 * counted in about a microsecond.
 */
export class Bitmap {
  #words = new Uint32Array(0)

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

  put(slot: number, isMember: boolean): void {
    if (isMember) this.add(slot)
    else this.delete(slot)
  }

  clear(): void {
    this.#words.fill(0)
  }

  /** Adds all members of another set. */
  addAll(other: Bitmap): void {
    this.addAllOf([other])
  }

  /** Adds all members of several sets. */
  addAllOf(sets: readonly Bitmap[]): void {
    if (sets.length === 0) return
    this.#words = grown(this.#words, Math.max(...sets.map(({ words }) => words.length)))
    uniteWithEach(
      this.#words,
      sets.map(({ words }) => words),
    )
  }

  /** Removes all members of another set. */
  removeAll(other: Bitmap): void {
    const [words, others] = [this.#words, other.#words]
    const length = Math.min(words.length, others.length)
    for (let i = 0; i < length; i++) words[i] = (words[i] as number) & ~(others[i] as number)
  }

  /** Becomes the intersection of these sets, of which there must be at least one. */
  becomeSharedBy([first, ...others]: readonly [Bitmap, ...Bitmap[]]): void {
    const from = first.#words
    this.#words = grown(this.#words, from.length)
    this.#words.set(from)
    this.#words.fill(0, from.length)
    if (others.length === 0) return
    intersectWithEach(
      this.#words,
      others.map(({ words }) => words),
    )
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
    return countSharedWithEach(this.#words, [other.#words])[0] ?? 0
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

  /** Calls back with each member in ascending order. */
  forEach(work: (slot: number) => void): void {
    for (let i = 0; i < this.#words.length; i++) {
      for (let word = this.#words[i] as number; word !== 0; word &= word - 1)
        work((i << 5) + 31 - Math.clz32(word & -word))
    }
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
