import type { Collection } from './collection.ts'
import { inPieces, type Steps } from './pieces.ts'

/** So many documents are read in one step: to choose what is next takes as long as to read one. */
const atOnce = 4

/** A collection whose documents are being read. */
interface Unfinished {
  readonly steps: Steps<void>
  readonly isRead: Promise<void>
  readonly finish: () => void
}

/**
 * Reads the documents of all collections at the start: first of those that somebody asks for, and the rest when it is
 * due, or somebody waits for all. Who waits for what turns out to be damaged gets no answer, because the process ends.
 */
export class Reading {
  readonly #unfinished = new Map<Collection, Unfinished>()
  readonly #asked = new Set<Collection>()
  #isRestDue = false
  #wake: () => void = () => {}
  #begin: () => void = () => {}
  #end: () => void = () => {}
  /** Resolves when it is known which collections there are. */
  readonly isBegun = new Promise<void>((resolve) => (this.#begin = resolve))
  readonly #isOver = new Promise<void>((resolve) => (this.#end = resolve))

  /** Resolves when the documents of a collection are read. */
  async of(collection: Collection): Promise<void> {
    const unfinished = this.#unfinished.get(collection)
    if (unfinished === undefined) return
    this.#asked.add(collection)
    this.#wake()
    await unfinished.isRead
  }

  /** Resolves when everything is read, and may be changed; has the rest read. */
  all(): Promise<void> {
    this.#isRestDue = true
    this.#wake()
    return this.#isOver
  }

  /** Everything is read, and may be changed. */
  end(): void {
    this.#end()
  }

  /**
   * Reads all documents, in pieces between which commands are answered.
   * @param restAfterMs how long the rest waits for somebody who needs it
   */
  async run(collections: readonly Collection[], restAfterMs: number): Promise<void> {
    for (const collection of collections) {
      let finish = (): void => {}
      const isRead = new Promise<void>((resolve) => (finish = resolve))
      this.#unfinished.set(collection, { steps: collection.read(), isRead, finish })
    }
    this.#begin()
    const timer = setTimeout(() => void this.all(), restAfterMs)
    try {
      for (;;) {
        const isWoken = new Promise<void>((resolve) => (this.#wake = resolve))
        await inPieces(this.#steps())
        if (this.#unfinished.size === 0) return
        await isWoken
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** What is to be read next, unless it can wait. */
  get #next(): Collection | undefined {
    const [asked] = this.#asked
    if (asked !== undefined || !this.#isRestDue) return asked
    const [first] = this.#unfinished.keys()
    return first
  }

  *#steps(): Steps<void> {
    for (let next = this.#next; next !== undefined; next = this.#next) {
      const { steps, finish } = this.#unfinished.get(next)!
      let isRead = false
      for (let taken = 0; taken < atOnce && !isRead; taken++) isRead = steps.next().done === true
      if (isRead) {
        this.#unfinished.delete(next)
        this.#asked.delete(next)
        finish()
      }
      yield
    }
  }
}
