import { HOUR_MS } from '../time/durations.ts'

/** How many mailboxes a process remembers. */
const MAX_REMEMBERED = 1000

/**
 * Mailboxes that have no room for mails of a standing, by a key of both: meanwhile nothing is written and counted for
 * them. Times are in ms.
 */
export class FullMailboxes {
  readonly #fullUntil = new Map<string, number>()

  /** The mailboxes that were remembered first make room for it. */
  remember(key: string, untilMs: number): void {
    for (const [first] of this.#fullUntil) if (this.#fullUntil.size >= MAX_REMEMBERED) this.#fullUntil.delete(first)
    this.#fullUntil.set(key, untilMs)
  }

  isFull(key: string, nowMs: number): boolean {
    const leftMs = (this.#fullUntil.get(key) ?? 0) - nowMs
    // Later than in an hour only where the clock was set back since.
    return leftMs > 0 && leftMs <= HOUR_MS
  }
}
