import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { connectDatabase } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { anOrder, PASSWORD, type SignedIn } from './bff/testing/shop-requests.ts'
import { staffScript } from './bff/testing/staff-requests.ts'
import { importData } from './platform/data-file/import-data.ts'
import { eventually } from './testing/eventually.ts'
import { patient } from './testing/patience.ts'
import { startShop, type RunningShop } from './testing/start-shop.ts'
import { freshDatabaseUri } from './testing/test-database.ts'

/**
 * What a version of November 22, 2026 stored, before there was a schema step: three customers with nine orders in all
 * states, reviews, messages, privacy requests, a picture, and two imports.
 */
const FILE = join(import.meta.dirname, 'testing', 'data-of-2026-11-22.gz')
/** By state, as it showed them; the last ones were in their review time. */
const ORDERS = {
  delivered: [100_001, 100_002],
  shipped: [100_003, 100_004],
  processing: [100_005, 100_006],
  pending: [100_007, 100_008],
  cancelled: [100_009],
}

let shop: RunningShop
let staff: { readonly Authorization: string }
const customers: SignedIn[] = []
const ask = () => request(shop.app.server)

beforeAll(async () => {
  const databaseUri = freshDatabaseUri()
  const target = await connectDatabase(databaseUri, createLogger('silent'))
  const { header } = await importData({ database: target, file: FILE, now: new Date(), onProgress: () => {} })
  await target.close()
  shop = await startShop({ JWT_SECRET: header.jwtSecret ?? '' }, { databaseUri })
  for (const email of ['old0@example.com', 'old1@example.com', 'old2@example.com']) {
    const { body } = await ask().post('/api/login').send({ email, password: PASSWORD }).expect(200)
    customers.push({ email, token: body.token, bearer: { Authorization: `Bearer ${body.token}` } })
  }
  staff = await staffScript(shop)
}, patient(60_000))
afterAll(() => shop.stop())

const bearerOf = (order: number) => customers[(order - 100_001) % 3]?.bearer ?? {}
const stateOf = async (order: number) =>
  (await ask().get(`/api/user/orders/${order}`).set(bearerOf(order)).expect(200)).body.status as string

it('knows its customers, and what they ordered, wrote and saved', async () => {
  for (const id of [...ORDERS.delivered, ...ORDERS.shipped, ...ORDERS.cancelled]) {
    const state = await stateOf(id)
    expect([id, ORDERS[state as keyof typeof ORDERS]]).toEqual([id, expect.arrayContaining([id])])
  }
  for (const { bearer } of customers) {
    expect((await ask().get('/api/user/addresses').set(bearer).expect(200)).body).toHaveLength(1)
    expect((await ask().get('/api/user/cart').set(bearer).expect(200)).body.items).toHaveLength(1)
    expect((await ask().get('/api/user/wishlist').set(bearer).expect(200)).body.productIds).toHaveLength(1)
  }
  const inbox = (await ask().get('/api/admin/inbox').set(staff).expect(200)).body as { kind: string }[]
  expect(inbox.map(({ kind }) => kind).toSorted()).toEqual(['contact', 'privacy', 'privacy', 'support'])
})

it('has an answer to every call that reads, for all that is stored', async () => {
  const { connection } = shop.shop.database
  const idsOf = async (name: string) =>
    (
      await connection
        .collection(name)
        .find({}, { projection: { _id: 1 } })
        .toArray()
    ).map(({ _id }) => String(_id))
  const inbox = (await ask().get('/api/admin/inbox').set(staff).expect(200)).body as { id: string }[]
  /** By the part of an address that says whose number follows. */
  const stored: Readonly<Record<string, readonly string[]>> = {
    orders: await idsOf('orders'),
    products: (await idsOf('products')).slice(-30),
    imports: await idsOf('imports'),
    inbox: inbox.map(({ id }) => id),
  }
  const { paths } = (await ask().get('/api/docs/json').expect(200)).body as {
    paths: Record<string, { get?: object }>
  }
  const reads = Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined || /\/(stream|changes)$/.test(path)) return []
    const [, of = ''] = /\/([\w-]+)\/\{\w+\}/.exec(path) ?? []
    return path.includes('{') ? (stored[of] ?? []).map((id) => path.replace(/\{\w+\}/, id)) : [path]
  })
  expect(reads.length).toBeGreaterThan(150)
  for (const path of reads) {
    const order = Number(/\/user\/orders\/(\d+)/.exec(path)?.[1] ?? 100_001)
    const { status, text } = await ask()
      .get(path)
      .set(path.startsWith('/api/admin') ? staff : bearerOf(order))
    expect(status, `${path}: ${text.slice(0, 300)}`).toBeLessThan(500)
    if (/^\/api\/(user|admin)\/orders\/\d+$/.test(path)) expect([path, status]).toEqual([path, 200])
  }
})

it('goes on: orders move, and their numbers follow', async () => {
  // Their review time is long over.
  for (const id of ORDERS.pending) await eventually(async () => expect(await stateOf(id)).toBe('processing'))
  for (const [id, to] of [
    [100_005, 'shipped'],
    [100_003, 'delivered'],
    [100_007, 'cancelled'],
  ] as const) {
    const reason = to === 'cancelled' ? { reason: 'As asked.' } : {}
    await ask()
      .post(`/api/admin/orders/${id}/status`)
      .set(staff)
      .send({ to, ...reason })
      .expect(202)
    await eventually(async () => expect(await stateOf(id)).toBe(to))
  }
  const [first] = customers
  const product = (await ask().get('/api/products/2').expect(200)).body as Product
  const { body } = await ask()
    .post('/api/orders')
    .set(first?.bearer ?? {})
    .send(anOrder(product, { customerEmail: first?.email }))
    .expect(201)
  expect(body.id).toBe(100_010)
})
