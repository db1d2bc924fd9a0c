import type { Entry } from './entry.ts'
import type { Steps } from './pieces.ts'
import type { EqualityKey } from './values.ts'

/** How many documents are looked at before a selection becomes one in steps, which takes some microseconds more. */
const atOnce = 200
const inOneStep = 8

/** What is collected of candidates, as far as they have been looked at. */
export class Selection {
  readonly #candidates: Iterator<Entry>
  readonly #accepts: (entry: Entry) => boolean
  readonly #limit: number
  readonly #found: Entry[] = []
  /** How often others have had their turn. */
  readonly #turns: () => number
  readonly #turnsBefore: number

  /**
   * @param limit how many are collected at most
   * @param turns how often commands have been interrupted for others
   */
  constructor(
    candidates: Iterable<Entry>,
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

  /** What changes between two steps is among them, or not. */
  *rest(): Steps<Entry[]> {
    while (!this.#lookAt(inOneStep)) yield
    return this.#turns() === this.#turnsBefore ? this.#found : eachOnce(this.#found)
  }

  /** Looks at so many further candidates. Returns whether there is nothing left to do. */
  #lookAt(count: number): boolean {
    if (this.#found.length >= this.#limit) return true
    for (let looked = 0; looked < count; looked++) {
      const next = this.#candidates.next()
      if (next.done === true) return true
      if (!this.#accepts(next.value)) continue
      this.#found.push(next.value)
      if (this.#found.length >= this.#limit) return true
    }
    return false
  }
}

/** Without what came back to another place while others had their turn, and was met twice. */
function eachOnce(found: readonly Entry[]): Entry[] {
  const ids = new Set<EqualityKey>()
  return found.filter(({ idKey }) => ids.size < ids.add(idKey).size)
}
