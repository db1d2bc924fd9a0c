import { grown } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/** When more than a quarter of all places is free, moving the lists together makes enough room. */
const MAX_FREE = 0.25

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
    this.#growTo(list)
    const start = this.#allocate(sizeFor(values.length))
    this.#numbers.set(values, start)
    this.#starts[list] = start
    this.#counts[list] = values.length
  }

  save(writer: SnapshotWriter): void {
    if (this.#freeNumbers > this.#end * MAX_FREE) this.#moveTogether()
    writer.numbers(this.#starts)
    writer.numbers(this.#counts)
    writer.numbers(this.#numbers.subarray(0, this.#end))
    writer.json({ places: [...this.#free], numbers: this.#freeNumbers })
  }

  load(reader: SnapshotReader): void {
    this.#starts = reader.uint32()
    this.#counts = reader.uint32()
    this.#numbers = reader.uint32()
    this.#end = this.#numbers.length
    const free = reader.json() as { places: [number, number[]][]; numbers: number }
    this.#free = new Map(free.places)
    this.#freeNumbers = free.numbers
  }

  /** Moves a full list to a place of twice the size; returns how many numbers it has. */
  #makeRoom(list: number): number {
    this.#growTo(list)
    const count = this.#counts[list] as number
    const size = sizeFor(count)
    if (count < size) return count
    const start = this.#allocate(sizeFor(count + 1))
    // Asked for after the new place, because making room may move all lists.
    const before = this.#starts[list] as number
    this.#numbers.copyWithin(start, before, before + count)
    this.#starts[list] = start
    this.#release(before, size)
    return count
  }

  #growTo(list: number): void {
    if (list < this.#counts.length) return
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
    if (this.#end + size > this.#numbers.length && this.#freeNumbers > this.#end * MAX_FREE) this.#moveTogether()
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

  /**
   * Closes the gaps, in the array itself: each list moves down by what was free before it. Arrays that are replaced stay
   * until the next collection of old objects.
   */
  #moveTogether(): void {
    const gaps = [...this.#free]
      .flatMap(([size, starts]) => starts.map((start) => ({ start, size })))
      .sort((a, b) => a.start - b.start)
    const gapStarts = Uint32Array.from(gaps, ({ start }) => start)
    // By how much the lists before the first gap move, and those behind each gap.
    const moves = new Uint32Array(gaps.length + 1)
    for (const [i, { start, size }] of gaps.entries()) {
      const move = (moves[i] as number) + size
      moves[i + 1] = move
      this.#numbers.copyWithin(start + size - move, start + size, gapStarts[i + 1] ?? this.#end)
    }
    const [starts, counts] = [this.#starts, this.#counts]
    for (let list = 0; list < starts.length; list++) {
      // An empty list has no place.
      if (counts[list] === 0) continue
      const start = starts[list] as number
      starts[list] = start - (moves[placeIn(gapStarts, start, 0, gaps.length)] as number)
    }
    this.#end -= this.#freeNumbers
    this.#free.clear()
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
