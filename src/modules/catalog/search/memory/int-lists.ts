import { closeGaps } from './close-gaps.ts'
import { grown, hasRoom, moved } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/** When more than a quarter of all places is free, the lists are moved together. */
const MAX_FREE = 0.25
const FEW_FREE = 4096

/**
 * Many sorted lists of integers in one typed array: the products of each word, the words of each product. A list moves to
 * a larger place when it is full; places that became free are used again. Arrays of their own would take five times the
 * memory and be visited by every garbage collection.
 */
export class IntLists {
  #starts = new Uint32Array(0)
  #counts = new Uint32Array(0)
  #numbers = new Uint32Array(0)
  #end = 0
  /** A number above all lists. */
  #lists = 0
  /** Grows with every change. */
  #version = 0
  /** The starts of free places by their size. */
  #free = new Map<number, number[]>()
  #freeNumbers = 0

  /** The numbers of all lists; list n begins at `startOf(n)`. Valid until the next change. */
  get numbers(): Uint32Array {
    return this.#numbers
  }

  startOf(list: number): number {
    return this.#starts[list] ?? 0
  }

  countOf(list: number): number {
    return this.#counts[list] ?? 0
  }

  /** Adds a number that the list does not have. */
  insert(list: number, value: number): void {
    this.#version++
    const count = this.#makeRoom(list)
    const start = this.startOf(list)
    const end = start + count
    // Most lists grow at their end, because new products get the highest slots.
    const place =
      count === 0 || (this.#numbers[end - 1] as number) < value ? end : placeIn(this.#numbers, value, start, end)
    this.#numbers.copyWithin(place + 1, place, end)
    this.#numbers[place] = value
    this.#counts[list] = count + 1
  }

  /** Removes a number that the list has. */
  remove(list: number, value: number): void {
    this.#version++
    const start = this.startOf(list)
    const end = start + this.countOf(list)
    const place = placeIn(this.#numbers, value, start, end)
    if (place === end || this.#numbers[place] !== value) return
    this.#numbers.copyWithin(place, place + 1, end)
    const count = end - start - 1
    this.#counts[list] = count
    const size = sizeFor(count)
    const sizeBefore = sizeFor(count + 1)
    if (size < sizeBefore) this.#release(start + size, sizeBefore - size)
  }

  /** Gives an empty list these numbers, which must be in ascending order. */
  fill(list: number, values: Uint32Array): void {
    if (values.length === 0) return
    this.#version++
    this.#growTo(list)
    const start = this.#allocate(sizeFor(values.length))
    this.#numbers.set(values, start)
    this.#starts[list] = start
    this.#counts[list] = values.length
  }

  /**
   * Makes room for further numbers, in steps between which the lists can be read: by moving them together, or array by
   * array.
   */
  *makeRoom(): Iterable<void> {
    if (this.#freeNumbers > Math.max(FEW_FREE, this.#end * MAX_FREE)) yield* this.#moveTogether()
    if (!hasRoom(this.#numbers, this.#end)) yield void (this.#numbers = moved(this.#numbers))
    if (!hasRoom(this.#starts, this.#lists)) yield void (this.#starts = moved(this.#starts))
    if (!hasRoom(this.#counts, this.#lists)) yield void (this.#counts = moved(this.#counts))
  }

  save(writer: SnapshotWriter): void {
    writer.numbers(this.#starts.subarray(0, this.#lists))
    writer.numbers(this.#counts.subarray(0, this.#lists))
    writer.numbers(this.#numbers.subarray(0, this.#end))
    writer.json(this.#freeNumbers)
    writer.numbers(this.#freePlaces())
  }

  load(reader: SnapshotReader): void {
    this.#starts = reader.uint32()
    this.#counts = reader.uint32()
    this.#numbers = reader.uint32()
    this.#end = this.#numbers.length
    this.#lists = this.#starts.length
    this.#freeNumbers = reader.json() as number
    const free = reader.uint32()
    this.#free = new Map()
    for (let at = 0; at < free.length;) {
      const [size = 0, count = 0] = free.subarray(at, (at += 2))
      this.#free.set(size, [...free.subarray(at, (at += count))])
    }
  }

  /** The free places: of each size, the size, how many there are, and where they begin. */
  #freePlaces(): Uint32Array {
    let length = 0
    for (const starts of this.#free.values()) length += 2 + starts.length
    const places = new Uint32Array(length)
    let at = 0
    for (const [size, starts] of this.#free) {
      places.set([size, starts.length], at)
      places.set(starts, at + 2)
      at += 2 + starts.length
    }
    return places
  }

  /** Moves a full list to a place of twice the size; returns how many numbers it has. */
  #makeRoom(list: number): number {
    this.#growTo(list)
    const count = this.#counts[list] as number
    const size = sizeFor(count)
    if (count < size) return count
    const start = this.#allocate(sizeFor(count + 1))
    const before = this.#starts[list] as number
    this.#numbers.copyWithin(start, before, before + count)
    this.#starts[list] = start
    this.#release(before, size)
    return count
  }

  #growTo(list: number): void {
    if (list < this.#lists) return
    this.#lists = list + 1
    this.#starts = grown(this.#starts, list + 1)
    this.#counts = grown(this.#counts, list + 1)
  }

  /** Where there is room for so many numbers. */
  #allocate(size: number): number {
    const free = this.#free.get(size)?.pop()
    if (free !== undefined) {
      this.#freeNumbers -= size
      return free
    }
    this.#numbers = grown(this.#numbers, this.#end + size)
    this.#end += size
    return this.#end - size
  }

  #release(start: number, size: number): void {
    if (size === 0) return
    this.#freeNumbers += size
    const places = this.#free.get(size)
    if (places === undefined) this.#free.set(size, [start])
    else places.push(start)
  }

  *#moveTogether(): Iterable<void> {
    const version = this.#version
    this.#free.clear()
    const [starts, counts, numbers] = [this.#starts, this.#counts, this.#numbers]
    const end = yield* closeGaps(
      {
        first: 0,
        end: this.#end,
        starts: starts.subarray(0, this.#lists),
        sizeOf: (list) => sizeFor(counts[list] as number),
        move(list, to) {
          const start = starts[list] as number
          numbers.copyWithin(to, start, start + (counts[list] as number))
          starts[list] = to
        },
      },
      () => version !== this.#version,
    )
    if (end === null) return
    this.#end = end
    this.#freeNumbers = 0
  }
}

/** The position of the first number that is not smaller. */
function placeIn(numbers: Uint32Array, value: number, start: number, end: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The size of the place for a list of `count` numbers, at most a quarter more: 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16,
 * 20, …
 */
function sizeFor(count: number): number {
  if (count <= 4) return count
  const step = 1 << (29 - Math.clz32(count - 1))
  return Math.ceil(count / step) * step
}
