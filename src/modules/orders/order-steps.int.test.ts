import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createEventBus } from '#platform/events/event-bus'
import { type JobsRuntime } from '#platform/jobs/create-jobs'
import { defineJob } from '#platform/jobs/define-job'
import type { JobHandler } from '#platform/jobs/jobs'
import { eventually } from '../../testing/eventually.ts'
import { aProduct, storeProducts } from '../catalog/testing/product-builder.ts'
import type { OrderStatus } from './domain/order-status.ts'
import { canMove, ORDER_STATUSES } from './domain/order-status.ts'
import { orderChanged, orderStatusChanged } from './events.ts'
import { type ChangeOrderStatus } from './use-cases/change-order-status.ts'
import { aPurchase, storeOrders } from './testing/order-builder.ts'
import { line, logger, openOrdersModule, QUEUES, type OrdersUnderTest } from '../../testing/orders-under-test.ts'

let underTest: OrdersUnderTest
let db: OrdersUnderTest['db']
let events: OrdersUnderTest['events']
let jobs: OrdersUnderTest['jobs']
let orders: OrdersUnderTest['orders']
let mails: OrdersUnderTest['mails']
let clock: OrdersUnderTest['clock']
beforeEach(async () => {
  underTest = await openOrdersModule()
  ;({ db, events, jobs, orders, mails, clock } = underTest)
})
afterEach(() => underTest.close())

const mailQueues = async () => (await jobs.stats()).filter(({ queue }) => queue.endsWith('mail'))
const mailsAreDone = () =>
  eventually(async () => {
    for (const stats of await mailQueues()) expect(stats).toMatchObject({ waiting: 0, active: 0 })
  })

describe('what follows an order', () => {
  beforeEach(async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'HP DeskJet 4155e', stockQuantity: 5 })])
    await jobs.start({ work: true })
  })
  const statusOf = async (id: number) => (await underTest.stored().findOne({ _id: id }))?.status

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
    const document = await underTest.stored().findOne({ _id: order.id })
    expect(document?.trackingEvents.map(({ status }) => status)).toEqual(['pending', 'processing'])
    expect(document?.history).toMatchObject([
      { from: null, to: 'pending', by: 'customer' },
      { from: 'pending', to: 'processing', by: 'shop', reason: 'The review time is over.' },
    ])
  })

  it('goes on step by step; a repetition does nothing and a forbidden step fails at once', async () => {
    const { order } = await orders.placeOrder(aPurchase())
    const by = { orderId: order.id, by: 'staff', reason: null }
    await underTest.enqueueMove({ ...by, to: 'processing' })
    await eventually(async () => expect(await statusOf(order.id)).toBe('processing'))
    await underTest.enqueueMove({ ...by, to: 'processing' })
    await underTest.enqueueMove({
      ...by,
      to: 'shipped',
      carrier: 'FedEx',
      trackingNumber: 'FX-1',
      location: 'Stafford, TX',
    })
    await eventually(async () => expect(await statusOf(order.id)).toBe('shipped'))
    await underTest.enqueueMove({ ...by, to: 'cancelled' })
    await underTest.enqueueMove({ ...by, orderId: 5, to: 'processing' })
    await eventually(async () => expect(await jobs.failed()).toHaveLength(2))
    for (const failed of await jobs.failed()) expect(failed.attempts).toBe(1)
    const document = await underTest.stored().findOne({ _id: order.id })
    expect(document).toMatchObject({ status: 'shipped', carrier: 'FedEx', trackingNumber: 'FX-1' })
    expect(document?.trackingEvents).toHaveLength(3)
  })

  it('can be cancelled: the pieces go back, and the shop does not process it later', async () => {
    const { order } = await orders.placeOrder(aPurchase({ lines: [line(1, 5)] }))
    expect(await underTest.stockOf(1)).toEqual([false, 0])
    await underTest.enqueueMove({ orderId: order.id, to: 'cancelled', by: 'customer', reason: 'Changed my mind.' })
    await eventually(async () => expect(await statusOf(order.id)).toBe('cancelled'))
    expect(await underTest.stockOf(1)).toEqual([true, 5])
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

describe('the time of a change', () => {
  it('is later than that of the change before it, although it is another machine whose clock is behind', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 })])
    await jobs.start({ work: true })
    const { order } = await orders.placeOrder(aPurchase({ lines: [line(1, 3)] }))
    const own = { customerId: order.customerId, orderId: order.id }
    const staff = { orderId: order.id, networkAddress: '127.0.0.1' }
    const read = async () => (await orders.getOrderForStaff(order.id)).order
    const shippingAddress = { ...order.shippingAddress, city: 'Nacogdoches' }
    const asked = [{ lineNumber: 1, quantity: 1, reason: 'other', isUnopened: false }] as const
    const refund = { key: 'once', amountCents: 100, reason: 'Scratched.', lineNumbers: [], isForShipping: false }
    const moveTo = (to: OrderStatus) => async () => {
      await orders.requestMove({ ...staff, to, by: 'staff', reason: null })
      await eventually(async () => expect((await read()).status).toBe(to))
    }
    const changes = [
      () => orders.changeOrder(own, { lines: [{ productId: 1, lineNumber: 1, quantity: 2 }], shippingAddress: null }),
      async () =>
        orders.correctAddress({ ...staff, revision: (await read()).revision, shippingAddress, reason: 'A call.' }),
      moveTo('processing'),
      moveTo('shipped'),
      moveTo('delivered'),
      () => orders.requestReturn({ order: own, key: null, lines: asked, note: null }),
      async () => orders.withdrawReturn({ order: own, number: (await read()).returns[0]?.number ?? 0 }),
      async () => orders.refundOrder({ ...staff, ...refund, revision: (await read()).revision }),
    ]
    const times = [order.updatedAt]
    for (const change of changes) {
      clock.ahead -= 1000
      await change()
      times.push((await read()).updatedAt)
    }
    const inOrder = [...new Set(times.map((time) => time.getTime()))].toSorted((one, other) => one - other)
    expect(times.map((time) => time.getTime())).toEqual(inOrder)
    expect((await read()).revision, 'one more with each change').toBe(changes.length)
  })
})

