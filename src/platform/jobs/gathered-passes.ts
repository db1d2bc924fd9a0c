/** Requests within this time share one pass. */
const GATHER_MS = 5

/** Passes over what is due, of which one runs at a time. What is asked for while one runs is left to that one. */
export class GatheredPasses {
  readonly #run: () => Promise<void>
  readonly #isMoreDue: () => boolean
  #isRunning = false
  #gathering: NodeJS.Timeout | undefined
  #pass: Promise<void> | null = null

  /**
   * @param deps.run makes one pass; it must not reject
   * @param deps.isMoreDue asked after each pass, when requests begin one again: whether another one is to follow
   */
  constructor(deps: { readonly run: () => Promise<void>; readonly isMoreDue: () => boolean }) {
    this.#run = deps.run
    this.#isMoreDue = deps.isMoreDue
  }

  /** Whether passes are made: they are from `start` to `stop`. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  start(): void {
    this.#isRunning = true
  }

  /** Asks for a pass soon; returns at once. */
  request(): void {
    if (!this.#isRunning || this.#gathering !== undefined || this.#pass !== null) return
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined
      this.#pass = this.#run().then(() => {
        this.#pass = null
        if (this.#isMoreDue()) this.request()
      })
    }, GATHER_MS)
  }

  /** Begins no further pass; resolves when the one that runs has ended. */
  async stop(): Promise<void> {
    this.#isRunning = false
    clearTimeout(this.#gathering)
    await this.#pass
  }
}
