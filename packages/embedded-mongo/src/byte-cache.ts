/** What the cache keeps: the bytes of one committed document. */
export interface CachedBytes {
  /** Asked for since the cache last looked. */
  isUsed: boolean
  /** A newer version of the document has taken its place: the cache forgets it without a call. */
  readonly isReplaced: boolean
  /** Lets go of the bytes and returns how many there were. */
  forget(): number
  /** Lets go of a large message in which the bytes came. */
  detach(): void
}

/** Below this the queue is not worth tidying. */
const fewEntries = 1000

/**
 * The bytes of committed documents that memory keeps, up to a budget: a second-chance queue. An entry that has been
 * asked for since the last round stays for another one; the others go, oldest first, and are read from the disk again
 * when they are needed. It bounds the memory of an import of any size.
 */
export class ByteCache {
  readonly #budget: number
  /** Oldest first from `#head` on; replaced entries stay in it until it is tidied. */
  #queue: CachedBytes[] = []
  #head = 0
  #count = 0
  #bytes = 0

  constructor(budget: number) {
    this.#budget = budget
  }

  /** Takes in an entry that is not kept yet. */
  add(entry: CachedBytes, length: number): void {
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

  /** Each entry gets one more chance at most; the newest one is in use right now and stays. */
  #trim(newest: CachedBytes): void {
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
