import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventBus } from '#platform/events/event-bus'
import { createJobs } from '#platform/jobs/create-jobs'
import { productCollection } from '../catalog/persistence/product-document.ts'
import { aProduct, storeProducts } from '../catalog/testing/product-builder.ts'
import { orderPlaced } from './events.ts'
import { aPurchase } from './testing/order-builder.ts'
import { line, logger, QUEUES, openOrdersModule, type OrdersUnderTest } from '../../testing/orders-under-test.ts'

let underTest: OrdersUnderTest
let db: OrdersUnderTest['db']
let events: OrdersUnderTest['events']
let jobs: OrdersUnderTest['jobs']
let orders: OrdersUnderTest['orders']
let clock: OrdersUnderTest['clock']
beforeEach(async () => {
  underTest = await openOrdersModule()
  ;({ db, events, jobs, orders, clock } = underTest)
})
afterEach(() => underTest.close())

describe('placing an order', () => {
  it("stores it at today's prices with what was sold, and takes the stock", async () => {
    await storeProducts(db.database, [
      aProduct({ id: 1, name: 'HP DeskJet 4155e', priceCents: 9_900, image: 'deskjet.svg', stockQuantity: 3 }),
    ])
    const heard: unknown[] = []
    events.listen(orderPlaced, 'test.listens', ({ payload }) => void heard.push(payload))
    const purchase = aPurchase({ lines: [line(1, 2, 9_900)] })
    const { order, isReplay } = await orders.placeOrder(purchase)

    expect(isReplay).toBe(false)
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
    expect(await underTest.stockOf(1)).toEqual([true, 1])
    expect(heard).toEqual([{ orderId: 100_001, customerId: 'customer-1', totalCents: 21_384 }])
  })

  it('keeps what was sold when the catalog changes later', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'Old name', priceCents: 9_900 })])
    await orders.placeOrder(aPurchase())
    await productCollection(db.database).updateOne({ _id: 1 }, { $set: { name: 'New name', priceCents: 1 } })
    expect((await orders.listCustomerOrders('customer-1'))[0]?.lines[0]).toMatchObject({
      productName: 'Old name',
      priceCents: 9_900,
    })
  })

  it('has a number of its own when the database has lost the numbers that it gave out', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 })])
    const first = await orders.placeOrder(aPurchase({ lines: [line(1)] }))
    const second = await orders.placeOrder(aPurchase({ lines: [line(1)] }))
    await db.database.connection
      .collection('counters')
      .updateOne({ _id: 'orders' as never }, { $set: { value: first.order.id - 1 } })
    const third = await orders.placeOrder(aPurchase({ lines: [line(1)], idempotencyKey: null, sessionId: null }))
    expect(third).toMatchObject({ order: { id: second.order.id + 1 }, isReplay: false })
    expect(await underTest.stockOf(1)).toEqual([true, 2])
  })

  it('has the number after the last order that was placed, whatever was refused in between', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 })])
    const ids: number[] = []
    for (let count = 0; count < 5; count += 1) {
      ids.push((await orders.placeOrder(aPurchase({ lines: [line(1)] }))).order.id)
      if (count >= 1) await expect(orders.placeOrder(aPurchase({ lines: [line(1, 6)] }))).rejects.toThrow()
    }
    expect(ids).toEqual([100_001, 100_002, 100_003, 100_004, 100_005])
  })

  it('has a number of its own when two processes place in turn', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 50 })])
    const otherJobs = { ...jobs, handle: () => {}, handleDaily: () => {} }
    const others = underTest.openOrders(createEventBus({ logger, clock, jobs: otherJobs }), otherJobs)
    const ids: number[] = []
    for (const each of [orders, orders, orders, others, orders, others, others, others, orders, others])
      ids.push((await each.placeOrder(aPurchase({ lines: [line(1)] }))).order.id)
    expect(ids).toEqual(Array.from({ length: 10 }, (_, index) => 100_001 + index))
    expect(await underTest.stockOf(1)).toEqual([true, 40])
  })

  it('refuses another price than the one the customer saw, and says both', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'Printer', priceCents: 10_050 })])
    await expect(orders.placeOrder(aPurchase({ lines: [line(1, 1, 10_000)] }))).rejects.toMatchObject({
      kind: 'conflict',
      code: 'PRICE_CHANGED',
      details: { lines: [{ productId: 1, productName: 'Printer', sentPrice: '100.00', price: '100.50' }] },
    })
    expect(await underTest.stored().countDocuments({})).toBe(0)
  })

  it('takes the same key again once the customer has seen the new price', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, priceCents: 10_050 })])
    const purchase = aPurchase({ lines: [line(1, 1, 10_000)] })
    await expect(orders.placeOrder(purchase)).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
    expect((await orders.placeOrder({ ...purchase, lines: [line(1, 1, 10_050)] })).isReplay).toBe(false)
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
    expect(await underTest.stored().countDocuments({})).toBe(0)
    expect(await underTest.stockOf(1)).toEqual([true, 5])
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
    expect(await underTest.stockOf(1)).toEqual([true, 0])
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
        const document = await underTest.stored().findOne({ _id: order.id })
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
    expect(await underTest.stockOf(1)).toEqual([false, 0])
    expect(await underTest.stored().countDocuments({})).toBe(5)
  })

  it('also when they come to two processes', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 }), aProduct({ id: 2, stockQuantity: 8 })])
    const otherJobs = await createJobs({ database: db.database, clock, logger, queues: QUEUES, redisUrl: null })
    const other = underTest.openOrders(createEventBus({ logger, clock, jobs: otherJobs }), otherJobs)
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, i) =>
        (i % 2 === 0 ? orders : other).placeOrder(
          aPurchase({ customerId: `customer-${i}`, lines: [line(i % 3 === 0 ? 2 : 1), line(2)] }),
        ),
      ),
    )
    const sold = await underTest.stored().find({}).toArray()
    const pieces = (id: number) =>
      sold
        .flatMap((order) => order.items)
        .filter((item) => item.productId === id)
        .reduce((sum, item) => sum + item.quantity, 0)
    expect(sold).toHaveLength(results.filter(({ status }) => status === 'fulfilled').length)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'INSUFFICIENT_STOCK' })
    expect(await underTest.stockOf(1)).toEqual([pieces(1) < 5, 5 - pieces(1)])
    expect(await underTest.stockOf(2)).toEqual([pieces(2) < 8, 8 - pieces(2)])
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
      result.status === 'fulfilled' ? result.value.isReplay : (result.reason as { code: string }).code,
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
    expect(await underTest.stockOf(1)).toEqual([true, 16])
    expect(await underTest.stockOf(2)).toEqual([false, 0])
    expect(await underTest.stored().countDocuments({})).toBe(3)
  })

  it('one key sent 50 times at once, to two processes: one order', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 20 })])
    const otherJobs = await createJobs({ database: db.database, clock, logger, queues: QUEUES, redisUrl: null })
    const other = underTest.openOrders(createEventBus({ logger, clock, jobs: otherJobs }), otherJobs)
    const purchase = aPurchase()
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? orders : other).placeOrder(purchase)),
    )
    expect(new Set(results.map(({ order }) => order.id)).size).toBe(1)
    expect(results.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(await underTest.stored().countDocuments({})).toBe(1)
    expect(await underTest.stockOf(1)).toEqual([true, 19])
    await otherJobs.stop()
  })

  it('a used key that is sent to another process costs them one more transaction, and after that none', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 100 })])
    const otherJobs = { ...jobs, handle: () => {}, handleDaily: () => {} }
    const others = underTest.openOrders(createEventBus({ logger, clock, jobs: otherJobs }), otherJobs)
    const used = aPurchase()
    const { order } = await orders.placeOrder(used)
    const transactions = vi.spyOn(db.database, 'transaction')
    const placeBeside = async () => {
      transactions.mockClear()
      const placed = await Promise.all(
        [used, ...Array.from({ length: 8 }, (_, i) => aPurchase({ customerId: `customer-${i}` }))].map(
          others.placeOrder,
        ),
      )
      expect(placed.map(({ isReplay }) => isReplay)).toEqual([true, ...Array.from({ length: 8 }, () => false)])
      expect(placed[0]?.order.id).toBe(order.id)
      return transactions.mock.calls.length
    }
    expect(await placeBeside()).toBeLessThanOrEqual(3)
    expect(await placeBeside()).toBe(1)
    expect(await underTest.stockOf(1)).toEqual([true, 100 - 17])
  })
})

describe('one purchase, one order', () => {
  beforeEach(() => storeProducts(db.database, [aProduct({ id: 1, priceCents: 9_900, stockQuantity: 1 })]))

  it('gives the same order again, even when price and stock have changed since', async () => {
    const purchase = aPurchase({ lines: [line(1, 1, 9_900)] })
    const first = await orders.placeOrder(purchase)
    await productCollection(db.database).updateOne({ _id: 1 }, { $set: { priceCents: 1 } })
    expect(await orders.placeOrder(purchase)).toEqual({ order: first.order, isReplay: true })
    expect(await underTest.stored().countDocuments({})).toBe(1)
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
    await productCollection(db.database).updateOne({ _id: 1 }, { $set: { stockQuantity: 9 } })
    const purchase = aPurchase({ idempotencyKey: null, sessionId: 'session-1' })
    const { order } = await orders.placeOrder(purchase)
    expect(await orders.placeOrder(purchase)).toMatchObject({ order: { id: order.id }, isReplay: true })
    expect(await orders.placeOrder({ ...purchase, customerId: 'customer-2' })).toMatchObject({ isReplay: false })
    expect(await orders.placeOrder({ ...purchase, idempotencyKey: 'session-1' })).toMatchObject({ isReplay: false })
  })
})
