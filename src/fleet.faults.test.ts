import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import type { Import } from '#contracts/imports'
import { findDifferences } from './testing/consequences.ts'
import { openDatabaseProxy, type DatabaseProxy } from './testing/database-proxy.ts'
import { eventually } from './testing/eventually.ts'
import { PROCESSES, startFleet, type Fleet, type ProcessName } from './testing/fleet/fleet.ts'
import { createShoppers, type Shoppers } from './testing/fleet/shoppers.ts'
import { startMailServer, type MailServer, type ReceivedMail } from './testing/mail-server.ts'
import { patient } from './testing/patience.ts'
import { createRandom } from './testing/random.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from './testing/redis-server.ts'
import { SOLD_PRODUCTS } from './testing/shop-customers.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

const SEED = Number(process.env.FAULTS_SEED ?? 20)
const STOCK = 100_000
/** Longer than the lease of a job, so that somebody else takes over what a frozen worker works on. */
const FROZEN_MS = 7000
/** How long the database is out of reach. */
const AWAY_MS = 4000
const IMPORTED = 4000
const WITHOUT_NAME = 36
/** A product of which there is too little. */
const SCARCE = 20
const SCARCE_STOCK = 10
const STOCK_BEFORE = new Map([...SOLD_PRODUCTS.map((id) => [id, STOCK] as const), [SCARCE, SCARCE_STOCK]])
const STREAMS = Number(process.env.FAULTS_STREAMS ?? 1000)
/** How long the shop is used without a pause, in minutes, with 5,000 streams in that time; 0: not at all. */
const SOAK_MINUTES = Number(process.env.FAULTS_SOAK_MINUTES ?? 0)
const SOAK_STREAMS = 5000
/** Customers who look around between two orders. */
const SOAK_PACE_MS = 1000
const SOAK_MS = SOAK_MINUTES * 60_000

/** A price list, some of whose lines cannot be imported. */
function priceList(name: string, rows: number): Blob {
  const lines = Array.from(
    { length: rows },
    (_, i) => `${i < WITHOUT_NAME ? '' : `${name} ${i}`},Aster,10.${(i % 90) + 10},printers`,
  )
  return new Blob([`name,brand,price,category\n${lines.join('\n')}\n`], { type: 'text/csv' })
}

