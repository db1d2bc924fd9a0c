import { open, type RootDatabase } from 'lmdb'
import { join } from 'node:path'
import { makeFolder } from './data-folder.ts'
import { type FileStats, Room } from './room.ts'

/**
 * What an acknowledged write survives: `power-loss-safe` waits for the disk (fsync), `process-crash-safe` waits for the
 * operating system only, which is enough against `kill -9` and much cheaper: right for tests.
 */
export type Durability = 'power-loss-safe' | 'process-crash-safe'

export type Key = (string | number)[]

/** A value to be put in its place, or removed without `bytes`. */
export interface FileChange {
  readonly key: Key
  readonly bytes: Buffer | undefined
}

/**
 * The LMDB file. Pages of it that were touched count as memory of the process. To give them back, it is closed and opened
 * again, which takes about a millisecond, after `mappedBytes` were read or written. Without it an import of 50,000
 * products takes more memory than the shop's budget allows.
 */
export class DocumentFile {
  readonly #path: string
  readonly #durability: Durability
  readonly #mappedBytes: number
  #db: RootDatabase<Buffer, Key> | undefined
  #room: Room | undefined
  /** Bytes read and written since the file was opened: this much of it may be mapped. */
  #touched = 0

  /** Opens nothing yet. */
  constructor(dataDir: string, options: { readonly durability: Durability; readonly mappedBytes: number }) {
    this.#path = join(dataDir, 'documents')
    this.#durability = options.durability
    this.#mappedBytes = options.mappedBytes
    makeFolder(this.#path)
  }

  /** Opens the file, or makes it. Nothing may be read or written before. */
  open(): void {
    this.#map()
    this.#room = new Room(join(this.#path, 'data.mdb'))
  }

  /** Gives the memory of the mapped pages back. Nothing may be read or written until the file is open again. */
  async reopen(): Promise<void> {
    await this.#opened.close()
    this.#map()
    this.#touched = 0
  }

  async close(): Promise<void> {
    await this.#db?.close()
  }

  #map(): void {
    this.#db = open<Buffer, Key>({
      path: this.#path,
      encoding: 'binary',
      cache: false,
      overlappingSync: false,
      noSync: this.#durability === 'process-crash-safe',
      maxReaders: 8,
    })
  }

  get #opened(): RootDatabase<Buffer, Key> {
    if (this.#db === undefined) throw new Error('the file of the documents is not open yet')
    return this.#db
  }

  /** Whether so much of it may be mapped that it is to be opened again. */
  get isMuchMapped(): boolean {
    return this.#touched > this.#mappedBytes
  }

  /** Notes that bytes are about to be read or written. */
  touch(bytes: number): void {
    this.#touched += bytes
  }

  range(start: Key, end: Key): Iterable<{ readonly key: Key; readonly value: Buffer }> {
    return this.#opened.getRange({ start, end })
  }

  read(key: Key): Buffer | undefined {
    return this.#opened.getBinary(key)
  }

  /** The same in a buffer that the next reading overwrites; its `length` is not that of the value. */
  readTransient(key: Key): Buffer | undefined {
    return this.#opened.getBinaryFast(key)
  }

  /** Throws the system's error when there is no room for these changes, or no writing. */
  ensureRoom(changes: readonly FileChange[]): void {
    this.#room?.ensure(changes, this.#opened.getStats() as FileStats)
  }

  /** Makes all changes or none; rejects with the reason that LMDB gives. */
  async commit(changes: readonly FileChange[]): Promise<void> {
    const file = this.#opened
    try {
      // LMDB makes one transaction of what it is given in one turn of the event loop.
      const done = changes.map(({ key, bytes }) => (bytes === undefined ? file.remove(key) : file.put(key, bytes)))
      await Promise.all(new Set(done))
    } catch (error) {
      throw await reasonOf(error)
    }
  }
}

/** LMDB's error of a commit carries the cause as a promise that rejects. */
async function reasonOf(error: unknown): Promise<unknown> {
  try {
    await (error as { commitError?: Promise<never> }).commitError
    return error
  } catch (reason) {
    return reason
  }
}
