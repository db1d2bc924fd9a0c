import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runSchemaSteps } from '#platform/database/schema-steps'
import { createCounters } from '#platform/database/counters'
import { createEventBus, type EventBus } from '#platform/events/event-bus'
import { createJobs, type JobsRuntime } from '#platform/jobs/create-jobs'
import type { JobHandler } from '#platform/jobs/jobs'
import { createLogger } from '#platform/logger'
import { createMailer, type Mailer } from '#platform/mail/mailer'
import type { MailMessage } from '#platform/mail/mail'
import { eventually } from '../../testing/eventually.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createCatalogModule, type CatalogModule } from '../catalog/index.ts'
import { productModel } from '../catalog/persistence/product.model.ts'
import { aProduct, plainEncoder, storeProducts } from '../catalog/testing/product-builder.ts'
import type { OrderStatus } from './domain/order-status.ts'
import { canMove, ORDER_STATUSES } from './domain/order-status.ts'
import { orderPlaced, orderStatusChanged } from './events.ts'
import { createOrdersModule, type OrdersModule } from './index.ts'
import type { StaffOrdersQuery } from './orders.api.ts'
import { changeOrderStatusJob, type ChangeOrderStatus } from './use-cases/change-order-status.ts'
import { orderModel } from './persistence/order.model.ts'
import { aPurchase } from './testing/order-builder.ts'

const logger = createLogger('silent')
const QUEUES = { orders: 8, mail: 4, housekeeping: 2 }
let db: TestDatabase
let events: EventBus
let jobs: JobsRuntime
let catalog: CatalogModule
let orders: OrdersModule
let mailer: Mailer
let mails: MailMessage[]
let clock: { ahead: number; now(): Date }

/** A second web process on the same database has everything of its own. */
function openOrders(bus: EventBus, runtime: JobsRuntime): OrdersModule {
  const counters = createCounters(db.database, { orders: 100_001 })
  return createOrdersModule({
    database: db.database,
    counters,
    events: bus,
    jobs: runtime,
    mailer,
    clock,
    catalog,
    reviewMinutes: 60,
    releaseAboveCents: 1_000_000,
    expressShippingCents: null,
    limitFactor: 1,
  })
}

beforeEach(async () => {
  db = await openTestDatabase()
  mails = []
  clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
  jobs = await createJobs({
    database: db.database,
    clock,
    logger,
    queues: QUEUES,
    redisUrl: null,
    timings: { tickMs: 20, sweepMs: 50 },
  })
  events = createEventBus({ logger, clock, jobs })
  mailer = createMailer({
    mail: { send: async (mail) => void mails.push(mail) },
    budget: { allows: async () => true },
    logger,
    refusesMarketing: async () => false,
    standingOf: async () => 'own',
  })
  catalog = createCatalogModule({
    database: db.database,
    counters: createCounters(db.database),
    events,
    clock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn: 'memory',
    keptIndex: null,
    logger,
  })
  orders = openOrders(events, jobs)
  await db.database.buildIndexes()
  await catalog.start()
})
afterEach(async () => {
  await jobs.stop()
  await db.drop()
})

const line = (productId: number, quantity = 1, sentPriceCents: number | null = null) => ({
  productId,
  quantity,
  sentPriceCents,
})
const stored = () => orderModel(db.database.connection)
async function stockOf(id: number) {
  const [product] = await catalog.findProducts([id])
  return product === undefined ? null : [product.inStock, product.stockQuantity]
}
const enqueueMove = (step: ChangeOrderStatus) =>
  db.database.transaction((tx) => jobs.enqueue(tx, changeOrderStatusJob, step))

describe('what one customer may hold', () => {
  const unproved = (overrides: Parameters<typeof aPurchase>[0] = {}) =>
    aPurchase({ isEmailProved: false, ...overrides })

  it('is counted right when many orders come at once, in two processes', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 1000 })])
    const others = openOrders(createEventBus({ logger, clock, jobs }), { ...jobs, handle: () => {} })
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? orders : others).placeOrder(unproved())),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await stockOf(1)).toEqual([true, 990])
  })

  it('is free again once an order is canceled, but not the orders of the hour', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 1000 })])
    for (let count = 0; count < 10; count += 1) {
      const { order } = await orders.placeOrder(unproved({ lines: [line(1, 10)] }))
      await expect(orders.placeOrder(unproved())).rejects.toMatchObject({
        code: count < 9 ? 'TOO_MANY_PIECES' : 'TOO_MANY_ORDERS',
      })
      await orders.cancelOrder({ customerId: order.customerId, orderId: order.id })
    }
    await expect(orders.placeOrder(unproved())).rejects.toMatchObject({ code: 'TOO_MANY_ORDERS' })
    await orders.placeOrder(unproved({ customerId: 'customer-2' }))
    clock.ahead = 3_600_001
    await orders.placeOrder(unproved({ lines: [line(1, 10)] }))
  })

  it('is free again for the pieces that a customer takes out of an order', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 1000 })])
    const { order } = await orders.placeOrder(unproved({ lines: [line(1, 10)] }))
    const which = { customerId: order.customerId, orderId: order.id }
    await orders.changeOrder(which, { lines: [{ lineNumber: 1, quantity: 4 }], shippingAddress: null })
    await expect(orders.placeOrder(unproved({ lines: [line(1, 7)] }))).rejects.toMatchObject({
      code: 'TOO_MANY_PIECES',
      details: { lines: [{ requested: 7, allowed: 6 }] },
    })
    await orders.placeOrder(unproved({ lines: [line(1, 6)] }))
  })

  it('counts no pieces of what is made to order', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 0 })])
    await orders.placeOrder(unproved({ lines: [line(1, 999)] }))
    await orders.placeOrder(unproved({ lines: [line(1, 999)] }))
  })

  it('says first what is wrong with the lines themselves', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 12 })])
    await expect(orders.placeOrder(unproved({ lines: [line(1, 20)] }))).rejects.toMatchObject({
      code: 'INSUFFICIENT_STOCK',
    })
  })
})

