import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { storeOrders } from './modules/orders/testing/order-builder.ts'
import { eventually } from './testing/eventually.ts'
import { startShop, type RunningShop } from './testing/start-shop.ts'
import { freshDatabaseUri } from './testing/test-database.ts'

/** As an upgrade leaves them that has all sums made anew. */
const ORDERS = 3100

const databaseUri = freshDatabaseUri()
let shop: RunningShop
beforeAll(async () => {
  const database = await connectDatabase(databaseUri, createLogger('silent'))
  await storeOrders(database, 'customer-1', ORDERS)
  await database.close()
  shop = await startShop({}, { databaseUri })
})
afterAll(() => shop.stop())

it('a shop is open before its orders are summed up, and lists them; the figures wait until they are right', async () => {
  const { orders, database } = shop.shop
  const unsummed = () => database.collection('orders').countDocuments({ isSummed: null })
  const list = async (offset = 0) => {
    const { orders: rows, total } = await orders.listOrdersForStaff({ limit: 20, offset })
    return { shown: rows.length, total }
  }
  expect(await unsummed()).toBeGreaterThan(1000)
  expect(await list()).toEqual({ shown: 20, total: 1000 })
  expect(await list(1980)).toEqual({ shown: 20, total: ORDERS - 100 })
  expect(await unsummed()).toBeGreaterThan(0)

  const { days } = await orders.salesSummary({ since: null, daysSince: null, sellers: 1 })
  expect(days.reduce((sum, day) => sum + day.orders, 0)).toBe(ORDERS)
  await eventually(async () => expect(await unsummed()).toBe(0))
  expect(await list()).toEqual({ shown: 20, total: ORDERS })
})

it('a shop that ends stops between two steps of its summing up, and another start goes on', async () => {
  const uri = freshDatabaseUri()
  const database = await connectDatabase(uri, createLogger('silent'))
  await storeOrders(database, 'customer-1', ORDERS)
  const said: unknown[] = []
  const logger = createLogger('silent')
  logger.warn = ((...line: unknown[]) => void said.push(line)) as typeof logger.warn
  const unsummed = () => database.collection('orders').countDocuments({ isSummed: null })
  const first = await startShop({}, { databaseUri: uri, logger })
  await first.shop.stop()
  const left = await unsummed()
  expect(left).toBeGreaterThan(0)
  expect(said.filter((line) => JSON.stringify(line).includes('sums'))).toEqual([])

  const second = await startShop({}, { databaseUri: uri })
  await eventually(async () => expect(await unsummed()).toBe(0))
  expect(await second.shop.orders.listOrdersForStaff({ limit: 1, offset: 0 })).toMatchObject({ total: ORDERS })
  await database.close()
  await second.stop()
})
