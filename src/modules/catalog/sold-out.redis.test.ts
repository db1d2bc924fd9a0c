import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { patient } from '../../testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../testing/redis-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { freshDatabaseUri } from '../../testing/test-database.ts'
import { aPurchase } from '../orders/testing/order-builder.ts'

describe.skipIf(!hasRedisServer())('two web processes', { timeout: patient(60_000) }, () => {
  let redis: RedisServer
  let webs: RunningShop[]
  beforeAll(async () => {
    redis = await startRedisServer()
    const databaseUri = freshDatabaseUri()
    webs = []
    for (let i = 0; i < 2; i++) webs.push(await startShop({ REDIS_URL: redis.url }, { databaseUri }))
  })
  afterAll(async () => {
    await webs[1]?.shop.stop()
    await webs[0]?.stop()
    await redis.stop()
  })

  it('no longer list as in stock, within a second, what was sold out in one of them', () => sellOut(1000))

  it('nor while Redis is away, also when others are told of nothing', async () => {
    await redis.kill()
    await sellOut(3000)
  })

  /** @param withinMs how long the others may still list it */
  async function sellOut(withinMs: number): Promise<void> {
    const inStock = { inStock: true, limit: 1000, offset: 0 }
    const [seller] = webs
    const { ids = [] } = (await seller?.shop.catalog.findIds(inStock)) ?? {}
    const counted = (await seller?.shop.catalog.findProducts(ids))?.find(
      ({ stockQuantity }) => stockQuantity > 0 && stockQuantity < 20,
    )
    const productId = counted?.id ?? 0
    await seller?.shop.orders.placeOrder(
      aPurchase({
        customerId: 'ada',
        lines: [{ productId, quantity: counted?.stockQuantity ?? 0, sentPriceCents: null }],
      }),
    )
    for (const { shop } of webs)
      await eventually(
        async () => {
          expect((await shop.catalog.findIds(inStock)).ids).not.toContain(productId)
          expect((await shop.catalog.countFacets({})).inStock).toBe(ids.length - 1)
          const [text] = await shop.catalog.texts([productId])
          expect(JSON.parse(text?.json.toString() ?? '{}')).toMatchObject({ inStock: false, stockQuantity: 0 })
        },
        { withinMs },
      )
  }
})
