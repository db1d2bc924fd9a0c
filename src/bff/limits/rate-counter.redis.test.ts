import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { connectRedis } from '#platform/redis/redis'
import { eventually } from '../../testing/eventually.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../testing/redis-server.ts'
import { startShop } from '../../testing/start-shop.ts'
import { createSharedCounter } from './shared-rate-counter.ts'
import { patient } from '../../testing/patience.ts'

const MINUTE = 60_000

describe.skipIf(!hasRedisServer())('limits counted in Redis', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedisServer()
  })
  afterAll(() => redis.stop())

  it('are shared by all web processes', async () => {
    const [first, second] = [
      createSharedCounter(redis.url, createLogger('silent')),
      createSharedCounter(redis.url, createLogger('silent')),
    ]
    let tries = 0
    await eventually(async () => {
      const key = `connected ${(tries += 1)}`
      await second.add(key, MINUTE)
      expect(await first.read(key)).toMatchObject({ current: 1 })
    })
    for (let time = 0; time < 3; time += 1) await first.add('together', MINUTE)
    const count = await second.add('together', MINUTE)
    expect(count.current).toBe(4)
    expect(count.ttl).toBeGreaterThan(MINUTE - 10_000)
    expect((await first.read('together')).current).toBe(4)
    await first.renew('together', 2 * MINUTE)
    const renewed = await second.read('together')
    expect(renewed.current).toBe(5)
    expect(renewed.ttl).toBeGreaterThan(MINUTE)
    await Promise.all([first.close(), second.close()])
  })

  it('are taken and given back for all web processes, in one step', async () => {
    const [first, second] = [
      createSharedCounter(redis.url, createLogger('silent')),
      createSharedCounter(redis.url, createLogger('silent')),
    ]
    let tries = 0
    await eventually(async () => {
      const key = `connected-too:${(tries += 1)}`
      await second.add(key, MINUTE)
      expect(await first.read(key)).toMatchObject({ current: 1 })
    })
    const buckets = [
      { key: 'pair:ada here', max: 10, windowMs: MINUTE },
      { key: 'address:here', max: 300, windowMs: 2 * MINUTE },
    ]
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second).take(buckets)),
    )
    expect(results.filter((full) => full === null)).toHaveLength(10)
    const full = results.find((each) => each !== null)
    expect(full?.key).toBe('pair:ada here')
    expect(full?.ttl).toBeGreaterThan(MINUTE - 10_000)
    // What was refused is counted nowhere.
    expect((await second.read('address:here')).current).toBe(10)

    await first.giveBack(buckets.map(({ key }) => key))
    expect((await second.read('address:here')).current).toBe(9)
    expect(await first.take(buckets)).toBeNull()
    expect(await first.take(buckets)).toMatchObject({ key: 'pair:ada here' })
    await second.giveBack(['nobody:knows'])
    expect((await first.read('nobody:knows')).current).toBe(0)
    await Promise.all([first.close(), second.close()])
  })

  it('end with the window that the first event began, however many came after it', async () => {
    const counter = createSharedCounter(redis.url, createLogger('silent'))
    const client = connectRedis(redis.url, createLogger('silent'), 'test')
    const taken = { key: 'window:taken', max: 9, windowMs: MINUTE }
    const keys = ['window:added', 'window:taken'].map((key) => `superprinter:limit:${key}`)
    await eventually(async () => {
      await counter.add('window:connected', MINUTE)
      expect(await client.exists('superprinter:limit:window:connected')).toBe(1)
    })
    await counter.add('window:added', MINUTE)
    await counter.take([taken])
    for (const key of keys) expect(await client.pexpire(key, 20_000), key).toBe(1)
    await counter.add('window:added', MINUTE)
    await counter.take([taken])
    for (const key of keys) {
      expect(await client.get(key), key).toBe('2')
      expect(await client.pttl(key), key).toBeLessThanOrEqual(20_000)
    }
    client.disconnect()
    await counter.close()
  })

  it('end in time when the clock of Redis was set back', async () => {
    const counter = createSharedCounter(redis.url, createLogger('silent'))
    const client = connectRedis(redis.url, createLogger('silent'), 'test')
    const keys = ['back:open', 'back:full']
    for (const key of keys) await client.set(`superprinter:limit:${key}`, 5, 'PX', 60 * MINUTE)
    await eventually(async () =>
      expect(await counter.take([{ key: 'back:full', max: 1, windowMs: MINUTE }])).not.toBeNull(),
    )
    await counter.add('back:open', MINUTE)
    for (const key of keys) expect((await counter.read(key)).ttl, key).toBeLessThanOrEqual(MINUTE)
    client.disconnect()
    await counter.close()
  })

  it('continue in memory while Redis is frozen, gone or empty, without long waits or uncounted requests', async () => {
    const shop = await startShop({ REDIS_URL: redis.url, RATE_LIMIT_REQUESTS: '20', SEED_DEMO: 'false' })
    const ask = () => request(shop.app.server).get('/api/products')
    try {
      for (let call = 0; call < 5; call += 1) await ask().expect(200)
      redis.freeze()
      const started = performance.now()
      const statuses = []
      for (let call = 0; call < 20; call += 1) statuses.push((await ask()).status)
      expect(performance.now() - started).toBeLessThan(patient(2000))
      expect(statuses).toEqual([...Array.from({ length: 15 }, () => 200), ...Array.from({ length: 5 }, () => 429)])
      redis.thaw()
      await redis.kill()
      await ask().expect(429)
      await redis.restart()
      await ask().expect(429)
    } finally {
      await shop.stop()
    }
  })
})
