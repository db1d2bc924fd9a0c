import { parentPort, workerData } from 'node:worker_threads'
import { Disk, type Durability } from './disk.ts'
import { Dispatcher, helloReply } from './dispatch.ts'
import { WireServer } from './server.ts'
import { Store } from './store.ts'
import { removeExpired } from './ttl.ts'

/** What the main thread hands over. */
export interface WorkerOptions {
  readonly dataDir: string
  readonly port: number
  readonly durability: Durability
  readonly cacheBytes: number
  readonly ttlSeconds: number
  readonly instance: string
}

const { dataDir, port, durability, cacheBytes, ttlSeconds, instance } = workerData as WorkerOptions
const disk = new Disk(dataDir, { durability, mappedBytes: 2 * cacheBytes })
const store = new Store(disk, cacheBytes)
await disk.durable()
await disk.reopen()
let host = ''
const dispatcher = new Dispatcher(store, () => helloReply(host, instance))
const server = new WireServer(dispatcher)
host = `127.0.0.1:${await server.listen(port)}`

/** While the file is being opened again, or after a failed write, the work waits for the next time. */
const whenUsable = (work: () => void) => (): void => {
  if (disk.isUsable) work()
}
const sweeper = setInterval(
  whenUsable(() => dispatcher.sweep()),
  1000,
)
const expiry = setInterval(
  whenUsable(() => removeExpired(store)),
  ttlSeconds * 1000,
)

parentPort!.once('message', () => {
  clearInterval(sweeper)
  clearInterval(expiry)
  void server
    .close()
    .then(() => disk.close())
    .then(() => parentPort!.postMessage({ stopped: true }))
})
parentPort!.postMessage({ host })
