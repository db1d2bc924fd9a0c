import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Product } from '#contracts/catalog'
import { TrackedOrder } from '#contracts/order-life'
import { Order } from '#contracts/orders'
import { parseDecimal } from '#platform/shared-kernel/money'
import { eventually } from '../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCountedProduct, aCustomer, anOrder, aProvedCustomer, type SignedIn } from '../testing/shop-requests.ts'

const MINUTE = 60_000
const cents = (amount: string) => parseDecimal(amount) ?? 0
const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
let shop: RunningShop
let customer: SignedIn
let product: Product

beforeAll(async () => {
  shop = await startShop({}, { clock })
  customer = await aProvedCustomer(shop)
  product = await aCountedProduct(shop, 12)
})
afterAll(() => shop.stop())

const http = () => request(shop.app.server)
async function placeOrder(line: object = {}, who = customer): Promise<Order> {
  return (
    await http()
      .post('/api/orders')
      .set(who.bearer)
      .send(anOrder(product, { customerEmail: who.email }, { ...line }))
      .expect(201)
  ).body as Order
}
const cancel = (id: number | string, who = customer) => http().post(`/api/user/orders/${id}/cancel`).set(who.bearer)
const track = (number: string, email = customer.email) => http().post('/api/orders/track').send({ number, email })
const stockOf = async () => (await http().get(`/api/products/${product.id}`).expect(200)).body.stockQuantity as number
const own = async (id: number) =>
  (await http().get(`/api/user/orders/${id}`).set(customer.bearer).expect(200)).body as Order
/** As staff do it, without the door that staff come through. */
async function move(
  orderId: number,
  to: Order['status'],
  more: { carrier?: string; trackingNumber?: string } = {},
): Promise<void> {
  await shop.shop.orders.requestMove({ orderId, to, by: 'staff', networkAddress: '127.0.0.1', reason: null, ...more })
  await eventually(async () => expect((await own(orderId)).status).toBe(to))
}

