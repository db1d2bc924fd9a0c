/** Runs what it is given one after the other, in the order in which it came. What fails does not keep the next back. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when `work` has ended; rejects with its error. */
  run(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  /** Resolves when all has ended that was given before. It never rejects. */
  get settled(): Promise<void> {
    return this.#last
  }
}
