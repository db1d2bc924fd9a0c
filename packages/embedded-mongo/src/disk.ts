import { open, type RootDatabase } from 'lmdb'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, type Document } from './errors.ts'
import { decode, encode } from './raw.ts'

/**
 * What an acknowledged write survives: `power-loss-safe` waits for the disk (fsync), `process-crash-safe` waits for the
 * operating system only, which is enough against `kill -9` and much cheaper: right for tests.
 */
export type Durability = 'power-loss-safe' | 'process-crash-safe'

/** One change of one stored document; without bytes it is removed. */
export interface StoredChange {
  readonly collection: number
  readonly sequence: number
  readonly bytes: Buffer | undefined
}

/**
 * The LMDB file. Every method that writes only issues the writes: those of one event-loop turn become one atomic LMDB
 * transaction, and the returned promise resolves when it is durable. After a failed write memory is ahead of the disk,
 * so `failure` is set and the server refuses everything from then on.
 */
export class Disk {
  readonly #open: () => RootDatabase<Buffer, (string | number)[]>
  readonly #mappedBytes: number
  #db: RootDatabase<Buffer, (string | number)[]>
  failure: Error | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** Writes that are issued and not durable yet. */
  #pending = 0
  /** Bytes read and written since the file was opened: so much of it may be mapped. */
  #touched = 0
  #isTrimPlanned = false
  #opening: Promise<void> | undefined
  #isClosed = false

  /** @param options.mappedBytes so much of the file may become mapped before it is opened anew */
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

  /** Closing the file gives the memory of its mapped pages back. Nobody may read or write until it is open again. */
  async reopen(): Promise<void> {
    await this.#db.close()
    this.#db = this.#open()
    this.#touched = 0
  }

  /** Set while the file is being opened anew, which takes about a millisecond: who wants to read or write waits for it. */
  get opening(): Promise<void> | undefined {
    return this.#opening
  }

  /** Opens the file anew when much of it has been touched, in a turn of its own in which nothing is under way. */
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
  peek(collection: number, sequence: number): Buffer {
    return this.#found(this.#db.getBinaryFast(['d', collection, sequence]))
  }

  #found(bytes: Buffer | undefined): Buffer {
    if (bytes === undefined) throw new CommandError(175, 'the collection was dropped meanwhile')
    this.#touch(bytes.length)
    return bytes
  }

  *records(): Iterable<{ session: string; record: Document }> {
    for (const { key, value } of this.#db.getRange({ start: ['r'], end: ['s'] }))
      yield { session: String(key[1]), record: decode(value) }
  }

  /** Issues one change; `whenCommitted` is called as soon as it can be read back. */
  write({ collection, sequence, bytes }: StoredChange, whenCommitted: () => void): void {
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

  removeCollection(id: number): void {
    this.#issue(() => this.#db.remove(['c', id]))
    for (const key of this.#db.getKeys({ start: ['d', id], end: ['d', id + 1] }))
      this.#issue(() => this.#db.remove(key))
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
      throw new CommandError(8, `the database could not write to its disk and stopped: ${this.failure.message}`)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#opening
    await this.#last.catch(() => undefined)
    await this.#db.close()
  }
}
