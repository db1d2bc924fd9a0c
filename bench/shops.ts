import { startEmbeddedMongo } from '@superprinter/embedded-mongo'
import { mongo } from 'mongoose'
import { constants } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { nodeArguments } from '../scripts/runtime.mjs'
import { startProcess, type RunningProcess } from './process.ts'
import { storedProduct } from './synthetic.ts'

/** 179 is the demo catalog; the others are made up. */
export type ProductCount = 179 | 1_000 | 100_000

export const OWNER_PASSWORD = `bench-${randomBytes(9).toString('hex')}`
const BATCH = 2_000
/** Some years of a busy shop. */
const STAFF_LOG_LINES = 20_000
/** As `npm start` and the image run it. */
export const BUILT_SHOP: readonly string[] = [process.execPath, ...nodeArguments, 'dist/server/main.js']
export const READY = '/api/health/ready'

export interface Shops {
  /** The sizes at which reads are measured. */
  readonly sizes: readonly ProductCount[]
  /** The shop with so many products, which the parts share; started when it is first asked for. */
  shared(count: ProductCount): Promise<RunningProcess>
  /** A shop of its own on a copy of the data, for a part that changes much or measures the start. */
  fresh(count: ProductCount, command?: readonly string[]): Promise<RunningProcess>
  /** Ends a shop of its own and starts it again on the data that it left. */
  again(shop: RunningProcess): Promise<RunningProcess>
  /** Stops the shared shops, for a part that needs the machine for itself. */
  rest(): Promise<void>
  /** Stops everything and removes the data. */
  close(): Promise<void>
}

/** Data folders are filled once in a run, started and stopped once, and copied for each shop. */
export function openShops(sizes: readonly ProductCount[]): Shops {
  const root = mkdtemp(join(tmpdir(), 'superprinter-bench-'))
  const filled = new Map<ProductCount, Promise<string>>()
  const shared = new Map<ProductCount, Promise<RunningProcess>>()
  /** The shops with data of their own, and how each is started again. */
  const running = new Map<RunningProcess, () => Promise<RunningProcess>>()
  let copies = 0

  function template(count: ProductCount): Promise<string> {
    const found = filled.get(count) ?? root.then((folder) => fill(join(folder, `filled-${count}`), count))
    filled.set(count, found)
    return found
  }

  async function fresh(count: ProductCount, command: readonly string[] = BUILT_SHOP): Promise<RunningProcess> {
    const dataDir = join(await root, `copy-${copies++}`)
    await cp(await template(count), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return startOn(dataDir, command)
  }

  async function startOn(dataDir: string, command: readonly string[]): Promise<RunningProcess> {
    const shop = await startProcess(command, settings(dataDir), READY)
    const stopped: RunningProcess = {
      ...shop,
      async stop() {
        running.delete(stopped)
        await shop.stop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
    running.set(stopped, async () => {
      running.delete(stopped)
      await shop.stop()
      return startOn(dataDir, command)
    })
    return stopped
  }

  async function rest(): Promise<void> {
    for (const shop of shared.values()) await (await shop).stop()
    shared.clear()
  }

  return {
    sizes,
    shared(count) {
      const found = shared.get(count) ?? fresh(count)
      shared.set(count, found)
      return found
    },
    fresh,
    again(shop) {
      const startAgain = running.get(shop)
      if (startAgain === undefined) throw new Error('This shop has no data of its own, or has ended')
      return startAgain()
    },
    rest,
    async close() {
      await rest()
      for (const shop of running.keys()) await shop.stop()
      await rm(await root, { recursive: true, force: true })
    },
  }
}

/** How a shop is run that is measured: with a log, and without limits for the one address that asks. */
export function settings(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    MONGODB_URI: '',
    REDIS_URL: '',
    LOG_LEVEL: 'info',
    RATE_LIMIT_REQUESTS: '1000000',
    ORDER_LIMIT_FACTOR: '1000',
    ORDER_RELEASE_ABOVE: '99999999',
    ADMIN_PASSWORD: OWNER_PASSWORD,
  }
}

async function fill(dataDir: string, count: ProductCount): Promise<string> {
  if (count !== 179) {
    const server = await startEmbeddedMongo({ dataDir: join(dataDir, 'database') })
    await fillDatabase(server.uri, count)
    await server.stop()
  }
  // Indexes, and whatever the shop keeps on disk for its next start, are made once and not by each copy.
  const shop = await startProcess(BUILT_SHOP, settings(dataDir), READY)
  await fetch(`${shop.url}/api/products?limit=1`).then((answer) => answer.arrayBuffer())
  await shop.stop()
  return dataDir
}

/** Puts made-up products, and what staff did, into an empty database. */
export async function fillDatabase(uri: string, count: number): Promise<void> {
  const client = await mongo.MongoClient.connect(uri)
  await insertProducts(client.db(), count)
  await insertStaffLog(client.db())
  await client.close()
}

async function insertProducts(database: mongo.Db, count: number): Promise<void> {
  const now = new Date()
  const products = database.collection<ReturnType<typeof storedProduct>>('products')
  for (let first = 1; first <= count; first += BATCH) {
    const length = Math.min(BATCH, count - first + 1)
    await products.insertMany(Array.from({ length }, (_, index) => storedProduct(first + index, now)))
  }
  await database
    .collection<{ _id: string; value: number }>('counters')
    .updateOne({ _id: 'products' }, { $set: { value: count } }, { upsert: true })
}

/** What staff did, so that exporting the log is something big. */
async function insertStaffLog(database: mongo.Db): Promise<void> {
  const lines = Array.from({ length: STAFF_LOG_LINES }, (_, index) => ({
    _id: `bench-${index}`,
    at: new Date(Date.now() - index * 60_000),
    action: 'product.updated',
    subject: `product ${1 + (index % 1_000)}`,
    address: '127.0.0.1',
    changes: [{ field: 'price', before: '199.00', after: '189.00' }],
    words: ['product', 'updated', String(1 + (index % 1_000))],
  }))
  const log = database.collection<(typeof lines)[number]>('audit_log')
  for (let first = 0; first < lines.length; first += BATCH) await log.insertMany(lines.slice(first, first + BATCH))
}
