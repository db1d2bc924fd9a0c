import Papa from 'papaparse'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { TrackedOrder } from '#contracts/order-life'
import { StaffOrder } from '#contracts/staff-orders'
import { Order } from '#contracts/orders'
import type { ReturnStatus } from '#contracts/returns'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCountedProduct, anOrder, aProvedCustomer, productsOf, type SignedIn } from '../testing/shop-requests.ts'
import { staffScript } from '../testing/staff-requests.ts'

const DAY = 86_400_000
const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
let shop: RunningShop
let mailServer: MailServer
let customer: SignedIn
let staff: { readonly Authorization: string }
let product: Product

beforeAll(async () => {
  mailServer = await startMailServer()
  shop = await startShop({ SMTP_URL: mailServer.url, MAIL_FROM: 'Superprinter <shop@example.com>' }, { clock })
  customer = await aProvedCustomer(shop)
  product = await aCountedProduct(shop, 40)
  staff = await staffScript(shop)
})
afterAll(async () => {
  await shop.stop()
  await mailServer.stop()
})

const http = () => request(shop.app.server)
const stockOf = async () => (await http().get(`/api/products/${product.id}`).expect(200)).body.stockQuantity as number
const AN_ITEM = { line: 1, quantity: 1, reason: 'defective' }

async function aDelivered(quantity = 1, ordered = product): Promise<number> {
  const body = anOrder(ordered, { customerEmail: customer.email, sessionId: undefined }, { quantity })
  const { id } = (await http().post('/api/orders').set(customer.bearer).send(body).expect(201)).body as Order
  for (const to of ['processing', 'shipped', 'delivered'] as const) {
    await shop.shop.orders.requestMove({ orderId: id, to, by: 'staff', networkAddress: '127.0.0.1', reason: null })
    await eventually(async () => expect((await shop.shop.orders.getOrderForStaff(id)).order.status).toBe(to))
  }
  return id
}
const ask = (id: number | string, body: object = { items: [AN_ITEM] }, who = customer) =>
  http().post(`/api/user/orders/${id}/returns`).set(who.bearer).send(body)
const askAsGuest = (number: string, email: string, body: object = { items: [AN_ITEM] }) =>
  http()
    .post('/api/orders/returns')
    .send({ number, email, ...body })
const decide = (id: number, rma: string, to: ReturnStatus, more: object = {}) =>
  http()
    .post(`/api/admin/orders/${id}/returns/${rma}/status`)
    .set(staff)
    .send({ to, ...more })
const numberOf = (body: unknown) => Order.parse(body).returns.at(-1)?.number ?? ''
const mails = () => mailServer.received.filter(({ to }) => to === customer.email).map(({ subject }) => subject)

