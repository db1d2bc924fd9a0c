import type { Entry } from './entry.ts'
import { Ordered } from './ordered.ts'
import { pathReader } from './paths.ts'
import { atOnce, fewDocuments, sortedInSteps, type Steps, Unbuilt } from './pieces.ts'
import { compare, type EqualityKey } from './values.ts'

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
  readonly #documents: ReadonlyMap<EqualityKey, Entry>
  #keys: Ordered<string> | undefined
  /** The keys that came or went while all are read, each with whether it is there now. */
  #moved: Map<string, boolean> | undefined
  /** The `_id`s of documents without a place: those without one date, and those with an `_id` that is no text. */
  readonly #misplaced = new Set<EqualityKey>()
  /** Where many documents have no place, nobody will ask for the order. */
  #isGivenUp = false

  constructor(path: string, documents: ReadonlyMap<EqualityKey, Entry>) {
    this.#read = pathReader(path)
    this.#documents = documents
  }

  /** Whether every document has a place. @throws Unbuilt where there are many, before the first time */
  get isComplete(): boolean {
    if (this.#isGivenUp) return false
    if (this.#keys === undefined && this.#documents.size > fewDocuments) throw new Unbuilt(this, () => this.#build())
    if (this.#keys === undefined) atOnce(this.#build())
    return !this.#isGivenUp && this.#misplaced.size === 0
  }

  *#build(): Steps<void> {
    const moved = (this.#moved = new Map())
    const keys: string[] = []
    for (const entry of this.#documents.values()) {
      const key = this.#keyOf(entry)
      if (key === undefined) this.#misplace(entry.idKey)
      else keys.push(key)
      if (this.#isGivenUp) return
      yield
    }
    const sorted = new Ordered(yield* sortedInSteps(keys, compare), true)
    for (const [key, isThere] of moved) {
      if (isThere) sorted.add(key)
      else sorted.remove(key)
    }
    this.#moved = undefined
    this.#keys = sorted
  }

  replace(before: Entry | undefined, after: Entry | undefined): void {
    if (this.#keys === undefined && this.#moved === undefined) return
    const old = before && this.#keyOf(before)
    const next = after && this.#keyOf(after)
    if (before !== undefined && old === undefined) this.#misplaced.delete(before.idKey)
    if (after !== undefined && next === undefined) this.#misplace(after.idKey)
    if (old === next) return
    if (old !== undefined) this.#move(old, false)
    if (next !== undefined) this.#move(next, true)
  }

  #misplace(id: EqualityKey): void {
    this.#misplaced.add(id)
    if (this.#misplaced.size <= fewDocuments) return
    this.#isGivenUp = true
    this.#misplaced.clear()
    this.#keys = undefined
    this.#moved = undefined
  }

  #move(key: string, isThere: boolean): void {
    this.#moved?.set(key, isThere)
    if (isThere) this.#keys?.add(key)
    else this.#keys?.remove(key)
  }

  *ids(byDate: Direction, byId: Direction): Iterable<string> {
    let sameDate: string[] = []
    for (const key of this.#keys?.all(byDate) ?? []) {
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
