import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Order, OrderLineProblems } from '#contracts/orders'
import type { Product } from '#contracts/catalog'
import { costsOf, parseDecimal, toDecimal } from '#platform/shared-kernel/money'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import {
  aCountedProduct,
  aCustomer,
  anOrder,
  aProvedCustomer,
  productsOf,
  type SignedIn,
} from '../testing/shop-requests.ts'

let shop: RunningShop
let customer: SignedIn
let product: Product

beforeAll(async () => {
  shop = await startShop()
  customer = await aProvedCustomer(shop)
  product = await aCountedProduct(shop, 20)
})
afterAll(() => shop.stop())

const place = (body: object, headers: Record<string, string> = {}) =>
  request(shop.app.server).post('/api/orders').set(customer.bearer).set(headers).send(body)
const ownOrders = async (who = customer) =>
  (await request(shop.app.server).get('/api/user/orders').set(who.bearer).expect(200)).body as Order[]
const stockOf = async ({ id }: Product) =>
  (await request(shop.app.server).get(`/api/products/${id}`).expect(200)).body.stockQuantity as number

describe('placing an order', () => {
  it("answers 201 with the order at the server's prices, whatever total was sent", async () => {
    const answer = await place(anOrder(product, {}, { quantity: 2, productName: 'Something cheap' })).expect(201)
    const order = Order.parse(answer.body)
    const costs = costsOf([{ priceCents: parseDecimal(product.price) ?? 0, quantity: 2 }])
    expect(order).toMatchObject({
      status: 'pending',
      customerName: 'Ada Byron',
      customerAddress: '12 Elm Street, Springfield, IL 62704, US',
      subtotal: toDecimal(costs.subtotalCents),
      shipping: toDecimal(costs.shippingCents),
      tax: toDecimal(costs.taxCents),
      totalAmount: toDecimal(costs.totalCents),
      items: [{ productId: product.id, productName: product.name, quantity: 2, price: product.price }],
    })
    expect(order.cancellableUntil).not.toBeNull()
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['idempotent-replayed']).toBeUndefined()
  })

  it('belongs to the signed-in customer only', async () => {
    const answer = await place(anOrder(product, { userId: 'another customer' })).expect(201)
    expect((await ownOrders())[0]?.id).toBe(answer.body.id)
    expect(await ownOrders(await aCustomer(shop))).toEqual([])
  })

  it('gives the same order for the same key, one after another and fifty at once', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const order = anOrder(product)
    const before = await stockOf(product)
    const first = await place(order, key).expect(201)
    const second = await place(order, key).expect(201)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')

    const other = { 'Idempotency-Key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(order, other)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(await stockOf(product)).toBe(before - 2)
  })

  it('refuses a key that was used for another order, and an invalid key', async () => {
    const key = randomUUID()
    const placed = await place(anOrder(product), { 'Idempotency-Key': key }).expect(201)
    const answer = await place(anOrder(product, {}, { quantity: 3 }), { 'Idempotency-Key': key }).expect(422)
    expect(answer.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', details: { orderId: placed.body.id } })
    const tooLong = await place(anOrder(product), { 'Idempotency-Key': 'k'.repeat(256) }).expect(400)
    expect(tooLong.body.fields).toHaveProperty('idempotency-key')
  })

  it('names the line whose price has changed, and takes nothing from stock', async () => {
    const before = await stockOf(product)
    const answer = await place(anOrder(product, {}, { price: 0.01 })).expect(409)
    expect(answer.body.code).toBe('PRICE_CHANGED')
    expect(OrderLineProblems.parse(answer.body.details).lines).toEqual([
      { productId: product.id, productName: product.name, sentPrice: '0.01', price: product.price },
    ])
    expect(await stockOf(product)).toBe(before)
  })

  it('adds up the lines of one product before it looks at the stock', async () => {
    const left = await stockOf(product)
    const line = { productId: product.id, quantity: left, price: Number(product.price) }
    const answer = await place(anOrder(product, { items: [line, { ...line, quantity: 1 }] })).expect(409)
    expect(answer.body.code).toBe('INSUFFICIENT_STOCK')
    expect(OrderLineProblems.parse(answer.body.details).lines).toEqual([
      { productId: product.id, productName: product.name, requested: left + 1, available: left },
    ])
  })

  it('sells the last pieces once: 30 buyers at once for 5', async () => {
    const scarce = (await productsOf(shop)).find((each) => each.inStock && each.stockQuantity === 5)
    const wanted = scarce ?? (await aCountedProduct(shop))
    const spare = (await stockOf(wanted)) - 5
    if (spare > 0) await place(anOrder(wanted, {}, { quantity: spare })).expect(201)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => place(anOrder(wanted), { 'Idempotency-Key': randomUUID() })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 201), ...Array.from({ length: 25 }, () => 409)])
    const now = (await request(shop.app.server).get(`/api/products/${wanted.id}`).expect(200)).body
    expect(now).toMatchObject({ stockQuantity: 0, inStock: false })
  })

  it('answers 422 for a product that is not sold', async () => {
    const answer = await place(anOrder(product, {}, { productId: 987_654 })).expect(422)
    expect(answer.body.code).toBe('UNKNOWN_PRODUCT')
    expect(OrderLineProblems.parse(answer.body.details).lines[0]?.productId).toBe(987_654)
  })
})