describe('changing an order', () => {
  const change = (id: number, body: object, who = customer) =>
    http().put(`/api/user/orders/${id}`).set(who.bearer).send(body)

  it('lowers lines, corrects the address, and gives the pieces back at once', async () => {
    const before = await stockOf()
    const { id, shippingAddress } = await placeOrder({ quantity: 3 })
    await shop.shop.orders.catchUpSales()
    const sold = async () => (await shop.shop.orders.salesSummary({ since: null, daysSince: null, sellers: 10 })).days
    const sales = (await sold()).reduce((sum, { totalCents }) => sum + totalCents, 0)
    const address = { ...shippingAddress, address: '14 Elm Street', address2: undefined }
    const answer = await change(id, {
      items: [{ productId: product.id, line: 1, quantity: 1 }],
      shippingAddress: address,
    }).expect(200)
    const changed = Order.parse(answer.body)
    expect(changed).toMatchObject({
      status: 'pending',
      items: [{ quantity: 1, price: product.price }],
      subtotal: product.price,
      shippingAddress: { address: '14 Elm Street' },
      customerAddress: '14 Elm Street, Springfield, IL 62704, US',
    })
    expect(await stockOf()).toBe(before - 1)
    const now = (await sold()).reduce((sum, { totalCents }) => sum + totalCents, 0)
    expect(sales - now).toBe(cents(product.price) * 2 + Math.round(cents(product.price) * 2 * 0.08))
    const { history } = await shop.shop.orders.getOrderForStaff(id)
    expect(history.at(-1)).toMatchObject({
      by: 'customer',
      reason: 'Changed by the customer: fewer pieces, another address.',
    })
    await cancel(id).expect(200)
    expect(await stockOf()).toBe(before)
  })

  it('says in the history what is another, and changes nothing when it is sent again', async () => {
    const { id, shippingAddress } = await placeOrder({ quantity: 2 })
    const address = { ...shippingAddress, address2: undefined }
    const body = { items: [{ productId: product.id, line: 1, quantity: 1 }], shippingAddress: address }
    const first = await change(id, body).expect(200)
    expect((await change(id, body).expect(200)).body).toEqual(first.body)
    await change(id, {
      items: [{ productId: product.id, line: 1, quantity: 1 }],
      shippingAddress: { ...address, city: 'Peoria' },
    }).expect(200)
    await change(id, {}).expect(200)
    const { history } = await shop.shop.orders.getOrderForStaff(id)
    expect(history.slice(1).map(({ reason }) => reason)).toEqual([
      'Changed by the customer: fewer pieces.',
      'Changed by the customer: another address.',
    ])
  })

  it('removes one line of two of the same product once, however often it is sent', async () => {
    const before = await stockOf()
    const line = { productId: product.id, price: Number(product.price) }
    const body = {
      ...anOrder(product, { customerEmail: customer.email }),
      items: [1, 2].map((quantity) => ({ ...line, quantity })),
    }
    const { id } = (await http().post('/api/orders').set(customer.bearer).send(body).expect(201)).body as Order
    const named = (number: number, quantity: number) => ({ productId: product.id, line: number, quantity })
    const alone = await change(id, { items: [named(1, 0)] }).expect(409)
    expect(alone.body).toMatchObject({
      code: 'NOT_ALL_LINES_NAMED',
      message: expect.stringContaining('Name all lines'),
    })
    await change(id, { items: [named(1, 0), named(1, 2)] }).expect(400)
    for (const _time of [1, 2]) {
      const answer = await change(id, { items: [named(1, 0), named(2, 2)] }).expect(200)
      expect(Order.parse(answer.body).items.map(({ quantity }) => quantity)).toEqual([2])
    }
    expect(await stockOf()).toBe(before - 2)
    await cancel(id).expect(200)
  })

  it('is lowering only, never to nothing, of the own order, before it is packed', async () => {
    const { id } = await placeOrder({ quantity: 2 })
    const codeOf = async (body: object) => (await change(id, body).expect(409)).body.code as string
    expect(await codeOf({ items: [{ productId: product.id, line: 1, quantity: 3 }] })).toBe('ONLY_FEWER_PIECES')
    expect(await codeOf({ items: [{ productId: product.id + 1, line: 2, quantity: 1 }] })).toBe('ONLY_FEWER_PIECES')
    expect(await codeOf({ items: [{ productId: product.id, line: 1, quantity: 0 }] })).toBe('NOTHING_LEFT')
    await change(id, { items: [{ productId: product.id, line: 1, quantity: -1 }] }).expect(400)
    await change(id, { shippingAddress: { city: 'X' } }).expect(400)
    expect((await change(id, { payment: { cvv: '123' } }).expect(400)).body.code).toBe('CARD_DATA_NOT_ACCEPTED')
    await change(id, { items: [{ productId: product.id, line: 1, quantity: 1 }] }, await aCustomer(shop)).expect(404)
    await move(id, 'processing')
    expect(await codeOf({ items: [{ productId: product.id, line: 1, quantity: 1 }] })).toBe('ORDER_NOT_CHANGEABLE')
    expect((await own(id)).changeableUntil).toBeNull()
    await cancel(id).expect(200)
  })

  it('by many at once gives each piece back once', async () => {
    const before = await stockOf()
    const { id } = await placeOrder({ quantity: 3 })
    const answers = await Promise.all(
      [2, 1, 2, 1].map((quantity) => change(id, { items: [{ productId: product.id, line: 1, quantity }] })),
    )
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await stockOf()).toBe(before - ((await own(id)).items[0]?.quantity ?? 0))
    await cancel(id).expect(200)
    expect(await stockOf()).toBe(before)
  })
})

describe('the invoice', () => {
  it('comes with the shipment, its numbers without gaps, also when many ship at once', async () => {
    const placed: Order[] = []
    for (let count = 0; count < 4; count += 1) placed.push(await placeOrder())
    expect(placed.map(({ invoice }) => invoice)).toEqual([null, null, null, null])
    await Promise.all(placed.map(({ id }) => move(id, 'processing')))
    const before = await shop.shop.database.connection.collection('counters').findOne({ _id: 'invoices' as never })
    await Promise.all(placed.map(({ id }) => move(id, 'shipped')))
    const numbers = (await Promise.all(placed.map(({ id }) => own(id)))).map(({ invoice }) => invoice?.number)
    const first = Number(before?.value ?? 100_000) + 1
    expect(numbers.toSorted()).toEqual([0, 1, 2, 3].map((more) => `INV-${first + more}`))
    const [shipped] = placed
    await move(shipped?.id ?? 0, 'delivered')
    expect((await own(shipped?.id ?? 0)).invoice?.number).toBe(numbers[0])
  })
})