describe('an order that comes to more than the shop lets go by itself', () => {
  const large = async () => {
    await storeProducts(db.database, [aProduct({ id: 1, priceCents: 300_000, stockQuantity: 50 })])
    const first = await orders.placeOrder(aPurchase({ lines: [line(1, 3)] }))
    expect(first.order.awaitsRelease).toBe(false)
    const { order } = await orders.placeOrder(aPurchase({ lines: [line(1, 1)] }))
    expect(order).toMatchObject({ awaitsRelease: true, status: 'pending' })
    return { first: first.order.id, id: order.id }
  }
  const statusOf = async (id: number) => (await orders.getOrderForStaff(id)).order.status

  it('stays pending when the review time is over, until staff release it', async () => {
    const { first, id } = await large()
    expect(await orders.countAwaitingRelease()).toBe(1)
    expect((await orders.listOrdersForStaff({ awaitsRelease: true, limit: 10, offset: 0 })).total).toBe(1)
    await jobs.start({ work: true })
    clock.ahead = 3_600_001
    await eventually(async () => expect(await statusOf(first)).toBe('processing'))
    await eventually(async () => {
      const rows = await db.database.connection.collection('outbox').find({}).toArray()
      const moves = rows.filter(({ name }) => String(name).includes('begin-processing'))
      expect(moves.map(({ status }) => status)).toEqual(['done', 'done'])
    })
    expect(await statusOf(id)).toBe('pending')
    await orders.releaseOrder({ orderId: id, networkAddress: '192.0.2.1' })
    await eventually(async () => expect(await statusOf(id)).toBe('processing'))
    expect(await orders.countAwaitingRelease()).toBe(0)
    await expect(orders.releaseOrder({ orderId: id, networkAddress: '192.0.2.1' })).rejects.toMatchObject({
      code: 'ORDER_NOT_WAITING',
    })
  })

  it('keeps its review time when it is released before that is over', async () => {
    const { id } = await large()
    await jobs.start({ work: true })
    await orders.releaseOrder({ orderId: id, networkAddress: '192.0.2.1' })
    expect(await statusOf(id)).toBe('pending')
    clock.ahead = 3_600_001
    await eventually(async () => expect(await statusOf(id)).toBe('processing'))
  })

  it('is released, too, when staff move it on themselves, and waits no more once it is canceled', async () => {
    const { id } = await large()
    await jobs.start({ work: true })
    await orders.requestMove({ orderId: id, to: 'processing', by: 'staff', reason: null, networkAddress: '192.0.2.1' })
    await eventually(async () => expect(await statusOf(id)).toBe('processing'))
    const { order } = await orders.placeOrder(aPurchase({ lines: [line(1, 1)] }))
    await orders.cancelOrder({ customerId: order.customerId, orderId: order.id })
    expect(await orders.countAwaitingRelease()).toBe(0)
  })
})

