import { existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { LmdbReader } from './lmdb-reader.ts'
import { explain, tryWriting } from './data-folder.ts'
import { Disk } from './disk.ts'
import type { Durability } from './document-file.ts'
import { Dispatcher } from './dispatch.ts'
import type { Document } from './errors.ts'
import { atOnce, inPieces } from './pieces.ts'
import { Reading } from './reading.ts'
import type { Answerer } from './server.ts'
import { Store } from './store.ts'
import { removeExpired } from './ttl.ts'

const tryAgainMs = 1000

/** See `EmbeddedMongoOptions` for those that a program sets. */
export interface EngineOptions {
  readonly dataDir: string
  readonly durability: Durability
  readonly cacheBytes: number
  readonly ttlSeconds: number
  readonly readyIndexes: readonly string[]
  /** After how long the documents are read that nobody has asked for. */
  readonly restAfterMs: number
  /** The reply to the driver's handshake. */
  readonly hello: () => Document
}

/**
 * The database over one folder. When the disk refuses a write, memory is loaded again from what is on the disk, so that
 * reads go on. Writes are answered with error `outOfDiskSpace` until a file can be written into the folder again.
 */
export class Engine implements Answerer {
  readonly #options: EngineOptions
  #disk: Disk
  #dispatcher: Dispatcher
  #store: Store
  readonly #timers = new Set<NodeJS.Timeout>()
  #isRemoving = false
  /** Where the documents are; undefined when there are none yet, or they were read. */
  #file: LmdbReader | undefined
  readonly #reading = new Reading()

  private constructor(options: EngineOptions, file: LmdbReader | undefined) {
    this.#options = options
    this.#file = file
    const { dataDir, durability, cacheBytes } = options
    this.#disk = new Disk(dataDir, {
      durability,
      mappedBytes: 2 * cacheBytes,
      onRefusal: (problem) => this.#serveReads(problem),
      onBreakdown: breakDown,
    })
    this.#store = new Store(this.#disk, cacheBytes)
    this.#dispatcher = new Dispatcher(this.#store, options.hello, this.#reading)
  }

  /**
   * Looks whether there is a file of this database. Only the handshake is answered before `load`. Throws a
   * `DataFolderError` when it cannot be used.
   */
  static open(options: EngineOptions): Engine {
    const { dataDir } = options
    const path = join(dataDir, 'documents', 'data.mdb')
    try {
      const file = existsSync(path) ? new LmdbReader(path, dataDir) : undefined
      if (file === undefined) tryWriting(dataDir)
      return new Engine(options, file)
    } catch (error) {
      throw explain(error, dataDir)
    }
  }

  /**
   * Reads the file, in pieces. A command that reads is answered as soon as the collection is read that it asks for; what
   * writes or belongs to a transaction waits for all (see `LmdbReader`). Throws a `DataFolderError` when the file cannot be
   * used: what was answered before was read rightly.
   */
  async load(): Promise<void> {
    const { dataDir, readyIndexes, ttlSeconds, restAfterMs } = this.#options
    try {
      if (this.#file !== undefined) this.#store.load(this.#file, readyIndexes)
      this.#disk.open()
      await this.#reading.run(this.#store.all(), restAfterMs)
      if (this.#file !== undefined) await inPieces(this.#file.rest())
      this.#closeFile()
      this.#dispatcher.sessions.load()
      this.#store.removeDuplicates()
      await this.#disk.durable()
    } catch (error) {
      throw explain(error, dataDir)
    }
    this.#repeat(() => this.#disk.isUsable && this.#dispatcher.sweep(), 1000)
    this.#repeat(() => this.#removeExpired(), ttlSeconds * 1000)
    this.#reading.end()
  }

  #closeFile(): void {
    this.#file?.close()
    this.#file = undefined
  }

  async #removeExpired(): Promise<void> {
    if (this.#isRemoving || !this.#disk.isUsable) return
    this.#isRemoving = true
    await removeExpired(this.#store).finally(() => (this.#isRemoving = false))
  }

  #repeat(work: () => unknown, milliseconds: number): NodeJS.Timeout {
    const timer = setInterval(work, milliseconds)
    this.#timers.add(timer)
    return timer
  }

  /** Forgets what memory has and the disk has not. A client that was waiting for it gets the error. */
  #serveReads(problem: Error): void {
    report(`${problem.message} Until then nothing can be changed; what was acknowledged is safe.`)
    // Who waits for one of them is answered now.
    for (const transaction of this.#store.snapshots) transaction.abort()
    this.#disk = this.#disk.successor(problem.message)
    this.#store = new Store(this.#disk, this.#options.cacheBytes)
    this.#store.load(this.#disk)
    for (const collection of this.#store.all()) atOnce(collection.read())
    this.#dispatcher = new Dispatcher(this.#store, this.#options.hello)
    this.#dispatcher.sessions.load()
    const timer = this.#repeat(() => {
      try {
        this.#disk.tryWriting()
      } catch {
        return
      }
      clearInterval(timer)
      this.#timers.delete(timer)
      void this.#disk.allowWrites().then(() => report(`The data folder ${this.#options.dataDir} takes changes again.`))
    }, tryAgainMs)
  }

  answer(read: () => Document, connection: object): Promise<Buffer> {
    return this.#dispatcher.answer(read, connection)
  }

  connectionClosed(connection: object): void {
    this.#dispatcher.sessions.connectionClosed(connection)
  }

  /** Finishes what is being written and closes the file. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#closeFile()
    await this.#disk.close()
  }
}

const standardError = 2

/** Written at once: the main thread, which would write it otherwise, may be about to end. */
function report(sentence: string): void {
  try {
    writeSync(standardError, `${sentence}\n`)
  } catch {
    // Nobody reads it.
  }
}

/** Ends the process by a signal, which runs none of LMDB's code. What was acknowledged is on the disk. */
function breakDown({ message }: Error): void {
  report(`${message} The database ends the process; what was acknowledged is safe.`)
  process.kill(process.pid, 'SIGKILL')
}
