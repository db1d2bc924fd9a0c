import { parentPort, workerData } from 'node:worker_threads'
import { uriOf } from './address.ts'
import { DataFolderError, explain } from './data-folder.ts'
import type { Durability } from './document-file.ts'
import { helloReply } from './dispatch.ts'
import { Engine } from './engine.ts'
import { listen } from './server.ts'

/** What the main thread passes to the worker. */
export interface WorkerOptions {
  readonly dataDir: string
  readonly durability: Durability
  readonly cacheBytes: number
  readonly ttlSeconds: number
  readonly readyIndexes: readonly string[]
  readonly restAfterMs: number
  readonly instance: string
  /** When the file is closed, its first element becomes 1, which wakes the thread that waits for it. */
  readonly closed: Int32Array
}

/** What the worker reports to the main thread: that it listens, that the file is loaded, or why it cannot be used. */
export type WorkerMessage = { readonly uri: string; readonly isLoaded: boolean } | { readonly problem: string }

// LMDB rejects a promise of its own, too, that nobody can wait for, when it cannot commit.
process.on('unhandledRejection', (error) => {
  if (!(error instanceof Error) || !('commitError' in error)) throw error
})

const { instance, closed, ...options } = workerData as WorkerOptions

async function start(): Promise<void> {
  let host = ''
  const engine = Engine.open({ ...options, hello: () => helloReply(host, instance) })
  const server = await listen(engine, options.dataDir).catch(async (error: unknown) => {
    await engine.close()
    throw error
  })
  const { address } = server
  host = 'path' in address ? address.path : `${address.host}:${address.port}`
  const uri = uriOf(address)
  report({ uri, isLoaded: false })
  try {
    await engine.load()
  } catch (error) {
    // Said first: who waits for an answer is not to take the end of the connection for the reason.
    refuse(error)
    await server.close()
    await engine.close()
    return
  }
  parentPort?.once('message', () => {
    void server
      .close()
      .then(() => engine.close())
      .finally(() => {
        Atomics.store(closed, 0, 1)
        Atomics.notify(closed, 0)
        process.exit()
      })
  })
  report({ uri, isLoaded: true })
}

function report(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}

/** Says why the folder cannot be used, at whatever point of the start that was found. */
function refuse(error: unknown): void {
  const problem = explain(error, options.dataDir)
  if (!(problem instanceof DataFolderError)) throw error
  report({ problem: problem.message })
}

start().catch(refuse)