describe.skipIf(!hasRedisServer())('two web processes and two workers', { timeout: patient(240_000) }, () => {
  const random = createRandom(SEED)
  const mails: ReceivedMail[] = []
  let mailServer: MailServer
  let redis: RedisServer
  let test: TestDatabase
  let databaseProxy: DatabaseProxy
  let fleet: Fleet
  let shoppers: Shoppers
  let hasFailed = false

  const url = () => random.pick(fleet.urls)
  const staffCall = (path: string, init: RequestInit = {}) =>
    fetch(`${url()}${path}`, { ...init, headers: { ...shoppers.staff, ...init.headers } })

  beforeAll(async () => {
    process.stdout.write(`processes are disturbed with FAULTS_SEED=${SEED}\n`)
    mailServer = await startMailServer()
    redis = await startRedisServer()
    test = await openTestDatabase()
    databaseProxy = await openDatabaseProxy(test.uri)
    fleet = await startFleet({ MONGODB_URI: databaseProxy.uri, REDIS_URL: redis.url, SMTP_URL: mailServer.url })
    shoppers = await createShoppers(fleet.urls, test.database.connection, random)
    for (const [id, stockQuantity] of STOCK_BEFORE) {
      const changes = { stockQuantity, inStock: true }
      const { status } = await shoppers.send(`/api/admin/products/${id}`, 'PUT', shoppers.staff, changes)
      expect(status).toBe(200)
    }
  }, patient(120_000))
  afterAll(async () => {
    await fleet.stop({ keepLogs: hasFailed })
    databaseProxy.interrupt()
    await redis.stop()
    await mailServer.stop()
    await test.drop()
  })

  beforeEach(({ onTestFailed }) =>
    onTestFailed(({ task }) => {
      hasFailed = true
      process.stderr.write(`"${task.name}" failed; the processes' logs are kept in ${fleet.logs}\n`)
    }),
  )

  async function restart(...names: ProcessName[]): Promise<void> {
    await Promise.all(names.map((name) => fleet.start(name)))
  }

  async function importPriceList(name: string, rows = IMPORTED): Promise<Import> {
    const form = new FormData()
    form.set('file', priceList(name, rows), `${name}.csv`)
    // Staff send it again when a busy process sends them away.
    const { id } = await eventually(
      async () => {
        const answer = await staffCall('/api/admin/imports', { method: 'POST', body: form })
        const body = await answer.text()
        if (answer.status !== 202) throw new Error(`${name} was answered ${answer.status}: ${body}`)
        return JSON.parse(body) as Import
      },
      { withinMs: 60_000, everyMs: 500 },
    )
    return eventually(
      async () => {
        const item = (await (await staffCall(`/api/admin/imports/${id}`)).json()) as Import
        if (item.state !== 'finished') throw new Error(`${name} is ${item.state}`)
        return item
      },
      { withinMs: 90_000, everyMs: 500 },
    )
  }

  it('lose nothing when both workers and a web process are killed and Redis freezes', async () => {
    const disturb = async () => {
      await pause(1500)
      await Promise.all([fleet.kill('worker-1'), fleet.kill('worker-2')])
      await restart('worker-1', 'worker-2')
      redis.freeze()
      await pause(FROZEN_MS)
      redis.thaw()
      await fleet.kill('web-1')
      await restart('web-1')
    }
    const imported = importPriceList('Aster')
    await shoppers.until(Promise.all([disturb(), imported]))
    expect((await imported).created).toBe(IMPORTED - WITHOUT_NAME)
    expect((await imported).failed).toBe(WITHOUT_NAME)
  })

  it('do nothing twice when workers freeze longer than their lease and Redis comes back empty', async () => {
    const disturb = async () => {
      for (const name of ['worker-1', 'worker-2'] as const) {
        fleet.freeze(name)
        await pause(FROZEN_MS)
        fleet.thaw(name)
      }
      await redis.kill()
      await pause(1000)
      await redis.restart()
    }
    const imported = importPriceList('Myrtle')
    await shoppers.until(Promise.all([disturb(), imported]))
    expect((await imported).created).toBe(IMPORTED - WITHOUT_NAME)
  })

  it('keep the mails while the mail server is away, and every answer during a rolling restart', async () => {
    await shoppers.until(
      (async () => {
        const port = Number(new URL(mailServer.url).port)
        mails.push(...mailServer.received)
        await mailServer.stop()
        for (const name of PROCESSES) {
          // Customers keep their connections open and press on: that keeps no process from ending.
          expect([name, await fleet.end(name)]).toEqual([name, 0])
          await fleet.start(name)
        }
        mailServer = await startMailServer(port)
      })(),
    )
  })

  it('come back, each of them, when the database was away right after they were restarted', async () => {
    await shoppers.until(
      (async () => {
        await Promise.all(PROCESSES.map((name) => fleet.end(name)))
        await restart(...PROCESSES)
        await pause(1000)
        databaseProxy.interrupt()
        await pause(AWAY_MS)
        await databaseProxy.restore()
        for (const at of fleet.urls)
          await eventually(
            async () => {
              const answer = await fetch(`${at}/api/health/ready`)
              expect(answer.status).toBe(200)
            },
            { withinMs: 60_000, everyMs: 250 },
          )
      })(),
    )
  })

  it('sell exactly what there is to a crowd, whichever process is asked', async () => {
    const product = (await (await fetch(`${url()}/api/products/${SCARCE}`)).json()) as Product
    const press = async (key: string, buyer = shoppers.customer()) => {
      const headers = { Authorization: `Bearer ${buyer.token}`, 'Idempotency-Key': key }
      const { status, body } = await shoppers.send(
        '/api/orders',
        'POST',
        headers,
        shoppers.order(product, 1, buyer.email),
      )
      return { status, id: (body as { id: number }).id }
    }
    const buyer = shoppers.customer()
    const key = randomUUID()
    const same = await Promise.all(Array.from({ length: 50 }, () => press(key, buyer)))
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
    const crowd = await Promise.all(Array.from({ length: 99 }, () => press(randomUUID())))
    expect(crowd.filter(({ status }) => status === 201)).toHaveLength(SCARCE_STOCK - 1)
    expect(crowd.filter(({ status }) => status === 409)).toHaveLength(100 - SCARCE_STOCK)
  })

  /** Opens a stream of a customer's orders, and leaves. */
  async function openAndDropStream(): Promise<void> {
    const { body } = await shoppers.send('/api/user/orders/stream-ticket', 'POST', {
      Authorization: `Bearer ${shoppers.customer().token}`,
    })
    const { ticket } = body as { ticket: string }
    const leave = new AbortController()
    // A browser comes again when a process is too busy.
    await eventually(async () => {
      const stream = await fetch(`${url()}/api/user/orders/stream?ticket=${ticket}`, { signal: leave.signal })
      if (stream.status !== 200) await stream.text()
      expect(stream.status).toBe(200)
    })
    leave.abort()
  }

  /** What a web process says of itself. */
  async function readMetric(at: string, name: string): Promise<number> {
    const text = await (await fetch(`${at}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  }

  it(`stay as they were after ${STREAMS} streams were opened and dropped`, async () => {
    for (let opened = 0; opened < STREAMS; opened += 5) await Promise.all(Array.from({ length: 5 }, openAndDropStream))
    await eventually(async () => {
      for (const at of fleet.urls) expect(await readMetric(at, 'process_open_fds')).toBeLessThan(200)
    })
  })

  it.skipIf(SOAK_MINUTES === 0)(
    `hold no more memory and sockets after a soak of ${SOAK_MINUTES} minutes with ${SOAK_STREAMS} streams`,
    { timeout: SOAK_MS + patient(300_000) },
    async () => {
      /** The least of some seconds is what is left after a garbage collection. */
      const restingHeap = async (at: string) => {
        const heaps: number[] = []
        for (let i = 0; i < 20; i += 1) {
          heaps.push(await readMetric(at, 'nodejs_heap_size_used_bytes'))
          await pause(500)
        }
        return Math.min(...heaps)
      }
      const rest = () =>
        Promise.all(
          fleet.urls.map(async (at) => ({
            at,
            heap: await restingHeap(at),
            sockets: await readMetric(at, 'process_open_fds'),
          })),
        )
      await shoppers.until(importPriceList('Juniper', 500))
      const before = await rest()
      let opened = 0
      const over = performance.now() + SOAK_MS
      const dropStreams = async () => {
        while (opened < SOAK_STREAMS) {
          opened += 1
          await Promise.all([openAndDropStream(), pause((over - performance.now()) / (SOAK_STREAMS - opened + 1))])
        }
      }
      const imported = pause(SOAK_MS / 2).then(() => importPriceList('Rowan', 500))
      await shoppers.until(Promise.all([pause(SOAK_MS), dropStreams(), imported]), SOAK_PACE_MS)
      expect((await imported).created).toBe(500 - WITHOUT_NAME)
      const after = await eventually(
        async () => {
          const now = await rest()
          for (const [i, { at, heap, sockets }] of before.entries()) {
            expect(now[i]?.sockets, `sockets of ${at}`).toBeLessThanOrEqual(sockets + 20)
            expect(now[i]?.heap, `memory of ${at}`).toBeLessThanOrEqual(heap * 1.3 + 16 * 1024 * 1024)
          }
          return now
        },
        { withinMs: 180_000, everyMs: 1000 },
      )
      process.stdout.write(`after ${opened} streams: ${JSON.stringify({ before, after })}\n`)
    },
  )

  it('agree with the database and with each other when all is done', async () => {
    const outbox = test.database.connection.collection('outbox')
    await eventually(
      async () => {
        const left = await outbox.find({ status: { $ne: 'done' } }).toArray()
        // A step that was requested twice is refused the second time.
        const open = left.filter(({ name, status }) => status !== 'failed' || name !== 'change-order-status')
        const told = open.map(
          ({ name, status, notBefore, lastError }) => ({ name, status, notBefore, lastError }) as unknown,
        )
        expect(told).toEqual([])
      },
      { withinMs: 100_000, everyMs: 500 },
    )
    expect(shoppers.wrong).toEqual([])
    const products = test.database.connection.collection<{ _id: number; stockQuantity: number }>('products')
    for (const id of SOLD_PRODUCTS) {
      const stored = await products.findOne({ _id: id })
      for (const at of fleet.urls)
        await eventually(async () => {
          const shown = (await (await fetch(`${at}/api/products/${id}`)).json()) as Product
          expect(shown.stockQuantity).toBe(stored?.stockQuantity)
        })
    }
    const outcome = {
      connection: test.database.connection,
      mails: [...mails, ...mailServer.received],
      acknowledged: shoppers.acknowledged,
      stockBefore: STOCK_BEFORE,
    }
    expect(await findDifferences(outcome)).toEqual([])
  })
})
