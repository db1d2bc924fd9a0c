/**
 * What is known of the connection that hears messages: they are missed while it is closed, and while it leads nowhere,
 * which it never notices by itself. So the other end is asked again and again.
 */
export class ReceiverWatch {
  /** Whether messages may have been missed since they were last heard. */
  #mayHaveMissed = false
  /** Whether the other end was asked and has not answered. */
  #isAsked = false
  /** Whether that was so for the whole time between two questions. */
  #isSilent = false

  /** Whether messages may be missed right now, as far as is known. */
  get isAway(): boolean {
    return this.#mayHaveMissed || this.#isSilent
  }

  /** The connection is closed, or not open yet. */
  lost(): void {
    this.#mayHaveMissed = true
  }

  /** The other end is asked whether it is there. */
  asked(): void {
    this.#isSilent = this.#isAsked
    this.#isAsked = true
  }

  /** It answered, or the connection was opened anew. */
  answered(): void {
    this.#isAsked = this.#isSilent = false
  }

  /** Messages are heard from now on. Returns whether some may have been missed before that. */
  heard(): boolean {
    const mayHaveMissed = this.#mayHaveMissed
    this.#mayHaveMissed = false
    return mayHaveMissed
  }
}
