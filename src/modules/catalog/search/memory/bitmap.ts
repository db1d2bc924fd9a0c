import { grown } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/**
 * A set of slots with one bit per slot. 100,000 slots take 12.5 kB, and two sets are intersected and counted in about
 * 5 microseconds.
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
    this.#words = grown(this.#words, other.#words.length)
    const [words, others] = [this.#words, other.#words]
    for (let i = 0; i < others.length; i++) words[i] = (words[i] as number) | (others[i] as number)
  }

  /** Adds all members of several sets, two of them in one pass, which takes two thirds of the time. */
  addAllOf(sets: readonly Bitmap[]): void {
    for (let i = 0; i < sets.length; i += 2) {
      const [one, other] = [sets[i] as Bitmap, sets[i + 1]]
      if (other === undefined) this.addAll(one)
      else this.#addBoth(one.#words, other.#words)
    }
  }

  #addBoth(some: Uint32Array, others: Uint32Array): void {
    const [fewer, more] = some.length < others.length ? [some, others] : [others, some]
    const words = (this.#words = grown(this.#words, more.length))
    const length = fewer.length
    for (let i = 0; i < length; i++) words[i] = (words[i] as number) | (fewer[i] as number) | (more[i] as number)
    for (let i = length; i < more.length; i++) words[i] = (words[i] as number) | (more[i] as number)
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
    const words = this.#words
    words.set(from)
    words.fill(0, from.length)
    for (const { words: other } of others) {
      const length = Math.min(from.length, other.length)
      for (let i = 0; i < length; i++) words[i] = (words[i] as number) & (other[i] as number)
      words.fill(0, length)
    }
  }

  isEmpty(): boolean {
    for (let i = 0; i < this.#words.length; i++) if (this.#words[i] !== 0) return false
    return true
  }

  count(): number {
    return this.countShared(this)
  }

  /** Whether another set shares any member with this one. */
  meets(other: Bitmap): boolean {
    const [words, others] = [this.#words, other.#words]
    const length = Math.min(words.length, others.length)
    for (let i = 0; i < length; i++) if (((words[i] as number) & (others[i] as number)) !== 0) return true
    return false
  }

  /**
   * How many members another set shares with this one. Eight words are added up bit by bit before any bits are counted
   * (Harley and Seal), which takes two thirds of the time.
   */
  countShared(other: Bitmap): number {
    const [a, b] = [this.#words, other.#words] as const
    const length = Math.min(a.length, b.length)
    const rest = length % 8
    let [eights, fours, twos, ones] = [0, 0, 0, 0]
    for (let i = 0; i < length - rest; i += 8) {
      let x = (a[i] as number) & (b[i] as number)
      let y = (a[i + 1] as number) & (b[i + 1] as number)
      let differ = ones ^ x
      let firstTwos = (ones & x) | (differ & y)
      ones = differ ^ y
      x = (a[i + 2] as number) & (b[i + 2] as number)
      y = (a[i + 3] as number) & (b[i + 3] as number)
      differ = ones ^ x
      let otherTwos = (ones & x) | (differ & y)
      ones = differ ^ y
      differ = twos ^ firstTwos
      const firstFours = (twos & firstTwos) | (differ & otherTwos)
      twos = differ ^ otherTwos
      x = (a[i + 4] as number) & (b[i + 4] as number)
      y = (a[i + 5] as number) & (b[i + 5] as number)
      differ = ones ^ x
      firstTwos = (ones & x) | (differ & y)
      ones = differ ^ y
      x = (a[i + 6] as number) & (b[i + 6] as number)
      y = (a[i + 7] as number) & (b[i + 7] as number)
      differ = ones ^ x
      otherTwos = (ones & x) | (differ & y)
      ones = differ ^ y
      differ = twos ^ firstTwos
      const otherFours = (twos & firstTwos) | (differ & otherTwos)
      twos = differ ^ otherTwos
      differ = fours ^ firstFours
      eights += bitsIn((fours & firstFours) | (differ & otherFours))
      fours = differ ^ otherFours
    }
    let count = 8 * eights + 4 * bitsIn(fours) + 2 * bitsIn(twos) + bitsIn(ones)
    for (let i = length - rest; i < length; i++) count += bitsIn((a[i] as number) & (b[i] as number))
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

/** The number of ones in 32 bits. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