describe('mails that could not go out for some hours', () => {
  const HOURS = 3 * 3_600_000
  const which = { customerId: 'customer-1', orderId: 100_001 }
  const subjects = () => mails.map(({ subject }) => subject)
  async function sendAll(): Promise<void> {
    await jobs.start({ work: true })
    await mailsAreDone()
  }

  /** Places an order in another process, so that this one reads it when its jobs begin. */
  beforeEach(async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'HP DeskJet 4155e', stockQuantity: 5 })])
    const otherJobs = { ...jobs, handle: () => {}, handleDaily: () => {} }
    const others = underTest.openOrders(createEventBus({ logger, clock, jobs: otherJobs }), otherJobs)
    await others.placeOrder(aPurchase())
  })

  it('confirm no order that its customer has cancelled meanwhile', async () => {
    await orders.cancelOrder(which)
    await sendAll()
    expect(subjects()).toEqual(['Your order #100001 was cancelled'])
  })

  it('confirm no order that its customer has cancelled in the same moment', async () => {
    const { now } = performance
    // On a busy machine, too, the process has just placed it when its jobs begin.
    const clockAhead = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + HOURS)
    const { order } = await orders.placeOrder(aPurchase())
    clockAhead.mockRestore()
    await orders.cancelOrder({ ...which, orderId: order.id })
    await sendAll()
    expect(subjects().filter((subject) => subject.includes(`#${order.id}`))).toEqual([
      `Your order #${order.id} was cancelled`,
    ])
  })

  it('speak of no packing when the order was cancelled meanwhile', async () => {
    const { order } = await orders.getOrderForStaff(which.orderId)
    const step = { orderId: order.id, customerId: order.customerId, from: 'pending', to: 'processing' } as const
    await db.database.transaction((tx) => events.publish(tx, orderStatusChanged, { ...step, by: 'staff' }))
    await orders.cancelOrder(which)
    await sendAll()
    expect(subjects()).toEqual(['Your order #100001 was cancelled'])
  })

  it('speak of no change when the order was cancelled meanwhile', async () => {
    const { shippingAddress } = (await orders.getOrderForStaff(which.orderId)).order
    await orders.changeOrder(which, { lines: null, shippingAddress: { ...shippingAddress, city: 'Plano' } })
    await orders.cancelOrder(which)
    await sendAll()
    expect(subjects()).toEqual(['Your order #100001 was cancelled'])
  })

  it('go to nobody who was deleted meanwhile', async () => {
    await storeOrders(db.database, 'customer-1', 1)
    const { order } = await orders.getOrderForStaff(500_000)
    clock.ahead = order.createdAt.getTime() - Date.now()
    const own = { customerId: 'customer-1', orderId: order.id }
    const lines = [{ lineNumber: 1, quantity: 1, reason: 'other', isUnopened: false }] as const
    const refund = { key: 'once', amountCents: 100, reason: 'Scratched.', lineNumbers: [], isForShipping: false }
    await orders.refundOrder({ orderId: order.id, networkAddress: '127.0.0.1', ...refund, revision: 0 })
    await orders.requestReturn({ order: own, key: null, lines, note: null })
    await db.database.transaction((tx) => events.publish(tx, orderChanged, own))
    clock.ahead = 0
    await orders.personal.erase({ customerId: 'customer-1', email: order.customerEmail })
    await sendAll()
    expect(subjects()).toEqual([])
    for (const stats of await mailQueues()) expect(stats).toMatchObject({ delayed: 0, failed: 0 })
  })

  it('ask for no parcel when the return was withdrawn meanwhile', async () => {
    await storeOrders(db.database, 'customer-1', 1)
    const { order } = await orders.getOrderForStaff(500_000)
    clock.ahead = order.createdAt.getTime() - Date.now()
    const own = { customerId: 'customer-1', orderId: order.id }
    const lines = [{ lineNumber: 1, quantity: 1, reason: 'other', isUnopened: false }] as const
    const asked = await orders.requestReturn({ order: own, key: null, lines, note: null })
    const { number } = asked.order.returns[0] ?? { number: 0 }
    const step = { orderId: order.id, number, message: null, restock: [], revision: null, networkAddress: '127.0.0.1' }
    await orders.decideReturn({ ...step, to: 'approved' })
    await orders.withdrawReturn({ order: own, number })
    clock.ahead = 0
    await sendAll()
    expect(subjects().filter((subject) => subject.includes('RMA'))).toEqual([
      `You have withdrawn your return: RMA-${number}`,
    ])
  })

  it('offer no change of an order whose review time is over', async () => {
    clock.ahead = HOURS
    await sendAll()
    const { text } = mails.find(({ subject }) => subject.endsWith('is confirmed')) ?? {}
    expect(text).toContain('We pack it within')
    expect(text).not.toContain('you can still change or cancel it')
  })
})