describe('an order that is on its way while its customer is deleted', () => {
  it('is refused, and leaves nothing behind', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 })])
    const { openSale } = catalog
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    const slow = createOrdersModule({
      database: db.database,
      counters: createCounters(db.database, { orders: 100_001 }),
      events,
      jobs: { ...jobs, handle: () => {} },
      mailer,
      clock,
      catalog: {
        ...catalog,
        async openSale(tx, productIds) {
          arrive()
          await mayGoOn
          return openSale(tx, productIds)
        },
      },
      reviewMinutes: 60,
      releaseAboveCents: 1_000_000,
      expressShippingCents: null,
      limitFactor: 1,
    })
    const person = { customerId: 'customer-1', email: 'dana@example.com' }
    const placing = slow.placeOrder(aPurchase())
    await arrived
    await slow.personal.forget(person)
    goOn()
    await expect(placing).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await stored().countDocuments({})).toBe(0)
    expect(await stockOf(1)).toEqual([true, 5])
    await expect(orders.placeOrder(aPurchase())).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('placing an order', () => {
  it("stores it at today's prices with what was sold, and takes the stock", async () => {
    await storeProducts(db.database, [
      aProduct({ id: 1, name: 'HP DeskJet 4155e', priceCents: 9_900, image: 'deskjet.svg', stockQuantity: 3 }),
    ])
    const heard: unknown[] = []
    events.listen(orderPlaced, 'test.listens', ({ payload }) => void heard.push(payload))
    const purchase = aPurchase({ lines: [line(1, 2, 9_900)] })
    const { order, replayed } = await orders.placeOrder(purchase)

    expect(replayed).toBe(false)
    expect(order).toMatchObject({
      id: 100_001,
      customerId: 'customer-1',
      status: 'pending',
      lines: [
        {
          productId: 1,
          productName: 'HP DeskJet 4155e',
          sku: null,
          image: 'deskjet.svg',
          quantity: 2,
          priceCents: 9_900,
        },
      ],
      subtotalCents: 19_800,
      shippingCents: 0,
      taxCents: 1_584,
      totalCents: 21_384,
    })
    expect(await orders.listCustomerOrders('customer-1')).toEqual([order])
    expect(await stockOf(1)).toEqual([true, 1])
    expect(heard).toEqual([{ orderId: 100_001, customerId: 'customer-1', totalCents: 21_384 }])
  })

  it('keeps what was sold when the catalog changes later', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'Old name', priceCents: 9_900 })])
    await orders.placeOrder(aPurchase())
    await productModel(db.database.connection).updateOne({ _id: 1 }, { $set: { name: 'New name', priceCents: 1 } })
    expect((await orders.listCustomerOrders('customer-1'))[0]?.lines[0]).toMatchObject({
      productName: 'Old name',
      priceCents: 9_900,
    })
  })

  it('refuses another price than the one the customer saw, and says both', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'Printer', priceCents: 10_050 })])
    await expect(orders.placeOrder(aPurchase({ lines: [line(1, 1, 10_000)] }))).rejects.toMatchObject({
      kind: 'conflict',
      code: 'PRICE_CHANGED',
      details: { lines: [{ productId: 1, productName: 'Printer', sentPrice: '100.00', price: '100.50' }] },
    })
    expect(await stored().countDocuments({})).toBe(0)
  })

  it('takes the same key again once the customer has seen the new price', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, priceCents: 10_050 })])
    const purchase = aPurchase({ lines: [line(1, 1, 10_000)] })
    await expect(orders.placeOrder(purchase)).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
    expect((await orders.placeOrder({ ...purchase, lines: [line(1, 1, 10_050)] })).replayed).toBe(false)
  })

  it('refuses unknown products', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    await expect(orders.placeOrder(aPurchase({ lines: [line(1), line(404)] }))).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'UNKNOWN_PRODUCT',
      details: { lines: [{ productId: 404, productName: null }] },
    })
  })

  it('refuses two lines of one product that are too many together, and stores nothing', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'Printer', stockQuantity: 5 })])
    const purchase = aPurchase({ lines: [line(1, 3), line(1, 3)] })
    await expect(orders.placeOrder(purchase)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'INSUFFICIENT_STOCK',
      details: { lines: [{ productId: 1, productName: 'Printer', requested: 6, available: 5 }] },
    })
    expect(await stored().countDocuments({})).toBe(0)
    expect(await stockOf(1)).toEqual([true, 5])
    expect((await orders.placeOrder({ ...purchase, lines: [line(1, 5)] })).order.lines).toHaveLength(1)
  })

  it('has nothing left of what is out of stock', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'Printer', stockQuantity: 0, inStock: false })])
    await expect(orders.placeOrder(aPurchase())).rejects.toMatchObject({
      details: { lines: [{ productId: 1, requested: 1, available: 0 }] },
    })
  })

  it('sells what is made to order and does not take it down', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 0 })])
    await orders.placeOrder(aPurchase({ lines: [line(1, 999)] }))
    expect(await stockOf(1)).toEqual([true, 0])
  })

  it('stores the costs that the rules give for any cart', async () => {
    const prices = [0, 1, 99, 3_300, 9_900, 9_901, 12_345, 129_999]
    await storeProducts(
      db.database,
      prices.map((priceCents, i) => aProduct({ id: i + 1, priceCents, stockQuantity: 0 })),
    )
    const cartLine = fc.record({
      productId: fc.integer({ min: 1, max: prices.length }),
      quantity: fc.integer({ min: 1, max: 50 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(cartLine, { minLength: 1, maxLength: 8 }), async (cart) => {
        const { order } = await orders.placeOrder(
          aPurchase({
            customerId: randomUUID(),
            lines: cart.map(({ productId, quantity }) => line(productId, quantity)),
          }),
        )
        const subtotal = cart.reduce(
          (sum, { productId, quantity }) => sum + BigInt(prices[productId - 1] ?? -1) * BigInt(quantity),
          0n,
        )
        const total = subtotal + (subtotal > 9_900n ? 0n : 999n) + (subtotal * 8n + 50n) / 100n
        const document = await stored().findById(order.id).lean()
        expect(BigInt(document?.totalCents ?? -1)).toBe(total)
      }),
      { numRuns: 40 },
    )
  })
})

