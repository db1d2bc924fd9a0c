import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutboxRow } from '#platform/jobs/outbox-row'
import { aCountedProduct, aCustomer, anOrder } from './bff/testing/shop-requests.ts'
import { eventually } from './testing/eventually.ts'
import { startHaltingRelay, type HaltingRelay, type Step } from './testing/halting-relay.ts'
import { patient } from './testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from './testing/redis-server.ts'
import { startShop, type RunningShop } from './testing/start-shop.ts'
import { aWaitingMail } from './testing/waiting-mail.ts'

/** The places of all mails for which nobody waits: four mails and two alerts. Here a server may take ten minutes. */
const HALTS: readonly Step[] = Array.from({ length: 6 }, () => 'end')
const MANY = { mail: 1000, alerts: 5000 }
const KINDS = ['in the process itself', ...(hasRedisServer() ? ['over Redis'] : [])]

describe.each(KINDS)(
  'thousands of mails that wait behind a mail server that stands still, %s',
  { timeout: patient(60_000) },
  (kind) => {
    let relay: HaltingRelay
    let redis: RedisServer | null
    let shop: RunningShop
    beforeEach(async () => {
      relay = await startHaltingRelay()
      redis = kind === 'over Redis' ? await startRedisServer() : null
      shop = await startShop({ SMTP_URL: relay.url, ...(redis === null ? {} : { REDIS_URL: redis.url }) })
    })
    afterEach(async () => {
      await relay.stop()
      await shop.stop()
      await redis?.stop()
    })

    const outbox = () => shop.shop.database.connection.collection<OutboxRow>('outbox')
    const takenBy = (address: string) => relay.taken.filter(({ to }) => to === address).length

    it('keep nobody waiting for a sign-in code, a link to confirm, or the confirmation of an order', async () => {
      relay.haltAt(HALTS)
      const waiting = (['mail', 'alerts'] as const).flatMap((queue) =>
        Array.from({ length: MANY[queue] }, () => aWaitingMail(queue)),
      )
      await outbox().insertMany(waiting)
      await eventually(() => expect(relay.halted()).toHaveLength(HALTS.length), { withinMs: 30_000 })

      const customer = await aCustomer(shop)
      await eventually(() => expect(takenBy(customer.email), 'the link to confirm').toBe(1))
      const post = (path: string, body: object) => request(shop.app.server).post(`/api${path}`).send(body)
      await post('/login/code', { email: customer.email }).expect(202)
      await eventually(() => expect(takenBy(customer.email), 'the code').toBe(2))
      const order = anOrder(await aCountedProduct(shop), { customerEmail: customer.email })
      await post('/orders', order).set(customer.bearer).set('Idempotency-Key', randomUUID()).expect(201)
      await eventually(() => expect(takenBy(customer.email), 'the confirmation').toBe(3))
      expect(relay.halted()).toHaveLength(HALTS.length)
      expect(await outbox().countDocuments({ queue: { $in: ['mail', 'alerts'] }, status: 'done' })).toBeLessThan(100)
    })
  },
)
