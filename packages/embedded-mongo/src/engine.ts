import { existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { checkHeads, readDataFile } from './data-file.ts'
import { explain, tryWriting } from './data-folder.ts'
import { Disk } from './disk.ts'
import type { Durability } from './document-file.ts'
import { Dispatcher } from './dispatch.ts'
import type { Document } from './errors.ts'
import { atOnce, inPieces } from './pieces.ts'
import type { Answerer } from './server.ts'
import { Store } from './store.ts'
import { removeExpired } from './ttl.ts'

const tryAgainMs = 1000

export interface EngineOptions {
  readonly dataDir: string
  readonly durability: Durability
  readonly cacheBytes: number
  readonly ttlSeconds: number
  readonly readyIndexes: readonly string[]
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
  #resolveLoaded: () => void = () => {}

  private constructor(options: EngineOptions) {
    this.#options = options
    const { dataDir, durability, cacheBytes } = options
    this.#disk = new Disk(dataDir, {
      durability,
      mappedBytes: 2 * cacheBytes,
      onRefusal: (problem) => this.#serveReads(problem),
      onBreakdown: breakDown,
    })
    this.#store = new Store(this.#disk, cacheBytes)
    const isLoaded = new Promise<void>((resolve) => (this.#resolveLoaded = resolve))
    this.#dispatcher = new Dispatcher(this.#store, options.hello, isLoaded)
  }

  /**
   * Looks whether there is a file of this database. Only the handshake is answered before it is loaded. Throws a
   * `DataFolderError` when it cannot be used.
   */
  static open(options: EngineOptions): Engine {
    try {
      const file = dataFile(options)
      if (existsSync(file)) checkHeads(file, options.dataDir)
      else tryWriting(options.dataDir)
      return new Engine(options)
    } catch (error) {
      throw explain(error, options.dataDir)
    }
  }

  /** Reads the file, in pieces, opens it and begins to answer. Throws a `DataFolderError` when it cannot be used. */
  async load(): Promise<void> {
    const { dataDir, readyIndexes, ttlSeconds } = this.#options
    try {
      const file = dataFile(this.#options)
      const stored = existsSync(file) ? readDataFile(file, dataDir) : []
      await inPieces(this.#store.load(stored, readyIndexes))
      this.#disk.open()
      this.#dispatcher.sessions.load()
      this.#store.removeDuplicates()
      await this.#disk.durable()
    } catch (error) {
      throw explain(error, dataDir)
    }
    this.#repeat(() => this.#disk.isUsable && this.#dispatcher.sweep(), 1000)
    this.#repeat(() => this.#removeExpired(), ttlSeconds * 1000)
    this.#resolveLoaded()
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
    atOnce(this.#store.load(this.#disk.stored()))
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
    await this.#disk.close()
  }
}

function dataFile({ dataDir }: EngineOptions): string {
  return join(dataDir, 'documents', 'data.mdb')
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
