import { MINUTE_MS } from '#platform/time/durations'

/** The read model is saved when nothing changed for so long, which is never so while a price list is imported … */
const CALM_MS = 5000
/** … or when changes have been going on for so long without it. */
const LONGEST_WITHOUT_MS = 15 * MINUTE_MS
const SHORTEST_BETWEEN_MS = 5 * MINUTE_MS

/** When the read model is to be saved. Its times are the process's own, in ms: no clock that is set moves them. */
export class SaveSchedule {
  /** The last change that is not saved; null when all are. */
  #changedAtMs: number | null = null
  #behindSinceMs = 0
  #triedAtMs = -Infinity

  noteChange(): void {
    const now = performance.now()
    if (this.#changedAtMs === null) this.#behindSinceMs = now
    this.#changedAtMs = now
  }

  /** Whether there are changes that are not saved. */
  get isBehind(): boolean {
    return this.#changedAtMs !== null
  }

  isDue(): boolean {
    const now = performance.now()
    if (this.#changedAtMs === null || now - this.#triedAtMs < SHORTEST_BETWEEN_MS) return false
    return now - this.#changedAtMs >= CALM_MS || now - this.#behindSinceMs >= LONGEST_WITHOUT_MS
  }

  /** Notes that it was tried: the next try waits as long as after one that succeeded. */
  noteTried(): void {
    this.#triedAtMs = performance.now()
  }

  /**
   * Runs a save. When it fails, as much is left to save as before.
   * @param write calls `begin` when what it saves is fixed: changes from then on are left to the next one
   */
  async save(write: (begin: () => void) => Promise<void>): Promise<void> {
    const [changedAtMs, behindSinceMs] = [this.#changedAtMs, this.#behindSinceMs]
    try {
      await write(() => (this.#changedAtMs = null))
    } catch (error) {
      // A change meanwhile is noted already.
      this.#changedAtMs ??= changedAtMs
      this.#behindSinceMs = behindSinceMs
      throw error
    }
    this.noteTried()
  }
}
