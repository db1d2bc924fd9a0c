/** Which queues have jobs to be dispatched, as far as a process was told. */
export class DueQueues {
  readonly #due = new Set<string>()
  /** Queues of which jobs may be left in the outbox because the runner takes no more. */
  readonly #crowded = new Set<string>()

  /** Notes that there are jobs in this queue. */
  add(queue: string): void {
    this.#due.add(queue)
  }

  get areThereAny(): boolean {
    return this.#due.size > 0
  }

  /** The queues in the order in which they were added; they are no longer due. */
  take(): readonly string[] {
    const taken = Array.from(this.#due)
    this.#due.clear()
    return taken
  }

  /** To be called before jobs of a queue are looked for: until all of them are found, room that comes is to be used. */
  begin(queue: string): void {
    this.#crowded.add(queue)
  }

  /**
   * Notes what a look for jobs of a queue has found. A queue that still has room and jobs has its turn behind the others.
   * @param found.areAll whether there are no more jobs in it
   * @param found.hasRoom whether the runner takes more of them now
   */
  end(queue: string, { areAll, hasRoom }: { readonly areAll: boolean; readonly hasRoom: boolean }): void {
    if (areAll) this.#crowded.delete(queue)
    else if (hasRoom) this.#due.add(queue)
  }

  /** Whether jobs may be left in this queue that are to be dispatched when the runner has room for them. */
  isCrowded(queue: string): boolean {
    return this.#crowded.has(queue)
  }
}
