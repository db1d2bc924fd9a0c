import type { Entry } from './entry.ts'
import type { IndexSpec } from './index-spec.ts'
import { compileFilter, type Filter } from './query.ts'
import type { EqualityKey } from './values.ts'

/** How far ahead a pass over all documents looks. */
const aheadMs = 60 * 60_000

/**
 * What of a collection expires by one of its indexes. It buys looks that cost what expires soon: a pass over a million
 * documents takes a second of the processor, in every minute, whether anybody asks for something or not. Such a pass is made once
 * an hour, and keeps the ids of what expires within the next one; what is written meanwhile is added.
 */
export class Expiring {
  readonly #spec: IndexSpec
  readonly #documents: ReadonlyMap<EqualityKey, Entry>
  /** What expires before the next pass, and some that did when they were looked at. */
  readonly #near = new Set<EqualityKey>()
  /** Undefined before the first pass. */
  #nearness: Filter | undefined
  #nextPassAt = -Infinity

  /** @param documents those of the collection, each in its present state */
  constructor(spec: IndexSpec, documents: ReadonlyMap<EqualityKey, Entry>) {
    this.#spec = spec
    this.#documents = documents
  }

  /** Called with every document that is written. */
  note(entry: Entry): void {
    if (this.#nearness?.matches(entry) === true) this.#near.add(entry.idKey)
  }

  /** The documents that have expired by then; undefined for others that were looked at, so that the caller can stop. */
  *expired(now: number): Iterable<Entry | undefined> {
    const isOver = this.#expiredAt(now)
    const entries = now < this.#nextPassAt ? this.#entriesNear() : this.#pass(now)
    for (const entry of entries) yield entry !== undefined && isOver.matches(entry) ? entry : undefined
  }

  *#entriesNear(): Iterable<Entry | undefined> {
    for (const id of this.#near) {
      const entry = this.#documents.get(id)
      if (entry === undefined || this.#nearness?.matches(entry) !== true) this.#near.delete(id)
      yield entry
    }
  }

  /** Each document is as it is now: what changes or goes while the caller stops is met in its new state, or not at all. */
  *#pass(now: number): Iterable<Entry | undefined> {
    // One that is not finished counts for nothing.
    this.#nextPassAt = -Infinity
    const nearness = (this.#nearness = this.#expiredAt(now + aheadMs))
    for (const entry of this.#documents.values()) {
      const isNear = nearness.matches(entry)
      if (isNear) this.#near.add(entry.idKey)
      yield isNear ? entry : undefined
    }
    this.#nextPassAt = now + aheadMs
  }

  #expiredAt(time: number): Filter {
    const { key, expireAfterSeconds = 0, partialFilterExpression } = this.#spec
    const expired = { [Object.keys(key)[0]!]: { $lte: new Date(time - expireAfterSeconds * 1000) } }
    return compileFilter({ $and: [expired, partialFilterExpression ?? {}] })
  }
}
