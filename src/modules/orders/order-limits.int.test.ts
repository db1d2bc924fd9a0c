import { mongo } from 'mongoose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEventBus } from '#platform/events/event-bus'
import { eventually } from '../../testing/eventually.ts'
import { createRandom } from '../../testing/random.ts'
import { aProduct, storeProducts } from '../catalog/testing/product-builder.ts'
import { openOrdersOf } from './domain/order-limits.ts'
import { orderCollection, type OrderDocument } from './persistence/order-document.ts'
import { aPurchase } from './testing/order-builder.ts'
import { line, logger, openOrdersModule, type OrdersUnderTest } from '../../testing/orders-under-test.ts'

let underTest: OrdersUnderTest
let db: OrdersUnderTest['db']
let jobs: OrdersUnderTest['jobs']
let orders: OrdersUnderTest['orders']
let clock: OrdersUnderTest['clock']
beforeEach(async () => {
  underTest = await openOrdersModule()
  ;({ db, jobs, orders, clock } = underTest)
})
afterEach(() => underTest.close())

describe('what one customer may hold', () => {
  const unproved = (overrides: Parameters<typeof aPurchase>[0] = {}) =>
    aPurchase({ isEmailProved: false, ...overrides })

  it('is counted right when many orders come at once, in two processes', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 1000 })])
    const otherJobs = { ...jobs, handle: () => {}, handleDaily: () => {} }
    const others = underTest.openOrders(createEventBus({ logger, clock, jobs: otherJobs }), otherJobs)
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? orders : others).placeOrder(unproved())),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await underTest.stockOf(1)).toEqual([true, 990])
  })

  it('counts what another process placed since it was read, and the order keeps its number', async () => {
    await storeProducts(
      db.database,
      [1, 2].map((id) => aProduct({ id, stockQuantity: 1000 })),
    )
    const otherJobs = { ...jobs, handle: () => {}, handleDaily: () => {} }
    const others = underTest.openOrders(createEventBus({ logger, clock, jobs: otherJobs }), otherJobs)
    await orders.placeOrder(unproved())
    // The customer's row is read, then the other process places an order, then the transaction begins with the products.
    const server = db.database.connection.db as mongo.Db
    const command = server.command.bind(server)
    let reading: Promise<unknown> = Promise.resolve()
    let meanwhile: ReturnType<typeof others.placeOrder> | null = null
    server.command = (async (asked: mongo.Document, options) => {
      if (asked['find'] === 'products' && meanwhile === null) {
        await reading
        meanwhile = others.placeOrder(unproved({ lines: [line(2, 3)] }))
        await meanwhile
      }
      const answer = command(asked, options)
      if (asked['find'] === 'ordering_customers') reading = answer
      return answer
    }) as typeof server.command
    const { order } = await orders.placeOrder(unproved({ lines: [line(1, 4)] }))
    server.command = command
    const between = (await (meanwhile as unknown as ReturnType<typeof others.placeOrder>)).order
    expect(order.id, 'its number was taken before').toBeLessThan(between.id)
    const row = await db.database.connection.collection('ordering_customers').findOne({})
    expect(row).toMatchObject({ openOrders: 3, pieces: { product1: 5, product2: 3 }, revision: 3 })
    expect([await underTest.stockOf(1), await underTest.stockOf(2)]).toEqual([
      [true, 995],
      [true, 997],
    ])
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
    await orders.changeOrder(which, { lines: [{ productId: 1, lineNumber: 1, quantity: 4 }], shippingAddress: null })
    await expect(orders.placeOrder(unproved({ lines: [line(1, 7)] }))).rejects.toMatchObject({
      code: 'TOO_MANY_PIECES',
      details: { lines: [{ requested: 7, allowed: 6 }] },
    })
    await orders.placeOrder(unproved({ lines: [line(1, 6)] }))
  })

  it('is what the open orders come to, whatever became of them, and does not grow with the ended ones', async () => {
    await storeProducts(
      db.database,
      [1, 2, 3, 4].map((id) => aProduct({ id, priceCents: 100 * id, stockQuantity: id === 4 ? 0 : 1000 })),
    )
    await jobs.start({ work: true })
    const random = createRandom(20_261_127)
    for (let step = 0; step < 60; step += 1) {
      const open = await openOrders()
      const one = open[random.below(open.length)]
      const which = random.next()
      if (one === undefined || which < 0.4) {
        const lines = [1, 2, 3, 4].flatMap((id) => (random.below(2) === 0 ? [line(id, 1 + random.below(3))] : []))
        if (lines.length > 0) await orders.placeOrder(aPurchase({ lines }))
      } else if (which < 0.6) await orders.cancelOrder({ customerId: one.userId, orderId: one._id })
      else if (which < 0.8) await ship(one._id)
      else await takeOnePieceOut(one)
      expect(await storedTally()).toEqual(openOrdersOf((await openOrders()).map(heldBy)))
    }
    for (const { _id } of await openOrders()) await ship(_id)
    await orders.placeOrder(aPurchase({ lines: [line(2, 1)] }))
    expect(await storedRow()).toMatchObject({ openOrders: 1, openCents: expect.any(Number), pieces: { product2: 1 } })
    expect(Object.keys((await storedRow())?.pieces ?? {})).toEqual(['product2'])
  })

  it('takes a row that is no larger with many open orders than with two', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, priceCents: 100, stockQuantity: 1000 })])
    const size = async () => mongo.BSON.calculateObjectSize((await storedRow()) ?? {})
    const place = (count: number) =>
      Promise.all(Array.from({ length: count }, () => orders.placeOrder(aPurchase({ lines: [line(1, 1)] }))))
    await place(2)
    const ofTwo = await size()
    clock.ahead = 120_000
    await place(40)
    const furtherMinutes = 4 * 48
    expect(await size()).toBeLessThanOrEqual(ofTwo + furtherMinutes)
  })

  it('is counted from the orders where the version before counted, which finds what it reads', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 1000 })])
    await jobs.start({ work: true })
    const placed = []
    for (const pieces of [2, 3, 5]) placed.push((await orders.placeOrder(unproved({ lines: [line(1, pieces)] }))).order)
    const held = Object.fromEntries(placed.map(({ id, totalCents, lines }) => [`order${id}`, { totalCents, lines }]))
    const counts = { openOrders: '', openCents: '', pieces: '', lastHour: '', countedAt: '' } as const
    await customers().updateOne({}, { $set: { held, recent: [1, 2, 3].map(() => new Date()) }, $unset: counts })
    // One is shipped before the row is written anew.
    await ship(placed[0]?.id ?? 0)
    expect(Object.keys((await storedRow())?.held ?? {})).toHaveLength(2)
    await expect(orders.placeOrder(unproved({ lines: [line(1, 3)] }))).rejects.toMatchObject({
      code: 'TOO_MANY_PIECES',
      details: { lines: [{ requested: 3, allowed: 2 }] },
    })
    await orders.placeOrder(unproved({ lines: [line(1, 2)] }))
    expect(await storedTally()).toEqual(openOrdersOf((await openOrders()).map(heldBy)))
    expect((await storedRow())?.lastHour.reduce((sum, { orders }) => sum + orders, 0)).toBe(4)
    await orders.placeOrder(aPurchase({ customerId: 'customer-2' }))
    const rows = await customers().find({}).toArray()
    expect(rows.map((row) => Array.isArray(row.recent) && typeof row.held)).toEqual(['object', 'object'])
  })

  it('is counted from the orders as soon as the version before placed one', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 1000 })])
    const { id: orderId, customerId } = (await orders.placeOrder(unproved({ lines: [line(1, 9)] }))).order
    // As it writes them, whatever it has counted.
    await customers().updateOne({}, { $set: { openOrders: 0, openCents: -5, pieces: {}, recent: [new Date()] } })
    await expect(orders.placeOrder(unproved({ lines: [line(1, 2)] }))).rejects.toMatchObject({
      code: 'TOO_MANY_PIECES',
    })
    await orders.cancelOrder({ customerId, orderId })
    await orders.placeOrder(unproved({ lines: [line(1, 10)] }))
    expect(await storedRow()).toMatchObject({ openOrders: 1, pieces: { product1: 10 }, recent: [] })
  })

  it('says nothing of what a deleted account had ordered', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 1000 })])
    const { customerId } = (await orders.placeOrder(aPurchase({ lines: [line(1, 3)] }))).order
    await orders.personal.erase({ customerId, email: 'dana@example.com' })
    const nothing = { openOrders: 0, openCents: 0, pieces: {}, lastHour: [], held: {}, recent: [] }
    const row = await storedRow()
    expect(row).toMatchObject({ isClosed: true, ...nothing })
    // Any request that began before the deletion finds it, and then it goes.
    const inDays = ((row?.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(inDays).toBeGreaterThan(29.9)
    expect(inDays).toBeLessThanOrEqual(30)
    expect(await customers().indexes()).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
    )
  })

  it('is counted anew after an hour, should another version of the shop have shipped one', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 1000 })])
    await orders.placeOrder(unproved({ lines: [line(1, 1)] }))
    await customers().updateOne({}, { $set: { openOrders: 10, pieces: { product1: 10, product7: 1 } } })
    await expect(orders.placeOrder(unproved())).rejects.toMatchObject({ code: 'TOO_MANY_OPEN_ORDERS' })
    clock.ahead = 59 * 60_000
    await expect(orders.placeOrder(unproved())).rejects.toMatchObject({ code: 'TOO_MANY_OPEN_ORDERS' })
    clock.ahead = 60 * 60_000
    await orders.placeOrder(unproved())
    expect(await storedRow()).toMatchObject({ openOrders: 2, pieces: { product1: 2 } })
  })

  it('is changed a hundred times at most, and canceled after that', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 10 })])
    const purchase = aPurchase({ lines: [line(1, 1)] })
    const { id: orderId, customerId } = (await orders.placeOrder(purchase)).order
    const moveTo = (address: string) => {
      const shippingAddress = { ...purchase.shippingAddress, address }
      return orders.changeOrder({ customerId, orderId }, { lines: null, shippingAddress })
    }
    for (let count = 1; count <= 100; count += 1) await moveTo(`${count} Paper Street`)
    await expect(moveTo('101 Paper Street')).rejects.toMatchObject({ kind: 'conflict', code: 'CHANGED_TOO_OFTEN' })
    expect((await moveTo('100 Paper Street')).shippingAddress.address).toBe('100 Paper Street')
    expect((await orders.cancelOrder({ customerId, orderId })).status).toBe('cancelled')
  })

  it('counts no pieces of what is made to order', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 0 })])
    await orders.placeOrder(unproved({ lines: [line(1, 999)] }))
    await orders.placeOrder(unproved({ lines: [line(1, 999)] }))
  })

  interface Row {
    readonly _id: string
    readonly openOrders: number
    readonly openCents: number
    readonly pieces: Readonly<Record<string, number>>
    readonly lastHour: readonly { readonly orders: number }[]
    readonly held: object
    readonly recent: readonly Date[]
    readonly isClosed: boolean
    readonly revision: number
    readonly expiresAt?: Date
  }
  const customers = () => db.database.connection.collection<Row>('ordering_customers')
  const storedRow = () => customers().findOne({})
  async function storedTally() {
    const { openOrders = 0, openCents = 0, pieces = {} } = (await storedRow()) ?? {}
    const held = Object.entries(pieces).filter(([, count]) => count !== 0)
    return { openOrders, openCents, pieces: new Map(held.map(([key, count]) => [Number(key.slice(7)), count])) }
  }
  const openOrders = () =>
    orderCollection(db.database)
      .find({ status: { $in: ['pending', 'processing'] } })
      .sort({ _id: 1 })
      .toArray()
  const heldBy = ({ totalCents, items }: OrderDocument) => ({
    totalCents,
    lines: items.filter(({ isMadeToOrder }) => isMadeToOrder !== true),
  })
  async function ship(orderId: number) {
    for (const to of ['processing', 'shipped'] as const) {
      await underTest.enqueueMove({ orderId, to, by: 'staff', reason: null })
      await eventually(async () => expect((await orders.getOrderForStaff(orderId)).order.status).toBe(to))
    }
  }
  async function takeOnePieceOut({ _id: orderId, userId: customerId, items }: OrderDocument) {
    const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
    const [first] = items
    if (pieces < 2 || first === undefined) return
    const lines = [{ productId: first.productId, lineNumber: 1, quantity: first.quantity - 1 }]
    await orders.changeOrder({ customerId, orderId }, { lines, shippingAddress: null })
  }

  /** As a price list or staff set it. */
  const setStock = (id: number, stock: { inStock: boolean; stockQuantity: number }) =>
    db.database.connection.collection<{ _id: number }>('products').updateOne({ _id: id }, { $set: stock })

  it('gives stock only the pieces back that were taken from it, whatever its product has become', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 0 }), aProduct({ id: 2, stockQuantity: 9 })])
    const { order } = await orders.placeOrder(unproved({ lines: [line(1, 40), line(2, 3)] }))
    const which = { customerId: order.customerId, orderId: order.id }
    await setStock(1, { inStock: true, stockQuantity: 10 })
    const lower = { productId: 1, lineNumber: 1, quantity: 39 }
    await orders.changeOrder(which, { lines: [lower], shippingAddress: null })
    expect(await underTest.stockOf(1)).toEqual([true, 10])
    await setStock(1, { inStock: false, stockQuantity: 0 })
    await orders.cancelOrder(which)
    expect([await underTest.stockOf(1), await underTest.stockOf(2)]).toEqual([
      [false, 0],
      [true, 9],
    ])
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

  it('is so, too, of what is made to order, which no number of pieces bounds', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, priceCents: 1000, stockQuantity: 0 })])
    const place = async (...quantities: number[]) => {
      const lines = quantities.map((quantity) => line(1, quantity))
      return (await orders.placeOrder(aPurchase({ isEmailProved: false, lines }))).order
    }
    const { id: orderId, customerId, awaitsRelease } = await place(999, 999)
    expect(awaitsRelease).toBe(true)
    await orders.cancelOrder({ customerId, orderId })
    expect(await place(900)).toMatchObject({ awaitsRelease: false })
    expect(await place(100)).toMatchObject({ awaitsRelease: true })
    expect(await place(1)).toMatchObject({ awaitsRelease: true })
  })

  it('keeps its review time when it is released before that is over', async () => {
    const { id } = await large()
    await jobs.start({ work: true })
    await orders.releaseOrder({ orderId: id, networkAddress: '192.0.2.1' })
    expect((await orders.getOrderForStaff(id)).order).toMatchObject({ status: 'pending', revision: 1 })
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
