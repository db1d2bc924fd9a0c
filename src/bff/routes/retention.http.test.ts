import { readFile } from 'node:fs/promises'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formatDate } from '#brand'
import { yearsBefore } from '#platform/time/clock'
import { defineJob } from '#platform/jobs/define-job'
import { DAY_MS } from '#platform/time/durations'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCountedProduct, aProvedCustomer, anOrder, PASSWORD, type SignedIn } from '../testing/shop-requests.ts'

const eraseUnusedAccounts = defineJob({
  name: 'forget-unused-accounts',
  queue: 'housekeeping',
  schema: z.object({}),
})
const eraseOldOrders = defineJob({ name: 'forget-old-orders', queue: 'housekeeping', schema: z.object({}) })

let mails: MailServer
let shop: RunningShop
beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({ SMTP_URL: mails.url })
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

interface Row {
  _id: string | number
  [field: string]: unknown
}
const stored = (collection: string) => shop.shop.database.connection.collection<Row>(collection)
const ago = (years: number, days = 0) => new Date(yearsBefore(new Date(), years).getTime() - days * DAY_MS)
const setUser = ({ email }: SignedIn, fields: Record<string, Date>) =>
  stored('users').updateOne({ email }, { $set: fields })
const accounts = ({ email }: SignedIn) => stored('users').countDocuments({ email })
const warningsTo = ({ email }: SignedIn) =>
  mails.received.filter(({ to, subject }) => to === email && subject.startsWith('Your account will be deleted on '))

/** Has the job of the night run now, and waits until it is done. */
async function atNight(job: typeof eraseOldOrders): Promise<void> {
  const { database, jobs } = shop.shop
  const _id = await database.transaction((tx) => jobs.enqueue(tx, job, {}))
  await eventually(async () => expect(await stored('outbox').findOne({ _id })).toMatchObject({ status: 'done' }))
}

/** Puts something into everything that an account keeps. */
async function keepThings({ bearer }: SignedIn): Promise<void> {
  const product = await aCountedProduct(shop)
  const productId = product.id
  const { shippingAddress } = anOrder(product)
  const call = request(shop.app.server)
  await call
    .post('/api/user/addresses')
    .set(bearer)
    .send(shippingAddress as object)
    .expect(201)
  await call
    .put('/api/user/cart')
    .set(bearer)
    .send({ items: [{ productId, quantity: 2 }] })
    .expect(200)
  await call
    .put('/api/user/wishlist')
    .set(bearer)
    .send({ productIds: [productId] })
    .expect(200)
}

describe('an account that nobody uses', () => {
  it('is announced once, 30 days before seven years are over, and deleted after them', async () => {
    const customer = await aProvedCustomer(shop)
    const { _id: userId } = (await stored('users').findOne({ email: customer.email })) as Row
    await keepThings(customer)
    const kept = async () => {
      const collections = ['sessions', 'addresses', 'cart_items', 'wishlist_items']
      return Promise.all(collections.map((collection) => stored(collection).countDocuments({ userId })))
    }
    expect(await kept()).toEqual([1, 1, 1, 1])
    await setUser(customer, { lastLoginAt: new Date(ago(7).getTime() + 31 * DAY_MS) })
    await atNight(eraseUnusedAccounts)
    expect(await stored('users').findOne({ email: customer.email })).not.toHaveProperty('endAnnouncedAt')

    await setUser(customer, { lastLoginAt: new Date(ago(7).getTime() + 29 * DAY_MS) })
    await atNight(eraseUnusedAccounts)
    await atNight(eraseUnusedAccounts)
    const [mail] = await eventually(() => {
      expect(warningsTo(customer)).toHaveLength(1)
      return warningsTo(customer)
    })
    expect(mail?.text).toContain('To keep the account, sign in before that day.')

    // The seven years are over, and the notice is not.
    await setUser(customer, { lastLoginAt: ago(7, 1), endAnnouncedAt: new Date(Date.now() - 29 * DAY_MS) })
    await atNight(eraseUnusedAccounts)
    expect(await accounts(customer)).toBe(1)

    // A mail about the account that could never be sent.
    const failed = {
      queue: 'mail',
      name: 'a-mail-of-theirs',
      status: 'failed',
      attempts: 5,
      delivery: 0,
      expiresAt: null,
    }
    const times = { notBefore: new Date(), createdAt: new Date() }
    await stored('outbox').insertOne({ ...failed, ...times, _id: 'failed-mail', payload: { userId }, lastError: null })
    await setUser(customer, { endAnnouncedAt: new Date(Date.now() - 30 * DAY_MS) })
    await atNight(eraseUnusedAccounts)
    expect(await accounts(customer)).toBe(0)
    expect(await stored('outbox').countDocuments({ _id: 'failed-mail' })).toBe(0)
    expect(await kept()).toEqual([0, 0, 0, 0])
    expect(warningsTo(customer)).toHaveLength(1)
  })

  it('is announced with the day 30 days later', async () => {
    const customer = await aProvedCustomer(shop)
    const endDay = () => formatDate(new Date(Date.now() + 30 * DAY_MS))
    const before = endDay()
    await setUser(customer, { lastLoginAt: new Date(ago(7).getTime() + 29 * DAY_MS) })
    await atNight(eraseUnusedAccounts)
    await eventually(() => expect(warningsTo(customer)).toHaveLength(1))
    // Midnight may have passed.
    const days = [before, endDay()].map((day) => `Your account will be deleted on ${day}`)
    expect(days).toContain(warningsTo(customer)[0]?.subject)
  })

  it('stays when its customer signs in before, and begins its years anew', async () => {
    const customer = await aProvedCustomer(shop)
    await setUser(customer, { lastLoginAt: ago(7, 1), endAnnouncedAt: new Date(Date.now() - 31 * DAY_MS) })
    await request(shop.app.server).post('/api/login').send({ email: customer.email, password: PASSWORD }).expect(200)
    await atNight(eraseUnusedAccounts)
    expect(await accounts(customer)).toBe(1)
    expect(await stored('users').findOne({ email: customer.email })).not.toHaveProperty('endAnnouncedAt')
  })

  it('does not end for a customer whose last sign-in is six years ago', async () => {
    const customer = await aProvedCustomer(shop)
    await setUser(customer, { lastLoginAt: ago(6) })
    await atNight(eraseUnusedAccounts)
    expect(await accounts(customer)).toBe(1)
    expect(warningsTo(customer)).toEqual([])
  })
})

