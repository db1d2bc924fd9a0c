import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#platform/time/durations'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { Order } from '../domain/order.ts'
import { newOrder } from '../domain/placement.ts'
import { aPurchase } from '../testing/order-builder.ts'
import { toDocument } from './order-mapping.ts'
import { orderCollection } from './order-document.ts'
import { createShopOrdersRepository, type ShopOrdersRepository } from './shop-orders.repository.ts'

const FIRST = Date.parse('2024-01-01T00:00:00Z')
const LINE = { productId: 1, productName: 'HP LaserJet', sku: null, image: '', quantity: 1, priceCents: 20_000 }

function orderOf(id: number, now: Date): Order {
  const settings = { reviewMinutes: 60, releaseAboveCents: 1_000_000, expressShippingCents: null }
  return newOrder(aPurchase(), [LINE], { id, now, ...settings })
}

/** Orders of two years with numbers that nobody has between them; each third is up to nine minutes older than its number. */
const ORDERS: readonly Order[] = Array.from({ length: 700 }, (_, i) => {
  const gap = i < 300 ? 0 : i < 500 ? 40_000 : 41_000
  const now = new Date(FIRST + i * 1500 * MINUTE_MS - (i % 3 === 2 ? 9 * MINUTE_MS : 0))
  return { ...orderOf(100_001 + gap + i * 3, now), status: i % 5 === 0 ? 'shipped' : 'delivered' }
})

let db: TestDatabase
let orders: ShopOrdersRepository
beforeAll(async () => {
  db = await openTestDatabase()
  orders = createShopOrdersRepository(db.database)
  await db.database.buildIndexes()
  await orderCollection(db.database).insertMany(ORDERS.map((order) => toDocument(order, [])))
})
afterAll(() => db.drop())

describe('the orders of a span of time', () => {
  const at = (i: number, ms = 0) => new Date((ORDERS[i]?.createdAt.getTime() ?? 0) + ms)
  it.each([
    ['all of them', at(0), at(699, 1)],
    ['one', at(299), at(299, 1)],
    ['one beside a gap of numbers', at(500), at(500, 1)],
    ['those around a gap', at(280), at(320)],
    ['a day', at(101), at(102)],
    ['the first', at(0), at(1)],
    ['the last', at(699), undefined],
    ['those before the second', undefined, at(1)],
    ['those from the second on', at(1), undefined],
    ['none before the first', undefined, at(0)],
    ['none after the last', at(699, 1), undefined],
    ['none in a span that ends before it begins', at(400), at(300)],
  ])('are %s', async (_name, placedFrom, placedBefore) => {
    const span = { ...(placedFrom && { placedFrom }), ...(placedBefore && { placedBefore }) }
    for (const status of [undefined, 'shipped'] as const) {
      const expected = ORDERS.filter(
        (order) =>
          (placedFrom === undefined || order.createdAt >= placedFrom) &&
          (placedBefore === undefined || order.createdAt < placedBefore) &&
          (status === undefined || order.status === status),
      ).map(({ id }) => id)
      const query = { ...span, terms: [], ...(status && { status }) }
      const list = async (more: object) =>
        (await orders.listForShop({ ...query, ...more, limit: 1000, offset: 0 })).map(({ order }) => order.id)
      expect(await list({})).toEqual(expected.toReversed())
      expect(await list({ isOldestFirst: true })).toEqual(expected)
      expect(await orders.countForShop(query, 1000)).toBe(expected.length)
    }
  })
})

describe('the orders of a shop whose clock was a day ahead for an hour', () => {
  let clockDb: TestDatabase
  afterAll(() => clockDb.drop())

  it('are in the span in which they say they were placed, and hide none that came after them', async () => {
    clockDb = await openTestDatabase()
    const repository = createShopOrdersRepository(clockDb.database)
    await clockDb.database.buildIndexes()
    const placed = Array.from({ length: 500 }, (_, i) => {
      const isAhead = i >= 200 && i < 210
      return orderOf(100_001 + i, new Date(FIRST + i * 6 * MINUTE_MS + (isAhead ? DAY_MS : 0)))
    })
    await orderCollection(clockDb.database).insertMany(placed.map((order) => toDocument(order, [])))
    const placedBefore = new Date(FIRST + DAY_MS)
    for (const span of [{ placedBefore }, { placedFrom: placedBefore }]) {
      const found = await repository.listForShop({ ...span, terms: [], limit: 1000, offset: 0 })
      const isWithin = ({ createdAt }: Order) => createdAt < placedBefore === 'placedBefore' in span
      expect(found.map(({ order }) => order.id)).toEqual(
        placed
          .filter(isWithin)
          .map(({ id }) => id)
          .toReversed(),
      )
    }
  })
})
