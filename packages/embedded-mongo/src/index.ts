import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Durability } from './disk.ts'
import { OwnerFile } from './owner.ts'
import type { WorkerOptions } from './worker.ts'

export type { Durability } from './disk.ts'

export interface EmbeddedMongoOptions {
  /** The folder of the data; made with mode 0700. */
  readonly dataDir: string
  /** By default `power-loss-safe`. */
  readonly durability?: Durability
  /** How many bytes of documents are kept in memory, over all databases; 4 MB by default. The rest is read from the disk. */
  readonly cacheBytes?: number
  /** How often expired documents are removed, in seconds; 60 by default, as in MongoDB. */
  readonly ttlSeconds?: number
}

export interface EmbeddedMongo {
  /** For the driver or mongoose; the database name in it may be exchanged. */
  readonly uri: string
  /** False when another process has the folder open and `uri` is that one's. */
  readonly owner: boolean
  /** Finishes what is being written and closes; does nothing when not the owner. */
  stop(): Promise<void>
}

/**
 * Starts the database over `dataDir` in a thread of its own, or finds the process that already has it open. Throws when
 * the folder cannot be used, or the process that has it does not answer within 30 seconds.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  const instance = randomUUID()
  const file = new OwnerFile(dataDir, instance)
  const taken = await file.take()
  if (!taken.owner) return { ...taken, stop: () => Promise.resolve() }
  const { durability = 'power-loss-safe', cacheBytes = 4 * 1024 * 1024, ttlSeconds = 60 } = options
  try {
    const { worker, uri } = await startWorker({ dataDir, instance, durability, cacheBytes, ttlSeconds })
    file.publish(uri)
    return { uri, owner: true, stop: stopOnce(worker, file) }
  } catch (error) {
    file.release()
    throw error
  }
}

function startWorker(workerData: WorkerOptions): Promise<{ worker: Worker; uri: string }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 },
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the embedded database stopped while it was starting')))
    worker.once('message', ({ uri }: { uri: string }) => {
      worker.removeAllListeners('error').removeAllListeners('exit')
      worker.on('error', (error) => {
        throw error
      })
      resolve({ worker, uri })
    })
  })
}

function stopOnce(worker: Worker, file: OwnerFile): () => Promise<void> {
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      worker.once('message', () => resolve())
      worker.once('exit', () => resolve())
      worker.postMessage('stop')
    })
    await worker.terminate()
    file.release()
  }
  return () => (stopping ??= stop())
}
