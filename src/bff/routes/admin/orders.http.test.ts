import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { StaffOrder, StaffOrderList } from '#contracts/order-life'
import { ORDER_STATUSES, type Order } from '#contracts/orders'
import { eventually } from '../../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { aCountedProduct, anOrder, aProvedCustomer, type SignedIn } from '../../testing/shop-requests.ts'
import { staffScript, staffBrowser } from '../../testing/staff-requests.ts'

let shop: RunningShop
let staff: { readonly Authorization: string }
let customer: SignedIn
let product: Product

beforeAll(async () => {
  shop = await startShop()
  staff = await staffScript(shop)
  customer = await aProvedCustomer(shop)
  product = await aCountedProduct(shop, 12)
})
afterAll(() => shop.stop())

const http = () => request(shop.app.server)
const placeOrder = async (changes: object = {}) =>
  (
    await http()
      .post('/api/orders')
      .set(customer.bearer)
      .send(anOrder(product, { ...changes }))
      .expect(201)
  ).body as Order
const list = async (query = '') => {
  const answer = await http().get(`/api/admin/orders${query}`).set(staff).expect(200)
  return { orders: StaffOrderList.parse(answer.body), total: Number(answer.headers['x-total-count']) }
}
const get = async (id: number) =>
  StaffOrder.parse((await http().get(`/api/admin/orders/${id}`).set(staff).expect(200)).body)
const move = (id: number | string, body: object) => http().post(`/api/admin/orders/${id}/status`).set(staff).send(body)
async function moveTo(id: number, to: Order['status'], more: object = {}): Promise<StaffOrder> {
  const answer = await move(id, { to, ...more }).expect(202)
  expect(answer.body).toEqual({ jobId: expect.any(String) })
  await eventually(async () => expect((await get(id)).status).toBe(to))
  return get(id)
}

describe('the orders that staff see', () => {
  it('are all of them, with names and numbers as the dashboard reads them', async () => {
    const first = await placeOrder()
    const second = await placeOrder({ customerName: 'Grace Hopper' })
    const { orders, total } = await list()
    expect(orders.map(({ id }) => id).slice(0, 2)).toEqual([second.id, first.id])
    expect(total).toBe(orders.length)
    expect(orders[0]).toMatchObject({
      customerName: 'Grace Hopper',
      status: 'pending',
      totalAmount: second.totalAmount,
      items: [{ id: 1, name: product.name, productName: product.name, quantity: 1, price: product.price }],
      nextStatuses: ['processing', 'cancelled'],
      history: [{ from: null, to: 'pending', actor: 'customer', reason: null }],
    })
    expect((await list('?search=hopper')).orders.map(({ id }) => id)).toEqual([second.id])
    expect((await list(`?search=%23${first.id}`)).orders.map(({ id }) => id)).toEqual([first.id])
    expect((await list('?limit=1&offset=1')).orders.map(({ id }) => id)).toEqual([first.id])
    expect((await list('?limit=1')).total).toBe(total)
    expect((await list('?status=delivered')).orders).toEqual([])
  })

  it.each(['?status=lost', '?limit=0', '?limit=101', '?search[$ne]=x', '?limit=1&limit=2'])(
    'refuse %s',
    async (query) => {
      await http().get(`/api/admin/orders${query}`).set(staff).expect(400)
    },
  )
})

describe('moving an order', () => {
  it('goes from the order to the delivery, and the customer sees every step', async () => {
    const { id } = await placeOrder()
    await moveTo(id, 'processing', { reason: 'Checked by phone.' })
    const shipped = await moveTo(id, 'shipped', {
      carrier: ' FedEx ',
      trackingNumber: 'FX-77',
      location: 'Stafford, TX',
    })
    expect(shipped).toMatchObject({
      carrier: 'FedEx',
      trackingNumber: 'FX-77',
      estimatedDelivery: '3-5 business days',
      nextStatuses: ['delivered'],
    })
    const delivered = await moveTo(id, 'delivered')
    expect(delivered).toMatchObject({ estimatedDelivery: 'Delivered', nextStatuses: [] })
    expect(delivered.history).toMatchObject([
      { from: null, to: 'pending', actor: 'customer' },
      { from: 'pending', to: 'processing', actor: 'staff', reason: 'Checked by phone.' },
      { from: 'processing', to: 'shipped', actor: 'staff' },
      { from: 'shipped', to: 'delivered', actor: 'staff' },
    ])
    const seen = (await http().get(`/api/user/orders/${id}`).set(customer.bearer).expect(200)).body as Order
    expect(seen.trackingEvents.map(({ status }) => status)).toEqual(['pending', 'processing', 'shipped', 'delivered'])
    expect(seen.trackingEvents[2]).toMatchObject({ location: 'Stafford, TX', completed: true })
    expect(seen).not.toHaveProperty('history')
  })

  it('ships by UPS under a number of our own when nothing else is said', async () => {
    const { id } = await placeOrder()
    await moveTo(id, 'processing')
    expect(await moveTo(id, 'shipped', { carrier: '', trackingNumber: null })).toMatchObject({
      carrier: 'UPS',
      trackingNumber: `1Z${String(id).padStart(10, '0')}`,
    })
  })

  it('is refused at once where the order cannot go, with where it can', async () => {
    const { id } = await placeOrder()
    for (const to of ORDER_STATUSES.filter((status) => !['processing', 'cancelled'].includes(status))) {
      const answer = await move(id, { to }).expect(409)
      expect(answer.body).toMatchObject({
        code: 'ILLEGAL_TRANSITION',
        details: { from: 'pending', to, allowed: ['processing', 'cancelled'] },
      })
    }
    await move(id, { to: 'lost' }).expect(400)
    await move(id, {}).expect(400)
    await move(999_999, { to: 'processing' }).expect(404)
    await move('1e5', { to: 'processing' }).expect(404)
    expect((await get(id)).history).toHaveLength(1)
  })

  it('twice at once is one step', async () => {
    const { id } = await placeOrder()
    await Promise.all(Array.from({ length: 5 }, () => move(id, { to: 'processing' })))
    await eventually(async () => expect((await get(id)).status).toBe('processing'))
    await eventually(async () => {
      for (const stats of await shop.shop.jobs.stats())
        expect(stats).toMatchObject({ waiting: 0, active: 0, failed: 0 })
    })
    expect((await get(id)).history).toHaveLength(2)
  })
})