describe('many customers at once', () => {
  it('30 buyers of the last 5 pieces: 5 orders, 25 refusals, nothing left', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'Printer', stockQuantity: 5 })])
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => orders.placeOrder(aPurchase({ customerId: `customer-${i}` }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ kind: 'conflict', code: 'INSUFFICIENT_STOCK' })
    expect(await stockOf(1)).toEqual([false, 0])
    expect(await stored().countDocuments({})).toBe(5)
  })

  it('also when they come to two processes', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 }), aProduct({ id: 2, stockQuantity: 8 })])
    const otherJobs = await createJobs({ database: db.database, clock, logger, queues: QUEUES, redisUrl: null })
    const other = openOrders(createEventBus({ logger, clock, jobs: otherJobs }), otherJobs)
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, i) =>
        (i % 2 === 0 ? orders : other).placeOrder(
          aPurchase({ customerId: `customer-${i}`, lines: [line(i % 3 === 0 ? 2 : 1), line(2)] }),
        ),
      ),
    )
    const sold = await stored().find({}).lean()
    const pieces = (id: number) =>
      sold
        .flatMap((order) => order.items)
        .filter((item) => item.productId === id)
        .reduce((sum, item) => sum + item.quantity, 0)
    expect(sold).toHaveLength(results.filter(({ status }) => status === 'fulfilled').length)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'INSUFFICIENT_STOCK' })
    expect(await stockOf(1)).toEqual([pieces(1) < 5, 5 - pieces(1)])
    expect(await stockOf(2)).toEqual([pieces(2) < 8, 8 - pieces(2)])
    expect(new Set(sold.map((order) => order._id)).size).toBe(sold.length)
    await otherJobs.stop()
  })

  it('each get their own answer: what is wrong with one order does not touch the others', async () => {
    await storeProducts(db.database, [
      aProduct({ id: 1, priceCents: 9_900, stockQuantity: 20 }),
      aProduct({ id: 2, stockQuantity: 1 }),
    ])
    const used = aPurchase({ customerId: 'again', lines: [line(1)] })
    const first = await orders.placeOrder(used)
    const results = await Promise.allSettled([
      orders.placeOrder(aPurchase({ customerId: 'a', lines: [line(1, 2, 9_900)] })),
      orders.placeOrder(aPurchase({ customerId: 'b', lines: [line(1, 1, 9_899)] })),
      orders.placeOrder(aPurchase({ customerId: 'c', lines: [line(404)] })),
      orders.placeOrder(aPurchase({ customerId: 'd', lines: [line(2, 2)] })),
      orders.placeOrder(aPurchase({ customerId: 'e', lines: [line(1), line(2)] })),
      orders.placeOrder(used),
      orders.placeOrder({ ...used, lines: [line(1, 7)] }),
    ])
    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? result.value.replayed : (result.reason as { code: string }).code,
    )
    expect(outcomes).toEqual([
      false,
      'PRICE_CHANGED',
      'UNKNOWN_PRODUCT',
      'INSUFFICIENT_STOCK',
      false,
      true,
      'IDEMPOTENCY_KEY_REUSED',
    ])
    expect(results[5]).toMatchObject({ value: { order: { id: first.order.id } } })
    expect(await stockOf(1)).toEqual([true, 16])
    expect(await stockOf(2)).toEqual([false, 0])
    expect(await stored().countDocuments({})).toBe(3)
  })

  it('one key sent 50 times at once, to two processes: one order', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 20 })])
    const otherJobs = await createJobs({ database: db.database, clock, logger, queues: QUEUES, redisUrl: null })
    const other = openOrders(createEventBus({ logger, clock, jobs: otherJobs }), otherJobs)
    const purchase = aPurchase()
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? orders : other).placeOrder(purchase)),
    )
    expect(new Set(results.map(({ order }) => order.id)).size).toBe(1)
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await stored().countDocuments({})).toBe(1)
    expect(await stockOf(1)).toEqual([true, 19])
    await otherJobs.stop()
  })
})

