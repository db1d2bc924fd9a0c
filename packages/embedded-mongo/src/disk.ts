import { open, type RootDatabase } from 'lmdb'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { decode, encode } from './bson-bytes.ts'
import { code, CommandError, type Document } from './errors.ts'

/**
 * What an acknowledged write survives: `power-loss-safe` waits for the disk (fsync), `process-crash-safe` waits for the
 * operating system only, which is enough against `kill -9` and much cheaper: right for tests.
 */
export type Durability = 'power-loss-safe' | 'process-crash-safe'

/**
 * The LMDB file. Methods that write only issue the writes: those of one turn of the event loop become one atomic LMDB
 * transaction, and `durable` resolves when it is on the disk. After a failed write memory is ahead of the disk, so
 * `failure` is set and the server refuses every command from then on.
 *
 * Pages of the file that were touched count as memory of the process. To give them back, the file is closed and opened
 * again, which takes about a millisecond, after `mappedBytes` were read or written. Without it an import of 50,000
 * products takes more memory than the shop's budget allows.
 */
export class Disk {
  readonly #open: () => RootDatabase<Buffer, (string | number)[]>
  readonly #mappedBytes: number
  #db: RootDatabase<Buffer, (string | number)[]>
  failure: Error | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** Writes that are issued and not durable yet. */
  #pending = 0
  /** Bytes read and written since the file was opened: this much of it may be mapped. */
  #touched = 0
  #isTrimPlanned = false
  #opening: Promise<void> | undefined
  #isClosed = false

  /** @param options.mappedBytes how much of the file may become mapped before it is opened again */
  constructor(dataDir: string, { durability, mappedBytes }: { durability: Durability; mappedBytes: number }) {
    this.#mappedBytes = mappedBytes
    const path = join(dataDir, 'documents')
    mkdirSync(path, { recursive: true, mode: 0o700 })
    this.#open = () =>
      open<Buffer, (string | number)[]>({
        path,
        encoding: 'binary',
        cache: false,
        overlappingSync: false,
        noSync: durability === 'process-crash-safe',
        maxReaders: 8,
      })
    this.#db = this.#open()
  }

  /** Gives the memory of the mapped pages back. Nothing may be read or written until the file is open again. */
  async reopen(): Promise<void> {
    await this.#db.close()
    this.#db = this.#open()
    this.#touched = 0
  }

  /** Resolves when the file is open. To be awaited before reading or writing in a new turn of the event loop. */
  async ready(): Promise<void> {
    while (this.#opening !== undefined) await this.#opening
  }

  /** True while the file is open and no write has failed. */
  get isUsable(): boolean {
    return this.failure === undefined && this.#opening === undefined
  }

  /** Opens the file again when much of it was touched, in a turn of the event loop without pending writes. */
  #touch(bytes: number): void {
    this.#touched += bytes
    if (this.#touched <= this.#mappedBytes || this.#pending > 0 || this.#isTrimPlanned) return
    this.#isTrimPlanned = true
    setImmediate(() => {
      this.#isTrimPlanned = false
      if (this.#pending > 0 || this.#isClosed) return
      this.#opening = this.reopen()
        .catch((error: unknown) => this.#fail(error))
        .finally(() => (this.#opening = undefined))
    })
  }

  #fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error))
  }

  *collections(): Iterable<{ id: number; description: Document }> {
    for (const { key, value } of this.#db.getRange({ start: ['c'], end: ['d'] }))
      yield { id: Number(key[1]), description: decode(value) }
  }

  /** The stored documents in natural order. */
  *documents(collection: number): Iterable<{ sequence: number; bytes: Buffer }> {
    for (const { key, value } of this.#db.getRange({ start: ['d', collection], end: ['d', collection + 1] })) {
      yield { sequence: Number(key[2]), bytes: value }
    }
  }

  /** A committed document. Throws 175 when its collection was dropped. */
  read(collection: number, sequence: number): Buffer {
    return this.#found(this.#db.getBinary(['d', collection, sequence]))
  }

  /** The same in a buffer that the next reading overwrites; its `length` is not that of the document. */
  readTransient(collection: number, sequence: number): Buffer {
    return this.#found(this.#db.getBinaryFast(['d', collection, sequence]))
  }

  #found(bytes: Buffer | undefined): Buffer {
    if (bytes === undefined) throw new CommandError(code.queryPlanKilled, 'the collection was dropped')
    this.#touch(bytes.length)
    return bytes
  }

  *records(): Iterable<{ session: string; record: Document }> {
    for (const { key, value } of this.#db.getRange({ start: ['r'], end: ['s'] }))
      yield { session: String(key[1]), record: decode(value) }
  }

  /** Writes a document, or removes it without `bytes`; `whenCommitted` is called as soon as it can be read back. */
  write(collection: number, sequence: number, bytes: Buffer | undefined, whenCommitted?: () => void): void {
    const key = ['d', collection, sequence]
    this.#touched += bytes?.length ?? 0
    this.#issue(() => (bytes === undefined ? this.#db.remove(key) : this.#db.put(key, bytes)), whenCommitted)
  }

  writeRecord(session: string, record: Document | undefined): void {
    this.#issue(() =>
      record === undefined ? this.#db.remove(['r', session]) : this.#db.put(['r', session], encode(record)),
    )
  }

  writeCollection(id: number, description: Document): void {
    this.#issue(() => this.#db.put(['c', id], encode(description)))
  }

  /** Removes a collection and the documents in these places, also those whose writes are still under way. */
  removeCollection(id: number, sequences: readonly number[]): void {
    this.#issue(() => this.#db.remove(['c', id]))
    for (const sequence of sequences) this.#issue(() => this.#db.remove(['d', id, sequence]))
  }

  #issue(write: () => Promise<unknown>, whenCommitted?: () => void): void {
    const fail = (error: unknown): void => this.#fail(error)
    try {
      this.#last = write()
    } catch (error) {
      fail(error)
      return
    }
    this.#pending += 1
    this.#last.then(whenCommitted, fail).finally(() => {
      this.#pending -= 1
      this.#touch(0)
    })
  }

  /** Resolves when everything issued so far is durable; throws when the disk refused. */
  async durable(): Promise<void> {
    await this.#last.catch(() => undefined)
    this.assertHealthy()
  }

  assertHealthy(): void {
    if (this.failure !== undefined)
      throw new CommandError(
        code.unknownError,
        `the database could not write to its disk and stopped: ${this.failure.message}`,
      )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#opening
    await this.#last.catch(() => undefined)
    await this.#db.close()
  }
}