describe('the confirmation of an order that waits for its place among other mails', () => {
  const sendOther = defineJob({ name: 'send-other', queue: 'urgent-mail', schema: z.object({}) })
  const own = { customerId: 'customer-1', orderId: 100_001 }
  const staff = { orderId: own.orderId, networkAddress: '127.0.0.1' }
  const read = async () => (await orders.getOrderForStaff(own.orderId)).order
  let sendOthers = () => {}

  /** Places an order while other mails take all places of the queue. */
  beforeEach(async () => {
    await storeProducts(db.database, [aProduct({ id: 1, name: 'HP DeskJet 4155e', stockQuantity: 5 })])
    const sent = new Promise<void>((resolve) => (sendOthers = resolve))
    let begun = 0
    jobs.handle(sendOther, () => {
      begun += 1
      return sent
    })
    await jobs.start({ work: true })
    const others = Array.from({ length: QUEUES['urgent-mail'] }, () => ({ job: sendOther, payload: {} }) as never)
    await db.database.transaction((tx) => jobs.enqueueMany(tx, others))
    await eventually(() => expect(begun).toBe(QUEUES['urgent-mail']))
    // However long it takes, it is the second in which the process still has the order as it was placed.
    vi.useFakeTimers({ toFake: ['performance'] })
    await orders.placeOrder(aPurchase({ lines: [line(1, 2)] }))
  })
  afterEach(() => void vi.useRealTimers())
  async function sendAll(): Promise<void> {
    sendOthers()
    await mailsAreDone()
  }

  it('is not sent when staff have cancelled the order by then', async () => {
    await orders.requestMove({ ...staff, to: 'cancelled', by: 'staff', reason: null })
    await eventually(async () => expect((await read()).status).toBe('cancelled'))
    await sendAll()
    expect(mails.map(({ subject }) => subject)).toEqual(['Your order #100001 was cancelled'])
  })

  it('is not sent when its customer was erased by then', async () => {
    await orders.personal.erase({ customerId: own.customerId, email: 'dana@example.com' })
    await sendAll()
    expect(mails).toEqual([])
  })

  it('has what its customer has made of it by then', async () => {
    await orders.changeOrder(own, { lines: [{ productId: 1, lineNumber: 1, quantity: 1 }], shippingAddress: null })
    await sendAll()
    const { text } = mails.find(({ subject }) => subject.endsWith('is confirmed')) ?? {}
    expect(text).toContain('1 x $')
    expect(text).not.toContain('2 x $')
  })

  it('goes to where staff have corrected its address to by then', async () => {
    const { revision, shippingAddress } = await read()
    const elsewhere = { ...shippingAddress, city: 'Nacogdoches' }
    await orders.correctAddress({ ...staff, revision, shippingAddress: elsewhere, reason: 'A call.' })
    await sendAll()
    const { text } = mails.find(({ subject }) => subject.endsWith('is confirmed')) ?? {}
    expect(text).toContain('Nacogdoches')
  })
})

