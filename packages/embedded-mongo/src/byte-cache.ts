import type { Entry } from './entry.ts'

/** Below this the queue is not worth tidying. */
const fewEntries = 1000

/**
 * The bytes of committed documents that memory keeps, up to a budget. Who has been asked for since the last round stays
 * for another one; the others go, oldest first, and are read from the disk when somebody wants them.
 */
export class ByteCache {
  readonly #budget: number
  /** Oldest first from `#head` on; entries that have been replaced stand in it until it is tidied. */
  #queue: Entry[] = []
  #head = 0
  #count = 0
  #bytes = 0

  constructor(budget: number) {
    this.#budget = budget
  }

  /** Takes in an entry that is not kept yet. */
  add(entry: Entry, length: number): void {
    this.#queue.push(entry)
    this.#count += 1
    this.#bytes += length
    if (this.#bytes > this.#budget) this.#trim(entry)
    if (this.#queue.length > 2 * this.#count + fewEntries) this.#tidy()
  }

  /** An entry that is kept has been replaced. */
  remove(length: number): void {
    this.#count -= 1
    this.#bytes -= length
  }

  /** Everybody is asked once at most; the newest one is in use right now and stays. */
  #trim(newest: Entry): void {
    const end = this.#queue.length
    while (this.#bytes > this.#budget && this.#head < end) {
      const entry = this.#queue[this.#head++]!
      if (entry.isReplaced) continue
      if (entry === newest || entry.isUsed) {
        entry.isUsed = false
        entry.detach()
        this.#queue.push(entry)
      } else {
        this.#count -= 1
        this.#bytes -= entry.forget()
      }
    }
  }

  #tidy(): void {
    this.#queue = this.#queue.slice(this.#head).filter((entry) => !entry.isReplaced)
    this.#head = 0
  }
}
