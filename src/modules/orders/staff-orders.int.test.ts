import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runSchemaSteps } from '#platform/database/schema-steps'
import { eventually } from '../../testing/eventually.ts'
import { aProduct, storeProducts } from '../catalog/testing/product-builder.ts'
import type { StaffOrdersQuery } from './use-cases/read-staff-orders.ts'
import { aPurchase, storeOrders } from './testing/order-builder.ts'
import { logger, openOrdersModule, type OrdersUnderTest } from '../../testing/orders-under-test.ts'

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
      staff: { id: 'grace', name: 'Grace Hopper' },
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

  it('are all of them where they go into a file, however many', async () => {
    await storeOrders(db.database, 'many', 501)
    const ids = new Set<number>()
    for await (const some of orders.streamOrdersForStaff({})) for (const { order } of some) ids.add(order.id)
    expect(ids.size).toBe(504)
  })

  it('are found by where they go and what comes back by now', async () => {
    const own = { customerId: 'customer-1', orderId: 100_002 }
    const shippingAddress = { ...aPurchase().shippingAddress, city: 'Nacogdoches' }
    await orders.changeOrder(own, { lines: null, shippingAddress })
    expect((await find({ search: 'nacogdoches' })).ids).toEqual([100_002])
    await underTest.enqueueMove({ orderId: 100_001, to: 'delivered', by: 'staff', reason: null })
    await eventually(async () => expect((await orders.getOrderForStaff(100_001)).order.status).toBe('delivered'))
    const lines = [{ lineNumber: 1, quantity: 1, reason: 'other', isUnopened: false }] as const
    const asked = await orders.requestReturn({ order: { ...own, orderId: 100_001 }, key: null, lines, note: null })
    expect((await find({ search: `RMA-${asked.order.returns[0]?.number}` })).ids).toEqual([100_001])
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
    await underTest.stored().updateMany({}, { $set: { searchKeys: ['100001'] } } as never)
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
      { from: 'pending', to: 'processing', by: 'staff', person: 'Grace Hopper', reason: 'Paid by phone.' },
      { from: 'processing', to: 'shipped', by: 'staff', person: null, reason: null },
    ])
    expect(history.map(({ at }) => at)).toEqual(order.trackingEvents.map(({ timestamp }) => timestamp))
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
      await underTest.stored().updateOne({ _id: 100_001 + index } as never, { $set: { createdAt } })
    expect(await find({ placedFrom: second })).toEqual({ ids: [100_003, 100_002], total: 2 })
    expect(await find({ placedBefore: second })).toEqual({ ids: [100_001], total: 1 })
    expect(await find({ placedFrom: second, placedBefore: third })).toEqual({ ids: [100_002], total: 1 })
    expect(await find({ placedFrom: first, status: 'shipped' })).toEqual({ ids: [100_001], total: 1 })
    expect(await find({ placedFrom: second, search: 'whitfield' })).toEqual({ ids: [100_003], total: 1 })
    expect(await find({ placedFrom: third, placedBefore: third })).toEqual({ ids: [], total: 0 })
  })
})
