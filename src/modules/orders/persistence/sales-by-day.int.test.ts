import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectDatabase, type Database } from '#platform/database/database'
import { DAY_MS, MINUTE_MS } from '#platform/time/durations'
import { createLogger } from '#platform/log/logger'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { newOrder } from '../domain/placement.ts'
import { aPurchase } from '../testing/order-builder.ts'
import { toDocument } from './order-mapping.ts'
import { orderCollection } from './order-document.ts'
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
  const { days, topSellers } = await sales.summarize({ since: NIGHT, daysSince: null, sellers: 5 })
  expect(days.toSorted((a, b) => a.day.localeCompare(b.day))).toEqual([
    { day: '2026-06-01', status: 'pending', orders: 2, totalCents: 2 * totalCents },
    { day: '2026-06-02', status: 'pending', orders: 1, totalCents },
  ])
  expect(topSellers).toMatchObject([{ productId: 1, quantity: 1 }])
  expect((await sales.summarize({ since: EVENING, daysSince: EVENING, sellers: 5 })).topSellers).toMatchObject([
    { quantity: 3 },
  ])
  await db.database.transaction((tx) => sales.remove(tx, 100_002))
  expect(await sales.count()).toBe(3)
})

it('the best sellers of a year are summed up a month at a time, and not again for each order', async () => {
  const begin = new Date('2027-01-01T12:00:00Z')
  const days = Array.from({ length: 100 }, (_, index) =>
    new Date(begin.getTime() + index * DAY_MS).toISOString().slice(0, 10),
  )
  const rows = db.database.collection<{ _id: string; day: string; productId: number; quantity: number }>(
    'product_sales_by_day',
  )
  await db.database
    .collection<{ _id: string; statuses: object }>('sales_by_day')
    .insertMany(days.map((_id) => ({ _id, statuses: { delivered: { orders: 1, totalCents: 100 } } })))
  const soldOn = (day: string, productId: number, quantity: number) => {
    return {
      _id: `${day} ${productId}`,
      day,
      productId,
      productName: `${productId} of ${day}`,
      quantity,
      revenueCents: 1,
    }
  }
  await rows.insertMany(days.flatMap((day, index) => [soldOn(day, 1, 1), soldOn(day, 2, index < 50 ? 3 : 0)]))
  const daysAtOnce: number[] = []
  const sales = createSalesSummaryRepository({
    ...db.database,
    collection: ((name: string, indexes?: []) => {
      const collection = db.database.collection<{ _id: string }>(name, indexes)
      if (name !== 'product_sales_by_day') return collection
      const aggregate = collection.aggregate.bind(collection)
      collection.aggregate = ((pipeline: [{ $match: { day: { $in: string[] } } }]) => {
        daysAtOnce.push(pipeline[0].$match.day.$in.length)
        return aggregate(pipeline)
      }) as typeof aggregate
      return collection
    }) as Database['collection'],
  })

  const best = [
    { productId: 2, productName: `2 of ${days.at(-1)}`, quantity: 150, revenueCents: 100 },
    { productId: 1, productName: `1 of ${days.at(-1)}`, quantity: 100, revenueCents: 100 },
  ]
  const read = async (since: Date, sellers = 2) =>
    (await sales.summarize({ since, daysSince: since, sellers })).topSellers
  expect(await read(begin)).toEqual(best)
  expect(await read(begin, 1)).toEqual(best.slice(0, 1))
  expect(Math.max(...daysAtOnce)).toBe(31)
  expect(daysAtOnce.reduce((sum, count) => sum + count, 0)).toBe(2 * days.length)

  // A week is always as it is now.
  await rows.updateOne({ _id: `${days.at(-1)} 1` }, { $inc: { quantity: 1000 } })
  expect(await read(begin)).toEqual(best)
  expect(await read(new Date(begin.getTime() + 95 * DAY_MS))).toMatchObject([{ productId: 1, quantity: 1005 }])
})

