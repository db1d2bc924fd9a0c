import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShop, type RunningShop } from '../testing/start-shop.ts'
import { importClient } from './testing/import-client.ts'
import { BY_KEY, MAY_BE_REPEATED } from './testing/repeatable-calls.ts'
import { aCountedProduct, aCustomer, anOrder } from './testing/shop-requests.ts'
import { staffScript } from './testing/staff-requests.ts'

let shop: RunningShop
const server = () => request(shop.app.server)

beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

describe('a call that makes something', () => {
  type Headers = Readonly<Record<string, string>>
  let customer: Headers
  let staff: Headers
  let orderId: number
  /** The entry of the inbox that staff answer, as it is once it was sent. */
  let reference: string

  beforeAll(async () => {
    customer = { ...(await aCustomer(shop)).bearer }
    staff = { ...(await staffScript(shop)) }
    const order = anOrder(await aCountedProduct(shop))
    orderId = Number((await server().post('/api/orders').set(customer).send(order).expect(201)).body.id)
    const sent = await server().post('/api/messages').send(aMessage('To be answered')).expect(201)
    reference = String(sent.body.reference)
  })

  const aMessage = (message: string) => ({
    form: 'support',
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'Ink',
    message,
  })
  const rows = (name: string) => shop.shop.database.connection.collection(name).countDocuments({})
  const notes = async () => (await server().get(`/api/admin/orders/${orderId}`).set(staff)).body.notes.length
  const replies = async () => (await server().get(`/api/admin/inbox/${reference}`).set(staff)).body.replies.length
  const post = (path: string, headers: () => Headers, body: (words: string) => object) => (words: string) =>
    server().post(path).set(headers()).send(body(words))

  it.each<[what: string, count: () => Promise<number>, send: (words: string) => request.Test, another?: number]>([
    ['a message', () => rows('messages'), post('/api/messages', () => ({}), aMessage)],
    [
      'a privacy request',
      () => rows('privacy_requests'),
      post(
        '/api/data-requests',
        () => ({}),
        (description) => ({
          firstName: 'Ada',
          lastName: 'Byron',
          email: 'ada@example.com',
          requestType: 'access',
          description,
        }),
      ),
    ],
    [
      'a saved address',
      () => rows('addresses'),
      post(
        '/api/user/addresses',
        () => customer,
        (address) => ({
          type: 'shipping',
          firstName: 'Ada',
          lastName: 'Byron',
          address,
          city: 'Springfield',
          state: 'IL',
          zipCode: '62704',
        }),
      ),
    ],
    [
      'a note on an order',
      notes,
      (words: string) => server().post(`/api/admin/orders/${orderId}/notes`).set(staff).send({ text: words }),
    ],
    [
      'a reply',
      replies,
      (words: string) =>
        server().post(`/api/admin/inbox/${reference}/replies`).set(staff).send({ text: words, version: 0 }),
      // Somebody else's change of the entry is noticed before another reply.
      409,
    ],
    [
      'a saved reply',
      () => rows('saved_replies'),
      post(
        '/api/admin/saved-replies',
        () => staff,
        (text) => ({ name: 'Ink', text }),
      ),
    ],
    [
      'a product without a SKU',
      () => rows('products'),
      post(
        '/api/admin/products',
        () => staff,
        (description) => aProduct(description),
      ),
    ],
    [
      'a product of the list',
      () => rows('products'),
      post(
        '/api/products',
        () => staff,
        (description) => aProduct(description),
      ),
    ],
    [
      'a supplier',
      () => rows('suppliers'),
      post(
        '/api/admin/suppliers',
        () => staff,
        (name) => ({ name }),
      ),
      // Two suppliers cannot have one name.
      409,
    ],
    [
      'an invitation',
      () => rows('staff_accounts'),
      post(
        '/api/admin/staff',
        () => staff,
        (name) => ({ name, email: 'invited@example.com', role: 'support' }),
      ),
      // Nor two people one address.
      409,
    ],
    [
      'an import',
      () => rows('imports'),
      (words: string) =>
        importClient(shop, { Authorization: staff['Authorization'] ?? '' }).send(`Name,Price\n${words},10\n`),
    ],
  ])('makes %s once, however often it is sent with its key', async (_what, count, send, another?: number) => {
    const before = await count()
    const key = { 'Idempotency-Key': randomUUID() }
    const together = await Promise.all([1, 2, 3].map(() => send('The same words of it').set(key)))
    const later = await send('The same words of it').set(key)
    expect(await count()).toBe(before + 1)
    const [first] = together
    expect(first?.status).toBeLessThan(300)
    for (const answer of [...together, later]) {
      expect([answer.status, answer.body.reference, answer.body.id]).toEqual([
        first?.status,
        first?.body.reference,
        first?.body.id,
      ])
    }
    expect(together.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(later.headers['idempotent-replayed']).toBe('true')

    // As long as those, like a price list in which one price is another.
    const other = await send('Other words as many!').set(key)
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await count()).toBe(before + 1)
    const next = await send('The same words of it').set('Idempotency-Key', randomUUID())
    expect(next.status).toBe(another ?? first?.status)
    expect(await count()).toBe(before + (another === undefined ? 2 : 1))
  })

  it('is known by its key for a week, which the database then forgets', async () => {
    const rows = shop.shop.database.connection.collection<{ _id: string; expiresAt: Date }>('repeatable_calls')
    const before = (await rows.find().toArray()).map(({ _id }) => _id)
    const began = Date.now()
    const body = aMessage('Known for a week')
    await server().post('/api/messages').set('Idempotency-Key', randomUUID()).send(body).expect(201)
    const [row, ...others] = await rows.find({ _id: { $nin: before } }).toArray()
    expect(others).toEqual([])
    const WEEK_MS = 7 * 24 * 3_600_000
    expect(row?.expiresAt.getTime()).toBeGreaterThanOrEqual(began + WEEK_MS)
    expect(row?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + WEEK_MS)
    expect(await rows.indexes()).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
    )
  })

  it('has a reason why each POST may be pressed again, which is the key wherever one is taken', async () => {
    const { body } = await server().get('/api/docs/json').expect(200)
    const paths = body.paths as Record<string, { post?: { parameters?: { in: string; name: string }[] } }>
    const posts = Object.entries(paths).flatMap(([path, { post }]) => (post === undefined ? [] : [{ path, post }]))
    expect(posts.map(({ path }) => `POST ${path}`).toSorted()).toEqual(Object.keys(MAY_BE_REPEATED).toSorted())
    for (const { path, post } of posts) {
      const takesKey = post.parameters?.some((each) => each.in === 'header' && each.name === 'idempotency-key') ?? false
      expect([path, takesKey]).toEqual([path, MAY_BE_REPEATED[`POST ${path}`] === BY_KEY])
    }
  })

  function aProduct(description: string) {
    return { name: 'A printer', description, price: '10.00', brand: 'HP' }
  }
})