describe('a return', () => {
  it('puts nothing back in stock of what is made to order, and staff see that it is', async () => {
    const uncounted = (await productsOf(shop)).find(({ inStock, stockQuantity }) => inStock && stockQuantity === 0)
    if (uncounted === undefined) throw new Error('No product is made to order')
    const id = await aDelivered(1, uncounted)
    const rma = numberOf((await ask(id).expect(201)).body)
    expect((await decide(id, rma, 'approved').expect(200)).body).toMatchObject({ items: [{ isMadeToOrder: true }] })
    await decide(id, rma, 'received', { restock: [1] }).expect(200)
    const now = (await http().get(`/api/products/${uncounted.id}`).expect(200)).body
    expect(now).toMatchObject({ inStock: true, stockQuantity: 0 })
    await decide(id, rma, 'refunded').expect(200)
    await eventually(async () => {
      const { entries } = await shop.shop.admin.audit.list({ search: `return.received ${id}`, limit: 5, offset: 0 })
      expect(entries).toMatchObject([{ changes: [{ field: 'return', after: rma }] }])
    })
  })

  it('is asked for by line, decided step by step, and each step is seen and mailed', async () => {
    const id = await aDelivered(3)
    const before = await stockOf()
    const asked = await ask(id, { items: [{ ...AN_ITEM, quantity: 2 }], note: 'It hums.\nLoudly.' }).expect(201)
    const rma = numberOf(asked.body)
    expect(rma).toMatch(/^RMA-\d+$/)
    expect(asked.body).toMatchObject({
      returnable: { items: [{ line: 1, productName: product.name, quantity: 1 }] },
      returns: [{ status: 'requested', note: 'It hums.\nLoudly.', items: [{ quantity: 2, price: product.price }] }],
    })
    const listed = await http().get('/api/admin/orders?openReturns=true').set(staff).expect(200)
    expect(listed.headers['x-total-count']).toBe('1')
    expect(listed.body).toMatchObject([{ id, returns: [{ number: rma, nextStatuses: ['approved', 'declined'] }] }])

    await decide(id, rma, 'approved', { message: 'We pick it up on Monday.' }).expect(200)
    expect(await stockOf()).toBe(before)
    await decide(id, rma, 'received', { restock: [1] }).expect(200)
    expect(await stockOf()).toBe(before + 2)
    const done = StaffOrder.parse((await decide(id, rma, 'refunded').expect(200)).body)
    expect(done.returns).toMatchObject([{ status: 'refunded', nextStatuses: [] }])
    expect(await stockOf()).toBe(before + 2)
    expect((await http().get('/api/admin/orders?openReturns=true').set(staff).expect(200)).body).toEqual([])

    const seen = Order.parse((await http().get(`/api/user/orders/${id}`).set(customer.bearer).expect(200)).body)
    expect(seen.returns[0]?.steps).toMatchObject([
      { status: 'requested', message: null },
      { status: 'approved', message: 'We pick it up on Monday.' },
      { status: 'received' },
      { status: 'refunded' },
    ])
    await eventually(() =>
      expect(mails()).toEqual(
        expect.arrayContaining([
          `We have your return request: ${rma}`,
          `Your return is approved: ${rma}`,
          `Your return has arrived: ${rma}`,
          `Your refund is on its way: ${rma}`,
        ]),
      ),
    )
    await eventually(async () => {
      const log = await http()
        .get('/api/admin/audit')
        .query({ search: `return ${id}` })
        .set(staff)
        .expect(200)
      expect(log.body.map(({ action }: { action: string }) => action)).toEqual([
        'return.refunded',
        'return.received',
        'return.approved',
      ])
    })
  })

  it('is given up by its customer or a guest until it has arrived, and by nobody else', async () => {
    const id = await aDelivered()
    const rma = numberOf((await ask(id).expect(201)).body)
    const stranger = await aProvedCustomer(shop)
    const withdraw = (who: SignedIn, number = rma) =>
      http().post(`/api/user/orders/${id}/returns/${number}/withdraw`).set(who.bearer)
    await withdraw(stranger).expect(404)
    await withdraw(customer, 'RMA-1').expect(404)
    const withdrawn = Order.parse((await withdraw(customer).expect(200)).body)
    expect(withdrawn).toMatchObject({ returns: [{ status: 'withdrawn', isWithdrawable: false }] })
    expect(withdrawn.returnable).not.toBeNull()
    await withdraw(customer).expect(409)
    await decide(id, rma, 'approved').expect(409)
    await eventually(async () => expect(mails()).toContain(`You have withdrawn your return: ${rma}`))

    const again = numberOf((await ask(id).expect(201)).body)
    await decide(id, again, 'approved').expect(200)
    const asGuest = (email: string, number = again) =>
      http()
        .post('/api/orders/returns/withdraw')
        .send({ number: String(id), email, return: number })
    await asGuest('somebody@example.com').expect(404)
    await asGuest(customer.email, 'x').expect(404)
    const seen = TrackedOrder.parse((await asGuest(customer.email).expect(200)).body)
    expect(seen.returns.map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn'])
  })

  it('puts nothing back in stock that staff did not name, and nothing when it is declined', async () => {
    const id = await aDelivered()
    const before = await stockOf()
    const rma = numberOf((await ask(id).expect(201)).body)
    const silent = await decide(id, rma, 'declined').expect(400)
    expect(silent.body.fields).toEqual({ message: 'Tell the customer why' })
    await decide(id, rma, 'approved', { restock: [1] }).expect(200)
    await decide(id, rma, 'received').expect(200)
    await decide(id, rma, 'declined', { message: 'The seal is broken.', restock: [1] }).expect(200)
    expect(await stockOf()).toBe(before)
    const again = await ask(id).expect(201)
    expect(Order.parse(again.body).returns.map(({ status }) => status)).toEqual(['declined', 'requested'])
  })

  it('takes its pieces out of stock again when it is declined after all, as many as are still there', async () => {
    const id = await aDelivered(2)
    const before = await stockOf()
    const items = [{ ...AN_ITEM, quantity: 2 }]
    const received = async () => {
      const rma = numberOf((await ask(id, { items }).expect(201)).body)
      await decide(id, rma, 'approved').expect(200)
      await decide(id, rma, 'received', { restock: [1] }).expect(200)
      expect(await stockOf()).toBe(before + 2)
      return rma
    }
    const first = await received()
    await decide(id, first, 'declined', { message: 'The seal is broken.' }).expect(200)
    expect(await stockOf()).toBe(before)
    await eventually(async () => {
      const { entries } = await shop.shop.admin.audit.list({ search: `return.declined ${id}`, limit: 5, offset: 0 })
      expect(entries[0]?.changes).toContainEqual(expect.objectContaining({ field: 'restocked', after: '-2' }))
    })

    const second = await received()
    const products = shop.shop.database.connection.collection('products')
    const sell = (left: number, inStock: boolean) =>
      products.updateOne({ _id: product.id as never }, { $set: { stockQuantity: left, inStock } })
    await sell(1, true)
    await decide(id, second, 'declined', { message: 'The seal is broken.' }).expect(200)
    expect(await products.findOne({ _id: product.id as never })).toMatchObject({ stockQuantity: 0, inStock: false })
    await sell(before, true)
  })

  it('is asked for once of many tries at once, and each step is taken by one of two members of staff', async () => {
    const id = await aDelivered()
    const tries = await Promise.all(Array.from({ length: 8 }, () => ask(id)))
    expect(tries.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    const refused = tries.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'TOO_MANY_RETURNED',
      details: { lines: [{ line: 1, productName: product.name, requested: 1, allowed: 0 }] },
    })
    const rma = numberOf(tries.find(({ status }) => status === 201)?.body)
    await decide(id, rma, 'approved').expect(200)
    const before = await stockOf()
    const both = await Promise.all([1, 2, 3].map(() => decide(id, rma, 'received', { restock: [1] })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await stockOf()).toBe(before + 1)
  })
})

describe('who may ask for a return, and of what', () => {
  it('is the same one however often it is sent with the same key', async () => {
    const id = await aDelivered(3)
    const key = { 'Idempotency-Key': 'a-lost-answer' }
    const rma = numberOf((await ask(id).set(key).expect(201)).body)
    const again = await ask(id).set(key).expect(201).expect('idempotent-replayed', 'true')
    expect(Order.parse(again.body).returns.map(({ number }) => number)).toEqual([rma])
    const guest = await askAsGuest(String(id), customer.email).set(key).expect(201)
    expect(TrackedOrder.parse(guest.body).returns).toHaveLength(1)
    const other = await ask(id, { items: [{ ...AN_ITEM, quantity: 2 }] })
      .set(key)
      .expect(422)
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    // Without a key, or with another one, the same pieces are asked for once more.
    expect((await ask(id).expect(201)).body.returns).toHaveLength(2)
    expect((await ask(id).set({ 'Idempotency-Key': 'another' }).expect(201)).body.returns).toHaveLength(3)
    await ask(id).set({ 'Idempotency-Key': 'two words' }).expect(400)
  })

  it('is nobody else, and a guest with number and email address', async () => {
    const id = await aDelivered()
    await ask(id, { items: [AN_ITEM] }, await aProvedCustomer(shop)).expect(404)
    const wrong = await askAsGuest(String(id), 'nobody@example.com').expect(404)
    const unknown = await askAsGuest('999999', customer.email).expect(404)
    expect(wrong.body.message).toBe(unknown.body.message)
    const answer = await askAsGuest(`ORD-${id}`, customer.email.toUpperCase(), {
      items: [AN_ITEM],
      note: 'Ring twice.',
    }).expect(201)
    const tracked = TrackedOrder.parse(answer.body)
    expect(tracked.returns).toMatchObject([{ status: 'requested', items: [{ productName: product.name }] }])
    expect(answer.text).not.toContain('Ring twice')
    const found = await http()
      .post('/api/orders/track')
      .send({ number: String(id), email: customer.email })
      .expect(200)
    expect(found.body).toMatchObject({ returns: tracked.returns, returnable: null })
  })

  it('is not what was not delivered, and not what was delivered too long ago', async () => {
    const body = anOrder(product, { sessionId: undefined })
    const { id: open } = (await http().post('/api/orders').set(customer.bearer).send(body).expect(201)).body
    expect((await ask(open).expect(409)).body.code).toBe('NOT_RETURNABLE')
    const id = await aDelivered(3)
    clock.ahead = 31 * DAY
    const fresh = (await http().post('/api/login').send({ email: customer.email, password: 'Quiet-Harbour-42' })).body
    const later = { ...customer, bearer: { Authorization: `Bearer ${String(fresh.token)}` } }
    expect((await ask(id, { items: [AN_ITEM] }, later).expect(409)).body).toMatchObject({
      code: 'RETURN_WINDOW_OVER',
      message: expect.stringContaining('60 days for unopened items'),
    })
    await ask(id, { items: [{ ...AN_ITEM, isUnopened: true }] }, later).expect(201)
    const products = shop.shop.database.connection.collection<{ _id: number }>('products')
    const setBusiness = (isBusinessProduct: boolean) =>
      products.updateOne({ _id: product.id }, { $set: { isBusinessProduct } })
    await setBusiness(true)
    await ask(id, { items: [AN_ITEM] }, later).expect(201)
    await setBusiness(false)
    await ask(id, { items: [AN_ITEM] }, later).expect(409)
    clock.ahead = 0
  })

  it.each([
    [{}, { items: 'Choose what you want to return' }],
    [{ items: [] }, { items: 'Choose what you want to return' }],
    [{ items: [{ ...AN_ITEM, quantity: 0 }] }, { 'items.0.quantity': 'Choose how many come back' }],
    [{ items: [{ ...AN_ITEM, quantity: 1.5 }] }, { 'items.0.quantity': 'Choose how many come back' }],
    [{ items: [{ ...AN_ITEM, reason: 'whim' }] }, { 'items.0.reason': 'Choose a reason' }],
    [{ items: [{ ...AN_ITEM, line: 0 }] }, { 'items.0.line': 'Choose a line of the order' }],
    [{ items: [AN_ITEM], note: 'x'.repeat(1001) }, { note: 'Use at most 1,000 characters' }],
  ])('is not %j', async (body, fields) => {
    expect((await ask(100_001, body).expect(400)).body.fields).toEqual(fields)
  })

  it('never comes with card data', async () => {
    const body = { items: [AN_ITEM], payment: { cvv: '123' } }
    for (const asked of [ask(100_001, body), askAsGuest('100001', customer.email, body)])
      expect((await asked.expect(400)).body.code).toBe('CARD_DATA_NOT_ACCEPTED')
  })

  it('is not unknown to staff, and not open to others', async () => {
    const id = await aDelivered()
    const rma = numberOf((await ask(id).expect(201)).body)
    for (const wrong of ['RMA-1', '1e3', 'x']) await decide(id, wrong, 'approved').expect(404)
    expect((await decide(id, rma, 'refunded').expect(409)).body).toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      details: { from: 'requested', allowed: ['approved', 'declined'] },
    })
    await http().post(`/api/admin/orders/${id}/returns/${rma}/status`).send({ to: 'approved' }).expect(401)
    await http()
      .post(`/api/user/orders/${id}/returns`)
      .send({ items: [AN_ITEM] })
      .expect(401)
  })

  it('can be tried 30 times in 5 minutes from one address', async () => {
    const order = { number: '1', email: 'a@example.com' }
    for (const attempt of [
      () => askAsGuest(order.number, order.email),
      () =>
        http()
          .post('/api/orders/returns/withdraw')
          .send({ ...order, return: 'RMA-1' }),
    ]) {
      const answers = []
      for (let count = 0; count < 40; count += 1) answers.push((await attempt()).status)
      expect(answers.at(-1)).toBe(429)
      expect(answers.filter((status) => status === 404).length).toBeLessThanOrEqual(30)
    }
  })
})

