import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { ERASED } from '../domain/erased-customer.ts'
import { storeOrders } from '../testing/order-builder.ts'
import { orderCollection } from './order.model.ts'
import { createPersonalOrdersRepository } from './personal-orders.repository.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

it('old orders that name nobody any more are passed over, however many there are', async () => {
  const later = new Date()
  const personal = createPersonalOrdersRepository(db.database)
  await storeOrders(db.database, 'dana', 3500)
  await orderCollection(db.database).updateMany({ _id: { $lt: 502_500 } }, { $set: { customerEmail: ERASED } })
  const found = await personal.readPlacedBefore(later, 0)
  expect([found.named[0], found.named.length, found.last]).toEqual([502_500, 1000, 503_499])
  expect(await personal.readPlacedBefore(later, 503_499)).toEqual({ named: [], last: null })
  await orderCollection(db.database).updateMany({ _id: { $lt: 503_490 } }, { $set: { customerEmail: ERASED } })
  const [few, none] = [await personal.readPlacedBefore(later, 0), await personal.readPlacedBefore(new Date(0), 0)]
  expect([few.named.length, few.last]).toEqual([10, null])
  expect(none).toEqual({ named: [], last: null })
})
