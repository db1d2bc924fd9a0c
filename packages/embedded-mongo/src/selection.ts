import type { Entry } from './entry.ts'
import { piece, type Steps } from './pieces.ts'
import type { EqualityKey } from './values.ts'

/** How many documents are looked at before a selection becomes one in steps, which takes some microseconds more. */
const atOnce = 200
const inOneStep = 8

/** What is collected of candidates, as far as they have been looked at. */
export class Selection {
  readonly #candidates: Iterator<Entry | undefined>
  readonly #accepts: (entry: Entry) => boolean
  readonly #limit: number
  readonly #found: Entry[] = []
  /** How often others have had their turn. */
  readonly #turns: () => number
  readonly #turnsBefore: number
  /** Of what was found; undefined as long as others have not had their turn. */
  #ids: Set<EqualityKey> | undefined

  /**
   * @param candidates with undefined for others that were looked at
   * @param limit how many are collected at most
   * @param turns how often commands have been interrupted for others
   */
  constructor(
    candidates: Iterable<Entry | undefined>,
    accepts: (entry: Entry) => boolean,
    { limit, turns }: { readonly limit: number; readonly turns: () => number },
  ) {
    this.#candidates = candidates[Symbol.iterator]()
    this.#accepts = accepts
    this.#limit = limit
    this.#turns = turns
    this.#turnsBefore = turns()
  }

  /** All that is to be collected. */
  all(): Entry[] {
    while (!this.#lookAt(atOnce)) continue
    return this.#found
  }

  /** The same where few candidates have to be looked at; otherwise undefined, and `rest` goes on. */
  few(): Entry[] | undefined {
    return this.#lookAt(atOnce) ? this.#found : undefined
  }

  /** The same where no more candidates have to be looked at than a piece has time for; otherwise undefined. */
  further(): Entry[] | undefined {
    return piece(this.rest())?.value
  }

  /** What changes between two steps is among them, or not. */
  *rest(): Steps<Entry[]> {
    while (!this.#lookAt(inOneStep)) yield
    return this.#found
  }

  /** Looks at so many further candidates. Returns whether there is nothing left to do. */
  #lookAt(count: number): boolean {
    if (this.#found.length >= this.#limit) return true
    for (let looked = 0; looked < count; looked++) {
      const { value: entry, done } = this.#candidates.next()
      if (done === true) return true
      if (entry === undefined || !this.#accepts(entry) || this.#isAgain(entry)) continue
      this.#found.push(entry)
      if (this.#found.length >= this.#limit) return true
    }
    return false
  }

  /** Whether it came back to another place while others had their turn, and is met twice. */
  #isAgain({ idKey }: Entry): boolean {
    if (this.#turns() === this.#turnsBefore) return false
    const ids = (this.#ids ??= new Set(this.#found.map((entry) => entry.idKey)))
    return ids.size === ids.add(idKey).size
  }
}