describe('a refund', () => {
  const get = async (id: number) =>
    StaffOrder.parse((await http().get(`/api/admin/orders/${id}`).set(staff).expect(200)).body)
  const delivered = async () => get(await aDelivered())
  const refund = (id: number, body: object, key: string) =>
    http().post(`/api/admin/orders/${id}/refunds`).set(staff).set('Idempotency-Key', key).send(body)

  it('gives back a part and then the rest: in the history, the log, a mail, and on the customer’s order', async () => {
    const order = await delivered()
    expect(order).toMatchObject({
      paid: order.totalAmount,
      refunded: '0.00',
      refundable: order.totalAmount,
      refunds: [],
    })
    const reason = 'A scratch on the lid.'
    const first = await refund(order.id, { amount: '10.5', reason, revision: order.revision }, 'part').expect(200)
    const after = StaffOrder.parse(first.body)
    expect(after).toMatchObject({
      status: 'delivered',
      totalAmount: order.totalAmount,
      refunded: '10.50',
      refunds: [{ amount: '10.50', reason, by: expect.any(String) }],
    })
    const rest = { amount: after.refundable, reason: 'It never worked.', revision: after.revision }
    expect((await refund(order.id, rest, 'rest').expect(200)).body).toMatchObject({
      refunded: order.totalAmount,
      refundable: '0.00',
    })
    const seen = (await http().get(`/api/user/orders/${order.id}`).set(customer.bearer).expect(200)).body as Order
    expect(seen.refunded).toBe(order.totalAmount)
    expect(JSON.stringify(seen)).not.toMatch(/scratch|never worked/)
    const file = await http().get(`/api/admin/orders.csv?ids=${order.id}`).set(staff).expect(200)
    const [head = [], row = []] = Papa.parse<string[]>(file.text.replace(/^\ufeff/, '')).data
    expect(row[head.indexOf('Refunded')]).toBe(order.totalAmount)
    await eventually(async () => {
      const { entries } = await shop.shop.admin.audit.list({
        search: `order.refunded ${order.id}`,
        limit: 5,
        offset: 0,
      })
      expect(entries.map(({ changes }) => changes[0]?.after).toSorted()).toEqual(['10.50', after.refundable].toSorted())
      const subject = `Your refund for order #${order.id} is on its way`
      expect(mails().filter((each) => each === subject)).toHaveLength(2)
    })
  })

  it('happens once however often it is pressed, and not on top of what somebody else gave back', async () => {
    const order = await delivered()
    const body = { amount: '5.00', reason: 'Late.', revision: order.revision }
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(order.id, body, 'pressed')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(3)
    expect((await get(order.id)).refunds).toHaveLength(1)
    expect((await refund(order.id, { ...body, amount: '6.00' }, 'pressed').expect(422)).body.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
    expect((await refund(order.id, body, 'another').expect(409)).body).toMatchObject({
      code: 'ORDER_CHANGED',
      details: { revision: order.revision + 1 },
    })
  })

  it('of a return is not made beside one that somebody else has just made', async () => {
    const id = await aDelivered(2)
    const rma = numberOf((await ask(id).expect(201)).body)
    await decide(id, rma, 'approved').expect(200)
    const { revision } = StaffOrder.parse((await decide(id, rma, 'received').expect(200)).body)
    await refund(id, { amount: '5.00', reason: 'It came broken.', revision }, 'beside').expect(200)
    expect((await decide(id, rma, 'refunded', { revision }).expect(409)).body).toMatchObject({
      code: 'ORDER_CHANGED',
      details: { revision: revision + 1 },
    })
    expect(await get(id)).toMatchObject({ refunded: '5.00', returns: [{ status: 'received' }] })
    await decide(id, rma, 'refunded', { revision: revision + 1 }).expect(200)
  })

  it('for an item is left out of what a return of it pays, which its customer sees before', async () => {
    const order = await get(await aDelivered(2))
    const [item] = order.items
    const { refundable: whole = '' } = item ?? {}
    expect(order).toMatchObject({ items: [{ id: 1 }], refundableShipping: order.shipping })
    expect(Number(whole) + Number(order.shipping)).toBeCloseTo(Number(order.totalAmount), 2)
    const wanted = { amount: '3.00', reason: 'A scratch.', items: [1], revision: order.revision }
    const given = StaffOrder.parse((await refund(order.id, wanted, 'item').expect(200)).body)
    const left = (Number(whole) - 3).toFixed(2)
    expect(given).toMatchObject({
      items: [{ refundable: left }],
      refunds: [{ amount: '3.00', items: [{ id: 1, amount: '3.00' }], shipping: '0.00' }],
    })
    const again = { ...wanted, items: [], revision: given.revision }
    expect((await refund(order.id, again, 'item').expect(422)).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    const tooMuch = { ...wanted, amount: whole, revision: given.revision }
    expect((await refund(order.id, tooMuch, 'more').expect(409)).body).toMatchObject({ details: { refundable: left } })
    const unknown = { ...wanted, items: [1, 2], revision: given.revision }
    expect((await refund(order.id, unknown, 'unknown').expect(400)).body).toMatchObject({
      code: 'UNKNOWN_LINE',
      fields: { items: expect.any(String) },
    })
    await refund(order.id, { ...wanted, items: [0], revision: given.revision }, 'zero').expect(400)

    const asked = await ask(order.id, { items: [{ ...AN_ITEM, quantity: 2, reason: 'changed-mind' }] }).expect(201)
    expect(Order.parse(asked.body).returns).toMatchObject([{ refund: left, refundedBefore: '3.00' }])
    const rma = numberOf(asked.body)
    await eventually(() => {
      const mail = mailServer.received.find(({ subject }) => subject.endsWith(rma))
      expect(mail?.text).toMatch(/Refunded before:? +\$3\.00/)
    })
    await decide(order.id, rma, 'approved').expect(200)
    await decide(order.id, rma, 'received').expect(200)
    const done = StaffOrder.parse((await decide(order.id, rma, 'refunded').expect(200)).body)
    expect(done).toMatchObject({ items: [{ refundable: '0.00' }], returns: [{ refund: left, refundedBefore: '0.00' }] })
    expect(Number(done.refunded)).toBeCloseTo(Number(whole), 2)
  })

  it('is refused for what is no amount, too much, nothing paid, or without a reason', async () => {
    const order = await delivered()
    const { revision } = order
    for (const amount of ['', '0', '0.00', '-5', '1e3', '5.001', '1,000', 5, null])
      await refund(order.id, { amount, reason: 'Late.', revision }, 'bad').expect(400)
    expect((await refund(order.id, { amount: '5', reason: ' ', revision }, 'bad').expect(400)).body.fields).toEqual({
      reason: 'Say why the money goes back',
    })
    const more = (Number(order.totalAmount) + 0.01).toFixed(2)
    expect((await refund(order.id, { amount: more, reason: 'Late.', revision }, 'bad').expect(409)).body).toMatchObject(
      {
        code: 'REFUND_TOO_LARGE',
        details: { refundable: order.totalAmount },
        fields: { amount: expect.stringContaining('Refund between $0.01 and') },
      },
    )
    const body = anOrder(product, { customerEmail: customer.email, sessionId: undefined })
    const pending = (await http().post('/api/orders').set(customer.bearer).send(body).expect(201)).body as Order
    const unpaid = { amount: '5', reason: 'Late.', revision: (await get(pending.id)).revision }
    expect((await refund(pending.id, unpaid, 'bad').expect(409)).body.code).toBe('NOTHING_TO_REFUND')
    await http().post(`/api/admin/orders/${order.id}/refunds`).set(staff).send(unpaid).expect(400)
    await refund(999_999, unpaid, 'bad').expect(404)
    expect((await get(order.id)).refunds).toEqual([])
  })
})