describe('cancelling an order', () => {
  it('answers the cancelled order, puts the pieces back, and cannot be done twice', async () => {
    const before = await stockOf()
    const { id } = await placeOrder({ quantity: 3 })
    expect(await stockOf()).toBe(before - 3)
    const answer = await cancel(id).expect(200)
    expect(Order.parse(answer.body)).toMatchObject({ id, status: 'cancelled', cancellableUntil: null })
    expect(answer.body.trackingEvents.map((event: { status: string }) => event.status)).toEqual([
      'pending',
      'cancelled',
    ])
    expect(await stockOf()).toBe(before)
    const again = await cancel(id).expect(409)
    expect(again.body).toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      details: { from: 'cancelled', to: 'cancelled', allowed: [] },
    })
    expect(await stockOf()).toBe(before)
  })

  it('20 times at once: one success, 19 refusals, and the pieces come back once', async () => {
    const before = await stockOf()
    const { id } = await placeOrder({ quantity: 5 })
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => cancel(id))))
      .map(({ status }) => status)
      .sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(await stockOf()).toBe(before)
    const { history } = await shop.shop.orders.getOrderForStaff(id)
    expect(history).toMatchObject([
      { to: 'pending', by: 'customer' },
      { from: 'pending', to: 'cancelled', by: 'customer', reason: 'Cancelled by the customer.' },
    ])
  })

  it('is possible while it is processed, not after it was shipped', async () => {
    const processed = await placeOrder()
    await move(processed.id, 'processing')
    await cancel(processed.id).expect(200)
    const shipped = await placeOrder()
    await move(shipped.id, 'processing')
    await move(shipped.id, 'shipped')
    const answer = await cancel(shipped.id).expect(409)
    expect(answer.body).toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      message: 'An order that is shipped cannot be cancelled any more.',
      details: { from: 'shipped', to: 'cancelled', allowed: ['delivered'] },
    })
  })

  it('is not possible when the review time is over', async () => {
    const before = await stockOf()
    const { id, cancellableUntil } = await placeOrder()
    expect(Date.parse(cancellableUntil ?? '') - Date.now()).toBeGreaterThan(59 * MINUTE)
    clock.ahead = 60 * MINUTE + 1000
    try {
      const answer = await cancel(id).expect(409)
      expect(answer.body).toMatchObject({ code: 'REVIEW_TIME_OVER', message: expect.stringContaining('over') })
      await eventually(async () =>
        expect(await own(id)).toMatchObject({ status: 'processing', cancellableUntil: null }),
      )
    } finally {
      clock.ahead = 0
    }
    expect(await stockOf()).toBe(before - 1)
  })

  it.each(['999999', '0', '1e5', 'abc', '0x186A1'])('finds no order %s', async (id) => {
    expect((await cancel(id).expect(404)).body.code).toBe('ORDER_NOT_FOUND')
    expect((await http().get(`/api/user/orders/${id}`).set(customer.bearer).expect(404)).body.code).toBe(
      'ORDER_NOT_FOUND',
    )
  })
})

