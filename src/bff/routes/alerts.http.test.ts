import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Product } from '#contracts/catalog'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCustomer, aProvedCustomer, productsOf } from '../testing/shop-requests.ts'
import { staffScript } from '../testing/staff-requests.ts'

let mails: MailServer
let shop: RunningShop
let product: Product
beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({ TRUST_PROXY: '127.0.0.0/8', SMTP_URL: mails.url, PUBLIC_URL: 'https://shop.example.com' })
  product = (await productsOf(shop))[0] as Product
  await setStock({ inStock: false, stockQuantity: 0 })
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

async function setStock(fields: object): Promise<void> {
  const staff = await staffScript(shop)
  await request(shop.app.server).put(`/api/admin/products/${product.id}`).set(staff).send(fields).expect(200)
}
let visitors = 0
const post = (path: string, body: object, from = `10.1.0.${++visitors}`) =>
  request(shop.app.server).post(`/api${path}`).set('X-Forwarded-For', from).send(body)
const anAlert = (email: string) => ({ productId: product.id, kind: 'back-in-stock', email })
const mailsTo = (address: string) => mails.received.filter(({ to }) => to === address)
const mailTo = (address: string, count = 1) =>
  eventually(() => {
    const found = mailsTo(address)
    expect(found).toHaveLength(count)
    return found[count - 1]?.text ?? ''
  })
const tokenIn = (text: string) => /\/product-alert\?token=([\w-]+)/.exec(text)?.[1] ?? ''