describe('one purchase, one order', () => {
  beforeEach(() => storeProducts(db.database, [aProduct({ id: 1, priceCents: 9_900, stockQuantity: 1 })]))

  it('gives the same order again, even when price and stock have changed since', async () => {
    const purchase = aPurchase({ lines: [line(1, 1, 9_900)] })
    const first = await orders.placeOrder(purchase)
    await productModel(db.database.connection).updateOne({ _id: 1 }, { $set: { priceCents: 1 } })
    expect(await orders.placeOrder(purchase)).toEqual({ order: first.order, replayed: true })
    expect(await stored().countDocuments({})).toBe(1)
  })

  it('refuses a key that came with another order', async () => {
    const purchase = aPurchase()
    await orders.placeOrder(purchase)
    await expect(orders.placeOrder({ ...purchase, lines: [line(1, 2)] })).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('falls back to the session, and never mixes customers', async () => {
    await productModel(db.database.connection).updateOne({ _id: 1 }, { $set: { stockQuantity: 9 } })
    const purchase = aPurchase({ idempotencyKey: null, sessionId: 'session-1' })
    const { order } = await orders.placeOrder(purchase)
    expect(await orders.placeOrder(purchase)).toMatchObject({ order: { id: order.id }, replayed: true })
    expect(await orders.placeOrder({ ...purchase, customerId: 'customer-2' })).toMatchObject({ replayed: false })
    expect(await orders.placeOrder({ ...purchase, idempotencyKey: 'session-1' })).toMatchObject({ replayed: false })
  })
})

describe("a customer's orders", () => {
  it('are their own alone, newest first', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 0 })])
    for (const customerId of ['a', 'b', 'a']) {
      await orders.placeOrder(aPurchase({ customerId }))
      clock.ahead += 1000
    }
    expect((await orders.listCustomerOrders('a')).map((order) => order.id)).toEqual([100_003, 100_001])
    expect(await orders.listCustomerOrders('nobody')).toEqual([])
    expect(await orders.listCustomerOrders('')).toEqual([])
    expect(await orders.listCustomerOrders(null as never)).toEqual([])
  })
})

describe('what follows an order', () => {
  beforeEach(async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'HP DeskJet 4155e', stockQuantity: 5 })])
    await jobs.start({ work: true })
  })
  const statusOf = async (id: number) => (await stored().findById(id).lean())?.status

  it('is one mail with everything in it', async () => {
    await orders.placeOrder(aPurchase())
    await eventually(() => expect(mails).toHaveLength(1))
    expect(mails[0]).toMatchObject({
      to: { name: 'Dana Whitfield', address: 'dana@example.com' },
      subject: 'Your order #100001 is confirmed',
    })
    expect(mails[0]?.text).toContain('HP DeskJet 4155e')
  })

  it('is processing, once the review time is over and not before', async () => {
    const heard: unknown[] = []
    events.listen(orderStatusChanged, 'test.listens', ({ payload }) => void heard.push(payload))
    const { order } = await orders.placeOrder(aPurchase())
    await eventually(() => expect(mails).toHaveLength(1))
    expect(await statusOf(order.id)).toBe('pending')
    clock.ahead = 61 * 60_000
    await eventually(async () => expect(await statusOf(order.id)).toBe('processing'))
    await eventually(() =>
      expect(heard).toEqual([
        {
          orderId: order.id,
          customerId: 'customer-1',
          from: 'pending',
          to: 'processing',
          by: 'shop',
          reason: 'The review time is over.',
        },
      ]),
    )
    const document = await stored().findById(order.id).lean()
    expect(document?.trackingEvents.map(({ status }) => status)).toEqual(['pending', 'processing'])
    expect(document?.history).toMatchObject([
      { from: null, to: 'pending', by: 'customer' },
      { from: 'pending', to: 'processing', by: 'shop', reason: 'The review time is over.' },
    ])
  })

  it('goes on step by step; a repetition does nothing and a forbidden step fails at once', async () => {
    const { order } = await orders.placeOrder(aPurchase())
    const by = { orderId: order.id, by: 'staff', reason: null }
    await enqueueMove({ ...by, to: 'processing' })
    await eventually(async () => expect(await statusOf(order.id)).toBe('processing'))
    await enqueueMove({ ...by, to: 'processing' })
    await enqueueMove({ ...by, to: 'shipped', carrier: 'FedEx', trackingNumber: 'FX-1', location: 'Stafford, TX' })
    await eventually(async () => expect(await statusOf(order.id)).toBe('shipped'))
    await enqueueMove({ ...by, to: 'cancelled' })
    await enqueueMove({ ...by, orderId: 5, to: 'processing' })
    await eventually(async () => expect(await jobs.failed()).toHaveLength(2))
    for (const failed of await jobs.failed()) expect(failed.attempts).toBe(1)
    const document = await stored().findById(order.id).lean()
    expect(document).toMatchObject({ status: 'shipped', carrier: 'FedEx', trackingNumber: 'FX-1' })
    expect(document?.trackingEvents).toHaveLength(3)
  })

  it('can be cancelled: the pieces go back, and the shop does not process it later', async () => {
    const { order } = await orders.placeOrder(aPurchase({ lines: [line(1, 5)] }))
    expect(await stockOf(1)).toEqual([false, 0])
    await enqueueMove({ orderId: order.id, to: 'cancelled', by: 'customer', reason: 'Changed my mind.' })
    await eventually(async () => expect(await statusOf(order.id)).toBe('cancelled'))
    expect(await stockOf(1)).toEqual([true, 5])
    clock.ahead = 61 * 60_000
    await eventually(async () => {
      const stats = await jobs.stats()
      expect(stats.find(({ queue }) => queue === 'orders')).toMatchObject({
        waiting: 0,
        delayed: 0,
        active: 0,
        failed: 0,
      })
    })
    expect(await statusOf(order.id)).toBe('cancelled')
  })
})

