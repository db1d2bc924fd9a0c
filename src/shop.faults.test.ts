import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killShops } from './testing/kill-shops.ts'
import { patient } from './testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from './testing/redis-server.ts'

describe('a shop whose processes are killed two hundred times', { timeout: patient(600_000) }, () => {
  it('does what follows from every change once, with jobs in its own process', async () => {
    const { acknowledged, differences } = await killShops({ kills: 140, diesAfter: 'consent-withdrawn' })
    expect(differences).toEqual([])
    expect(new Set(acknowledged.map(({ kind }) => kind)).size).toBe(8)
  })

  describe.skipIf(!hasRedisServer())('over Redis', () => {
    let redis: RedisServer
    beforeAll(async () => {
      redis = await startRedisServer()
    })
    afterAll(() => redis.stop())

    it('does what follows from every change once', async () => {
      const { acknowledged, differences } = await killShops({ kills: 60, redisUrl: redis.url })
      expect(differences).toEqual([])
      expect(new Set(acknowledged.map(({ kind }) => kind)).size).toBe(8)
    })
  })
})
