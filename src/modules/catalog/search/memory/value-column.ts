import { BitRows } from './bit-rows.ts'
import { Bitmap } from './bitmap.ts'
import { areMostlyUnused } from './former-names.ts'
import { grown, hasRoom, moved } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/** A value of at least one product in so many has a bitmap of its own; so bitmaps take at most 16 bytes per product. */
const BITMAP_SHARE = 128
const LEAST_FOR_BITMAP = 64
/** Above this number of bitmaps, one walk over the products counts faster. */
const MAX_BITMAPS = 48
/** What `countsIn` takes for each bitmap, for each word of one, and for each word of the set, if a member takes 1. */
const [PER_BITMAP, PER_WORD_OF_BITMAP, PER_WORD] = [3, 0.02, 0.2]

/**
 * One text per product out of a set that repeats, like its brand. Each value is a small integer in a column; frequent
 * values also have a bitmap, so that filtering by them and counting them does not walk over the products.
 */
export class ValueColumn {
  /** The values by number; the number 0 stands for a free slot. */
  #values: string[] = ['']
  #numbers = new Map<string, number>()
  /** The number of each slot's value. */
  #column = new Uint32Array(0)
  #counts = new Uint32Array(64)
  readonly #bitmaps = new Map<number, Bitmap>()
  /** The bitmaps once more, to count and to unite them, and the row of each value; null when they must be copied again. */
  readonly #rows = new BitRows()
  #rowOf: ReadonlyMap<number, number> | null = null
  /** The numbers of the values in the order of the alphabet; null after a new value. */
  #alphabet: readonly number[] | null = null
  /** How many slots have a value. */
  #products = 0
  /** How many values any slot has. */
  #used = 0

