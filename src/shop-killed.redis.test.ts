import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killShops } from './testing/kill-shops.ts'
import { patient } from './testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from './testing/redis-server.ts'

/** A few kills in every test run; `npm run test:faults` makes two hundred. */
describe('a shop whose processes are killed', { timeout: patient(120_000) }, () => {
  it('still erases what was recorded when it dies between the answer to a withdrawal and the erasure', async () => {
    const { acknowledged, differences } = await killShops({ kills: 0, diesAfter: 'consent-withdrawn' })
    expect(differences).toEqual([])
    expect(acknowledged.map(({ kind }) => kind)).toContain('consent-withdrawn')
  })

  describe.skipIf(!hasRedisServer())('over Redis', () => {
    let redis: RedisServer
    beforeAll(async () => {
      redis = await startRedisServer()
    })
    afterAll(() => redis.stop())

    it('does what follows from every change once', async () => {
      const { acknowledged, differences } = await killShops({ kills: 4, redisUrl: redis.url })
      expect(differences).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(0)
    })
  })
})
