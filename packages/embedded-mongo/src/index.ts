import { randomUUID } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DataFolderError, explain, makeFolder } from './data-folder.ts'
import type { Durability } from './document-file.ts'
import { OwnerFile } from './owner.ts'
import type { WorkerMessage, WorkerOptions } from './worker.ts'

export { DataFolderError } from './data-folder.ts'
export type { Durability } from './document-file.ts'

/** How the database is started; the README says more about each option. */
export interface EmbeddedMongoOptions {
  /** The folder of the data; made with mode 0700. */
  readonly dataDir: string
  /** By default `power-loss-safe`. */
  readonly durability?: Durability
  /**
   * How many bytes of documents are kept in memory, over all databases; 4 MB by default. The rest is read from the
   * disk.
   */
  readonly cacheBytes?: number
  /** How often expired documents are removed, in seconds; 60 by default, as in MongoDB. */
  readonly ttlSeconds?: number
  /**
   * Names of indexes, of any collection, that are asked for at once: they are built while the documents are read. Any
   * other is built when it is first needed, which reads the documents once more.
   */
  readonly readyIndexes?: readonly string[]
  /**
   * Called with the `uri` as soon as clients can connect. From then on a read is answered when the collection that it
   * asks for is read from the disk. What writes or belongs to a transaction is answered when `startEmbeddedMongo`
   * resolves: the rest is read as soon as somebody waits for it, and after three seconds. When it rejects, the file is
   * damaged somewhere else, nothing was written, and nobody is answered any more.
   */
  readonly onListening?: (uri: string) => void
}

/** A database that is running, in this process or in the one that owns the folder. */
export interface EmbeddedMongo {
  /** For the driver or mongoose; the database name in it may be exchanged. */
  readonly uri: string
  /** False when another process has the folder open and `uri` is that one's. */
  readonly owner: boolean
  /** Finishes what is being written and closes; does nothing when not the owner. */
  stop(): Promise<void>
}

/** How long a process that exits waits for the thread to close the file. */
const exitMs = 2000
/** How long a process that asks early has the processor for its own start, before what it did not ask for is read. */
const restAfterMs = 3000

/**
 * Starts the database over `dataDir` in a thread of its own, or finds the process that already has it open. Throws a
 * `DataFolderError` when the folder cannot be used, or the process that has it does not answer within 30 seconds.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const dataDir = resolve(options.dataDir)
  const instance = randomUUID()
  const file = new OwnerFile(dataDir, instance)
  let engine: Thread | undefined
  const stopOnExit = (): void => {
    engine?.stopNow()
    releaseQuietly(file)
  }
  try {
    makeFolder(dataDir)
    chmodSync(dataDir, 0o700)
    const taken = await file.take()
    if (!taken.owner) return { ...taken, stop: () => Promise.resolve() }
    const { durability = 'power-loss-safe', cacheBytes = 4 * 1024 * 1024, ttlSeconds = 60, readyIndexes = [] } = options
    const settings = { dataDir, instance, durability, cacheBytes, ttlSeconds, readyIndexes }
    // Who was answered may be done before everything is read.
    process.once('exit', stopOnExit)
    const thread = (engine = await startThread(settings, options.onListening))
    await publish(file, thread)
    let stopping: Promise<void> | undefined
    const stop = async (): Promise<void> => {
      await thread.stop()
      process.off('exit', stopOnExit)
      file.release()
    }
    return { uri: thread.uri, owner: true, stop: () => (stopping ??= stop()) }
  } catch (error) {
    process.off('exit', stopOnExit)
    releaseQuietly(file)
    throw explain(error, dataDir)
  }
}

/** A database that nobody can find is closed again: another process takes the folder as soon as it is released. */
async function publish(file: OwnerFile, engine: Thread): Promise<void> {
  try {
    file.publish(engine.uri)
  } catch (error) {
    await engine.stop()
    throw error
  }
}

function releaseQuietly(file: OwnerFile): void {
  try {
    file.release()
  } catch {
    // The folder that could not be used cannot be tidied, either.
  }
}

/** The engine in its thread. */
interface Thread {
  readonly uri: string
  /** Resolves when the thread has closed the file and has ended. */
  stop(): Promise<void>
  /** Holds this thread up until the other one has closed the file, for a process that is about to exit. */
  stopNow(): void
}

async function startThread(
  options: Omit<WorkerOptions, 'closed' | 'restAfterMs'>,
  onListening: EmbeddedMongoOptions['onListening'],
): Promise<Thread> {
  const closed = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./worker.cjs', import.meta.url), {
    workerData: {
      ...options,
      closed,
      restAfterMs: onListening === undefined ? 0 : restAfterMs,
    } satisfies WorkerOptions,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 },
  })
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      Atomics.store(closed, 0, 1)
      resolve()
    })
  })
  const outcome = await new Promise<WorkerMessage>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if ('problem' in message || message.isLoaded) resolve(message)
      else onListening?.(message.uri)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the embedded database stopped while it was starting')))
  })
  if ('problem' in outcome) throw new DataFolderError(outcome.problem)
  worker.removeAllListeners('error').on('error', (error) => {
    throw error
  })
  return {
    uri: outcome.uri,
    async stop() {
      worker.postMessage('stop')
      await ended
    },
    stopNow() {
      worker.postMessage('stop')
      // LMDB does not survive that its thread is torn down while it commits. A process that is killed runs none of that.
      if (Atomics.wait(closed, 0, 0, exitMs) === 'timed-out') process.kill(process.pid, 'SIGKILL')
    },
  }
}
