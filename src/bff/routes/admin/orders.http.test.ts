import Papa from 'papaparse'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { StaffOrder, StaffOrderList } from '#contracts/staff-orders'
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
    expect(await list(`?ids=${first.id}`)).toMatchObject({ orders: [{ id: first.id }], total: 1 })
    expect((await list(`?ids=${first.id},${second.id},999999999`)).orders.map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ])
    expect((await list(`?ids=${first.id}&status=delivered`)).orders).toEqual([])
  })

  it('are those of a span of days or times, and the oldest first where that is asked for', async () => {
    const first = await placeOrder()
    const second = await placeOrder()
    const ids = async (query: string) => (await list(query)).orders.map(({ id }) => id)
    const day = second.createdAt.slice(0, 10)
    const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    expect(await ids(`?from=${first.createdAt}`)).toEqual([second.id, first.id])
    expect(await ids(`?from=${first.createdAt}&sort=oldest`)).toEqual([first.id, second.id])
    expect(await ids(`?from=${first.createdAt}&to=${second.createdAt}`)).toEqual([first.id])
    expect((await ids(`?from=${day}&to=${day}`)).slice(0, 1)).toEqual([second.id])
    expect(await ids(`?to=${dayBefore}`)).toEqual([])
    const file = await http().get(`/api/admin/orders.csv?from=${first.createdAt}`).set(staff).expect(200)
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(3)
    const refused = await http().get(`/api/admin/orders?from=${day}&to=${dayBefore}`).set(staff).expect(400)
    expect(refused.body.fields).toEqual({ to: 'Choose a last day that is not before the first' })
  })

  it.each([
    '?status=lost',
    '?limit=0',
    '?limit=101',
    '?search[$ne]=x',
    '?limit=1&limit=2',
    '?from=yesterday',
    '?from=2026-02-30',
    '?to=1',
    '?sort=price',
  ])('refuse %s', async (query) => {
    await http().get(`/api/admin/orders${query}`).set(staff).expect(400)
  })
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

describe('a note on an order', () => {
  it('stands there with its time for staff, in the order of writing, and nowhere for the customer', async () => {
    const { id } = await placeOrder()
    const write = (text: unknown) => http().post(`/api/admin/orders/${id}/notes`).set(staff).send({ text })
    const before = await get(id)
    await write('Leave at the loading dock.\r\nRing twice.').expect(200)
    const answer = await write('Called: pays on Friday.').expect(200)
    const order = StaffOrder.parse(answer.body)
    expect(order.notes).toMatchObject([
      { text: 'Leave at the loading dock.\nRing twice.', by: expect.any(String), at: expect.any(String) },
      { text: 'Called: pays on Friday.', by: expect.any(String), at: expect.any(String) },
    ])
    expect([order.revision, order.updatedAt]).toEqual([before.revision + 2, before.updatedAt])
    for (const path of [`/api/user/orders/${id}`, '/api/user/orders'])
      expect((await http().get(path).set(customer.bearer).expect(200)).text).not.toMatch(/loading dock|revision/)
    const tracked = await http()
      .post('/api/orders/track')
      .send({ number: String(id), email: order.customerEmail })
      .expect(200)
    expect(tracked.text).not.toContain('loading dock')
    for (const text of ['', '   ', 'x'.repeat(1001), null, ['a']]) await write(text).expect(400)
    await http().post('/api/admin/orders/999999/notes').set(staff).send({ text: 'Hello' }).expect(404)
    await http().post(`/api/admin/orders/${id}/notes`).set(customer.bearer).send({ text: 'Hello' }).expect(401)
    await eventually(async () => {
      const { entries } = await shop.shop.admin.audit.list({ search: `order.noted ${id}`, limit: 5, offset: 0 })
      expect(entries).toMatchObject([{ changes: [] }, { changes: [] }])
    })
  })

  it('is refused after fifty', async () => {
    const { id } = await placeOrder()
    const write = () => http().post(`/api/admin/orders/${id}/notes`).set(staff).send({ text: 'Hello' })
    for (let count = 0; count < 50; count += 1) await write().expect(200)
    expect((await write().expect(409)).body.code).toBe('TOO_MANY_NOTES')
    expect((await get(id)).notes).toHaveLength(50)
  })
})

