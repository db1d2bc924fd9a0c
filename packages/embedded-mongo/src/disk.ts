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

const slabBytes = 1024 * 1024

/**
 * The LMDB file. Every method that writes only issues the writes: those of one event-loop turn become one atomic LMDB
 * transaction, and the returned promise resolves when it is durable. After a failed write memory is ahead of the disk,
 * so `failure` is set and the server refuses everything from then on.
 */
export class Disk {
  readonly #open: () => RootDatabase<Buffer, (string | number)[]>
  #db: RootDatabase<Buffer, (string | number)[]>
  failure: Error | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(dataDir: string, durability: Durability) {
    const path = join(dataDir, 'documents')
    mkdirSync(path, { recursive: true, mode: 0o700 })
    this.#open = () => open<Buffer, (string | number)[]>({
      path,
      encoding: 'binary',
      cache: false,
      overlappingSync: false,
      noSync: durability === 'process-crash-safe',
      maxReaders: 8,
    })
    this.#db = this.#open()
  }

  /** To be called when everything has been read: closing the file gives the memory of its mapped pages back. */
  async reopen(): Promise<void> {
    await this.#db.close()
    this.#db = this.#open()
  }

  *collections(): Iterable<{ id: number; description: Document }> {
    for (const { key, value } of this.#db.getRange({ start: ['c'], end: ['d'] })) yield { id: Number(key[1]), description: decode(value) }
  }

  /** The stored documents in natural order. Their bytes lie in large slabs: cheaper than one buffer each. */
  *documents(collection: number): Iterable<{ sequence: number; bytes: Buffer }> {
    let slab = Buffer.alloc(0)
    let used = 0
    for (const { key, value } of this.#db.getRange({ start: ['d', collection], end: ['d', collection + 1] })) {
      if (used + value.length > slab.length) {
        slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, value.length))
        used = 0
      }
      value.copy(slab, used)
      yield { sequence: Number(key[2]), bytes: slab.subarray(used, used + value.length) }
      used += value.length
    }
  }

  *records(): Iterable<{ session: string; record: Document }> {
    for (const { key, value } of this.#db.getRange({ start: ['r'], end: ['s'] })) yield { session: String(key[1]), record: decode(value) }
  }

  write(changes: readonly StoredChange[]): void {
    for (const { collection, sequence, bytes } of changes) {
      const key = ['d', collection, sequence]
      this.#issue(() => (bytes === undefined ? this.#db.remove(key) : this.#db.put(key, bytes)))
    }
  }

  writeRecord(session: string, record: Document | undefined): void {
    this.#issue(() => (record === undefined ? this.#db.remove(['r', session]) : this.#db.put(['r', session], encode(record))))
  }

  writeCollection(id: number, description: Document): void {
    this.#issue(() => this.#db.put(['c', id], encode(description)))
  }

  removeCollection(id: number): void {
    this.#issue(() => this.#db.remove(['c', id]))
    for (const key of this.#db.getKeys({ start: ['d', id], end: ['d', id + 1] })) this.#issue(() => this.#db.remove(key))
  }

  #issue(write: () => Promise<unknown>): void {
    const fail = (error: unknown): void => {
      this.failure ??= error instanceof Error ? error : new Error(String(error))
    }
    try {
      this.#last = write()
      this.#last.then(undefined, fail)
    } catch (error) {
      fail(error)
    }
  }

  /** Resolves when everything issued so far is durable; throws when the disk refused. */
  async durable(): Promise<void> {
    await this.#last.catch(() => undefined)
    this.assertHealthy()
  }

  assertHealthy(): void {
    if (this.failure !== undefined) throw new CommandError(8, `the database could not write to its disk and stopped: ${this.failure.message}`)
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined)
    await this.#db.close()
  }
}
