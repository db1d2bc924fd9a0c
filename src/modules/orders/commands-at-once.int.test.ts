import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCounters } from '#platform/database/counters'
import { createEventBus } from '#platform/events/event-bus'
import type { JobsRuntime } from '#platform/jobs/create-jobs'
import type { JobHandler } from '#platform/jobs/jobs'
import { line, logger, openOrdersModule, type OrdersUnderTest } from '../../testing/orders-under-test.ts'
import { aProduct, storeProducts } from '../catalog/testing/product-builder.ts'
import { createOrdersModule } from './index.ts'
import { aPurchase, storeOrders } from './testing/order-builder.ts'
import type { ChangeOrderStatus } from './use-cases/change-order-status.ts'

const CUSTOMER = 'customer-1'
const EMAIL = 'dana@example.com'
const NETWORK = { networkAddress: '127.0.0.1' }

let underTest: OrdersUnderTest
let db: OrdersUnderTest['db']
let clock: OrdersUnderTest['clock']
/** Two processes: what waits for its turn in one of them does not wait for the other. */
let orders: OrdersUnderTest['orders']
let others: OrdersUnderTest['orders']
/** Takes a step as the job of staff does. */
let step: (taken: Pick<ChangeOrderStatus, 'orderId' | 'to'> & Partial<ChangeOrderStatus>) => Promise<void>

beforeEach(async () => {
  underTest = await openOrdersModule()
  ;({ db, orders, clock } = underTest)
  const handlers: JobHandler<unknown>[] = []
  const tapped: JobsRuntime = {
    ...underTest.jobs,
    handleDaily: () => {},
    handle: (_job, handler) => void handlers.push(handler as JobHandler<unknown>),
  }
  others = underTest.openOrders(createEventBus({ logger, clock, jobs: tapped }), tapped)
  let jobId = 0
  step = async (taken) =>
    handlers[0]?.(
      { by: 'staff', reason: null, ...taken },
      {
        jobId: `step-${++jobId}`,
        attempt: 1,
        createdAt: new Date(),
        signal: new AbortController().signal,
        isLast: () => false,
      },
    )
  await storeProducts(
    db.database,
    [1, 2, 3].map((id) => aProduct({ id, stockQuantity: 100, priceCents: 10_000 })),
  )
})
afterEach(() => underTest.close())

const read = async (id: number) => (await orders.getOrderForStaff(id)).order
const stock = async (id = 1) => Number((await underTest.stockOf(id))?.[1])
const own = (orderId: number) => ({ customerId: CUSTOMER, orderId })
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled'
    ? 'done'
    : (((result.reason as { cause?: unknown }).cause ?? result.reason) as { code: string }).code

