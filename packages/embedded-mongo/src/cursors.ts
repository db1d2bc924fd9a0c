import { Long } from 'bson'
import { code, CommandError } from './errors.ts'
import { encodeArray, prepend } from './bson-bytes.ts'

const lifetime = 10 * 60_000
const firstBatch = 101
const batchBytes = 12 * 1024 * 1024

interface Cursor {
  readonly namespace: string
  readonly session: string | undefined
  /** The next documents' bytes: at most `count`, and none when the cursor is at its end. */
  next(count: number): Buffer[]
  readonly left: () => number
  usedAt: number
}

/** Results that are fetched in several batches. A cursor holds stored entries, which never change under it. */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>()
  #next = 1n

  /** The first answer of `find` or `aggregate`, with a cursor when something is left over. */
  open<T>(
    items: readonly T[],
    bytesOf: (item: T) => Buffer,
    options: { namespace: string; session: string | undefined; batchSize: number | undefined; single: boolean },
  ): Buffer {
    let at = 0
    const next = (count: number): Buffer[] => {
      const batch: Buffer[] = []
      for (let size = 0; batch.length < count && at < items.length && size < batchBytes; at++) {
        const bytes = bytesOf(items[at]!)
        size += bytes.length
        batch.push(bytes)
      }
      return batch
    }
    const { namespace, session } = options
    const batch = next(options.batchSize ?? firstBatch)
    const cursor: Cursor = { namespace, session, next, left: () => items.length - at, usedAt: Date.now() }
    const id = cursor.left() > 0 && !options.single ? this.#next++ : 0n
    if (id !== 0n) this.#cursors.set(String(id), cursor)
    return reply('firstBatch', batch, id, namespace)
  }

  more(id: string, batchSize: number | undefined): Buffer {
    const cursor = this.#cursors.get(id)
    if (cursor === undefined) throw new CommandError(code.cursorNotFound, `cursor id ${id} not found`)
    cursor.usedAt = Date.now()
    const batch = cursor.next(batchSize ?? Infinity)
    const finished = cursor.left() === 0
    if (finished) this.#cursors.delete(id)
    return reply('nextBatch', batch, finished ? 0n : BigInt(id), cursor.namespace)
  }

  kill(id: string): boolean {
    return this.#cursors.delete(id)
  }

  endSessions(keys: ReadonlySet<string>): void {
    for (const [id, { session }] of this.#cursors)
      if (session !== undefined && keys.has(session)) this.#cursors.delete(id)
  }

  sweep(now = Date.now()): void {
    for (const [id, { usedAt }] of this.#cursors) if (now - usedAt > lifetime) this.#cursors.delete(id)
  }
}

function reply(name: string, batch: readonly Buffer[], id: bigint, ns: string): Buffer {
  const cursor = prepend([{ type: 0x04, name, bytes: encodeArray(batch) }], { id: Long.fromBigInt(id), ns })
  return prepend([{ type: 0x03, name: 'cursor', bytes: cursor }], { ok: 1 })
}
