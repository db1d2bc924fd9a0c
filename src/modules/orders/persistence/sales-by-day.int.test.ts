import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { newOrder } from '../domain/placement.ts'
import { aPurchase } from '../testing/order-builder.ts'
import { toDocument } from './order-mapping.ts'
import { orderCollection } from './order.model.ts'
import { createSalesSummaryRepository } from './sales-summary.repository.ts'
import { orderSchemaSteps } from './schema-steps.ts'

const LINE = { productId: 1, productName: 'HP LaserJet', sku: null, image: '', quantity: 1, priceCents: 20_000 }
const [NOON, EVENING, NIGHT] = ['2026-06-01T17:00:00Z', '2026-06-02T01:00:00Z', '2026-06-02T05:00:00Z'].map(
  (time) => new Date(time),
) as [Date, Date, Date]

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

it('what was sold in an evening is on the day that the shop had, also where it was summed by days of UTC', async () => {
  const orders = orderCollection(db.database)
  const sales = createSalesSummaryRepository(db.database)
  const placed = [NOON, EVENING, NIGHT].map((now, index) =>
    newOrder(aPurchase(), [LINE], {
      id: 100_001 + index,
      now,
      reviewMinutes: 60,
      releaseAboveCents: 1_000_000,
      expressShippingCents: null,
    }),
  )
  const totalCents = placed[0]?.totalCents ?? 0
  // What a version that counted days by UTC had added.
  await orders.insertMany(
    placed.map((order) => ({ ...toDocument(order, []), isSummed: true as const, summedAs: 'pending' as const })),
  )
  const { connection } = db.database
  const sums = (count: number) => ({ statuses: { pending: { orders: count, totalCents: count * totalCents } } })
  await connection.collection<{ _id: string; statuses: object }>('sales_by_day').insertMany([
    { _id: '2026-06-01', ...sums(1) },
    { _id: '2026-06-02', ...sums(2) },
  ])
  const soldOf = (day: string, quantity: number) => ({
    _id: `${day} 1`,
    day,
    productId: 1,
    productName: LINE.productName,
    quantity,
    revenueCents: quantity * LINE.priceCents,
  })
  await connection
    .collection<ReturnType<typeof soldOf>>('product_sales_by_day')
    .insertMany([soldOf('2026-06-01', 1), soldOf('2026-06-02', 2)])

  for (let run = 0; run < 2; run += 1)
    for (const step of orderSchemaSteps(db.database, { findProducts: async () => [] }))
      while (await step.runBatch()) continue
  const { days, topSellers } = await sales.summarize({ since: NIGHT, sellers: 5 })
  expect(days.toSorted((a, b) => a.day.localeCompare(b.day))).toEqual([
    { day: '2026-06-01', status: 'pending', orders: 2, totalCents: 2 * totalCents },
    { day: '2026-06-02', status: 'pending', orders: 1, totalCents },
  ])
  expect(topSellers).toMatchObject([{ productId: 1, quantity: 1 }])
  expect((await sales.summarize({ since: EVENING, sellers: 5 })).topSellers).toMatchObject([{ quantity: 3 }])
  await db.database.transaction((tx) => sales.remove(tx, 100_002))
  expect(await sales.count()).toBe(3)
})