/** Two commands, begun at the same moment, one first and then the other. @returns "done" or the code of the error of each */
async function both(
  time: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[string, string]> {
  const begin = time % 2 === 0 ? [one, other] : [other, one]
  const results = (await Promise.allSettled(begin.map((command) => command()))).map(codeOf)
  const [first = '', second = ''] = time % 2 === 0 ? results : results.toReversed()
  return [first, second]
}
/** Each two meet twice: once the one begins, and once the other. */
const times = [0, 1]

describe('an order within its review time', () => {
  const place = async (quantity = 3) => (await orders.placeOrder(aPurchase({ lines: [line(1, quantity)] }))).order
  const fewer = (orderId: number, quantity: number) =>
    others.changeOrder(own(orderId), { lines: [{ productId: 1, lineNumber: 1, quantity }], shippingAddress: null })

  it.each(times)('has its pieces back in stock once when it is cancelled while it gets fewer (%i)', async (time) => {
    const before = await stock()
    const { id } = await place()
    const [cancelled, changed] = await both(
      time,
      () => orders.cancelOrder(own(id)),
      () => fewer(id, 1),
    )
    expect(cancelled).toBe('done')
    expect(['done', 'ORDER_NOT_CHANGEABLE']).toContain(changed)
    expect(await read(id)).toMatchObject({ status: 'cancelled', lines: [{ quantity: changed === 'done' ? 1 : 3 }] })
    expect(await stock()).toBe(before)
  })

  it.each(times)(
    'is packed as its customer changed it, or not changed, when staff begin meanwhile (%i)',
    async (time) => {
      const before = await stock()
      const { id } = await place()
      const [moved, changed] = await both(
        time,
        () => step({ orderId: id, to: 'processing' }),
        () => fewer(id, 1),
      )
      expect(moved).toBe('done')
      expect(['done', 'ORDER_NOT_CHANGEABLE']).toContain(changed)
      const quantity = changed === 'done' ? 1 : 3
      expect(await read(id)).toMatchObject({ status: 'processing', lines: [{ quantity }] })
      expect(await stock()).toBe(before - quantity)
    },
  )

  it.each(times)('goes where it was corrected to, or stays, when it ships meanwhile (%i)', async (time) => {
    const { id } = await place()
    await step({ orderId: id, to: 'processing' })
    const { revision, shippingAddress } = await read(id)
    const elsewhere = { ...shippingAddress, city: 'Nacogdoches' }
    const [shipped, corrected] = await both(
      time,
      () => step({ orderId: id, to: 'shipped' }),
      () => orders.correctAddress({ orderId: id, revision, shippingAddress: elsewhere, reason: 'A call.', ...NETWORK }),
    )
    expect(shipped).toBe('done')
    expect(['done', 'ORDER_CHANGED', 'ADDRESS_NOT_CORRECTABLE']).toContain(corrected)
    expect(await read(id)).toMatchObject({
      status: 'shipped',
      shippingAddress: { city: corrected === 'done' ? 'Nacogdoches' : shippingAddress.city },
    })
  })

  it.each(times)(
    'is cancelled or shipped, and of nobody, when its customer is erased while it ships (%i)',
    async (time) => {
      const before = await stock()
      const { id } = await place()
      await step({ orderId: id, to: 'processing' })
      const [erased, shipped] = await both(
        time,
        () => orders.personal.erase({ customerId: CUSTOMER, email: EMAIL }),
        () => step({ orderId: id, to: 'shipped' }),
      )
      expect(erased).toBe('done')
      const order = await read(id)
      expect(order).toMatchObject({ status: shipped === 'done' ? 'shipped' : 'cancelled', customerEmail: 'erased' })
      expect(order.invoice === null).toBe(shipped !== 'done')
      expect(await stock()).toBe(shipped === 'done' ? before - 3 : before)
    },
  )

  it.each(times)('is cancelled once when its customer does so while they are erased (%i)', async (time) => {
    const before = await stock()
    const { id } = await place()
    const [cancelled, erased] = await both(
      time,
      () => others.cancelOrder(own(id)),
      () => orders.personal.erase({ customerId: CUSTOMER, email: EMAIL }),
    )
    expect(erased).toBe('done')
    expect(['done', 'ORDER_NOT_FOUND']).toContain(cancelled)
    const { order, history } = await orders.getOrderForStaff(id)
    expect(order).toMatchObject({ status: 'cancelled', customerEmail: 'erased' })
    expect(history.filter(({ to }) => to === 'cancelled')).toHaveLength(1)
    expect(await stock()).toBe(before)
  })
})

describe('a large order that waits for staff', () => {
  it.each(times)('is not processed when it is cancelled while staff release it (%i)', async (time) => {
    const { id } = (await orders.placeOrder(aPurchase({ lines: [line(1, 99)] }))).order
    await underTest.stored().updateOne({ _id: id }, { $set: { awaitsRelease: true } })
    const [released, cancelled] = await both(
      time,
      () => orders.releaseOrder({ orderId: id, ...NETWORK }),
      () => others.cancelOrder(own(id)),
    )
    expect(cancelled).toBe('done')
    expect(['done', 'ORDER_NOT_WAITING']).toContain(released)
    await step({ orderId: id, to: 'processing', onlyFrom: 'pending', by: 'shop' })
    expect(await read(id)).toMatchObject({ status: 'cancelled', awaitsRelease: false })
    expect(await stock()).toBe(100)
  })

  it.each(times)('goes on when staff release it at the moment at which its review time ends (%i)', async (time) => {
    const { id } = (await orders.placeOrder(aPurchase({ lines: [line(1, 9)] }))).order
    await underTest.stored().updateOne({ _id: id }, { $set: { awaitsRelease: true } })
    clock.ahead += 61 * 60_000
    await both(
      time,
      () => orders.releaseOrder({ orderId: id, ...NETWORK }),
      () => step({ orderId: id, to: 'processing', onlyFrom: 'pending', by: 'shop' }),
    )
    const job = { name: 'change-order-status', 'payload.orderId': id, status: 'queued' }
    const isToGoOn = (await db.database.connection.collection('outbox').countDocuments(job)) > 0
    expect(isToGoOn || (await read(id)).status === 'processing').toBe(true)
  })
})

describe('an order that was placed on a machine whose clock was a year ahead', () => {
  it('goes on within its review time once staff have released it', async () => {
    clock.ahead = 365 * 24 * 3_600_000
    const { id } = (await others.placeOrder(aPurchase({ lines: [line(1, 9)] }))).order
    await underTest.stored().updateOne({ _id: id }, { $set: { awaitsRelease: true } })
    clock.ahead = 0
    await orders.releaseOrder({ orderId: id, ...NETWORK })
    const job = { name: 'change-order-status', 'payload.orderId': id }
    const row = await db.database.connection.collection('outbox').findOne(job)
    expect(row?.['notBefore'].getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
  })
})

describe('a delivered order', () => {
  const id = 500_000
  const lines = [{ lineNumber: 1, quantity: 1, reason: 'other', isUnopened: false }] as const
  const none = { message: null, restock: [], revision: null, ...NETWORK }

  beforeEach(async () => {
    await storeOrders(db.database, CUSTOMER, 1)
    clock.ahead = (await read(id)).createdAt.getTime() - Date.now()
  })
  async function ask(module = orders): Promise<number> {
    const { order } = await module.requestReturn({ order: own(id), key: null, lines, note: 'It hums.' })
    return order.returns.at(-1)?.number ?? 0
  }
  const refund = async (amountCents: number) => {
    const { revision } = await read(id)
    const wanted = { key: 'once', amountCents, reason: 'Scratched.', lineNumbers: [], isForShipping: false }
    return () => orders.refundOrder({ orderId: id, ...NETWORK, ...wanted, revision })
  }

  it.each(times)(
    'has one return of a piece, with a number of its own, when two processes ask for it (%i)',
    async (time) => {
      await both(
        time,
        () => ask(orders),
        () => ask(others),
      )
      expect((await read(id)).returns).toMatchObject([{ lines }])
    },
  )

  it.each(times)('keeps a refund and the receipt of a return that come at once (%i)', async (time) => {
    const number = await ask()
    await orders.decideReturn({ orderId: id, number, to: 'approved', ...none })
    const before = await stock()
    const [received, refunded] = await both(
      time,
      () => others.decideReturn({ orderId: id, number, to: 'received', ...none, restock: [1] }),
      await refund(1000),
    )
    expect(received).toBe('done')
    expect(['done', 'ORDER_CHANGED']).toContain(refunded)
    const order = await read(id)
    expect(order.returns).toMatchObject([{ status: 'received' }])
    expect(order.refunds).toHaveLength(refunded === 'done' ? 1 : 0)
    expect(await stock()).toBe(before + 1)
  })

  it.each(times)(
    'gives no more back than was paid when staff refund all while a return is refunded (%i)',
    async (time) => {
      const number = await ask()
      for (const to of ['approved', 'received'] as const)
        await orders.decideReturn({ orderId: id, number, to, ...none })
      const { revision } = await read(id)
      await both(
        time,
        () => others.decideReturn({ orderId: id, number, to: 'refunded', ...none, revision }),
        await refund(30_000),
      )
      const { refunds, returns } = await read(id)
      const given = [
        ...refunds.map(({ amountCents }) => amountCents),
        ...returns.map(({ refundCents }) => refundCents ?? 0),
      ]
      expect([10_000, 30_000]).toContain(given.reduce((sum, cents) => sum + cents, 0))
    },
  )

  it.each(times)('has a return received or withdrawn, and its piece in stock accordingly (%i)', async (time) => {
    const number = await ask()
    await orders.decideReturn({ orderId: id, number, to: 'approved', ...none })
    const before = await stock()
    const [received, withdrawn] = await both(
      time,
      () => orders.decideReturn({ orderId: id, number, to: 'received', ...none, restock: [1] }),
      () => others.withdrawReturn({ order: own(id), number }),
    )
    expect([received, withdrawn].toSorted()).toEqual(['ILLEGAL_TRANSITION', 'done'])
    expect((await read(id)).returns).toMatchObject([{ status: received === 'done' ? 'received' : 'withdrawn' }])
    expect(await stock()).toBe(received === 'done' ? before + 1 : before)
  })

  it.each(times)('has its piece received by one of two members of staff, and in stock once (%i)', async (time) => {
    const number = await ask()
    await orders.decideReturn({ orderId: id, number, to: 'approved', ...none })
    const before = await stock()
    const receive = (module: typeof orders) => () =>
      module.decideReturn({ orderId: id, number, to: 'received', ...none, restock: [1] })
    expect((await both(time, receive(orders), receive(others))).toSorted()).toEqual(['ILLEGAL_TRANSITION', 'done'])
    expect(await stock()).toBe(before + 1)
  })

  it('gets no return, and keeps no words, of a customer who is erased while they ask for it', async () => {
    const person = { customerId: CUSTOMER, email: EMAIL }
    const late = createOrdersModule({
      database: {
        ...db.database,
        async transaction(work) {
          await orders.personal.erase(person)
          return db.database.transaction(work)
        },
      },
      counters: createCounters(db.database, { returns: 100_001 }),
      events: createEventBus({ logger, clock, jobs: { handle: () => {}, enqueueMany: async () => [] } }),
      jobs: { ...underTest.jobs, handle: () => {}, handleDaily: () => {} },
      mailer: underTest.mailer,
      clock,
      catalog: underTest.catalog,
      reviewMinutes: 60,
      releaseAboveCents: 1_000_000,
      expressShippingCents: null,
      limitFactor: 1,
    })
    await expect(ask(late)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(await read(id)).toMatchObject({ customerEmail: 'erased', returns: [] })
  })

  it('is not refunded in words about a customer who was erased since staff looked at it', async () => {
    const refundAsSeen = await refund(1000)
    await orders.personal.erase({ customerId: CUSTOMER, email: EMAIL })
    await expect(refundAsSeen()).rejects.toMatchObject({ code: 'ORDER_CHANGED' })
  })
})

describe('the numbers of returns', () => {
  it('follow each other without a gap, because a number is taken with its return or not at all', async () => {
    await storeOrders(db.database, CUSTOMER, 2)
    clock.ahead = (await read(500_000)).createdAt.getTime() - Date.now()
    const ask = async (orderId: number, lineNumber: number) => {
      const lines = [{ lineNumber, quantity: 1, reason: 'other', isUnopened: false }] as const
      const { order } = await orders.requestReturn({ order: own(orderId), key: null, lines, note: null })
      return order.returns.at(-1)?.number
    }
    const first = await ask(500_000, 1)
    await expect(ask(500_000, 1)).rejects.toMatchObject({ code: 'TOO_MANY_RETURNED' })
    expect(await ask(500_001, 1)).toBe(Number(first) + 1)
  })

  it('are different ones when many ask for returns at once', async () => {
    const MANY = 12
    await storeOrders(db.database, CUSTOMER, MANY)
    clock.ahead = (await read(500_000)).createdAt.getTime() - Date.now()
    const lines = [{ lineNumber: 1, quantity: 1, reason: 'other', isUnopened: false }] as const
    const asked = await Promise.all(
      Array.from({ length: MANY }, (_, index) =>
        (index % 2 === 0 ? orders : others).requestReturn({
          order: own(500_000 + index),
          key: null,
          lines,
          note: null,
        }),
      ),
    )
    expect(new Set(asked.map(({ order }) => order.returns[0]?.number)).size).toBe(MANY)
  })
})
