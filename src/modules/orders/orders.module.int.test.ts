import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createCounters } from '#platform/database/counters'
import { createEventBus, type EventBus } from '#platform/events/event-bus'
import { createJobs, type JobsRuntime } from '#platform/jobs/create-jobs'
import { createLogger } from '#platform/logger'
import { handleSendMail } from '#platform/mail/send-mail'
import type { MailMessage } from '#platform/mail/mail'
import { eventually } from '../../testing/eventually.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createCatalogModule, type CatalogModule } from '../catalog/index.ts'
import { productModel } from '../catalog/persistence/product.model.ts'
import { aProduct, storeProducts } from '../catalog/testing/product-builder.ts'
import { orderPlaced, orderStatusChanged } from './events.ts'
import { createOrdersModule, type OrdersModule } from './index.ts'
import { changeOrderStatus } from './jobs.ts'
import { orderModel } from './persistence/order.model.ts'
import { aPurchase } from './testing/order-builder.ts'

const logger = createLogger('silent')
let db: TestDatabase
let events: EventBus
let jobs: JobsRuntime
let catalog: CatalogModule
let orders: OrdersModule
let mails: MailMessage[]
let clock: { ahead: number; now(): Date }

/** A second web process on the same database has everything of its own. */
function openOrders(bus: EventBus, runtime: JobsRuntime): OrdersModule {
  const counters = createCounters(db.database, { orders: 100_001 })
  return createOrdersModule({ database: db.database, counters, events: bus, jobs: runtime, clock, catalog, reviewMinutes: 60 })
}

beforeEach(async () => {
  db = await openTestDatabase()
  mails = []
  clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
  events = createEventBus({ logger, clock })
  jobs = createJobs({ database: db.database, clock, logger, redisUrl: null, timings: { tickMs: 20, sweepMs: 50 } })
  handleSendMail(jobs, { send: async (mail) => void mails.push(mail) })
  catalog = createCatalogModule({ database: db.database, counters: createCounters(db.database), events, clock, logger })
  orders = openOrders(events, jobs)
  await db.database.buildIndexes()
  await catalog.start()
})
afterEach(async () => {
  await jobs.stop()
  await db.drop()
})

const line = (productId: number, quantity = 1, sentPriceCents: number | null = null) => ({ productId, quantity, sentPriceCents })
const stored = () => orderModel(db.database.connection)
async function stockOf(id: number) {
  const [product] = await catalog.findProducts([id])
  return product === undefined ? null : [product.inStock, product.stockQuantity]
}
const enqueueMove = (step: z.infer<typeof changeOrderStatus.schema>) => db.database.transaction((tx) => jobs.enqueue(tx, changeOrderStatus, step))

