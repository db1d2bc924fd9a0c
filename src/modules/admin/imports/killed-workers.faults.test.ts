import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { aPurchase } from '../../orders/testing/order-builder.ts'
import { eventually } from '../../../testing/eventually.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../../testing/redis-server.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { freshDatabaseUri } from '../../../testing/test-database.ts'
import { prepareWorkers, type WorkerProcesses } from '../../../testing/worker-processes.ts'
import { aMixedList, anOldList } from './testing/price-lists.ts'
import { patient } from '../../../testing/patience.ts'
import { listProducts } from '../../catalog/testing/list-products.ts'

const KILLS = 10
const ROWS = 14_000

/** Worker processes on a real Redis are killed while customers order in the web process. */
describe.skipIf(!hasRedisServer())('an import whose worker processes are killed', { timeout: patient(300_000) }, () => {
  const servers: RedisServer[] = []
  const opened: { readonly shop: RunningShop; readonly workers: WorkerProcesses }[] = []

  afterAll(async () => {
    for (const { shop, workers } of opened) {
      await workers.stop()
      await shop.stop()
    }
    for (const redis of servers) await redis.stop()
  })

  async function openShop(): Promise<{ shop: RunningShop; workers: WorkerProcesses }> {
    const databaseUri = freshDatabaseUri()
    const redis = await startRedisServer()
    servers.push(redis)
    const environment = {
      MONGODB_URI: databaseUri,
      REDIS_URL: redis.url,
      JWT_SECRET: randomBytes(48).toString('base64url'),
      ADMIN_PASSWORD: 'Quiet-Harbour-42',
      SMTP_URL: 'log',
      LOG_LEVEL: 'silent',
      JOB_LEASE_SECONDS: '1',
    }
    const shop = await startShop({ ...environment, ROLE: 'web', SEED_DEMO: 'true' }, { databaseUri })
    const workers = await prepareWorkers(environment)
    opened.push({ shop, workers })
    return { shop, workers }
  }

  async function send({ url }: RunningShop, csv: string, mode: string): Promise<string> {
    const signedIn = await fetch(`${url}/api/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'Quiet-Harbour-42' }),
    })
    const { token } = (await signedIn.json()) as { token: string }
    const form = new FormData()
    form.set('mode', mode)
    form.set('file', new File([csv], 'prices.csv', { type: 'text/csv' }))
    const answer = await fetch(`${url}/api/admin/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect(answer.status).toBe(202)
    return ((await answer.json()) as { id: string }).id
  }

  const stateOf = (shop: RunningShop, id: string) => shop.shop.admin.imports.get(id)
  const finished = (shop: RunningShop, id: string) =>
    eventually(async () => expect((await stateOf(shop, id)).state).toBe('finished'), {
      withinMs: 120_000,
      everyMs: 100,
    })

  async function outcome(shop: RunningShop, id: string) {
    const { created, updated, unchanged, skipped, failed, rowsRead, lastLine } = await stateOf(shop, id)
    const database = shop.shop.database.connection
    const rows = []
    for (let offset = 0; ; offset += 500) {
      const page = await shop.shop.admin.imports.listRows(id, { limit: 500, offset })
      rows.push(
        ...page.rows.map(({ line, name, outcome, reason, changes, warnings }) => ({
          line,
          name,
          outcome,
          reason,
          changes,
          warnings,
        })),
      )
      if (rows.length >= page.total) break
    }
    const products = await database
      .collection('products')
      .find(
        { brand: 'Mix' },
        {
          projection: { _id: 0, sku: 1, name: 1, priceCents: 1, stockQuantity: 1, inStock: 1, category: 1 },
          sort: { sku: 1 },
        },
      )
      .toArray()
    return { counters: { created, updated, unchanged, skipped, failed, rowsRead, lastLine }, rows, products }
  }

  /** What the web process lists from its memory. */
  async function listed({ shop }: RunningShop): Promise<{ total: number; cheapest: string[]; dearest: string[] }> {
    const query = { brands: ['Mix'], limit: 200, offset: 0 }
    const [cheapest, dearest] = [
      await listProducts(shop.catalog, { ...query, sort: 'price-low' }),
      await listProducts(shop.catalog, { ...query, sort: 'price-high' }),
    ]
    const prices = ({ products }: typeof cheapest) =>
      products.map(({ name, priceCents }) => `${name} ${priceCents}`).sort()
    return { total: cheapest.total, cheapest: prices(cheapest), dearest: prices(dearest) }
  }

  async function importUndisturbed() {
    const calm = await openShop()
    calm.workers.start()
    await finished(calm.shop, await send(calm.shop, anOldList(2_000), 'create'))
    const calmId = await send(calm.shop, aMixedList(ROWS), 'upsert')
    await finished(calm.shop, calmId)
    await calm.workers.killAll()
    return { calm, calmId }
  }

  it('ten times while orders are placed ends with the same rows and products as an undisturbed one', async () => {
    // The two have nothing in common, so one works while the other waits for a killed worker's lease.
    const undisturbed = importUndisturbed()

    const stormy = await openShop()
    stormy.workers.start()
    await finished(stormy.shop, await send(stormy.shop, anOldList(2_000), 'create'))
    const id = await send(stormy.shop, aMixedList(ROWS), 'upsert')
    const demo = (await listProducts(stormy.shop.shop.catalog, { limit: 1000, offset: 0 })).products.filter(
      ({ inStock, stockQuantity, brand }) => inStock && stockQuantity > 5 && brand !== 'Mix',
    )
    const over = new AbortController()
    const orders: number[] = []
    const ordering = (async () => {
      // Stops before anything sells out, however long the import takes.
      while (!over.signal.aborted && orders.length < demo.length * 5) {
        const product = demo[orders.length % demo.length]!
        orders.push(
          (
            await stormy.shop.shop.orders.placeOrder(
              aPurchase({
                customerId: `customer-${orders.length}`,
                lines: [{ productId: product.id, quantity: 1, sentPriceCents: null }],
              }),
            )
          ).order.id,
        )
        await pause(100)
      }
    })()
    let killedAtWork = 0
    for (let killed = 0; killed < KILLS; killed += 1) {
      const before = (await stateOf(stormy.shop, id)).lastLine
      // The next worker starts already; this one is killed a moment after it has written another group.
      await eventually(async () => expect((await stateOf(stormy.shop, id)).lastLine).toBeGreaterThan(before), {
        withinMs: 60_000,
        everyMs: 2,
      })
      await pause(Math.random() * 40)
      if ((await stateOf(stormy.shop, id)).state === 'running') killedAtWork += 1
      await stormy.workers.replaceOldest()
    }
    await finished(stormy.shop, id)
    over.abort()
    await ordering

    expect(killedAtWork).toBe(KILLS)
    const { calm, calmId } = await undisturbed
    const expected = await outcome(calm.shop, calmId)
    expect(expected.counters).toMatchObject({ rowsRead: ROWS })
    expect(expected.counters.updated).toBeGreaterThan(300)
    expect(expected.counters.unchanged).toBeGreaterThan(300)
    expect(expected.counters.failed).toBeGreaterThan(100)
    expect(await outcome(stormy.shop, id)).toEqual(expected)
    await eventually(async () => expect(await listed(stormy.shop)).toEqual(await listed(calm.shop)), {
      withinMs: 20_000,
      everyMs: 200,
    })
    expect(orders.length).toBeGreaterThan(20)
    expect(await stormy.shop.shop.database.connection.collection('orders').countDocuments()).toBe(orders.length)
  })
})