  /** Whether most values are former ones: they stay, because sets and counts go by their numbers. */
  get isMostlyUnused(): boolean {
    return areMostlyUnused(this.#values.length - 1, this.#used)
  }

  /** All values that any slot has, in the order of the alphabet. */
  get values(): readonly string[] {
    return this.#inAlphabet().flatMap((number) => ((this.#counts[number] ?? 0) > 0 ? (this.#values[number] ?? '') : []))
  }

  valueOf(slot: number): string {
    return this.#values[this.#column[slot] ?? 0] ?? ''
  }

  /** A number above those of all values. */
  get numbers(): number {
    return this.#values.length
  }

  valueNumbered(number: number): string {
    return this.#values[number] ?? ''
  }

  /** Whether any slot has a value. */
  has(value: string): boolean {
    return (this.#counts[this.#numbers.get(value) ?? 0] as number) > 0
  }

  /** The numbers of these values, above 0, each once; without those that no slot has ever had. */
  numbersOf(values: readonly string[]): number[] {
    const numbers: number[] = []
    for (const value of values) {
      const number = this.#numbers.get(value)
      if (number !== undefined && !numbers.includes(number)) numbers.push(number)
    }
    return numbers
  }

  /** The number of a slot's value. */
  numberAt(slot: number): number {
    return this.#column[slot] ?? 0
  }

  put(slot: number, value: string): void {
    this.#move(slot, this.#numberFor(value))
  }

  delete(slot: number): void {
    this.#move(slot, 0)
  }

  /** The slots with the value of this number, if it is a frequent one. */
  ownSetOf(number: number): Bitmap | null {
    return this.#bitmaps.get(number) ?? null
  }

  /** The slots with one of these values: a set that must not be changed, or `into`, whatever was in it. */
  setOf(values: readonly string[], into: Bitmap): Bitmap {
    const [only] = values
    const own = only === undefined || values.length > 1 ? undefined : this.#bitmaps.get(this.#numbers.get(only) ?? 0)
    if (own !== undefined) return own
    const rowOf = this.#copiedRows()
    const rows: number[] = []
    const rare: number[] = []
    for (const value of values) {
      const number = this.#numbers.get(value)
      const row = number === undefined ? undefined : rowOf.get(number)
      if (row !== undefined) rows.push(row)
      else if (number !== undefined) rare.push(number)
    }
    into.becomeCopyOf(this.#rows.united(rows))
    if (rare.length > 0) this.#addRare(rare, into)
    return into
  }

  /**
   * How often each value occurs in a set of slots that have values, by the number of the value. It is counted by whatever
   * takes least: what is known of all slots, the members, the slots that are no members, or the bitmaps.
   * @param members how many members the set has
   * @returns numbers that are not to be changed, valid until the next change
   */
  countsIn(set: Bitmap, members: number): ArrayLike<number> {
    const others = this.#products - members
    if (others === 0) return this.#counts
    if (members === 0) return noCounts(this.#values.length)
    const words = set.words.length
    const byBitmap = this.#isInBitmaps() ? this.#bitmaps.size * (words * PER_WORD_OF_BITMAP + PER_BITMAP) : Infinity
    if (byBitmap < words * PER_WORD + Math.min(members, others)) return this.#countByBitmap(set)
    if (members <= others) return this.#countBySlot(set.words, 0)
    return this.#countBySlot(set.words, -1).map((count, number) => (this.#counts[number] as number) - count)
  }

  /**
   * Visits the values that occur in a scope, in the order of the alphabet.
   * @param counts how often it was counted in some slots of the scope, by its number, which is told
   * @param scope how often each occurs in the scope; asked for only when something was counted nowhere
   * @param first where the counts begin
   */
  eachIn(
    counts: ArrayLike<number>,
    scope: () => ArrayLike<number>,
    visit: (value: string, count: number) => void,
    first = 0,
  ): void {
    for (const number of this.#inAlphabet()) {
      const count = counts[first + number] ?? 0
      const isInUse = (this.#counts[number] as number) > 0
      if (count > 0 || (isInUse && (scope()[number] ?? 0) > 0)) visit(this.#values[number] ?? '', count)
    }
  }

  /**
   * Makes room for further slots.
   * @param slots a number above all slots, here and below
   */
  *makeRoom(slots: number): Iterable<void> {
    if (!hasRoom(this.#column, slots)) yield void (this.#column = moved(this.#column))
  }

  save(writer: SnapshotWriter, slots: number): void {
    writer.json(this.#values)
    writer.numbers(this.#column.subarray(0, slots))
  }

  load(reader: SnapshotReader): void {
    this.#values = reader.json() as string[]
    this.#numbers = new Map(this.#values.map((value, number) => [value, number] as const).slice(1))
    this.#column = reader.uint32()
    this.#counts = grown(this.#counts, this.#values.length)
    for (const number of this.#column) this.#counts[number] = (this.#counts[number] as number) + 1
    this.#counts[0] = 0
    this.#products = this.#counts.reduce((sum, count) => sum + count, 0)
    this.#used = this.#counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
    this.#rowOf = null
    this.#alphabet = null
    for (let number = 1; number < this.#values.length; number++) this.#giveBitmap(number)
  }

  #move(slot: number, number: number): void {
    if (slot >= this.#column.length) this.#column = grown(this.#column, slot + 1)
    const before = this.#column[slot] as number
    if (number === before) return
    this.#column[slot] = number
    if (before !== 0) {
      const left = (this.#counts[before] as number) - 1
      this.#counts[before] = left
      if (left === 0) this.#used--
      this.#products--
      this.#putInBitmap(before, slot, false)
    }
    if (number === 0) return
    if (this.#counts[number] === 0) this.#used++
    this.#counts[number] = (this.#counts[number] as number) + 1
    this.#products++
    this.#putInBitmap(number, slot, true)
    this.#giveBitmap(number)
  }

  #putInBitmap(number: number, slot: number, isMember: boolean): void {
    this.#bitmaps.get(number)?.put(slot, isMember)
    const row = this.#rowOf?.get(number)
    if (row !== undefined && !this.#rows.put(row, slot, isMember)) this.#rowOf = null
  }

  #addRare(numbers: readonly number[], into: Bitmap): void {
    const wanted = new Uint8Array(this.#values.length)
    for (const number of numbers) wanted[number] = 1
    const column = this.#column
    for (let slot = 0; slot < column.length; slot++) if (wanted[column[slot] as number] === 1) into.add(slot)
  }

  #copiedRows(): ReadonlyMap<number, number> {
    if (this.#rowOf === null) {
      this.#rows.copy([...this.#bitmaps.values()])
      this.#rowOf = new Map([...this.#bitmaps.keys()].map((number, row) => [number, row]))
    }
    return this.#rowOf
  }

  #inAlphabet(): readonly number[] {
    const values = this.#values
    this.#alphabet ??= values
      .map((_, number) => number)
      .slice(1)
      .sort((a, b) => ((values[a] ?? '') < (values[b] ?? '') ? -1 : 1))
    return this.#alphabet
  }

  #numberFor(value: string): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    const number = this.#values.push(value) - 1
    this.#numbers.set(value, number)
    this.#alphabet = null
    this.#counts = grown(this.#counts, number + 1)
    return number
  }

  #giveBitmap(number: number): void {
    const count = this.#counts[number] as number
    if (count < LEAST_FOR_BITMAP || count * BITMAP_SHARE < this.#products || this.#bitmaps.has(number)) return
    const bitmap = new Bitmap()
    for (let slot = 0; slot < this.#column.length; slot++) if (this.#column[slot] === number) bitmap.add(slot)
    this.#bitmaps.set(number, bitmap)
    this.#rowOf = null
  }

  #isInBitmaps(): boolean {
    if (this.#bitmaps.size > MAX_BITMAPS) return false
    let products = 0
    for (const number of this.#bitmaps.keys()) products += this.#counts[number] as number
    return products === this.#products
  }

  #countByBitmap(set: Bitmap): number[] {
    const counts = noCounts(this.#values.length)
    const rowOf = this.#copiedRows()
    const shared = this.#rows.countShared(set)
    for (const [number, row] of rowOf) counts[number] = shared[row] as number
    return counts
  }

  /** @param inversion 0 counts the members, -1 (all bits) the slots that are no members */
  #countBySlot(words: Uint32Array, inversion: 0 | -1): number[] {
    const counts = noCounts(this.#values.length)
    const column = this.#column
    for (let i = 0; i << 5 < column.length; i++) {
      for (let word = ((words[i] ?? 0) ^ inversion) | 0; word !== 0; word &= word - 1) {
        const number = column[(i << 5) + 31 - Math.clz32(word & -word)] ?? 0
        counts[number] = (counts[number] as number) + 1
      }
    }
    return counts
  }
}

/** Not a typed array: one of more than 16 numbers lies outside of the heap, which takes longer than to count. */
function noCounts(length: number): number[] {
  const counts: number[] = []
  for (let i = 0; i < length; i++) counts.push(0)
  return counts
}