describe('placing an order', () => {
  it("stores it at today's prices with what was sold, and takes the stock", async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'HP DeskJet 4155e', priceCents: 9_900, image: 'deskjet.svg', stockQuantity: 3 })])
    const heard: unknown[] = []
    events.on(orderPlaced, 'test.listens', ({ payload }) => void heard.push(payload))
    const purchase = aPurchase({ lines: [line(1, 2, 9_900)] })
    const { order, replayed } = await orders.placeOrder(purchase)

    expect(replayed).toBe(false)
    expect(order).toMatchObject({
      id: 100_001,
      customerId: 'customer-1',
      status: 'pending',
      lines: [{ productId: 1, productName: 'HP DeskJet 4155e', image: 'deskjet.svg', quantity: 2, priceCents: 9_900 }],
      subtotalCents: 19_800,
      shippingCents: 0,
      taxCents: 1_584,
      totalCents: 21_384,
    })
    expect(await orders.listCustomerOrders('customer-1')).toEqual([order])
    expect(await stockOf(1)).toEqual([true, 1])
    expect(heard).toEqual([{ orderId: 100_001, customerId: 'customer-1', totalCents: 21_384 }])
  })

  it('keeps what was sold when the catalogue changes later', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'Old name', priceCents: 9_900 })])
    await orders.placeOrder(aPurchase())
    await productModel(db.database.connection).updateOne({ _id: 1 }, { $set: { name: 'New name', priceCents: 1 } })
    expect((await orders.listCustomerOrders('customer-1'))[0]?.lines[0]).toMatchObject({ productName: 'Old name', priceCents: 9_900 })
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
    await expect(orders.placeOrder(aPurchase())).rejects.toMatchObject({ details: { lines: [{ productId: 1, requested: 1, available: 0 }] } })
  })

  it('sells what is made to order and does not take it down', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 0 })])
    await orders.placeOrder(aPurchase({ lines: [line(1, 999)] }))
    expect(await stockOf(1)).toEqual([true, 0])
  })

  it('stores what the rules of cost say, whatever is in the cart', async () => {
    const prices = [0, 1, 99, 3_300, 9_900, 9_901, 12_345, 129_999]
    await storeProducts(db.database, prices.map((priceCents, i) => aProduct({ id: i + 1, priceCents, stockQuantity: 0 })))
    const cartLine = fc.record({ productId: fc.integer({ min: 1, max: prices.length }), quantity: fc.integer({ min: 1, max: 50 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(cartLine, { minLength: 1, maxLength: 8 }), async (cart) => {
        const { order } = await orders.placeOrder(aPurchase({ lines: cart.map(({ productId, quantity }) => line(productId, quantity)) }))
        const subtotal = cart.reduce((sum, { productId, quantity }) => sum + BigInt(prices[productId - 1] ?? -1) * BigInt(quantity), 0n)
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
    const results = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => orders.placeOrder(aPurchase({ customerId: `customer-${i}` }))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: 'conflict', code: 'INSUFFICIENT_STOCK' })
    expect(await stockOf(1)).toEqual([false, 0])
    expect(await stored().countDocuments({})).toBe(5)
  })

  it('also when they come to two processes', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 }), aProduct({ id: 2, stockQuantity: 8 })])
    const otherJobs = createJobs({ database: db.database, clock, logger, redisUrl: null })
    const other = openOrders(createEventBus({ logger, clock }), otherJobs)
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? orders : other).placeOrder(aPurchase({ customerId: `customer-${i}`, lines: [line(i % 3 === 0 ? 2 : 1), line(2)] }))),
    )
    const sold = await stored().find({}).lean()
    const pieces = (id: number) => sold.flatMap((order) => order.items).filter((item) => item.productId === id).reduce((sum, item) => sum + item.quantity, 0)
    expect(sold).toHaveLength(results.filter(({ status }) => status === 'fulfilled').length)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'INSUFFICIENT_STOCK' })
    expect(await stockOf(1)).toEqual([pieces(1) < 5, 5 - pieces(1)])
    expect(await stockOf(2)).toEqual([pieces(2) < 8, 8 - pieces(2)])
    expect(new Set(sold.map((order) => order._id)).size).toBe(sold.length)
    await otherJobs.stop()
  })

  it('one key sent 50 times at once, to two processes: one order', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 20 })])
    const otherJobs = createJobs({ database: db.database, clock, logger, redisUrl: null })
    const other = openOrders(createEventBus({ logger, clock }), otherJobs)
    const purchase = aPurchase()
    const results = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? orders : other).placeOrder(purchase)))
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
    await expect(orders.placeOrder({ ...purchase, lines: [line(1, 2)] })).rejects.toMatchObject({ kind: 'unprocessable', code: 'IDEMPOTENCY_KEY_REUSED' })
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
    expect(mails[0]).toMatchObject({ to: { name: 'Dana Whitfield', address: 'dana@example.com' }, subject: 'Your order #100001 is confirmed' })
    expect(mails[0]?.text).toContain('HP DeskJet 4155e')
  })

  it('is processing, once the review time is over and not before', async () => {
    const heard: unknown[] = []
    events.on(orderStatusChanged, 'test.listens', ({ payload }) => void heard.push(payload))
    const { order } = await orders.placeOrder(aPurchase())
    await eventually(() => expect(mails).toHaveLength(1))
    expect(await statusOf(order.id)).toBe('pending')
    clock.ahead = 61 * 60_000
    await eventually(async () => expect(await statusOf(order.id)).toBe('processing'))
    await eventually(() => expect(heard).toEqual([{ orderId: order.id, customerId: 'customer-1', from: 'pending', to: 'processing', by: 'shop' }]))
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
      const figures = await jobs.figures()
      expect(figures.find(({ queue }) => queue === 'orders')).toMatchObject({ waiting: 0, delayed: 0, active: 0, failed: 0 })
    })
    expect(await statusOf(order.id)).toBe('cancelled')
  })
})
