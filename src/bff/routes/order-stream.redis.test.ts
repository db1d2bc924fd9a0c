import { randomBytes } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#contracts/orders'
import { loadConfig } from '#platform/config/config'
import { createLogger } from '#platform/log/logger'
import { createShop, type Shop } from '../../shop.ts'
import { eventually } from '../../testing/eventually.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../testing/redis-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { freshDatabaseUri } from '../../testing/test-database.ts'
import { listenTo, type EventSourceConnection } from '../testing/event-source.ts'
import { aCountedProduct, aCustomer, anOrder } from '../testing/shop-requests.ts'
import { patient } from '../../testing/patience.ts'

describe.skipIf(!hasRedisServer())(
  'an open page when web and worker processes run apart',
  { timeout: patient(60_000) },
  () => {
    let redis: RedisServer
    let worker: Shop
    let webs: [RunningShop, RunningShop]
    let order: Order
    let placeAnother: () => Promise<Order>
    const pages: EventSourceConnection[] = []

    beforeAll(async () => {
      redis = await startRedisServer()
      const databaseUri = freshDatabaseUri()
      const settings = {
        MONGODB_URI: databaseUri,
        REDIS_URL: redis.url,
        JWT_SECRET: randomBytes(48).toString('base64url'),
        ADMIN_PASSWORD: 'Quiet-Harbour-42',
        SMTP_URL: 'log',
        SEED_DEMO: 'true',
      }
      const config = loadConfig({ ...settings, ROLE: 'worker', LOG_LEVEL: 'silent' })
      const first = await startShop({ ...settings, ROLE: 'web' }, { databaseUri })
      webs = [first, await startShop({ ...settings, ROLE: 'web' }, { databaseUri })]
      worker = await createShop({ config, databaseUri, logger: createLogger('silent') })
      await worker.start()

      const customer = await aCustomer(first)
      const product = await aCountedProduct(first)
      placeAnother = async () =>
        (await request(first.app.server).post('/api/orders').set(customer.bearer).send(anOrder(product)).expect(201))
          .body as Order
      order = await placeAnother()
      for (const web of webs) {
        // Always asked of the first process: the second must know a ticket that it did not give.
        const { ticket } = (
          await request(first.app.server).post('/api/user/orders/stream-ticket').set(customer.bearer).expect(200)
        ).body as { ticket: string }
        pages.push(await listenTo(`${web.url}/api/user/orders/stream?ticket=${ticket}`))
      }
    })
    afterAll(async () => {
      for (const page of pages) page.stop()
      await worker.stop()
      await webs[1].stop()
      await webs[0].stop()
      await redis.stop()
    })

    const move = (to: Order['status']) =>
      webs[0].shop.orders.requestMove({ orderId: order.id, to, by: 'staff', networkAddress: '127.0.0.1', reason: null })

    it('starts with the whole list, in whichever process it is opened', async () => {
      for (const page of pages)
        await eventually(() =>
          expect(page.heard).toMatchObject([{ event: 'orders', data: [{ id: order.id, status: 'pending' }] }]),
        )
    })

    it('shows within 2 s what a worker did', async () => {
      for (const to of ['processing', 'shipped'] as const) {
        await move(to)
        for (const page of pages)
          await eventually(
            () => expect(page.heard.at(-1)).toMatchObject({ event: 'order', data: { id: order.id, status: to } }),
            { withinMs: 2000 },
          )
      }
      expect(pages.map((page) => page.heard.length)).toEqual([3, 3])
    })

    it('gets the whole list again when an update may have been lost', async () => {
      await redis.kill()
      await redis.restart()
      for (const page of pages) {
        await eventually(
          () => expect(page.heard.at(-1)).toMatchObject({ event: 'orders', data: [{ status: 'shipped' }] }),
          { withinMs: 15_000 },
        )
      }
      await move('delivered')
      for (const page of pages)
        await eventually(() => expect(page.heard.at(-1)).toMatchObject({ data: { status: 'delivered' } }), {
          withinMs: 20_000,
        })
    })

    it('shows a new order, in whichever process it is placed', async () => {
      const { id } = await placeAnother()
      for (const page of pages)
        await eventually(() => expect(page.heard.at(-1)).toMatchObject({ event: 'order', data: { id } }), {
          withinMs: 2000,
        })
    })
  },
)
