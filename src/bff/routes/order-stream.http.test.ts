import { once } from 'node:events'
import { connect } from 'node:net'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { OrderList, type Order } from '#contracts/orders'
import { eventually } from '../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { listenTo, type EventSourceConnection } from '../testing/event-source.ts'
import { aCountedProduct, aCustomer, anOrder, PASSWORD, type SignedIn } from '../testing/shop-requests.ts'
import { patient } from '../../testing/patience.ts'

const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
let shop: RunningShop
let customer: SignedIn
let product: Product
const open: EventSourceConnection[] = []

beforeAll(async () => {
  shop = await startShop({}, { clock })
  customer = await aCustomer(shop)
  product = await aCountedProduct(shop, 12)
})
afterAll(async () => {
  for (const listening of open) listening.stop()
  await shop.stop()
})

const http = () => request(shop.app.server)
const placeOrder = async (who = customer) =>
  (await http().post('/api/orders').set(who.bearer).send(anOrder(product)).expect(201)).body as Order
const ticketFor = async (who = customer) =>
  (await http().post('/api/user/orders/stream-ticket').set(who.bearer).expect(200)).body.ticket as string
async function listenWith(ticket: string): Promise<EventSourceConnection> {
  const listening = await listenTo(`${shop.url}/api/user/orders/stream?ticket=${ticket}`)
  open.push(listening)
  return listening
}
const listen = async (who = customer) => listenWith(await ticketFor(who))
const move = (orderId: number, to: Order['status']) =>
  shop.shop.orders.requestMove({ orderId, to, by: 'staff', networkAddress: '127.0.0.1', reason: null })
const namesOf = ({ heard }: EventSourceConnection) => heard.map(({ event }) => event)

describe('an open page', () => {
  it('gets the whole list first, then every move within 2 s', async () => {
    const { id } = await placeOrder()
    const page = await listen()
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/event-stream')
    expect(page.headers.get('cache-control')).toBe('no-store')
    // A proxy that gathered events would show them minutes later.
    expect(page.headers.get('x-accel-buffering')).toBe('no')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    await eventually(() => expect(namesOf(page)).toEqual(['orders']))
    expect(OrderList.parse(page.heard[0]?.data)[0]).toMatchObject({ id, status: 'pending' })

    for (const to of ['processing', 'shipped', 'delivered'] as const) {
      await move(id, to)
      await eventually(() => expect(page.heard.at(-1)).toMatchObject({ event: 'order', data: { id, status: to } }), {
        withinMs: 2000,
      })
    }
    expect(page.heard).toHaveLength(4)
    page.stop()
  })

  it('shows an order that the customer places on another page', async () => {
    const page = await listen()
    await eventually(() => expect(namesOf(page)).toEqual(['orders']))
    const { id } = await placeOrder()
    await eventually(
      () => expect(page.heard.at(-1)).toMatchObject({ event: 'order', data: { id, status: 'pending' } }),
      { withinMs: 2000 },
    )
    expect(page.heard).toHaveLength(2)
    page.stop()
  })

  it('gets a cancellation on every page of the customer, and no other customer’s orders', async () => {
    const stranger = await aCustomer(shop)
    const pages = [await listen(), await listen()]
    const other = await listen(stranger)
    const { id } = await placeOrder()
    await http().post(`/api/user/orders/${id}/cancel`).set(customer.bearer).expect(200)
    for (const page of pages) {
      await eventually(
        () => expect(page.heard.at(-1)).toMatchObject({ event: 'order', data: { id, status: 'cancelled' } }),
        { withinMs: 2000 },
      )
      page.stop()
    }
    expect(other.heard).toEqual([{ event: 'orders', data: [] }])
    other.stop()
  })

  it('gets nothing after sign-out', async () => {
    const leaver = await aCustomer(shop)
    const { id } = await placeOrder(leaver)
    const page = await listen(leaver)
    await eventually(() => expect(namesOf(page)).toEqual(['orders']))
    await http().post('/api/logout').set(leaver.bearer).expect(204)
    await move(id, 'processing')
    await page.ended
    expect(namesOf(page)).toEqual(['orders'])
  })

  it('gets nothing after the customer signed out everywhere else', async () => {
    const lost = await aCustomer(shop)
    const { id } = await placeOrder(lost)
    const page = await listen(lost)
    await eventually(() => expect(namesOf(page)).toEqual(['orders']))
    const answer = await http().post('/api/login').send({ email: lost.email, password: PASSWORD }).expect(200)
    const here = { Authorization: `Bearer ${String(answer.body.token)}` }
    await http().delete('/api/user/sessions').set(here).expect(204)
    await move(id, 'processing')
    await page.ended
    expect(namesOf(page)).toEqual(['orders'])
  })
})

describe('a ticket', () => {
  it('opens one stream, for 30 seconds', async () => {
    const used = await ticketFor()
    const page = await listenWith(used)
    expect(page.status).toBe(200)
    page.stop()
    expect((await listenWith(used)).status).toBe(401)
    const old = await ticketFor()
    clock.ahead = 31_000
    try {
      const answer = await http().get(`/api/user/orders/stream?ticket=${old}`).expect(401)
      expect(answer.body.code).toBe('TICKET_NOT_VALID')
    } finally {
      clock.ahead = 0
    }
  })

  it('opens one stream when it is shown 10 times at once', async () => {
    const ticket = await ticketFor()
    const pages = await Promise.all(Array.from({ length: 10 }, () => listenWith(ticket)))
    expect(pages.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
    for (const page of pages) page.stop()
  })

  it('is required', async () => {
    await http().get('/api/user/orders/stream').expect(400)
    await http().get('/api/user/orders/stream?ticket=guess').expect(401)
    await http().get('/api/user/orders/stream?ticket[$ne]=x').expect(400)
  })
})

describe('too many open pages', () => {
  it('of one customer are refused, and there is room again when one closes', async () => {
    const busy = await aCustomer(shop)
    const pages = []
    for (let i = 0; i < 10; i += 1) pages.push(await listen(busy))
    expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const refused = await listen(busy)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await listen()).status).toBe(200)
    pages[0]?.stop()
    await eventually(async () => expect((await listen(busy)).status).toBe(200))
  })
})

describe('a question for the headers of a stream', () => {
  it('opens none, so that there is room for the pages that read one', async () => {
    const asking = await aCustomer(shop)
    for (let i = 0; i < 10; i += 1) {
      const address = `${shop.url}/api/user/orders/stream?ticket=${await ticketFor(asking)}`
      const { status, headers } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(patient(5000)) })
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    }
    expect((await listen(asking)).status).toBe(200)
  })
})

describe('a process that ends', () => {
  it('ends its streams, and waits neither for them nor for connections without a request', async () => {
    const own = await startShop()
    const visitor = await aCustomer(own)
    const ticket = (
      await request(own.app.server).post('/api/user/orders/stream-ticket').set(visitor.bearer).expect(200)
    ).body.ticket as string
    const page = await listenTo(`${own.url}/api/user/orders/stream?ticket=${ticket}`)
    await eventually(() => expect(page.heard).toHaveLength(1))
    const visited = connect(Number(new URL(own.url).port), '127.0.0.1')
    await once(visited, 'connect')
    const started = performance.now()
    await own.stop()
    await page.ended
    expect(performance.now() - started).toBeLessThan(patient(4000))
  })
})