describe('what staff do with an order', () => {
  it('stands in the log with who did it, and from where', async () => {
    const { id, shippingAddress } = await placeOrder()
    const call = (method: 'post' | 'put', path: string, body: object) =>
      http()[method](`/api/admin/orders/${id}/${path}`).set(staff).send(body).expect(200)
    await call('post', 'notes', { text: 'Called.' })
    const address = { ...shippingAddress, address2: undefined, city: 'Plano' }
    await call('put', 'address', { revision: 1, reason: 'A call.', shippingAddress: address })
    await moveTo(id, 'processing')
    await moveTo(id, 'shipped')
    const { revision } = await moveTo(id, 'delivered')
    await http()
      .post(`/api/admin/orders/${id}/refunds`)
      .set({ ...staff, 'Idempotency-Key': 'once' })
      .send({ amount: '1.00', reason: 'A scratch.', revision })
      .expect(200)
    const items = [{ line: 1, quantity: 1, reason: 'defective', isUnopened: false }]
    const asked = await http().post(`/api/user/orders/${id}/returns`).set(customer.bearer).send({ items }).expect(201)
    await call('post', `returns/${asked.body.returns[0].number}/status`, { to: 'approved' })
    await eventually(async () => {
      const { entries } = await shop.shop.admin.audit.list({ search: `order ${id}`, limit: 20, offset: 0 })
      expect(entries.map(({ action }) => action).toSorted()).toEqual([
        'order.address-corrected',
        'order.moved',
        'order.moved',
        'order.moved',
        'order.noted',
        'order.refunded',
        'return.approved',
      ])
      for (const { by } of entries) expect(by).toMatchObject({ person: { name: 'Owner' }, address: '127.0.0.1' })
    })
  })
})