describe('what an order may not be', () => {
  it.each([0, -1, 1.5, '2', 1e21, null, 1000])('refuses the quantity %j and names the line', async (quantity) => {
    const answer = await place(anOrder(product, {}, { quantity })).expect(400)
    expect(answer.body.fields).toEqual({ 'items.0.quantity': 'Quantity must be a whole number from 1 to 999' })
  })

  it.each(['abc', -1, 1.005])('refuses the price %j', async (price) => {
    expect((await place(anOrder(product, {}, { price })).expect(400)).body.fields).toHaveProperty(['items.0.price'])
  })

  it.each([
    ['state', 'ZZ', 'State is required'],
    ['zipCode', 'abc', 'ZIP code is required'],
    ['country', 'XX', 'We ship within the United States only'],
    ['city', 'X', 'City is required'],
    ['address', 'Elm', 'Address is required'],
    ['firstName', 'A\r\nBcc: x@y.co', 'First name is required'],
  ])('refuses the %s %j with the specified sentence', async (field, value, message) => {
    const { shippingAddress } = anOrder(product) as { shippingAddress: object }
    const answer = await place(anOrder(product, { shippingAddress: { ...shippingAddress, [field]: value } })).expect(
      400,
    )
    expect(answer.body.fields).toEqual({ [`shippingAddress.${field}`]: message })
  })

  it('refuses no lines, too many lines, and line breaks in the email', async () => {
    await place(anOrder(product, { items: [] })).expect(400)
    await place(anOrder(product, { items: Array.from({ length: 101 }, () => ({ productId: 1, quantity: 1 })) })).expect(
      400,
    )
    await place(anOrder(product, { customerEmail: 'a@b.co\r\nBcc: c@d.co' })).expect(400)
    await place(anOrder(product, { customerName: 'x'.repeat(70_000) })).expect(413)
  })

  it('never accepts card data, wherever it is', async () => {
    const before = (await ownOrders()).length
    const { shippingAddress } = anOrder(product) as { shippingAddress: object }
    for (const body of [
      anOrder(product, { cardNumber: '4242424242424242' }),
      anOrder(product, { payment: { details: [{ cvv: '123' }] } }),
      anOrder(product, { expiryDate: '12/30' }),
      anOrder(product, { customerName: 'Ada 4242 4242 4242 4242' }),
      anOrder(product, { customerPhone: '4242424242424242' }),
      anOrder(product, { shippingAddress: { ...shippingAddress, address2: '4242-4242-4242-4242' } }),
    ]) {
      const answer = await place(body).expect(400)
      expect(answer.body.code).toBe('CARD_DATA_NOT_ACCEPTED')
      expect(answer.text.replaceAll(answer.body.requestId, '')).not.toContain('4242')
    }
    expect(await ownOrders()).toHaveLength(before)
    await place(
      anOrder(product, { sessionId: '4242424242424242', customerEmail: 'ada4242424242424242@example.com' }),
    ).expect(201)
  })
})

describe('who may call', () => {
  it.each([
    ['POST', '/api/orders'],
    ['GET', '/api/user/orders'],
    ['GET', '/api/auth/user'],
  ] as const)('%s %s is for signed-in customers', async (method, path) => {
    const call = () =>
      method === 'POST'
        ? request(shop.app.server).post(path).send(anOrder(product))
        : request(shop.app.server).get(path)
    for (const authorization of [undefined, 'Bearer junk', 'Bearer a.b.c']) {
      const answer = await (authorization === undefined ? call() : call().set('Authorization', authorization)).expect(
        401,
      )
      expect(answer.body).toEqual({ code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: expect.any(String) })
    }
  })
})

describe('what one new account can hold', () => {
  it('is little until its address is confirmed, and the answer says what to do and which line it is', async () => {
    const customer = await aCustomer(shop)
    const product = await aCountedProduct(shop, 12)
    const send = (quantity: number) =>
      request(shop.app.server)
        .post('/api/orders')
        .set(customer.bearer)
        .send(anOrder(product, { sessionId: undefined }, { quantity }))
    const { body } = await send(11).expect(409)
    expect(body).toMatchObject({
      code: 'TOO_MANY_PIECES',
      message: expect.stringContaining('Confirm your email address to order more than 10 pieces of one product'),
      details: {
        lines: [{ productId: product.id, productName: product.name, requested: 11, allowed: 10 }],
        confirmEmail: true,
      },
    })
    await shop.shop.database.connection
      .collection('users')
      .updateOne({ email: customer.email }, { $set: { isEmailVerified: true } })
    await send(11).expect(201)
  })

  it('is ten orders an hour, and the answer says when the next one is possible', async () => {
    const customer = await aCustomer(shop)
    const other = await aCustomer(shop)
    const product = await aCountedProduct(shop, 12)
    const place = (who: typeof customer) =>
      request(shop.app.server)
        .post('/api/orders')
        .set(who.bearer)
        .send(anOrder(product, { sessionId: undefined }))
    for (let count = 0; count < 10; count += 1) {
      const { body } = await place(customer).expect(201)
      await request(shop.app.server).post(`/api/user/orders/${body.id}/cancel`).set(customer.bearer).expect(200)
    }
    const refused = await place(customer).expect(429)
    expect(refused.body.code).toBe('TOO_MANY_ORDERS')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    await place(other).expect(201)
  })
})
