import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCounters } from '#platform/database/counters'
import { DAY_MS } from '#platform/time/durations'
import { createEventBus } from '#platform/events/event-bus'
import { eventually } from '../../testing/eventually.ts'
import { aProduct, storeProducts } from '../catalog/testing/product-builder.ts'
import { productCollection } from '../catalog/persistence/product-document.ts'
import { createOrdersModule } from './index.ts'
import { aPurchase, storeOrders } from './testing/order-builder.ts'
import { line, logger, openOrdersModule, type OrdersUnderTest } from '../../testing/orders-under-test.ts'

let underTest: OrdersUnderTest
let db: OrdersUnderTest['db']
let jobs: OrdersUnderTest['jobs']
let catalog: OrdersUnderTest['catalog']
let orders: OrdersUnderTest['orders']
let clock: OrdersUnderTest['clock']
beforeEach(async () => {
  underTest = await openOrdersModule()
  ;({ db, jobs, catalog, orders, clock } = underTest)
})
afterEach(() => underTest.close())

describe('an order that is on its way while its customer is deleted', () => {
  it('is refused, and leaves nothing behind', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 })])
    const { openSale } = catalog
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    const otherJobs = { ...jobs, handle: () => {}, handleDaily: () => {} }
    const slow = createOrdersModule({
      database: db.database,
      counters: createCounters(db.database, { orders: 100_001 }),
      events: createEventBus({ logger, clock, jobs: otherJobs }),
      jobs: otherJobs,
      mailer: underTest.mailer,
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
    await slow.personal.erase(person)
    goOn()
    await expect(placing).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await underTest.stored().countDocuments({})).toBe(0)
    expect(await underTest.stockOf(1)).toEqual([true, 5])
    await expect(orders.placeOrder(aPurchase())).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('business equipment', () => {
  it('may come back for 60 days also when the shop no longer has it', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, isBusinessProduct: true }), aProduct({ id: 2 })])
    await jobs.start({ work: true })
    const { order } = await orders.placeOrder(aPurchase({ lines: [line(1, 2), line(2)] }))
    const own = { customerId: order.customerId, orderId: order.id }
    await orders.changeOrder(own, { lines: [{ productId: 1, lineNumber: 1, quantity: 1 }], shippingAddress: null })
    for (const to of ['processing', 'shipped', 'delivered'] as const) {
      await underTest.enqueueMove({ orderId: order.id, to, by: 'staff', reason: null })
      await eventually(async () => expect((await orders.getOrderForStaff(order.id)).order.status).toBe(to))
    }
    await productCollection(db.database).deleteMany({})
    clock.ahead = 45 * DAY_MS
    const ask = (lineNumber: number) => {
      const lines = [{ lineNumber, quantity: 1, reason: 'other', isUnopened: false }] as const
      return orders.requestReturn({ order: own, key: null, lines, note: null })
    }
    await expect(ask(2)).rejects.toMatchObject({ code: 'RETURN_WINDOW_OVER' })
    expect((await ask(1)).order.returns).toHaveLength(1)
  })
})

describe('an order whose customer is deleted after it was shipped', () => {
  it('keeps nothing of their card, their browser and where the parcel was', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 })])
    await jobs.start({ work: true })
    const card = { brand: 'Visa', last4: '4242' }
    const { order } = await orders.placeOrder(aPurchase({ sessionId: 'browser-of-dana', card }))
    const step = { orderId: order.id, by: 'staff', reason: 'Dana called.', location: 'Sugar Land' }
    for (const to of ['processing', 'shipped'] as const) {
      await underTest.enqueueMove({ ...step, to, ...(to === 'shipped' && { trackingNumber: '1Z-OF-DANA' }) })
      await eventually(async () => expect((await orders.getOrderForStaff(order.id)).order.status).toBe(to))
    }
    await orders.personal.erase({ customerId: order.customerId, email: order.customerEmail })
    const row = await underTest.stored().findOne({ _id: order.id })
    expect(row).toMatchObject({ status: 'shipped', carrier: 'UPS', totalCents: order.totalCents })
    expect(JSON.stringify(row)).not.toMatch(/dana|visa|4242|sugar/i)
  })
})

describe('an order that another account placed with the address of somebody who is deleted', () => {
  it('stays theirs when it came after the deletion had begun', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 })])
    await orders.placeOrder(aPurchase({ customerId: 'before' }))
    const ownedUntil = clock.now()
    clock.ahead += 1000
    await orders.placeOrder(aPurchase({ customerId: 'anew' }))
    const { customerEmail: email } = (await orders.listCustomerOrders('anew'))[0] ?? { customerEmail: '' }
    await orders.personal.erase({ customerId: 'before', email, ownedUntil })
    expect(await orders.listCustomerOrders('before')).toEqual([])
    expect(await orders.listCustomerOrders('anew')).toMatchObject([{ customerEmail: email, status: 'pending' }])
  })
})

describe("a ticket for the live updates of a customer's orders", () => {
  const viewer = { customerId: 'dana', sessionId: 'tab-1' }
  afterEach(() => vi.useRealTimers())

  it('opens one stream until the end of its 30 seconds, and none at it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const issued = Date.now()
    const [used, late] = [await orders.issueStreamTicket(viewer), await orders.issueStreamTicket(viewer)]
    vi.setSystemTime(issued + 29_999)
    expect(await orders.redeemStreamTicket(used)).toEqual(viewer)
    await expect(orders.redeemStreamTicket(used)).rejects.toMatchObject({ code: 'TICKET_NOT_VALID' })
    vi.setSystemTime(issued + 30_000)
    await expect(orders.redeemStreamTicket(late)).rejects.toMatchObject({ code: 'TICKET_NOT_VALID' })
  })

  it('cannot be read from the database, which forgets it when it ends', async () => {
    const ticket = await orders.issueStreamTicket(viewer)
    const tickets = db.database.connection.collection('stream_tickets')
    expect(JSON.stringify(await tickets.find().toArray())).not.toContain(ticket)
    expect(await tickets.indexes()).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
    )
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

describe("the orders in a customer's export", () => {
  it('have what staff wrote about them, and not who', async () => {
    await storeOrders(db.database, 'dana', 1)
    const staff = { orderId: 500_000, networkAddress: '192.0.2.1', staff: { id: 'grace', name: 'Grace Hopper' } }
    await orders.writeNote({ ...staff, text: 'Called twice.' })
    const refund = { key: 'once', amountCents: 100, reason: 'Scratched.', lineNumbers: [], isForShipping: false }
    await orders.refundOrder({ ...staff, ...refund, revision: 1 })
    const exported = await orders.personal.list({ customerId: 'dana', email: 'dana@example.com' })
    expect(exported).toMatchObject([{ notes: [{ text: 'Called twice.' }], refunds: [{ reason: 'Scratched.' }] }])
    expect(JSON.stringify(exported)).not.toContain('Grace')
  })
})

describe('orders of more than seven years ago', () => {
  it('forget their customers behind one that was placed while the clock was ahead, too', async () => {
    await storeOrders(db.database, 'dana', 3)
    clock.ahead = 8 * 365 * 24 * 3_600_000
    await underTest.stored().updateOne({ _id: 500_000 }, { $set: { createdAt: clock.now() } })
    await orders.personal.eraseOld({}, { signal: new AbortController().signal })
    expect((await orders.listCustomerOrders('dana')).map(({ id }) => id)).toEqual([500_000])
  })
})
