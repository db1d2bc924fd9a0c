import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IdentityModule } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import { orderStatusChanged } from '#modules/orders/events'
import type { EventBus } from '#platform/events/event-bus'
import { createLogger } from '#platform/log/logger'
import { eventually } from '../../testing/eventually.ts'
import { createLiveEvents, publishNow } from '../../testing/events.ts'
import { encodeEvent, type EventStream } from './event-stream.ts'
import { createOrderStreams, type OrderStreams } from './order-streams.ts'
import { patient } from '../../testing/patience.ts'

const logger = createLogger('silent')
let events: EventBus
let streams: OrderStreams
let openSessions: Set<string>
let readOrder: (orderId: number) => Promise<never>

beforeEach(() => {
  events = createLiveEvents(logger)
  openSessions = new Set(['tab-1', 'tab-2'])
  readOrder = () => Promise.reject(new Error('the database is gone'))
  const identity = {
    findSessionUser: async (id) => (openSessions.has(id) ? ({ id: 'ada' } as never) : null),
  } satisfies Pick<IdentityModule, 'findSessionUser'>
  const orders = {
    listCustomerOrders: async () => [],
    getCustomerOrder: (_customerId, orderId) => readOrder(orderId),
    reviewTimeOf: () => ({ cancelableUntil: null, changeableUntil: null }),
    returnsOf: () => ({ returnable: null, all: [], refundedCents: 0 }),
  } satisfies Pick<OrdersModule, 'listCustomerOrders' | 'getCustomerOrder' | 'reviewTimeOf' | 'returnsOf'>
  streams = createOrderStreams({ orders, identity, events, logger, heartbeatMs: 20 })
})
afterEach(() => streams.close())

interface Page {
  readonly stream: EventStream
  text: string
  isOver: boolean
}

function openPage(sessionId: string): Page {
  const page: Page = { stream: streams.open({ customerId: 'ada', sessionId }), text: '', isOver: false }
  page.stream.readable.on('data', (chunk: Buffer) => (page.text += chunk.toString()))
  page.stream.onEnd(() => (page.isOver = true))
  return page
}

const listsIn = ({ text }: Page) => text.split('event: orders\n').length - 1
const moveSomething = (orderId = 1) =>
  publishNow(events, orderStatusChanged, {
    orderId,
    customerId: 'ada',
    from: 'pending',
    to: 'processing',
    by: 'shop',
  })

describe('the streams of open pages', () => {
  it('send the time to reconnect, then all orders, then heartbeats', async () => {
    const page = openPage('tab-1')
    await eventually(() =>
      expect(page.text).toMatch(/^retry: 3000\n\n(: still here\n\n)*event: orders\ndata: \[\]\n\n/),
    )
    await eventually(() => expect(page.text).toMatch(/: still here\n\n$/))
    expect(page.isOver).toBe(false)
  })

  it('end with the session that opened them, and no others', async () => {
    const [leaving, staying] = [openPage('tab-1'), openPage('tab-2')]
    await eventually(() => expect(listsIn(staying)).toBe(1))
    openSessions.delete('tab-1')
    await eventually(() => expect(leaving.isOver).toBe(true))
    expect(staying.isOver).toBe(false)
  })

  it('end at once, and without an order, where the session is of another customer', async () => {
    const page: Page = { stream: streams.open({ customerId: 'grace', sessionId: 'tab-1' }), text: '', isOver: false }
    page.stream.readable.on('data', (chunk: Buffer) => (page.text += chunk.toString()))
    page.stream.onEnd(() => (page.isOver = true))
    await eventually(() => expect(page.isOver).toBe(true))
    expect(listsIn(page)).toBe(0)
  })

  it('end when an update cannot be read, so that the page reconnects and gets all orders', async () => {
    const page = openPage('tab-1')
    await eventually(() => expect(listsIn(page)).toBe(1))
    await moveSomething()
    await eventually(() => expect(page.isOver).toBe(true))
    const again = openPage('tab-1')
    await eventually(() => expect(listsIn(again)).toBe(1))
  })

  it('send each order that changes, also when several do at once', async () => {
    const at = new Date()
    const order = { status: 'shipped', createdAt: at, updatedAt: at, reviewEndsAt: at, lines: [], trackingEvents: [] }
    const more = { shippingAddress: {}, billingAddress: {}, card: {}, invoice: null }
    readOrder = async (id) => ({ ...order, ...more, id }) as never
    const page = openPage('tab-1')
    await eventually(() => expect(listsIn(page)).toBe(1))
    await Promise.all([moveSomething(1), moveSomething(2)])
    const sent = () => [...page.text.matchAll(/event: order\ndata: \{"id":(\d+)/g)].map(([, id]) => id)
    await eventually(() => expect(sent()).toEqual(['1', '2']))
  })

  it('are ten for a customer, and no more', () => {
    for (let page = 1; page <= 10; page += 1) openPage('tab-1')
    expect(() => openPage('tab-1')).toThrowError('Your orders are open on too many pages. Please close some of them.')
    streams.open({ customerId: 'grace', sessionId: 'tab-2' })
  })

  it('send all orders again when updates of other processes may be missing', async () => {
    const page = openPage('tab-1')
    await eventually(() => expect(listsIn(page)).toBe(1))
    events.resync()
    await eventually(() => expect(listsIn(page)).toBe(2))
  })

  it('never delay the change of an order', async () => {
    const page = openPage('tab-1')
    await eventually(() => expect(listsIn(page)).toBe(1))
    readOrder = () => new Promise(() => {})
    const started = performance.now()
    await moveSomething()
    expect(performance.now() - started).toBeLessThan(patient(500))
  })

  it('end with the process, and none is opened after', async () => {
    const page = openPage('tab-1')
    streams.close()
    await eventually(() => expect(page.isOver).toBe(true))
    expect(() => openPage('tab-1')).toThrowError('The shop is being restarted. Please try again in a moment.')
  })

  it('are closed when the client does not read them', async () => {
    const unread = streams.open({ customerId: 'ada', sessionId: 'tab-1' })
    let isOver = false
    unread.onEnd(() => (isOver = true))
    for (let i = 0; i < 60; i += 1) unread.send(encodeEvent('order', JSON.stringify('x'.repeat(100_000))))
    await eventually(() => expect(isOver).toBe(true))
  })
})
