import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { aCustomer, anOrder, type SignedIn } from './bff/testing/shop-requests.ts'
import { staffScript } from './bff/testing/staff-requests.ts'
import { openDatabaseProxy, type DatabaseProxy } from './testing/database-proxy.ts'
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

describe('a shop whose database or Redis is frozen', { timeout: patient(120_000) }, () => {
  let proxy: DatabaseProxy
  let redis: RedisServer | null = null
  let shop: RunningShop
  let customer: SignedIn
  let staff: string
  let product: Product
  let calls: (readonly [method: string, path: string])[]
  let ordered = 0

  beforeAll(async () => {
    proxy = await openDatabaseProxy(freshDatabaseUri())
    redis = hasRedisServer() ? await startRedisServer() : null
    shop = await startShop(redis === null ? {} : { REDIS_URL: redis.url }, { databaseUri: proxy.uri })
    await signIn()
    product = (await (await fetch(`${shop.url}/api/products/1`)).json()) as Product
    const documentation = await shop.app.inject('/api/docs/json')
    const { paths } = documentation.json<{ paths: Record<string, Record<string, unknown>> }>()
    calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter(() => !OTHERS.has(path) && !path.endsWith('/stream'))
        .map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')] as const),
    )
  }, patient(60_000))
  afterAll(async () => {
    proxy.thaw()
    redis?.thaw()
    await shop.stop()
    proxy.interrupt()
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
      signal: AbortSignal.timeout(LONGEST_MS * 2),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    return {
      call: `${method} ${path}`,
      status: answer.status,
      code: isJson ? (JSON.parse(text) as { code?: string }).code : undefined,
      retryAfter: answer.headers.get('retry-after'),
      ms: Math.round(performance.now() - started),
    }
  }
  const buy = () =>
    ask('POST', '/api/orders', {
      ...anOrder(product, { customerEmail: customer.email }),
      sessionId: `frozen-${(ordered += 1)}`,
    })

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
    expect(await buy()).toMatchObject({ status: 201 })
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

  it.skipIf(!hasRedisServer())('sells as always while Redis is frozen', async () => {
    redis?.freeze()
    const answers = await Promise.all([
      ...calls.filter(([method]) => method === 'GET').map(([method, path]) => ask(method, path)),
      ...Array.from({ length: 20 }, buy),
    ])
    redis?.thaw()
    expectInTime(answers)
    expect(answers.filter(({ status }) => status === 503)).toEqual([])
  })
})
