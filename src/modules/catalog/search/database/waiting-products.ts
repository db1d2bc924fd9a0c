/**
 * Products of which something is to be written, some at once. What is added before its writing begins is written
 * together; what fails waits on.
 */
export class WaitingProducts {
  readonly #write: (ids: readonly number[]) => Promise<void>
  readonly #onFailed: () => void
  readonly #atOnce: number
  #waiting = new Set<number>()
  /** The writing that has not begun yet. */
  #next: Promise<void> | null = null
  #last: Promise<void> = Promise.resolve()

  /**
   * @param deps.atOnce how many products `write` gets at most
   * @param deps.onFailed called when a writing has failed; `add` without ids tries it again
   */
  constructor(deps: {
    readonly write: (ids: readonly number[]) => Promise<void>
    readonly atOnce: number
    readonly onFailed: () => void
  }) {
    this.#write = deps.write
    this.#atOnce = deps.atOnce
    this.#onFailed = deps.onFailed
  }

  /** Resolves when these are written, and all that wait already; rejects when that fails. */
  add(productIds: readonly number[]): Promise<void> {
    for (const id of productIds) this.#waiting.add(id)
    if (this.#next !== null) return this.#next
    const next = this.#last.then(() => this.#writeWaiting())
    this.#next = next
    // Callers of this get the error, and a list that waits for it does not.
    this.#last = next.catch(this.#onFailed)
    return next
  }

  /** Resolves when what was added before is written, or has failed. It never rejects. */
  get settled(): Promise<void> {
    return this.#last
  }

  async #writeWaiting(): Promise<void> {
    this.#next = null
    const taken = this.#waiting
    this.#waiting = new Set()
    try {
      while (taken.size > 0) {
        const ids = [...taken].slice(0, this.#atOnce)
        await this.#write(ids)
        for (const id of ids) taken.delete(id)
      }
    } catch (error) {
      for (const id of taken) this.#waiting.add(id)
      throw error
    }
  }
}