describe('a change whose subscriber jobs cannot be stored', () => {
  const failing = new Error('The outbox is away.')

  it('does not happen', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 })])
    const { order } = await orders.placeOrder(aPurchase({ lines: [line(1, 2)] }))
    const broken = openOrders(
      { ...events, publish: () => Promise.reject(failing), subscribe: () => {} },
      { ...jobs, handle: () => {} },
    )
    await expect(broken.cancelOrder({ customerId: 'customer-1', orderId: order.id })).rejects.toThrow(failing.message)
    await expect(broken.placeOrder(aPurchase())).rejects.toThrow(failing.message)
    expect((await orders.getOrderForStaff(order.id)).order.status).toBe('pending')
    expect(await stored().countDocuments({})).toBe(1)
    expect(await stockOf(1)).toEqual([true, 3])
  })
})

describe('a step that a job takes', () => {
  const WAYS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
    pending: [],
    processing: ['processing'],
    shipped: ['processing', 'shipped'],
    delivered: ['processing', 'shipped', 'delivered'],
    cancelled: ['cancelled'],
  }
  const PAIRS = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const))
  type Deliver = (step: ChangeOrderStatus, jobId: string) => Promise<void>
  let deliver: Deliver

  /** The handler as the runner calls it, to deliver a job as often as a queue may. */
  beforeEach(async () => {
    const handlers: Deliver[] = []
    const tapped: JobsRuntime = {
      ...jobs,
      handleDaily: () => {},
      handle: (_job, handler) =>
        void handlers.push((step, jobId) =>
          (handler as JobHandler<unknown>)(step, {
            jobId,
            attempt: 1,
            createdAt: new Date(),
            signal: new AbortController().signal,
          }),
        ),
    }
    events = createEventBus({ logger, clock, jobs: tapped })
    orders = openOrders(events, tapped)
    deliver = (step, jobId) => handlers[0]?.(step, jobId) ?? Promise.reject(new Error('no handler'))
    await storeProducts(db.database, [aProduct({ id: 1, name: 'HP DeskJet 4155e', stockQuantity: 50 })])
    await jobs.start({ work: true })
  })
  const by = { by: 'staff', reason: null } as const
  async function anOrderThatIs(status: OrderStatus): Promise<number> {
    const { order } = await orders.placeOrder(aPurchase({ lines: [line(1, 2)] }))
    for (const [i, to] of WAYS[status].entries())
      await deliver({ orderId: order.id, to, ...by }, `way-${order.id}-${i}`)
    return order.id
  }

  it.each(PAIRS)('from %s to %s obeys the table', async (from, to) => {
    const id = await anOrderThatIs(from)
    const before = await stored().findById(id).lean()
    const stock = await stockOf(1)
    if (canMove(from, to)) {
      await deliver({ orderId: id, to, ...by }, 'the-step')
      const after = await stored().findById(id).lean()
      expect(after?.status).toBe(to)
      expect(after?.history.slice(before?.history.length)).toMatchObject([{ from, to, by: 'staff', jobId: 'the-step' }])
      expect(after?.trackingEvents.at(-1)).toMatchObject({ status: to, completed: true })
      return
    }
    if (from === to) await deliver({ orderId: id, to, ...by }, 'the-step')
    else
      await expect(deliver({ orderId: id, to, ...by }, 'the-step')).rejects.toMatchObject({
        name: 'JobCannotSucceed',
        cause: { code: 'ILLEGAL_TRANSITION', details: { from, to } },
      })
    expect(await stored().findById(id).lean()).toEqual(before)
    expect(await stockOf(1)).toEqual(stock)
  })

  it('sets carrier, number and expectation when it ships, and says so when it has arrived', async () => {
    const id = await anOrderThatIs('processing')
    await deliver({ orderId: id, to: 'shipped', ...by }, 'ship')
    expect(await stored().findById(id).lean()).toMatchObject({
      carrier: 'UPS',
      trackingNumber: `1Z${String(id).padStart(10, '0')}`,
      estimatedDelivery: '3-5 business days',
    })
    await deliver({ orderId: id, to: 'delivered', location: 'Stafford, TX', ...by }, 'arrive')
    const delivered = await stored().findById(id).lean()
    expect(delivered).toMatchObject({ estimatedDelivery: 'Delivered' })
    expect(delivered?.trackingEvents.at(-1)).toMatchObject({ status: 'delivered', location: 'Stafford, TX' })
  })

  it('is taken once, with one mail and the stock back once, when the job is delivered 3 times, also at once', async () => {
    const first = await anOrderThatIs('pending')
    const second = await anOrderThatIs('pending')
    expect(await stockOf(1)).toEqual([true, 46])
    for (let i = 0; i < 3; i += 1) await deliver({ orderId: first, to: 'cancelled', ...by }, 'thrice')
    await Promise.all(Array.from({ length: 3 }, () => deliver({ orderId: second, to: 'cancelled', ...by }, 'at-once')))
    expect(await stockOf(1)).toEqual([true, 50])
    for (const id of [first, second]) expect((await stored().findById(id).lean())?.history).toHaveLength(2)
    await eventually(async () =>
      expect((await jobs.stats()).find(({ queue }) => queue === 'mail')).toMatchObject({ waiting: 0, active: 0 }),
    )
    const cancelled = mails.map(({ subject }) => subject).filter((subject) => subject.endsWith('cancelled'))
    expect(cancelled.sort()).toEqual([`Your order #${first} was cancelled`, `Your order #${second} was cancelled`])
  })

  it('is decided once when staff ship it while the customer cancels it', async () => {
    for (let i = 0; i < 5; i += 1) {
      const id = await anOrderThatIs('processing')
      const before = (await stockOf(1))?.[1]
      const [shipping, cancelling] = await Promise.allSettled([
        deliver({ orderId: id, to: 'shipped', ...by }, `ship-${id}`),
        orders.cancelOrder({ customerId: 'customer-1', orderId: id }),
      ])
      const document = await stored().findById(id).lean()
      expect([shipping.status, cancelling.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
      expect(document?.status).toBe(shipping.status === 'fulfilled' ? 'shipped' : 'cancelled')
      expect((await stockOf(1))?.[1]).toBe(document?.status === 'cancelled' ? Number(before) + 2 : before)
    }
  })
})