describe('a request for a mail when a product is back', () => {
  it('is confirmed by the button behind a link, and brings one mail after staff have restocked it', async () => {
    const email = `${randomUUID()}@example.com`
    const other = await aProvedCustomer(shop)
    await post('/alerts', anAlert(`  ${email.toUpperCase()} `)).expect(202)
    await post('/user/alerts', { productId: product.id, kind: 'back-in-stock' }).set(other.bearer).expect(201)
    const token = tokenIn(await mailTo(email))
    expect((await post('/alerts/find', { token }).expect(200)).body).toEqual({
      kind: 'back-in-stock',
      state: 'unconfirmed',
      productId: product.id,
      productName: product.name,
      others: 0,
    })
    expect((await post('/alerts/confirm', { token }).expect(200)).body).toMatchObject({ state: 'open' })
    const staff = await staffScript(shop)
    const { body: listed } = await request(shop.app.server)
      .get('/api/admin/products')
      .query({ search: product.name })
      .set(staff)
      .expect(200)
    const rows = listed as { id: number; waiting: object }[]
    expect(rows.find(({ id }) => id === product.id)?.waiting).toEqual({ backInStock: 2, priceDrop: 0 })
    await setStock({ stockQuantity: 3 })
    for (const address of [email, other.email]) {
      // The customer was welcomed by the first mail, and the other one asked to confirm.
      const text = await mailTo(address, 2)
      expect(text).toContain(`https://shop.example.com/products/${product.id}`)
    }
    expect((await post('/alerts', anAlert(email)).expect(409)).body).toMatchObject({ code: 'ALREADY_IN_STOCK' })
    await setStock({ stockQuantity: 0 })
    expect(mailsTo(email)).toHaveLength(2)
  })

  it('brings one mail to each who waits, none to whoever ended it by the link, and none again when it is back twice', async () => {
    const [stays, leaves] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    const links: string[] = []
    for (const email of [stays, leaves]) {
      await post('/alerts', anAlert(email)).expect(202)
      const token = tokenIn(await mailTo(email))
      await post('/alerts/confirm', { token }).expect(200)
      links.push(token)
    }
    await post('/alerts/end', { token: links[1] }).expect(204)
    await setStock({ stockQuantity: 2 })
    const text = await mailTo(stays, 2)
    expect(text).toContain('It is the only one about this request')
    // The links show that one request is done, and that the other was ended.
    // That the mail went out is written down after it went.
    await eventually(async () =>
      expect((await post('/alerts/find', { token: tokenIn(text) }).expect(200)).body).toMatchObject({ state: 'sent' }),
    )
    expect((await post('/alerts/find', { token: links[1] }).expect(200)).body).toMatchObject({ state: 'ended' })
    for (const stockQuantity of [0, 4, 0]) await setStock({ stockQuantity })
    const { database } = shop.shop
    await eventually(async () =>
      expect(
        await database.connection
          .collection('outbox')
          .countDocuments({ status: { $in: ['delayed', 'queued', 'handed', 'active'] } }),
      ).toBe(0),
    )
    expect([mailsTo(stays).length, mailsTo(leaves).length]).toEqual([2, 1])
  })

  it('can be ended by the answer to a customer, who needs no mail for it', async () => {
    const { bearer, email } = await aProvedCustomer(shop)
    const { body } = await post('/user/alerts', { productId: product.id, kind: 'back-in-stock' })
      .set(bearer)
      .expect(201)
    await post('/alerts/end', { token: body.token }).expect(204)
    const listed = () => shop.shop.alerts.personal.list({ email, customerId: null })
    const ended = await listed()
    expect(ended).toMatchObject([{ state: 'ended' }])
    // Pressed again, because the answer was lost.
    await post('/alerts/end', { token: body.token }).expect(204)
    for (const path of ['find', 'confirm'])
      expect((await post(`/alerts/${path}`, { token: body.token }).expect(200)).body).toMatchObject({ state: 'ended' })
    expect(await listed()).toEqual(ended)
  })

  it('is listed in the account and ended there, by nobody else', async () => {
    const [customer, stranger] = [await aProvedCustomer(shop), await aProvedCustomer(shop)]
    const list = async ({ bearer }: typeof customer) =>
      (await request(shop.app.server).get('/api/user/alerts').set(bearer).expect(200)).body as { id: string }[]
    const end = (id: string, { bearer }: typeof customer) =>
      request(shop.app.server).delete(`/api/user/alerts/${id}`).set(bearer)
    expect(await list(customer)).toEqual([])
    await post('/user/alerts', { productId: product.id, kind: 'back-in-stock' }).set(customer.bearer).expect(201)
    const [waiting] = await list(customer)
    expect(waiting).toMatchObject({ kind: 'back-in-stock', productId: product.id, productName: product.name })
    expect(await list(stranger)).toEqual([])
    await end(waiting?.id ?? '', stranger).expect(404)
    await end(waiting?.id ?? '', customer).expect(204)
    await end(waiting?.id ?? '', customer).expect(404)
    expect(await list(customer)).toEqual([])
    await request(shop.app.server).get('/api/user/alerts').expect(401)
  })

  it('is not kept of a customer who is deleted while they ask for it', async () => {
    const { bearer, email } = await aProvedCustomer(shop)
    const { catalog, database, alerts } = shop.shop
    const { findProducts } = catalog
    const looking = vi.spyOn(catalog, 'findProducts').mockImplementation(async (...asked) => {
      await database.connection.collection('users').deleteOne({ email })
      return findProducts(...asked)
    })
    try {
      await post('/user/alerts', { productId: product.id, kind: 'back-in-stock' }).set(bearer).expect(401)
    } finally {
      looking.mockRestore()
    }
    expect(await alerts.personal.list({ email, customerId: null })).toEqual([])
  })

  it('of a customer with an unproved address is refused with what to do', async () => {
    const { bearer } = await aCustomer(shop)
    const answer = await post('/user/alerts', { productId: product.id, kind: 'back-in-stock' }).set(bearer).expect(409)
    expect(answer.body).toMatchObject({ code: 'EMAIL_NOT_PROVED' })
    await post('/user/alerts', { productId: product.id, kind: 'back-in-stock' }).expect(401)
  })

  it('can be made five times an hour for one address, known or not', async () => {
    const known = await aProvedCustomer(shop)
    const answers = await Promise.all(
      [known.email, `${randomUUID()}@example.com`].map(async (email) => {
        const seen = []
        for (let times = 0; times < 6; times++) {
          const { status, body } = await post('/alerts', anAlert(email))
          seen.push([status, status === 202 ? body : body.code])
        }
        return seen
      }),
    )
    expect(answers[0]?.map(([status]) => status)).toEqual([202, 202, 202, 202, 202, 429])
    expect(answers[0]).toEqual(answers[1])
    // Who knows an address keeps nobody from signing in by it.
    await post('/login/code', { email: known.email }).expect(202)
  })

  it('can be made thirty times an hour from one network address', async () => {
    const from = '192.0.2.71'
    for (let times = 0; times < 30; times++) await post('/alerts', {}, from).expect(400)
    const refused = await post('/alerts', anAlert('ada@example.com'), from).expect(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  })

  it.each([
    { email: 'nobody' },
    { email: 'a@example.com, b@example.com' },
    { email: ['a@example.com'] },
    { productId: '1' },
    { productId: 0 },
    { productId: { $gt: 0 } },
    { kind: 'everything' },
  ])('refuses %j', async (changes) => {
    await post('/alerts', { ...anAlert('ada@example.com'), ...changes }).expect(400)
  })

  it('refuses a product that is not sold, and links that the shop did not make', async () => {
    await post('/alerts', { ...anAlert(`${randomUUID()}@example.com`), productId: 999_999 }).expect(404)
    for (const path of ['/alerts/find', '/alerts/confirm', '/alerts/end']) {
      await post(path, { token: 'x'.repeat(43) }).expect(404)
      await post(path, { token: { $ne: null } }).expect(400)
    }
  })
})

describe('the data of somebody who waits', () => {
  it('is in their export, and gone after a deletion', async () => {
    const email = `${randomUUID()}@example.com`
    await post('/alerts', anAlert(email)).expect(202)
    const person = { email, customerId: null }
    expect(await shop.shop.alerts.personal.list(person)).toMatchObject([
      { email, productId: product.id, kind: 'back-in-stock', state: 'unconfirmed' },
    ])
    await shop.shop.alerts.personal.erase(person)
    expect(await shop.shop.alerts.personal.list(person)).toEqual([])
  })
})
