import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { ERASED } from '../domain/erased-customer.ts'
import { storeOrders } from '../testing/order-builder.ts'
import { createPersonalOrders } from '../use-cases/personal-orders.ts'
import { orderCollection } from './order-document.ts'
import { createPersonalOrdersRepository } from './personal-orders.repository.ts'
import { purchaseKeyCollection } from './purchase-key.repository.ts'

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

it('many orders of a customer are read and erased a group at a time, and nothing of them stays', async () => {
  const uri = new URL(db.uri)
  uri.searchParams.set('monitorCommands', 'true')
  const database = await connectDatabase(uri.href, createLogger('silent'))
  const orders = orderCollection(database)
  const keys = purchaseKeyCollection(database)
  await orders.deleteMany({})
  await storeOrders(database, 'erin', 130)
  await orders.updateMany({}, { $set: { status: 'delivered' } })
  await orders.updateMany({ _id: { $in: [500_003, 500_100] } }, { $set: { status: 'pending' } })
  await orders.updateOne({ _id: 500_007 }, {
    $set: { notes: [{ text: 'knows us', by: 'Ada', at: new Date() }] },
  } as never)
  const keyOf = (orderId: number, customerId: string) => {
    return { _id: `${customerId} ${orderId}`, fingerprint: '', orderId, customerId, createdAt: new Date() }
  }
  await keys.insertMany([
    ...Array.from({ length: 130 }, (_, index) => keyOf(500_000 + index, 'erin')),
    keyOf(500_001, 'frank'),
  ])
  const moved: number[] = []
  const personal = createPersonalOrders({
    database,
    personal: createPersonalOrdersRepository(database),
    customers: { close: async () => {} },
    clock: { now: () => new Date() },
    async moveOrder(tx, order) {
      moved.push(order.id)
      await orders.updateOne({ _id: order.id }, { $set: { status: 'cancelled' } }, { session: tx.session })
      return { ...order, status: 'cancelled' }
    },
  })
  const person = { customerId: 'erin', email: '' }
  const listed = await personal.list(person)
  expect(listed.map(({ id }) => id)).toEqual(Array.from({ length: 130 }, (_, index) => 500_000 + index))
  let commands = 0
  database.connection.getClient().on('commandSucceeded', () => (commands += 1))

  await personal.erase(person)
  expect(commands).toBeLessThan(60)
  expect(moved).toEqual([500_003, 500_100])
  expect(await orders.countDocuments({ status: 'delivered' })).toBe(128)
  for (const order of await orders.find({}).toArray()) {
    expect(order).toMatchObject({ userId: ERASED, customerEmail: ERASED, trackingNumber: null, revision: 1 })
    expect(order.items).toHaveLength(3)
    expect(order).not.toHaveProperty('notes')
    expect(order.history.every(({ reason }) => reason === null)).toBe(true)
    expect(JSON.stringify(order)).not.toMatch(/dana|marlow/i)
  }
  expect((await keys.find({}).toArray()).map(({ customerId }) => customerId)).toEqual(['frank'])
  await database.close()
})

it('orders that another delivery has erased since they were listed are left as they are', async () => {
  const orders = orderCollection(db.database)
  await orders.deleteMany({})
  await storeOrders(db.database, 'grace', 2)
  await orders.updateOne({ _id: 500_000 }, { $set: { status: 'pending' } })
  await orders.updateOne({ _id: 500_001 }, { $set: { status: 'delivered' } })
  const repository = createPersonalOrdersRepository(db.database)
  const erasure = (listIds: typeof repository.listIds) =>
    createPersonalOrders({
      database: db.database,
      personal: { ...repository, listIds },
      customers: { close: async () => {} },
      clock: { now: () => new Date() },
      async moveOrder(tx, order) {
        await orders.updateOne({ _id: order.id }, { $set: { status: 'cancelled' } }, { session: tx.session })
        return { ...order, status: 'cancelled' }
      },
    })
  const person = { customerId: 'grace', email: '' }
  const erased = async () => orders.find({}).sort({ _id: 1 }).toArray()
  let first: Awaited<ReturnType<typeof erased>> = []
  const second = erasure(async (of) => {
    const ids = await repository.listIds(of)
    await erasure(repository.listIds).erase(person)
    first = await erased()
    return ids
  })
  await second.erase(person)
  expect(first.map(({ status, revision }) => [status, revision])).toEqual([
    ['cancelled', 1],
    ['delivered', 1],
  ])
  expect(await erased()).toEqual(first)
})
