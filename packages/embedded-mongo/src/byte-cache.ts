import type { Entry } from './entry.ts'

/**
 * The bytes of committed documents that memory keeps, up to a budget. Who has been read since the last round stays for
 * another one; the others go, oldest first, and are read from the disk when somebody wants them.
 */
export class ByteCache {
  readonly #budget: number
  readonly #entries = new Set<Entry>()
  #bytes = 0

  constructor(budget: number) {
    this.#budget = budget
  }

  /** How many bytes are kept. */
  get bytes(): number {
    return this.#bytes
  }

  add(entry: Entry, length: number): void {
    if (this.#entries.has(entry)) return
    this.#entries.add(entry)
    this.#bytes += length
    if (this.#bytes > this.#budget) this.#trim(entry)
  }

  remove(entry: Entry, length: number): void {
    if (this.#entries.delete(entry)) this.#bytes -= length
  }

  /** Everybody is asked once at most; the newest one is in use right now and stays. */
  #trim(newest: Entry): void {
    let left = this.#entries.size
    for (const entry of this.#entries) {
      if (this.#bytes <= this.#budget || left-- === 0) return
      if (entry === newest) continue
      this.#entries.delete(entry)
      if (entry.isUsed) {
        entry.isUsed = false
        entry.detach()
        this.#entries.add(entry)
      } else {
        this.#bytes -= entry.forget()
      }
    }
  }
}
