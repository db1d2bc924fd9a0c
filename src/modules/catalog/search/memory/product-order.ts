import type { Bitmap } from './bitmap.ts'
import { grown } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/** Negative when slot `a` comes before slot `b`. */
export type CompareSlots = (a: number, b: number) => number

/** How many slots of an order are read in the time of one comparison while sorting. */
const READ_PER_COMPARISON = 8

/**
 * All products in one order. Changes are made in place, the products between two places moving in one go: 500 changes among
 * 100,000 products take about half a millisecond and leave nothing to the garbage collector.
 */
export class ProductOrder {
  readonly compare: CompareSlots
  #slots = new Uint32Array(0)
  #size = 0

  constructor(compare: CompareSlots) {
    this.compare = compare
  }

  /** Every slot in order. Valid until the next change. */
  get slots(): Uint32Array {
    return this.#slots.subarray(0, this.#size)
  }

  /** One page of all products. */
  page(offset: number, limit: number): Uint32Array {
    return this.#slots.subarray(Math.min(offset, this.#size), Math.min(offset + limit, this.#size))
  }

  /** One page of the members of a set, of which there are `total`. */
  pageOf(set: Bitmap, total: number, offset: number, limit: number): ArrayLike<number> {
    const end = Math.min(offset + limit, total)
    if (offset >= end) return []
    if (total * Math.log2(total + 1) * READ_PER_COMPARISON < this.#size) {
      const members = new Uint32Array(total)
      set.writeTo(members)
      return members.sort(this.compare).subarray(offset, end)
    }
    const page = new Uint32Array(end - offset)
    const slots = this.#slots
    if (offset < total / 2) {
      for (let i = 0, member = 0; member < end; i++) {
        const slot = slots[i] as number
        if (set.has(slot) && member++ >= offset) page[member - 1 - offset] = slot
      }
    } else {
      for (let i = this.#size - 1, member = total; member > offset; i--) {
        const slot = slots[i] as number
        if (set.has(slot) && --member < end) page[member - offset] = slot
      }
    }
    return page
  }

  /** Removes slots, whose values must still be those with which they were put in. */
  takeOut(leaving: readonly number[]): void {
    if (leaving.length === 0) return
    const places = Uint32Array.from(leaving, (slot) => this.#placeOf(slot, this.#size)).sort()
    let to = places[0] as number
    for (const [i, place] of places.entries()) {
      const end = places[i + 1] ?? this.#size
      this.#slots.copyWithin(to, place + 1, end)
      to += end - place - 1
    }
    this.#size = to
  }

  putIn(entering: readonly number[]): void {
    if (entering.length === 0) return
    const sorted = entering.toSorted(this.compare)
    let end = this.#size
    this.#size += sorted.length
    this.#slots = grown(this.#slots, this.#size)
    for (let i = sorted.length - 1; i >= 0; i--) {
      const slot = sorted[i] as number
      const place = this.#placeOf(slot, end)
      this.#slots.copyWithin(place + i + 1, place, end)
      this.#slots[place + i] = slot
      end = place
    }
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(this.slots)
  }

  load(reader: SnapshotReader): void {
    this.#slots = reader.uint32()
    this.#size = this.#slots.length
  }

  /** The position of the first of the leading `end` slots that does not come before this one. */
  #placeOf(slot: number, end: number): number {
    let low = 0
    let high = end
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.compare(this.#slots[middle] as number, slot) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
