import type { Entry } from './entry.ts'
import { Ordered } from './ordered.ts'
import { pathReader } from './paths.ts'

type Direction = 1 | -1

/** Dates reach so many ms before and after 1970. */
const longestMs = 8_640_000_000_000_000
const digits = String(2 * longestMs).length

/**
 * The `_id`s of documents by a date, and by themselves where the date is the same: what an index `{ at: -1, _id: -1 }` is
 * for. It buys pages of a log that cost what they show: of 100,000 documents the newest 50 are read in 0.1 ms instead of
 * 100 ms. It costs some 80 bytes per document, from the first time on that somebody asks for the order, and that first
 * time one pass over all documents.
 */
export class DateOrder {
  readonly #read: ReturnType<typeof pathReader>
  readonly #keys: Ordered<string>
  /** How many documents have no place: those without one date, and those with an `_id` that is no text. */
  #misplaced = 0

  constructor(path: string, entries: Iterable<Entry>) {
    this.#read = pathReader(path)
    const keys: string[] = []
    for (const entry of entries) {
      const key = this.#keyOf(entry)
      if (key === undefined) this.#misplaced++
      else keys.push(key)
    }
    this.#keys = new Ordered(keys)
  }

  /** Whether every document has a place. */
  get isComplete(): boolean {
    return this.#misplaced === 0
  }

  replace(before: Entry | undefined, after: Entry | undefined): void {
    const old = before && this.#keyOf(before)
    const next = after && this.#keyOf(after)
    if (before !== undefined && old === undefined) this.#misplaced--
    if (after !== undefined && next === undefined) this.#misplaced++
    if (old === next) return
    if (old !== undefined) this.#keys.remove(old)
    if (next !== undefined) this.#keys.add(next)
  }

  *ids(byDate: Direction, byId: Direction): Iterable<string> {
    let sameDate: string[] = []
    for (const key of this.#keys.all(byDate)) {
      if (byDate === byId) {
        yield key.slice(digits)
        continue
      }
      const [first] = sameDate
      if (first !== undefined && !key.startsWith(first.slice(0, digits))) {
        for (const same of sameDate.reverse()) yield same.slice(digits)
        sameDate = []
      }
      sameDate.push(key)
    }
    for (const same of sameDate.reverse()) yield same.slice(digits)
  }

  /** The date as a number with a fixed number of digits, and behind it the `_id`: texts in the order of both. */
  #keyOf(entry: Entry): string | undefined {
    const [date, ...others] = this.#read(entry)
    const id = entry.idKey
    if (!(date instanceof Date) || others.length > 0) return undefined
    if (typeof id !== 'string' || id.charCodeAt(0) === 0) return undefined
    return String(date.getTime() + longestMs).padStart(digits, '0') + id
  }
}
