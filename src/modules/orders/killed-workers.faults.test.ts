import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../testing/redis-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { freshDatabaseUri } from '../../testing/test-database.ts'
import { prepareWorkers, type WorkerProcesses } from '../../testing/worker-processes.ts'
import { orderCollection } from './persistence/order-document.ts'
import { aPurchase } from './testing/order-builder.ts'
import { patient } from '../../testing/patience.ts'
import { listProducts } from '../catalog/testing/list-products.ts'

const ORDERS = 200
const KILLS = 4

describe.skipIf(!hasRedisServer())('orders whose workers are killed', { timeout: patient(180_000) }, () => {
  let redis: RedisServer
  let mails: MailServer
  let web: RunningShop
  let workers: WorkerProcesses

  beforeAll(async () => {
    redis = await startRedisServer()
    mails = await startMailServer()
    const databaseUri = freshDatabaseUri()
    const environment = {
      MONGODB_URI: databaseUri,
      REDIS_URL: redis.url,
      SMTP_URL: mails.url,
      JWT_SECRET: randomBytes(48).toString('base64url'),
      ADMIN_PASSWORD: 'Quiet-Harbour-42',
      ORDER_REVIEW_MINUTES: '0',
      JOB_LEASE_SECONDS: '2',
      LOG_LEVEL: 'silent',
    }
    web = await startShop({ ...environment, ROLE: 'web', SEED_DEMO: 'true' }, { databaseUri })
    workers = await prepareWorkers(environment)
  })
  afterAll(async () => {
    await workers.stop()
    await web.stop()
    await mails.stop()
    await redis.stop()
  })

  const stored = () => orderCollection(web.shop.database)
  const notDone = async () =>
    (await web.shop.jobs.stats()).reduce((sum, { waiting, delayed, active }) => sum + waiting + delayed + active, 0)

  it('end in the right state all the same: every step once, every mail at least once, nothing left over', async () => {
    const products = (await listProducts(web.shop.catalog, { limit: 1000, offset: 0 })).products.filter(
      ({ inStock, stockQuantity }) => inStock && stockQuantity > 5,
    )
    const place = async (i: number) => {
      const product = products[i % products.length]
      if (product === undefined) throw new Error('nothing to sell')
      return (
        await web.shop.orders.placeOrder(
          aPurchase({
            customerId: `customer-${i}`,
            customerEmail: `customer-${i}@example.com`,
            lines: [{ productId: product.id, quantity: 1, sentPriceCents: null }],
          }),
        )
      ).order.id
    }
    workers.start()
    const ids: number[] = []
    for (let killed = 0; killed < KILLS; killed += 1) {
      ids.push(
        ...(await Promise.all(Array.from({ length: Math.ceil(ORDERS / KILLS) }, (_, i) => place(killed * 100 + i)))),
      )
      // Kill in the middle of the work: after a random number of these orders has been moved.
      const before = await stored().countDocuments({ status: 'processing' })
      await eventually(
        async () =>
          expect(await stored().countDocuments({ status: 'processing' })).toBeGreaterThan(
            before + Math.floor(Math.random() * 20),
          ),
        { withinMs: 60_000, everyMs: 5 },
      )
      await workers.replaceOldest()
    }
    await eventually(async () => expect(await notDone()).toBe(0), { withinMs: 120_000, everyMs: 200 })

    const begunAgain = await web.shop.database.connection.collection('outbox').countDocuments({ attempts: { $gt: 1 } })
    expect(begunAgain).toBeGreaterThan(0) // otherwise no worker was killed in the middle of a job
    expect(await web.shop.jobs.failed()).toEqual([])
    for (const order of await stored().find({}).toArray()) {
      expect([order._id, order.status, order.history.map(({ to }) => to), order.trackingEvents.length]).toEqual([
        order._id,
        'processing',
        ['pending', 'processing'],
        2,
      ])
    }
    const subjects = new Set(mails.received.map(({ subject }) => subject))
    for (const id of ids) {
      expect(subjects).toContain(`Your order #${id} is confirmed`)
      expect(subjects).toContain(`We are packing your order #${id}`)
    }
    // A mail that went out twice, because its worker died before it could record it, has the same message id.
    expect(new Set(mails.received.map(({ messageId }) => messageId)).size).toBe(2 * ids.length)
  })
})
