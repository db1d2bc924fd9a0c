import { Long } from 'bson'
import { randomInt } from 'node:crypto'
import { encodeBatch } from './bson-bytes.ts'
import { code, CommandError } from './errors.ts'

const lifetimeMs = 10 * 60_000
const firstBatchSize = 101
const batchBytes = 12 * 1024 * 1024
/** After so many documents of a batch others have their turn where it has taken long: the rest is for the next one. */
const looksAfter = 500
const longMs = 5

interface Cursor {
  readonly namespace: string
  /** The next documents' bytes, at most `count` of them. */
  readonly next: (count: number) => Buffer[]
  readonly isFinished: () => boolean
  /** By the process's own time, which no clock that is set moves. */
  usedAt: number
}

/** Results that are fetched in several batches. A cursor holds stored entries, which never change under it. */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>()
  /** Begins anywhere: a client may still ask for a cursor that it got before a restart, and must not be given another. */
  #lastId = randomInt(1, 2 ** 47)

  /** The first reply of `find` or `aggregate`, with the id of a cursor when something is left over. */
  open<T>(namespace: string, items: readonly T[], bytesOf: (item: T) => Buffer, batchSize = firstBatchSize): Buffer {
    let at = 0
    const next = (count: number): Buffer[] => {
      const batch: Buffer[] = []
      const end = performance.now() + longMs
      for (let size = 0; batch.length < count && at < items.length && size < batchBytes; at++) {
        if (batch.length > 0 && batch.length % looksAfter === 0 && performance.now() > end) break
        const bytes = bytesOf(items[at]!)
        size += bytes.length
        batch.push(bytes)
      }
      return batch
    }
    const batch = next(batchSize)
    const isFinished = (): boolean => at === items.length
    const id = isFinished() ? 0 : ++this.#lastId
    if (id > 0) this.#cursors.set(String(id), { namespace, next, isFinished, usedAt: performance.now() })
    return encodeBatch('firstBatch', batch, { id: Long.fromNumber(id), ns: namespace })
  }

  /** The next reply of a cursor. Throws `cursorNotFound` when it is closed. */
  more(id: string, batchSize = Infinity): Buffer {
    const cursor = this.#cursors.get(id)
    if (cursor === undefined) throw new CommandError(code.cursorNotFound, `cursor id ${id} not found`)
    cursor.usedAt = performance.now()
    const batch = cursor.next(batchSize)
    const isFinished = cursor.isFinished()
    if (isFinished) this.#cursors.delete(id)
    return encodeBatch('nextBatch', batch, {
      id: isFinished ? Long.ZERO : Long.fromString(id),
      ns: cursor.namespace,
    })
  }

  close(id: string): void {
    this.#cursors.delete(id)
  }

  sweep(now = performance.now()): void {
    for (const [id, { usedAt }] of this.#cursors) if (now - usedAt > lifetimeMs) this.#cursors.delete(id)
  }
}