describe('tracking as a guest', () => {
  it('shows where the order is, and no personal data', async () => {
    const { id } = await placeOrder({ quantity: 2 })
    const answer = await track(String(id)).expect(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(Object.keys(answer.body).sort()).toEqual([
      'carrier',
      'createdAt',
      'estimatedDelivery',
      'id',
      'items',
      'returnable',
      'returns',
      'shippingMethod',
      'status',
      'trackingEvents',
      'trackingNumber',
    ])
    expect(Object.keys(answer.body.items[0]).sort()).toEqual(['price', 'productName', 'quantity'])
    expect(Object.keys(answer.body.trackingEvents[0]).sort()).toEqual(['completed', 'location', 'status', 'timestamp'])
    expect(TrackedOrder.parse(answer.body)).toMatchObject({
      id,
      status: 'pending',
      carrier: 'UPS',
      trackingNumber: null,
      estimatedDelivery: '3-5 business days',
      items: [{ productName: product.name, quantity: 2, price: product.price }],
    })
  })

  it('accepts the number as people write it, and the email address in any case', async () => {
    const { id } = await placeOrder()
    for (const number of [`#${id}`, `ORD-${id}`, `ord-${id}`, ` ${id} `, `#ORD-${id}`]) {
      expect((await track(number, customer.email.toUpperCase()).expect(200)).body.id).toBe(id)
    }
  })

  it('accepts the tracking number, once there is one', async () => {
    const { id } = await placeOrder()
    const ahead = `1Z${String(id).padStart(10, '0')}`
    await track('9400 1000-0000').expect(404)
    expect((await track(ahead).expect(200)).body, 'as tracking shows it until then').toMatchObject({ id })
    await track(ahead, (await aCustomer(shop)).email).expect(404)
    await move(id, 'processing')
    await move(id, 'shipped', { carrier: 'USPS', trackingNumber: '940010000000' })
    await track(ahead).expect(404)
    for (const number of ['940010000000', '9400 1000-0000', '#940010000000']) {
      expect((await track(number).expect(200)).body).toMatchObject({
        id,
        status: 'shipped',
        carrier: 'USPS',
        trackingNumber: '940010000000',
      })
    }
    await track('940010000000', (await aCustomer(shop)).email).expect(404)
    await move(id, 'delivered')
    expect((await track(String(id)).expect(200)).body).toMatchObject({
      status: 'delivered',
      estimatedDelivery: 'Delivered',
    })
  })

  it('answers the same for a wrong number, a wrong address and somebody else’s order', async () => {
    const { id } = await placeOrder()
    const other = await aCustomer(shop)
    const answers = [
      track('123456'),
      track('no-such-number'),
      track(String(id), 'nobody@example.com'),
      track(String(id), other.email),
      track('ada'),
    ]
    const bodies = await Promise.all(answers.map(async (answer) => (await answer.expect(404)).text))
    const withoutRequestId = bodies.map((body) => body.replace(/"requestId":"[^"]+"/, ''))
    expect(new Set(withoutRequestId).size).toBe(1)
    expect(withoutRequestId[0]).toContain('ORDER_NOT_FOUND')
  })

  it('requires both, and refuses operators in place of texts', async () => {
    const answer = await http().post('/api/orders/track').send({}).expect(400)
    expect(answer.body.fields).toEqual({
      number: 'Enter an order number or tracking number',
      email: 'Please enter a valid email address',
    })
    await http()
      .post('/api/orders/track')
      .send({ number: { $ne: null }, email: customer.email })
      .expect(400)
    await http()
      .post('/api/orders/track')
      .send({ number: '100001', email: { $gt: '' } })
      .expect(400)
  })
})

describe('reviewing a product', () => {
  const review = (who: SignedIn, body: object = {}, id: number | string = product.id) =>
    http()
      .post(`/api/products/${id}/reviews`)
      .set(who.bearer)
      .send({ rating: 4, customerTitle: 'Prints at night', comment: 'Quiet enough to print while we sleep.', ...body })
  const shown = async () => (await http().get(`/api/products/${product.id}`).expect(200)).body as Product
  const reviewable = async (who: SignedIn) =>
    (await http().get('/api/user/reviewable').set(who.bearer).expect(200)).body as {
      productId: number
      orderId: number
    }[]
  let reviewer: SignedIn
  let orderId: number

  beforeAll(async () => {
    reviewer = await aCustomer(shop)
    orderId = (await placeOrder({}, reviewer)).id
  })

  it('is for those who have received it', async () => {
    expect((await review(reviewer).expect(403)).body).toMatchObject({
      code: 'PRODUCT_NOT_RECEIVED',
      message: expect.stringContaining('delivered'),
    })
    expect(await reviewable(reviewer)).toEqual([])
    for (const to of ['processing', 'shipped', 'delivered'] as const) {
      await shop.shop.orders.requestMove({ orderId, to, by: 'staff', networkAddress: '127.0.0.1', reason: null })
      await eventually(async () => expect((await shop.shop.orders.getOrderForStaff(orderId)).order.status).toBe(to))
    }
    expect(await reviewable(reviewer)).toEqual([
      { productId: product.id, productName: product.name, image: product.image, orderId },
    ])
  })

  it('counts once, also when it is sent 10 times at once, and the product shows it', async () => {
    const before = await shown()
    const { body: reviewsBefore } = await http().get(`/api/products/${product.id}/reviews`).expect(200)
    const answers = await Promise.all(Array.from({ length: 10 }, () => review(reviewer, { rating: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ALREADY_REVIEWED')
    const { body: reviews } = await http().get(`/api/products/${product.id}/reviews`).expect(200)
    expect(reviews).toHaveLength(reviewsBefore.length + 1)
    expect(reviews[0]).toMatchObject({ rating: 1, customerName: 'Ada B.', customerTitle: 'Prints at night' })
    expect(JSON.stringify(reviews)).not.toContain(reviewer.email)
    const now = await shown()
    const sum = reviews.reduce((total: number, { rating }: { rating: number }) => total + rating, 0)
    expect(now).toMatchObject({
      reviewCount: before.reviewCount + 1,
      rating: (Math.round((sum * 10) / reviews.length) / 10).toFixed(1),
    })
    expect(await reviewable(reviewer)).toEqual([])
  })

  it('is refused when the customer is deleted while they send it', async () => {
    const leaving = await aCustomer(shop)
    const { orders } = shop.shop
    const checking = vi.spyOn(orders, 'checkReceived').mockImplementation(async (customerId) => {
      await shop.shop.database.connection.collection('users').deleteOne({ _id: customerId as never })
    })
    const before = await shown()
    try {
      expect((await review(leaving).expect(401)).body.code).toBe('UNAUTHORIZED')
    } finally {
      checking.mockRestore()
    }
    expect((await shown()).reviewCount).toBe(before.reviewCount)
  })

  it('is refused in whole sentences', async () => {
    const answer = await review(reviewer, { rating: 6, comment: 'Nice' }).expect(400)
    expect(answer.body.fields).toEqual({ rating: 'Choose 1 to 5 stars', comment: 'Write at least 10 characters' })
    expect((await review(reviewer, {}, 987_654).expect(404)).body.code).toBe('PRODUCT_NOT_FOUND')
    expect((await review(reviewer, {}, '1e0').expect(404)).body.code).toBe('PRODUCT_NOT_FOUND')
  })
})

describe('who may call', () => {
  let order: Order
  let stranger: SignedIn
  beforeAll(async () => {
    order = await placeOrder()
    stranger = await aCustomer(shop)
  })
  const calls = [
    ['GET', '/api/user/orders/:id', 200, 404],
    ['POST', '/api/user/orders/stream-ticket', 200, 200],
    ['GET', '/api/admin/orders', 401, 401],
    ['GET', '/api/admin/orders/:id', 401, 401],
    ['POST', '/api/admin/orders/:id/status', 401, 401],
    ['GET', '/api/user/reviewable', 200, 200],
    ['POST', '/api/products/1/reviews', 400, 400],
    ['POST', '/api/user/orders/:id/cancel', 200, 404],
  ] as const

  it.each(calls)(
    '%s %s: nobody without a session, the owner %i, another customer %i',
    async (method, path, owner, other) => {
      const call = () => {
        const address = path.replace(':id', String(order.id))
        return method === 'GET'
          ? http().get(address)
          : http()
              .post(address)
              .send(path.endsWith('status') ? { to: 'processing' } : {})
      }
      for (const authorization of [undefined, 'Bearer junk', 'Bearer a.b.c']) {
        const answer = await (authorization === undefined ? call() : call().set('Authorization', authorization)).expect(
          401,
        )
        expect(answer.body.message).toBe('Unauthorized')
      }
      await call().set(stranger.bearer).expect(other)
      await call().set(customer.bearer).expect(owner)
    },
  )
})

describe('guests who guess order numbers', () => {
  it('must wait after 30 requests in 5 minutes, and others need not', async () => {
    const own = await startShop({ TRUST_PROXY: '127.0.0.0/8' })
    try {
      const ask = (address: string) =>
        request(own.app.server)
          .post('/api/orders/track')
          .set('x-forwarded-for', address)
          .send({ number: '100001', email: 'guess@example.com' })
      for (let i = 0; i < 30; i += 1) await ask('198.51.100.7').expect(404)
      const answer = await ask('198.51.100.7').expect(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(200)
      await ask('198.51.100.8').expect(404)
    } finally {
      await own.stop()
    }
  })
})

describe('a database that is gone', () => {
  it('is reported as an outage, never as an unknown order', async () => {
    const broken = await startShop({ SEED_DEMO: 'false' })
    const { bearer, email } = await aCustomer(broken)
    const ask = request(broken.app.server)
    await broken.shop.database.close()
    for (const call of [
      ask.post('/api/orders/track').send({ number: '100001', email }),
      ask.get('/api/user/orders/100001').set(bearer),
      ask.post('/api/user/orders/100001/cancel').set(bearer),
      ask.post('/api/user/orders/stream-ticket').set(bearer),
      ask.get('/api/user/orders/stream?ticket=some-ticket'),
      ask.get('/api/user/reviewable').set(bearer),
    ]) {
      const answer = await call
      expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE'])
    }
    await broken.app.close()
    await broken.shop.jobs.stop()
  })
})
