const ANNOUNCE_LOSS_MS = 500

/** Tells other processes that they have missed messages, and tries until that has reached them. */
export class LossAnnouncer {
  readonly #announce: () => Promise<unknown>
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  /** @param announce rejects when it does not reach them */
  constructor(announce: () => Promise<unknown>) {
    this.#announce = announce
  }

  /** Notes that a message was lost. Those that are lost within half a second are told of together. */
  lost(): void {
    if (this.#timer !== null || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#announce().catch(() => this.lost())
    }, ANNOUNCE_LOSS_MS)
    this.#timer.unref()
  }

  /** Tells of nothing any more. */
  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }
}
