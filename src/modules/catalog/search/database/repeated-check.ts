/**
 * A check of many products in the background. One that is wanted while it runs follows it, because the one that runs has
 * passed some products already.
 */
export class RepeatedCheck {
  readonly #check: () => Promise<void>
  #isWanted = false
  #isStopped = false
  #running: Promise<void> | null = null

  /** @param check it must not reject */
  constructor(check: () => Promise<void>) {
    this.#check = check
  }

  /** Begins a check now, or after the one that runs. */
  begin(): void {
    if (this.#isStopped) return
    this.#isWanted = true
    this.#running ??= this.#run()
  }

  /** Begins no further check; resolves when the one that runs has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      await this.#check()
    }
    this.#running = null
  }
}