describe('the address of an order', () => {
  const correct = (id: number, revision: number, changes: object = {}, reason = 'Apartment was missing.') =>
    http()
      .put(`/api/admin/orders/${id}/address`)
      .set(staff)
      .send({ revision, reason, shippingAddress: { ...(anOrder(product).shippingAddress as object), ...changes } })

  it('is corrected before the order ships: with a reason, found by it, at the same price, and in history and log', async () => {
    const { id } = await placeOrder()
    const before = await get(id)
    const answer = await correct(id, before.revision, { address2: 'Apt 4', city: 'Nacogdoches' }).expect(200)
    const after = StaffOrder.parse(answer.body)
    expect(after.shippingAddress).toMatchObject({ address2: 'Apt 4', city: 'Nacogdoches' })
    expect(after.billingAddress).toEqual(before.billingAddress)
    for (const sum of ['subtotal', 'shipping', 'tax', 'totalAmount', 'status'] as const)
      expect(after[sum]).toBe(before[sum])
    expect(after.history.at(-1)).toMatchObject({
      from: 'pending',
      to: 'pending',
      actor: 'staff',
      reason: expect.stringMatching(/^Address corrected: Apartment was missing\. \(before: .*\)$/),
    })
    expect((await list('?search=nacogdoches')).orders.map((order) => order.id)).toEqual([id])
    expect((await http().get(`/api/user/orders/${id}`).set(customer.bearer).expect(200)).body).toMatchObject({
      shippingAddress: { city: 'Nacogdoches' },
    })
    await eventually(async () => {
      const { entries } = await shop.shop.admin.audit.list({
        search: `order.address-corrected ${id}`,
        limit: 5,
        offset: 0,
      })
      expect(entries).toHaveLength(1)
    })
  })

  it('is not written over what somebody else changed meanwhile, also at the same moment', async () => {
    const { id } = await placeOrder()
    const { revision } = await get(id)
    const answers = await Promise.all(['Tyler', 'Waco', 'Laredo'].map((city) => correct(id, revision, { city })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    for (const { status, body } of answers)
      if (status === 409) expect(body).toMatchObject({ code: 'ORDER_CHANGED', details: { revision: revision + 1 } })
    await moveTo(id, 'processing')
    expect((await correct(id, revision + 1, { city: 'Plano' }).expect(409)).body.code).toBe('ORDER_CHANGED')
    await correct(id, revision + 2, { city: 'Plano' }).expect(200)
    expect((await correct(id, revision + 3, { city: 'Plano' }).expect(409)).body.code).toBe('ADDRESS_UNCHANGED')
    expect((await get(id)).history).toHaveLength(4)
  })

  it('is corrected fifty times, and then no more', async () => {
    const { id } = await placeOrder()
    const { revision } = await get(id)
    for (let count = 0; count < 50; count += 1)
      await correct(id, revision + count, { city: count % 2 === 0 ? 'Tyler' : 'Waco' }).expect(200)
    const refused = await correct(id, revision + 50, { city: 'Tyler' }).expect(409)
    expect(refused.body).toMatchObject({
      code: 'TOO_MANY_CORRECTIONS',
      message: expect.stringContaining('Cancel the order'),
    })
    expect(await get(id)).toMatchObject({ revision: revision + 50, shippingAddress: { city: 'Waco' } })
  })

  it('stays as it is once the order has shipped, and needs a reason and a whole address', async () => {
    const { id } = await placeOrder()
    const { revision } = await get(id)
    expect((await correct(id, revision, { city: 'Plano' }, ' ').expect(400)).body.fields).toEqual({
      reason: 'Say why the address changes',
    })
    expect((await correct(id, revision, { zipCode: '1', city: '' }).expect(400)).body.fields).toEqual({
      'shippingAddress.zipCode': 'ZIP code is required',
      'shippingAddress.city': 'City is required',
    })
    await moveTo(id, 'processing')
    const shipped = await moveTo(id, 'shipped')
    expect((await correct(id, shipped.revision, { city: 'Plano' }).expect(409)).body.code).toBe(
      'ADDRESS_NOT_CORRECTABLE',
    )
    await correct(999_999, 0).expect(404)
  })
})

describe('the orders as a file', () => {
  const download = (query = '') => http().get(`/api/admin/orders.csv${query}`).set(staff)
  const rowsOf = (text: string) => Papa.parse<string[]>(text.replace(/^\ufeff/, '').trimEnd()).data

  it('are those that were found, in a form that spreadsheets read as text and never as a formula', async () => {
    const first = await placeOrder({ customerName: '=HYPERLINK("http://evil.example")' })
    const second = await placeOrder({ customerName: 'Zoë "Ömer", Jr' })
    const answer = await download(`?ids=${first.id},${second.id}`).expect(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="superprinter-orders.csv"',
    })
    expect(answer.text.startsWith('\ufeffOrder,Placed,Status,')).toBe(true)
    const [head = [], ...rows] = rowsOf(answer.text)
    const cell = (row: string[] | undefined, name: string) => row?.[head.indexOf(name)]
    expect(rows.map((row) => [cell(row, 'Order'), cell(row, 'Name')])).toEqual([
      [String(second.id), 'Zoë "Ömer", Jr'],
      [String(first.id), `'=HYPERLINK("http://evil.example")`],
    ])
    expect(cell(rows[0], 'Total')).toBe(second.totalAmount)
    expect(cell(rows[0], 'Items')).toContain(`1 x ${product.name}`)
    const found = rowsOf((await download(`?search=omer&status=pending`).expect(200)).text)
    expect(found.slice(1).map(([id]) => id)).toEqual([String(second.id)])
    expect(rowsOf((await download('?search=nobody-at-all').expect(200)).text)).toHaveLength(1)
    const all = rowsOf((await download().expect(200)).text)
    expect(all.length - 1).toBe((await list('?limit=1')).total)
  })

  it.each([
    '?ids=',
    '?ids=1,',
    '?ids=a',
    '?ids[$ne]=1',
    `?ids=${Array.from({ length: 201 }, () => 1).join()}`,
    '?status=x',
  ])('are refused for %s', async (query) => {
    await download(query).expect(400)
  })

  it('go to nobody but staff, thirty times in ten minutes', async () => {
    await http().get('/api/admin/orders.csv').expect(401)
    await http().get('/api/admin/orders.csv').set(customer.bearer).expect(401)
    const answers = await Promise.all(Array.from({ length: 31 }, () => download('?ids=1')))
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  })
})

it.each(['products', 'audit'])('the file %s.csv is made thirty times in ten minutes', async (name) => {
  const download = () => http().get(`/api/admin/${name}.csv?search=nothing+like+it`).set(staff)
  const answers = await Promise.all(Array.from({ length: 31 }, download))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(9 * 60)
})
