import { parentPort, workerData } from 'node:worker_threads'
import { uriOf } from './address.ts'
import { Disk, type Durability } from './disk.ts'
import { Dispatcher, helloReply } from './dispatch.ts'
import { listen } from './server.ts'
import { Store } from './store.ts'
import { removeExpired } from './ttl.ts'

/** What the main thread passes to the worker. */
export interface WorkerOptions {
  readonly dataDir: string
  readonly durability: Durability
  readonly cacheBytes: number
  readonly ttlSeconds: number
  readonly instance: string
}

const { dataDir, durability, cacheBytes, ttlSeconds, instance } = workerData as WorkerOptions
const disk = new Disk(dataDir, { durability, mappedBytes: 2 * cacheBytes })
const store = new Store(disk, cacheBytes)
await disk.durable()
await disk.reopen()
const dispatcher = new Dispatcher(store, () => helloReply(host, instance))
const server = await listen(dispatcher, dataDir)
const { address } = server
const host = 'path' in address ? address.path : `${address.host}:${address.port}`

/** Repeats some work. It is skipped while the file is being opened again and after a failed write. */
function repeat(work: () => void, seconds: number): NodeJS.Timeout {
  return setInterval(() => {
    if (disk.isUsable) work()
  }, seconds * 1000)
}

const timers = [repeat(() => dispatcher.sweep(), 1), repeat(() => removeExpired(store), ttlSeconds)]

parentPort!.once('message', () => {
  for (const timer of timers) clearInterval(timer)
  void server
    .close()
    .then(() => disk.close())
    .then(() => parentPort!.postMessage({ stopped: true }))
})
parentPort!.postMessage({ uri: uriOf(address) })