describe('what staff see', () => {
  beforeEach(async () => {
    const name = 'HP DeskJet'
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 0, name, sku: 'HP-DJ-4155' })])
    await jobs.start({ work: true })
    const elsewhere = { city: 'Saint-Étienne', zipCode: '77001-4321' }
    for (const [firstName, lastName, customerEmail, place] of [
      ['Zoë', 'Whitfield', 'zoe@example.com', {}],
      ['Dana', "O'Brien", 'dana@shop.example', elsewhere],
      ['Dana', 'Whitfield', 'dw@example.com', {}],
    ] as const) {
      const address = { ...aPurchase().shippingAddress, firstName, lastName, ...place }
      const customerPhone = place === elsewhere ? '+1 (281) 555-0142' : null
      await orders.placeOrder(
        aPurchase({
          customerName: `${firstName} ${lastName}`,
          customerEmail,
          customerPhone,
          shippingAddress: address,
          billingAddress: address,
        }),
      )
      clock.ahead += 1000
    }
    await orders.requestMove({
      orderId: 100_001,
      to: 'processing',
      by: 'staff',
      networkAddress: '127.0.0.1',
      reason: 'Paid by phone.',
    })
    await eventually(async () => expect((await orders.getOrderForStaff(100_001)).order.status).toBe('processing'))
    await orders.requestMove({
      orderId: 100_001,
      to: 'shipped',
      by: 'staff',
      networkAddress: '127.0.0.1',
      reason: null,
      trackingNumber: 'FX 12-34',
    })
    await eventually(async () => expect((await orders.getOrderForStaff(100_001)).order.status).toBe('shipped'))
  })
  const find = async (query: Partial<StaffOrdersQuery>) => {
    const { orders: found, total } = await orders.listOrdersForStaff({ limit: 10, offset: 0, ...query })
    return { ids: found.map(({ order }) => order.id), total }
  }

  it('is every order, newest first, page by page, by status', async () => {
    expect(await find({})).toEqual({ ids: [100_003, 100_002, 100_001], total: 3 })
    expect(await find({ limit: 1, offset: 1 })).toEqual({ ids: [100_002], total: 3 })
    expect(await find({ status: 'shipped' })).toEqual({ ids: [100_001], total: 1 })
    expect(await find({ status: 'pending', search: 'whitfield' })).toEqual({ ids: [100_003], total: 1 })
    expect(await find({ isOldestFirst: true, limit: 2 })).toEqual({ ids: [100_001, 100_002], total: 3 })
  })

  it('has no pages of a search behind those that are counted', async () => {
    expect(await find({ search: 'deskjet', offset: 2 })).toEqual({ ids: [100_001], total: 3 })
    expect(await find({ search: 'deskjet', offset: 1000 })).toEqual({ ids: [], total: 3 })
  })

  it.each([
    ['100002', [100_002]],
    ['#100002', [100_002]],
    ['ORD-100002', [100_002]],
    ['whitfield', [100_003, 100_001]],
    ['WHIT dana', [100_003]],
    ['zoe', [100_001]],
    ['Zoë', [100_001]],
    ["o'brien", [100_002]],
    ['O\u2019BRIEN', [100_002]],
    ['obrien', [100_002]],
    ['dana@shop.example', [100_002]],
    ['shop.example', [100_002]],
    ['(281) 555-0142', [100_002]],
    ['+1 281 555 0142', [100_002]],
    ['12815550142', [100_002]],
    ['Saint-Étienne', [100_002]],
    ['77001', [100_002]],
    ['77001-4321', [100_002]],
    ['12 Paper Street, Stafford, TX 77477', [100_003, 100_001]],
    ['hp-dj 4155', [100_003, 100_002, 100_001]],
    ['deskjet whit', [100_003, 100_001]],
    ['fx1234', [100_001]],
    ['FX12', [100_001]],
    ['FX 12-34', [100_001]],
    ['INV-1', [100_001]],
    ['inv #1', [100_001]],
    ['INV-100002', []],
    ['.*', []],
    ['nobody', []],
    ['', [100_003, 100_002, 100_001]],
  ])('is found by %j', async (search, ids) => expect((await find({ search })).ids).toEqual(ids))

  it('is found by what its form of before did not have, once the step has filled it', async () => {
    await stored().updateMany({}, { $set: { searchKeys: ['100001'] } } as never)
    expect((await find({ search: 'saint-etienne' })).ids).toEqual([])
    await runSchemaSteps({ database: db.database, logger, steps: orders.schemaSteps })
    expect((await find({ search: 'saint-etienne' })).ids).toEqual([100_002])
    expect((await find({ search: 'fx12' })).ids).toEqual([100_001])
    expect((await find({ search: 'inv-1' })).ids).toEqual([100_001])
    expect((await find({ search: 'hpdj4155' })).ids).toEqual([100_003, 100_002, 100_001])
    expect((await orders.getOrderForStaff(100_001)).order.lines).toMatchObject([{ sku: 'HP-DJ-4155' }])
  })

  it('has its history with who, why and when, and where it may go', async () => {
    const { order, history, nextStatuses } = await orders.getOrderForStaff(100_001)
    expect(order.trackingNumber).toBe('FX 12-34')
    expect(history).toMatchObject([
      { from: null, to: 'pending', by: 'customer', at: order.createdAt },
      { from: 'pending', to: 'processing', by: 'staff', reason: 'Paid by phone.' },
      { from: 'processing', to: 'shipped', by: 'staff', reason: null },
    ])
    expect(nextStatuses).toEqual(['delivered'])
    await expect(
      orders.requestMove({ orderId: 100_001, to: 'cancelled', by: 'staff', networkAddress: '127.0.0.1', reason: null }),
    ).rejects.toMatchObject({
      kind: 'conflict',
      code: 'ILLEGAL_TRANSITION',
      details: { from: 'shipped', to: 'cancelled', allowed: ['delivered'] },
    })
    await expect(orders.getOrderForStaff(5)).rejects.toMatchObject({ kind: 'not-found', code: 'ORDER_NOT_FOUND' })
    await expect(
      orders.requestMove({ orderId: 5, to: 'cancelled', by: 'staff', networkAddress: '127.0.0.1', reason: null }),
    ).rejects.toMatchObject({
      code: 'ORDER_NOT_FOUND',
    })
  })

  it('is every order of a span of time, with its first moment and without its last', async () => {
    const [first, second, third] = [0, 60_000, 120_000].map((ms) => new Date(Date.parse('2026-03-14T08:00:00Z') + ms))
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three times.')
    for (const [index, createdAt] of [first, second, third].entries())
      await stored().updateOne({ _id: 100_001 + index } as never, { $set: { createdAt } })
    expect(await find({ placedFrom: second })).toEqual({ ids: [100_003, 100_002], total: 2 })
    expect(await find({ placedBefore: second })).toEqual({ ids: [100_001], total: 1 })
    expect(await find({ placedFrom: second, placedBefore: third })).toEqual({ ids: [100_002], total: 1 })
    expect(await find({ placedFrom: first, status: 'shipped' })).toEqual({ ids: [100_001], total: 1 })
    expect(await find({ placedFrom: second, search: 'whitfield' })).toEqual({ ids: [100_003], total: 1 })
    expect(await find({ placedFrom: third, placedBefore: third })).toEqual({ ids: [], total: 0 })
  })
})
