import { startEmbeddedMongo } from '@superprinter/embedded-mongo'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mongo } from 'mongoose'
import { startRedisServer } from '../../src/testing/redis-server.ts'
import { hotAddresses, variedAddresses, type Addresses } from '../addresses.ts'
import { order, productsToSell, signUp, type Customer } from '../customers.ts'
import { load } from '../load.ts'
import type { Part } from '../part.ts'
import { startProcess, type RunningProcess } from '../process.ts'
import { format, median, type Measurement } from '../report.ts'
import { BUILT_SHOP, fillDatabase, READY, settings } from '../shops.ts'

const PRODUCTS = 1_000
const ROUNDS = 5
const BUYERS = 8
const ROUND_MS = 1_500
const LEAST_SHARE = 0.9

/**
 * Each of two web processes with a worker beside one process that does everything, over MongoDB and Redis. MongoDB is at
 * BENCH_MONGODB_URI, otherwise the built-in database stands for it; Redis is started here.
 */
export const processes: Part = {
  name: 'processes',
  what: 'each of two web processes with a worker beside one process alone, over MongoDB and Redis',
  byDefault: false,
  async *run(shops) {
    await shops.rest()
    const folder = await mkdtemp(join(tmpdir(), 'superprinter-bench-'))
    // Subscribers hear what is published in any database of a Redis, so each has one of its own.
    const [redis, ownRedis] = await Promise.all([startRedisServer(), startRedisServer()])
    const database = await openDatabase(join(folder, 'database'))
    try {
      const one = { folder, redisUrl: ownRedis.url, databaseUri: database.uri('alone') }
      const many = { folder, redisUrl: redis.url, databaseUri: database.uri('many') }
      const alone = await startFleet(one, ['all'])
      const fleet = await startFleet(many, ['web', 'web', 'worker'])
      yield* measure(alone.webs, fleet.webs)
      await alone.stop()
      await fleet.stop()
    } finally {
      await database.close()
      await redis.stop()
      await ownRedis.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function* measure(
  [alone]: readonly RunningProcess[],
  webs: readonly RunningProcess[],
): AsyncIterable<Measurement> {
  if (alone === undefined) throw new Error('There is no process to compare with')
  const [hot, varied] = [hotAddresses(), variedAddresses(PRODUCTS)]
  const reads = [
    ['hot lists', hot.lists],
    ['varied lists', varied.lists],
    ['varied searches', varied.searches],
    ['hot listing pages', hot.listingPages],
  ] as const
  for (const [what, addresses] of reads) yield* compare(what, alone, webs, (shop) => readsOf(shop, addresses))
  const buyers = new Map<RunningProcess, Buyers>()
  for (const shop of [alone, ...webs])
    buyers.set(shop, { customers: await signUp(shop, BUYERS), productIds: await productsToSell(shop) })
  yield* compare('orders', alone, webs, (shop) => ordersOf(shop, buyers.get(shop)))
}

/** One line for each web process, measured in turn with the one that is alone. */
async function* compare(
  what: string,
  alone: RunningProcess,
  webs: readonly RunningProcess[],
  rateOf: (shop: RunningProcess) => Promise<number>,
): AsyncIterable<Measurement> {
  const shops = [alone, ...webs]
  const rates = shops.map((): number[] => [])
  const costs = shops.map((): number[] => [])
  for (const shop of shops) await rateOf(shop)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [i, shop] of shops.entries()) {
      const [before, began] = [shop.cpuSeconds(), performance.now()]
      const rate = await rateOf(shop)
      rates[i]?.push(rate)
      costs[i]?.push((shop.cpuSeconds() - before) / ((rate * (performance.now() - began)) / 1000))
    }
  const [yardstick = Number.NaN, ...values] = rates.map(median)
  const [ownCost = Number.NaN, ...others] = costs.map(median)
  for (const [i, value] of values.entries())
    yield {
      what: `${what} of web process ${i + 1} of ${webs.length}`,
      value,
      unit: '/s',
      yardstick: { what: 'alone', value: yardstick },
      target: `ratio ≥ ${LEAST_SHARE}`,
      reached: value / yardstick >= LEAST_SHARE,
      note: `${format(ownCost / (others[i] ?? Number.NaN))} by processor time`,
    }
}

async function readsOf(shop: RunningProcess, addresses: Addresses): Promise<number> {
  const { perSecond, failures } = await load(shop.url, addresses)
  if (failures > 0) throw new Error(`${failures} reads failed`)
  return perSecond
}

interface Buyers {
  readonly customers: readonly Customer[]
  readonly productIds: readonly number[]
}

async function ordersOf(shop: RunningProcess, buyers: Buyers | undefined): Promise<number> {
  const began = performance.now()
  let placed = 0
  await Promise.all(
    (buyers?.customers ?? []).map(async (customer, i) => {
      while (performance.now() < began + ROUND_MS) {
        const ids = buyers?.productIds ?? []
        const { status } = await order(shop, customer, ids[(placed + i) % ids.length] ?? 0)
        if (status !== 201) throw new Error(`An order answered ${status}`)
        placed += 1
      }
    }),
  )
  return (placed * 1000) / (performance.now() - began)
}

interface BenchDatabase {
  /** The address of an empty database of this run. */
  uri(name: string): string
  /** Removes the databases of this run. */
  close(): Promise<void>
}

async function openDatabase(dataDir: string): Promise<BenchDatabase> {
  const given = process.env.BENCH_MONGODB_URI
  const embedded = given === undefined ? await startEmbeddedMongo({ dataDir }) : null
  const server = given ?? embedded?.uri ?? ''
  const run = `bench_${randomUUID().slice(0, 8)}`
  const opened: string[] = []
  const uri = (name: string) => server.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${run}_${name}`)
  return {
    uri(name) {
      opened.push(uri(name))
      return uri(name)
    },
    async close() {
      for (const each of opened) {
        const client = await mongo.MongoClient.connect(each)
        await client.db().dropDatabase()
        await client.close()
      }
      await embedded?.stop()
    },
  }
}

interface Fleet {
  /** The processes that answer. */
  readonly webs: readonly RunningProcess[]
  stop(): Promise<void>
}

async function startFleet(
  deps: { readonly folder: string; readonly redisUrl: string; readonly databaseUri: string },
  roles: readonly ('all' | 'web' | 'worker')[],
): Promise<Fleet> {
  await fillDatabase(deps.databaseUri, PRODUCTS)
  const secret = randomBytes(32).toString('hex')
  const running: RunningProcess[] = []
  for (const ROLE of roles) {
    const env = {
      ...settings(join(deps.folder, randomUUID())),
      MONGODB_URI: deps.databaseUri,
      REDIS_URL: deps.redisUrl,
      JWT_SECRET: secret,
      SMTP_URL: 'log',
      ROLE,
    }
    running.push(await startProcess(BUILT_SHOP, env, ROLE === 'worker' ? null : READY))
  }
  return {
    webs: running.filter((_, i) => roles[i] !== 'worker'),
    async stop() {
      for (const each of running) await each.stop()
    },
  }
}