describe('who may look and move', () => {
  let order: Order
  beforeAll(async () => {
    order = await placeOrder()
  })
  const calls = [
    ['GET', '/api/admin/orders', 200],
    ['GET', '/api/admin/orders/:id', 200],
    ['POST', '/api/admin/orders/:id/status', 202],
  ] as const

  it.each(calls)('%s %s: staff alone', async (method, path, granted) => {
    const call = () => {
      const address = path.replace(':id', String(order.id))
      return method === 'GET' ? http().get(address) : http().post(address).send({ to: 'processing' })
    }
    await call().expect(401)
    for (const authorization of ['Bearer junk', 'Bearer a.b.c', customer.bearer.Authorization])
      await call().set('Authorization', authorization).expect(401)
    await call().set(staff).expect(granted)
  })

  it.each([
    ['GET', '/api/user/orders'],
    ['GET', '/api/user/orders/:id'],
    ['POST', '/api/user/orders/:id/cancel'],
    ['POST', '/api/user/orders/stream-ticket'],
    ['GET', '/api/user/reviewable'],
    ['POST', '/api/products/1/reviews'],
  ] as const)('%s %s: not staff, who are no customers', async (method, path) => {
    const address = path.replace(':id', String(order.id))
    await (method === 'GET' ? http().get(address) : http().post(address)).set(staff).expect(401)
  })

  it('from a page of the shop, not from another one', async () => {
    const { id } = await placeOrder()
    const browser = await staffBrowser(shop)
    const click = (headers: Record<string, string>) =>
      http().post(`/api/admin/orders/${id}/status`).set(headers).send({ to: 'processing' })
    expect((await click({ ...browser, Origin: 'https://evil.example' }).expect(403)).body.code).toBe('BAD_ORIGIN')
    await click({ Cookie: browser.Cookie, Host: browser.Host }).expect(403)
    await click({ ...browser }).expect(202)
  })
})

describe('a large order', () => {
  it('waits for staff, who see it on the dashboard and in the list and release it', async () => {
    const buyer = await aProvedCustomer(shop)
    const added = await http()
      .post('/api/admin/products')
      .set(staff)
      .send({ name: 'Wide-format press', price: '6000.00', stockQuantity: 3, inStock: true })
      .expect(201)
    const press = added.body as Product
    const placed = await http()
      .post('/api/orders')
      .set(buyer.bearer)
      .send(anOrder(press, { sessionId: undefined }))
      .expect(201)
    const orderId = Number(placed.body.id)
    const summary = async () => (await http().get('/api/admin/summary').set(staff).expect(200)).body
    expect(await summary()).toMatchObject({ awaitingRelease: 1 })
    const { orders, total } = await list('?awaitsRelease=true')
    expect([total, orders.map((order) => [order.id, order.status, order.awaitsRelease])]).toEqual([
      1,
      [[orderId, 'pending', true]],
    ])
    const release = () => http().post(`/api/admin/orders/${orderId}/release`)
    await release().expect(401)
    await release().set(buyer.bearer).expect(401)
    expect((await release().set(staff).expect(200)).body).toMatchObject({ awaitsRelease: false, status: 'pending' })
    expect((await release().set(staff).expect(409)).body.code).toBe('ORDER_NOT_WAITING')
    await http().post('/api/admin/orders/999999/release').set(staff).expect(404)
    expect(await summary()).toMatchObject({ awaitingRelease: 0 })
    await eventually(async () => {
      const { entries } = await shop.shop.admin.audit.list({
        search: `order.released ${orderId}`,
        limit: 2,
        offset: 0,
      })
      expect(entries).toMatchObject([{ subject: `order ${orderId}` }])
    })
  })
})
