import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { aCountedProduct, aCustomer, anOrder, type SignedIn } from './bff/testing/shop-requests.ts'
import { staffScript } from './bff/testing/staff-requests.ts'
import { openDatabaseProxy, openRedisProxy, type DatabaseProxy, type RedisProxy } from './testing/database-proxy.ts'
import { eventually } from './testing/eventually.ts'
import { patient } from './testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from './testing/redis-server.ts'
import { startShop, type RunningShop } from './testing/start-shop.ts'
import { freshDatabaseUri } from './testing/test-database.ts'

/** The longest time that a route has for its answer but for files and all failed jobs, in ms, and some for the machine. */
const LONGEST_MS = 15_000 + patient(3000)
/** These have a minute, never end, or say by themselves that the shop is not ready. */
const OTHERS = new Set([
  '/api/admin/uploads',
  '/api/admin/imports',
  '/api/admin/queues/failed/run',
  '/api/admin/changes',
  '/api/health/ready',
])

interface Answer {
  readonly call: string
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | null
  readonly ms: number
}

describe('a shop whose database or Redis is frozen or slow', { timeout: patient(120_000) }, () => {
  let proxy: DatabaseProxy
  let redis: RedisServer | null = null
  let redisProxy: RedisProxy | null = null
  let shop: RunningShop
  let customer: SignedIn
  let staff: string
  let product: Product
  let calls: (readonly [method: string, path: string])[]
  let ordered = 0

  beforeAll(async () => {
    proxy = await openDatabaseProxy(freshDatabaseUri())
    redis = hasRedisServer() ? await startRedisServer() : null
    redisProxy = redis === null ? null : await openRedisProxy(redis.url)
    const env = {
      ORDER_LIMIT_FACTOR: '1000',
      ORDER_REVIEW_MINUTES: '0',
      ...(redisProxy !== null && { REDIS_URL: redisProxy.url }),
    }
    shop = await startShop(env, { databaseUri: proxy.uri })
    await eventually(signIn, { withinMs: 30_000, everyMs: 250 })
    product = await aCountedProduct(shop, 1)
    await fetch(`${shop.url}/api/admin/products/${product.id}`, {
      method: 'PUT',
      headers: { Authorization: staff, 'Content-Type': 'application/json' },
      body: JSON.stringify({ stockQuantity: 1000 }),
    })
    const documentation = await shop.inject({ method: 'GET', url: '/api/docs/json' })
    const { paths } = documentation.json<{ paths: Record<string, Record<string, unknown>> }>()
    calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter(() => !OTHERS.has(path) && !path.endsWith('/stream'))
        .map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')] as const),
    )
  }, patient(60_000))
  afterAll(async () => {
    proxy.thaw()
    proxy.delay(0)
    redis?.thaw()
    redisProxy?.delay(0)
    await shop.stop()
    proxy.interrupt()
    redisProxy?.interrupt()
    await redis?.stop()
  })

  async function signIn(): Promise<void> {
    customer = await aCustomer(shop)
    staff = (await staffScript(shop)).Authorization
  }
  async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const started = performance.now()
    const answer = await fetch(shop.url + path, {
      method,
      headers: {
        Authorization:
          path.startsWith('/api/admin') || path === '/api/products' ? staff : customer.bearer.Authorization,
        ...(method !== 'GET' && method !== 'DELETE' && { 'Content-Type': 'application/json' }),
      },
      ...(method !== 'GET' && method !== 'DELETE' && { body: JSON.stringify(body ?? {}) }),
      // Where a call leads to a page, the page is not asked for: it may not be built.
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_MS * 2),
    })
    const begunMs = Math.round(performance.now() - started)
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    return {
      call: `${method} ${path}`,
      status: answer.status,
      code: isJson ? (JSON.parse(text) as { code?: string }).code : undefined,
      retryAfter: answer.headers.get('retry-after'),
      // A download that has begun in time may take as long as it takes.
      ms: isJson ? Math.round(performance.now() - started) : begunMs,
    }
  }
  /** @param key what the browser keeps until its order has an answer */
  const buy = (key = `frozen-${(ordered += 1)}`) =>
    ask('POST', '/api/orders', { ...anOrder(product, { customerEmail: customer.email }), sessionId: key })

  function expectInTime(answers: readonly Answer[]): void {
    expect(answers.filter(({ ms }) => ms > LONGEST_MS)).toEqual([])
    expect(answers.filter(({ status, code }) => status >= 500 && (status !== 503 || code !== 'UNAVAILABLE'))).toEqual(
      [],
    )
    expect(answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([])
    // A customer whose session cannot be looked up stays signed in.
    expect(answers.filter(({ status }) => status === 401)).toEqual([])
  }

  it('answers every call of the API within its time while the database is frozen, and sells when it thaws', async () => {
    await eventually(async () => expect((await buy()).status).toBe(201))
    proxy.freeze()
    const answers = await Promise.all([
      ...calls.map(([method, path]) => ask(method, path)),
      ...Array.from({ length: 5 }, buy),
    ])
    proxy.thaw()
    expectInTime(answers)
    expect(answers.slice(-5).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    // Among the calls are those that sign out: they were answered 503, and are done all the same when it thaws.
    await eventually(signIn, { withinMs: 30_000, everyMs: 250 })
    await eventually(async () => expect((await buy()).status).toBe(201), { withinMs: 30_000, everyMs: 250 })
  })

  const stockNow = async () =>
    ((await (await fetch(`${shop.url}/api/products/${product.id}`)).json()) as Product).stockQuantity
  const ordersNow = () => shop.shop.database.connection.collection('orders').countDocuments({})
  const jobsNotDone = () =>
    shop.shop.database.connection.collection('outbox').countDocuments({ status: { $nin: ['done', 'delayed'] } })

  it('sells once to who presses again after 503, whether the first press came through late or not', async () => {
    const before = { stock: await stockNow(), orders: await ordersNow() }
    const keys = Array.from({ length: 12 }, (_, i) => `again-${i}`)
    const first = keys.map(async (key, i) => {
      await pause(i * 10)
      return buy(key)
    })
    // Some have their answer by now, some are at the commit, and others have not begun.
    await Promise.race(first)
    proxy.freeze()
    const answers = await Promise.all(first)
    proxy.thaw()
    expectInTime(answers)
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([])
    for (const key of keys)
      await eventually(async () => expect((await buy(key)).status).toBe(201), { withinMs: 30_000, everyMs: 250 })
    expect(await ordersNow()).toBe(before.orders + keys.length)
    await eventually(async () => expect(await stockNow()).toBe(before.stock - keys.length))
  })

  it.skipIf(!hasRedisServer())('sells as always while Redis is frozen', async () => {
    const asks = [
      ...calls
        .filter(([method]) => method === 'GET')
        .map(
          ([method, path]) =>
            () =>
              ask(method, path),
        ),
      ...Array.from({ length: 20 }, (_, i) => () => buy(`without-redis-${i}`)),
    ]
    redis?.freeze()
    const answers = await Promise.all(asks.map((asked) => asked()))
    expectInTime(answers)
    // A process that waits for its machine sends people away for a moment, whatever Redis does.
    for (const [i, { status }] of answers.entries())
      if (status === 503) await eventually(async () => expect(await asks[i]?.()).not.toMatchObject({ status: 503 }))
    redis?.thaw()
  })

  it.each([3000, 30_000])(
    'answers in time while the database is %i ms away, sells what it says it sold, and reads for a hundred at once when it is near',
    async (ms) => {
      await eventually(async () => expect((await buy()).status).toBe(201), { withinMs: 30_000, everyMs: 250 })
      const before = { stock: await stockNow(), orders: await ordersNow() }
      const keys = Array.from({ length: 8 }, (_, i) => `slow-${ms}-${i}`)
      proxy.delay(ms)
      const ready = async () => (await fetch(`${shop.url}/api/health/ready`)).status
      const [answers, bought, alive] = await Promise.all([
        Promise.all(calls.filter(([method]) => method === 'GET').map(([method, path]) => ask(method, path))),
        Promise.all(keys.map((key) => buy(key))),
        ask('GET', '/api/health/live'),
        // Nobody is sent to a shop that cannot sell, from the next look at the database on.
        eventually(async () => expect(await ready()).toBe(503), { withinMs: 15_000, everyMs: 250 }),
      ])
      proxy.delay(0)
      expectInTime([...answers, ...bought])
      expect(bought.filter(({ status }) => status !== 201 && status !== 503)).toEqual([])
      expect(alive.status).toBe(200)
      await eventually(async () => expect(await ready()).toBe(200))
      const reads = ['/api/user/orders', `/api/products/${product.id}`, '/api/products?search=hp']
      const hundred = await Promise.all(Array.from({ length: 100 }, (_, i) => ask('GET', reads[i % 3] ?? '')))
      expect(hundred.filter(({ status }) => status !== 200)).toEqual([])
      for (const key of keys)
        await eventually(async () => expect((await buy(key)).status).toBe(201), { withinMs: 30_000, everyMs: 250 })
      expect(await ordersNow()).toBe(before.orders + keys.length)
      await eventually(async () => expect(await stockNow()).toBe(before.stock - keys.length), { withinMs: 30_000 })
    },
  )

  it.skipIf(!hasRedisServer()).each([3000, 30_000])(
    'sells as always while Redis is %i ms away, and does all that follows when it is near',
    async (ms) => {
      await eventually(async () => expect(await jobsNotDone()).toBe(0), { withinMs: patient(30_000), everyMs: 250 })
      const before = await ordersNow()
      const keys = Array.from({ length: 20 }, (_, i) => `slow-redis-${ms}-${i}`)
      redisProxy?.delay(ms)
      const answers = await Promise.all([
        ...calls.filter(([method]) => method === 'GET').map(([method, path]) => ask(method, path)),
        ...keys.map((key) => buy(key)),
      ])
      expectInTime(answers)
      for (const key of keys) await eventually(async () => expect((await buy(key)).status).toBe(201))
      expect(await ordersNow()).toBe(before + keys.length)
      redisProxy?.delay(0)
      await eventually(async () => expect(await jobsNotDone()).toBe(0), { withinMs: patient(60_000), everyMs: 250 })
    },
  )
})