describe('sums of ten years', () => {
  const DAYS = 3650
  const FIRST = Date.parse('2027-01-01')
  const dayAt = (index: number) => new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10)
  const sums = (orders: number) => ({ orders, totalCents: 100 * orders })
  let database: Database
  /** How many rows the database has answered with. */
  let answered = 0
  const answeredFor = async (work: () => Promise<unknown>) => {
    answered = 0
    await work()
    return answered
  }
  const rows = () => database.connection.collection<{ _id: string; statuses: object }>('sales_by_day')

  beforeAll(async () => {
    const uri = new URL(db.uri)
    uri.searchParams.set('monitorCommands', 'true')
    database = await connectDatabase(uri.href, createLogger('silent'))
    database.connection.getClient().on('commandSucceeded', ({ reply }) => {
      const { firstBatch = [], nextBatch = [] } =
        (reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } }).cursor ?? {}
      answered += firstBatch.length + nextBatch.length
    })
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await rows().deleteMany({})
    await orderCollection(database).deleteMany({})
    await rows().insertMany(
      Array.from({ length: DAYS }, (_, index) => ({
        _id: dayAt(index),
        statuses:
          index % 2 === 0 ? { delivered: sums(2), pending: sums(0) } : { delivered: sums(1), cancelled: sums(3) },
      })),
    )
  })

  it('are read once, and then of the months that changed', async () => {
    const sales = createSalesSummaryRepository(database)
    const month = new Date(FIRST + (DAYS - 30) * DAY_MS + DAY_MS / 2)
    const query = { since: month, daysSince: month, sellers: 5 }
    const summary = await sales.summarize(query)
    expect(summary.ever).toEqual({ orders: 3 * DAYS, totalCents: 300 * DAYS })
    expect(summary.days.every(({ day }) => day >= dayAt(DAYS - 30))).toBe(true)
    expect(summary.days).toHaveLength(45)
    expect(await answeredFor(() => sales.summarize(query))).toBeLessThan(10)
    expect(await answeredFor(() => sales.count())).toBeLessThan(10)
    expect(await Promise.all([sales.count(), sales.count('delivered'), sales.count('cancelled')])).toEqual([
      3 * DAYS,
      1.5 * DAYS,
      1.5 * DAYS,
    ])
    expect(await sales.count('shipped')).toBe(0)
  })

  it.each([
    ['of today', DAYS - 1],
    ['of years ago', 400],
  ])('are right for every process after an order %s was added, moved or taken out', async (_when, index) => {
    const processes = [createSalesSummaryRepository(database), createSalesSummaryRepository(database)]
    const ever = () =>
      Promise.all(
        processes.map(async (each) => (await each.summarize({ since: null, daysSince: null, sellers: 1 })).ever),
      )
    const counts = (status: 'pending' | 'cancelled') => Promise.all(processes.map((each) => each.count(status)))
    const all = { orders: 3 * DAYS, totalCents: 300 * DAYS }
    expect(await ever()).toEqual([all, all])

    const now = new Date(FIRST + index * DAY_MS + 17 * 3600_000)
    const order = newOrder(aPurchase(), [LINE], {
      id: 200_000 + index,
      now,
      reviewMinutes: 60,
      releaseAboveCents: 1_000_000,
      expressShippingCents: null,
    })
    const orders = orderCollection(database)
    await orders.insertOne(toDocument(order, []))
    const more = { orders: all.orders + 1, totalCents: all.totalCents + order.totalCents }
    expect(await ever()).toEqual([more, more])
    expect(await counts('pending')).toEqual([1, 1])
    expect(await answeredFor(ever)).toBeLessThan(10)

    await orders.updateOne({ _id: order.id }, { $set: { status: 'cancelled' }, $unset: { isSummed: '' } })
    expect(await counts('cancelled')).toEqual([1.5 * DAYS + 1, 1.5 * DAYS + 1])
    expect(await counts('pending')).toEqual([0, 0])
    const of = await processes[1]!.summarize({ since: now, daysSince: now, sellers: 1 })
    expect(of.days.filter(({ day }) => day === dayAt(index)).reduce((sum, day) => sum + day.orders, 0)).toBe(
      index % 2 === 0 ? 3 : 5,
    )

    await database.transaction((tx) => processes[0]!.remove(tx, order.id))
    await orders.deleteMany({})
    expect(await ever()).toEqual([all, all])
  })

  it('are read again after ten minutes, because a version before this one counts no changes', async () => {
    const sales = createSalesSummaryRepository(database)
    expect(await sales.count('delivered')).toBe(1.5 * DAYS)
    await rows().updateOne({ _id: dayAt(3) }, { $inc: { 'statuses.delivered.orders': 7 } })
    expect(await sales.count('delivered')).toBe(1.5 * DAYS)
    const now = performance.now()
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now + 10 * MINUTE_MS)
    try {
      expect(await sales.count('delivered')).toBe(1.5 * DAYS + 7)
    } finally {
      later.mockRestore()
    }
  })
})