describe('a change whose subscriber jobs cannot be stored', () => {
  const failing = new Error('The outbox is away.')

  it('does not happen', async () => {
    await storeProducts(db.database, [aProduct({ id: 1, stockQuantity: 5 })])
    const { order } = await orders.placeOrder(aPurchase({ lines: [line(1, 2)] }))
    const broken = underTest.openOrders(
      { ...events, publish: () => Promise.reject(failing), subscribe: () => {} },
      { ...jobs, handle: () => {}, handleDaily: () => {} },
    )
    await expect(broken.cancelOrder({ customerId: 'customer-1', orderId: order.id })).rejects.toThrow(failing.message)
    await expect(broken.placeOrder(aPurchase())).rejects.toThrow(failing.message)
    expect((await orders.getOrderForStaff(order.id)).order.status).toBe('pending')
    expect(await underTest.stored().countDocuments({})).toBe(1)
    expect(await underTest.stockOf(1)).toEqual([true, 3])
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
            isLast: () => false,
          }),
        ),
    }
    events = createEventBus({ logger, clock, jobs: tapped })
    orders = underTest.openOrders(events, tapped)
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
    const before = await underTest.stored().findOne({ _id: id })
    const stock = await underTest.stockOf(1)
    if (canMove(from, to)) {
      await deliver({ orderId: id, to, ...by }, 'the-step')
      const after = await underTest.stored().findOne({ _id: id })
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
    expect(await underTest.stored().findOne({ _id: id })).toEqual(before)
    expect(await underTest.stockOf(1)).toEqual(stock)
  })

  it('sets carrier, number and expectation when it ships, and says so when it has arrived', async () => {
    const id = await anOrderThatIs('processing')
    await deliver({ orderId: id, to: 'shipped', ...by }, 'ship')
    expect(await underTest.stored().findOne({ _id: id })).toMatchObject({
      carrier: 'UPS',
      trackingNumber: `1Z${String(id).padStart(10, '0')}`,
      estimatedDelivery: '3-5 business days',
    })
    await deliver({ orderId: id, to: 'delivered', location: 'Stafford, TX', ...by }, 'arrive')
    const delivered = await underTest.stored().findOne({ _id: id })
    expect(delivered).toMatchObject({ estimatedDelivery: 'Delivered' })
    expect(delivered?.trackingEvents.at(-1)).toMatchObject({ status: 'delivered', location: 'Stafford, TX' })
  })

  it('is not taken a second time by somebody who shipped it otherwise', async () => {
    const id = await anOrderThatIs('processing')
    const shipped = { orderId: id, to: 'shipped', carrier: 'FedEx', trackingNumber: 'FX-770', ...by } as const
    await deliver(shipped, 'first')
    await deliver(shipped, 'the same by another job')
    await expect(deliver({ ...shipped, trackingNumber: 'UPS-771' }, 'second')).rejects.toThrow('shipped already')
    expect(await underTest.stored().findOne({ _id: id })).toMatchObject({ trackingNumber: 'FX-770' })
  })

  it('is taken once, with one mail and the stock back once, when the job is delivered 3 times, also at once', async () => {
    const first = await anOrderThatIs('pending')
    const second = await anOrderThatIs('pending')
    expect(await underTest.stockOf(1)).toEqual([true, 46])
    for (let i = 0; i < 3; i += 1) await deliver({ orderId: first, to: 'cancelled', ...by }, 'thrice')
    await Promise.all(Array.from({ length: 3 }, () => deliver({ orderId: second, to: 'cancelled', ...by }, 'at-once')))
    expect(await underTest.stockOf(1)).toEqual([true, 50])
    for (const id of [first, second]) expect((await underTest.stored().findOne({ _id: id }))?.history).toHaveLength(2)
    await mailsAreDone()
    const cancelled = mails.map(({ subject }) => subject).filter((subject) => subject.endsWith('cancelled'))
    expect(cancelled.sort()).toEqual([`Your order #${first} was cancelled`, `Your order #${second} was cancelled`])
  })

  it('is not taken again when its job is delivered once more after the order has gone on', async () => {
    const id = await anOrderThatIs('shipped')
    const before = await underTest.stored().findOne({ _id: id })
    await deliver({ orderId: id, to: 'processing', ...by }, `way-${id}-0`)
    expect(await underTest.stored().findOne({ _id: id })).toEqual(before)
  })

  it('is decided once when staff ship it while the customer cancels it', async () => {
    for (let i = 0; i < 5; i += 1) {
      const id = await anOrderThatIs('processing')
      const before = (await underTest.stockOf(1))?.[1]
      const [shipping, cancelling] = await Promise.allSettled([
        deliver({ orderId: id, to: 'shipped', ...by }, `ship-${id}`),
        orders.cancelOrder({ customerId: 'customer-1', orderId: id }),
      ])
      const document = await underTest.stored().findOne({ _id: id })
      expect([shipping.status, cancelling.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
      expect(document?.status).toBe(shipping.status === 'fulfilled' ? 'shipped' : 'cancelled')
      expect((await underTest.stockOf(1))?.[1]).toBe(document?.status === 'cancelled' ? Number(before) + 2 : before)
    }
  })
})