describe('an order', () => {
  it('names its customer for seven years, and keeps its figures after them', async () => {
    const customer = await aProvedCustomer(shop)
    const product = await aCountedProduct(shop)
    const place = async () => {
      const sent = request(shop.app.server).post('/api/orders').set(customer.bearer)
      return Number((await sent.send(anOrder(product, { sessionId: `s-${Math.random()}` })).expect(201)).body.id)
    }
    const [old, young] = [await place(), await place()]
    const created = { [old]: ago(7, 1), [young]: ago(6, 364) }
    for (const id of [old, young]) {
      const change = { createdAt: created[id], status: 'delivered' }
      await stored('orders').updateOne({ _id: id }, { $set: change })
    }
    const [before, youngBefore] = [
      await stored('orders').findOne({ _id: old }),
      await stored('orders').findOne({ _id: young }),
    ]
    const keysOf = (orderId: number) => stored('idempotency_keys').countDocuments({ orderId })
    expect(await keysOf(old)).toBe(1)
    await atNight(eraseOldOrders)
    await atNight(eraseOldOrders)
    expect([await keysOf(old), await keysOf(young)]).toEqual([0, 1])
    const after = await stored('orders').findOne({ _id: old })
    expect(after).toMatchObject({
      customerEmail: 'erased',
      customerName: 'erased',
      customerPhone: null,
      userId: 'erased',
    })
    for (const figure of ['items', 'subtotalCents', 'shippingCents', 'taxCents', 'totalCents', 'createdAt', 'status'])
      expect(after?.[figure]).toEqual(before?.[figure])
    expect(await stored('orders').findOne({ _id: young })).toEqual(youngBefore)
    const own = await request(shop.app.server).get('/api/user/orders').set(customer.bearer).expect(200)
    expect((own.body as { id: number }[]).map(({ id }) => id)).toEqual([young])
  })
})

describe('what is kept for a time', () => {
  /** The cells of the table in docs/operations.md. */
  async function keptAsDocumented(): Promise<readonly (readonly string[])[]> {
    const text = await readFile('docs/operations.md', 'utf8')
    const [, section = ''] = /## What is kept, and for how long\n([\s\S]*?)\n## /.exec(text) ?? []
    const rows = section.split('\n').filter((line) => line.startsWith('| '))
    return rows.slice(1).map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  }

  /** `collection.index` of everything that the database deletes when its time is over. */
  async function expiringIndexes(): Promise<readonly string[]> {
    const { db } = shop.shop.database.connection
    const names = ((await db?.listCollections().toArray()) ?? []).map(({ name }) => name)
    const found = names.map(async (collection) =>
      (await stored(collection).indexes())
        .filter((index) => index.expireAfterSeconds !== undefined)
        .map((index) => `${collection}.${index.name}`),
    )
    return (await Promise.all(found)).flat()
  }

  it('has in the table of the operations what the privacy policy promises, each with what ends it', async () => {
    const { text } = await request(shop.app.server).get('/privacy').expect(200)
    const [, section = ''] = /id="retention"[\s\S]*?<dl>([\s\S]*?)<\/dl>/.exec(text) ?? []
    const promised = [...section.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name]) => name)
    expect(promised.length).toBeGreaterThan(5)
    const table = await keptAsDocumented()
    for (const name of promised)
      expect(table.find(([what]) => what === name)?.[3], name).toMatch(/^(index|daily job) `/)
  })

  it('is ended by an index of the database or by a job of every night', async () => {
    const table = await keptAsDocumented()
    for (const [what, , , by = ''] of table) {
      const [, kind, name = ''] = /^(index|daily job) `(.*)`$/.exec(by) ?? []
      if (kind === 'daily job') expect(await stored('daily_jobs').countDocuments({ _id: name }), what).toBe(1)
      if (kind !== 'index') continue
      for (const index of name.split('`, `')) expect(await expiringIndexes(), what).toContain(index)
    }
    expect(table.filter(([, , , by]) => by !== '').length).toBeGreaterThan(10)
  })

  it.each([
    ['tracking_events', 'kept_26_months', 790],
    ['search_misses', 'kept_26_months', 790],
    ['consents', 'kept_7_years', 7 * 365],
    ['privacy_requests', 'kept_3_years', 3 * 365],
  ])('is deleted from %s (%s) after %i days', async (collection, name, days) => {
    const index = (await stored(collection).indexes()).find((each) => each.name === name)
    expect(index?.expireAfterSeconds).toBe((days * DAY_MS) / 1000)
  })

  it('is in the table wherever the database deletes by itself', async () => {
    const named = (await keptAsDocumented()).map(([, , , by = '']) => by).join()
    expect((await expiringIndexes()).filter((index) => !named.includes(`\`${index}\``))).toEqual([])
  })
})
