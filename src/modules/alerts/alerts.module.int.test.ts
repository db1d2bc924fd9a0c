import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCounters } from '#platform/database/counters'
import { createEventBus } from '#platform/events/event-bus'
import { createJobs, type JobsRuntime } from '#platform/jobs/create-jobs'
import { defineJob } from '#platform/jobs/define-job'
import { createLogger } from '#platform/logger'
import type { MailMessage } from '#platform/mail/mail'
import { createMailer } from '#platform/mail/mailer'
import { eventually } from '../../testing/eventually.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createCatalogModule, type CatalogModule } from '../catalog/index.ts'
import { aProduct, plainEncoder, storeProducts } from '../catalog/testing/product-builder.ts'
import { createAlertsModule, type AlertsModule } from './index.ts'
import { mailAlert } from './jobs.ts'

const DAY_MS = 86_400_000
const logger = createLogger('silent')
let db: TestDatabase
let jobs: JobsRuntime
let catalog: CatalogModule
let alerts: AlertsModule
let mails: MailMessage[]
let ahead: number
let isWithheld: boolean
/** Until when the mail server takes its time. */
let busy: Promise<void>
/** What happens between a look at the catalog and what follows from it. */
let afterLook: () => Promise<unknown>
/** A mail that somebody waits for. */
const code = defineJob({ name: 'mail-code', queue: 'mail', schema: z.object({}) })
let codesSent: number
const addresses = new Map<string, string>()
/** Customers who were deleted while their request was running. */
const gone = new Set(['former'])

beforeEach(async () => {
  db = await openTestDatabase()
  mails = []
  codesSent = 0
  ahead = 0
  isWithheld = false
  busy = Promise.resolve()
  afterLook = async () => {}
  const clock = { now: () => new Date(Date.now() + ahead) }
  jobs = await createJobs({
    database: db.database,
    clock,
    logger,
    queues: { mail: 4, alerts: 2, housekeeping: 2 },
    redisUrl: null,
    timings: { tickMs: 20, sweepMs: 50 },
  })
  const events = createEventBus({ logger, clock, jobs })
  const mailer = createMailer({
    mail: {
      async send(mail) {
        await busy
        mails.push(mail)
      },
    },
    budget: { allows: async () => !isWithheld },
    logger,
    refusesMarketing: async () => false,
    accountOf: (address) => address,
    standingOf: async () => 'unproved',
  })
  catalog = createCatalogModule({
    database: db.database,
    counters: createCounters(db.database),
    events,
    clock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn: 'memory',
    readModelStore: null,
    logger,
  })
  jobs.handle(code, async () => void (codesSent += 1))
  alerts = createAlertsModule({
    database: db.database,
    events,
    jobs,
    mailer,
    clock,
    catalog: {
      async findProducts(ids) {
        const found = await catalog.findProducts(ids)
        await afterLook()
        return found
      },
    },
    shopUrl: 'https://shop.example.com',
    provedAddressOf: async (customerId) => addresses.get(customerId) ?? null,
    async lockCustomer(_tx, customerId) {
      if (gone.has(customerId)) throw new Error('gone')
    },
  })
  await db.database.buildIndexes()
  await jobs.start({ work: true })
})
afterEach(async () => {
  await jobs.stop()
  await db.drop()
})

const soldOut = (id: number, fields: object = {}) => aProduct({ id, inStock: false, stockQuantity: 0, ...fields })
const customer = (id: string) => ({ id, email: `${id}@example.com`, isEmailVerified: true })
const backInStock = (productId: number) => ({ productId, kind: 'back-in-stock' }) as const
const priceDrop = (productId: number) => ({ productId, kind: 'price-drop' }) as const
const edit = (id: number, fields: object) => db.database.transaction((tx) => catalog.updateProduct(tx, id, fields))
const sell = (productId: number, quantity: number) =>
  db.database.transaction(async (tx) => {
    const sale = await catalog.openSale(tx, [productId])
    sale.take([{ productId, quantity }])
    await sale.close()
  })
/** Runs the job of a request's mail, as after the death of the worker that ran it. */
const deliver = (alertId: string) =>
  db.database.transaction((tx) => jobs.enqueue(tx, mailAlert, { alertId, linkToken: 'token' }))
const recipients = () => mails.map(({ to }) => to.address).toSorted()
/** Waits until all jobs are done, but for those of a name. */
const idle = (besides = '') =>
  eventually(async () => {
    const open = { status: { $in: ['queued', 'handed', 'active', 'delayed'] }, name: { $ne: besides } }
    expect(await db.database.connection.collection('outbox').countDocuments(open)).toBe(0)
  })
const stored = () => db.database.connection.collection('product_alerts').find().toArray()
const linkIn = ({ text }: MailMessage) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

describe('those who wait for a product', () => {
  it('get one mail each, also hundreds of them and however often the product comes back at once', async () => {
    await storeProducts(db.database, [soldOut(1), soldOut(2)])
    const expiresAt = new Date(Date.now() + DAY_MS)
    const waiting = { kind: 'back-in-stock', priceCents: 19_900, state: 'open', customerId: null, expiresAt }
    await db.database.connection.collection('product_alerts').insertMany(
      Array.from({ length: 350 }, (_, index) => ({
        _id: `alert-${index}` as never,
        ...waiting,
        productId: index === 0 ? 2 : 1,
        email: `waiting-${index}@example.com`,
        requestedAt: new Date(index),
        linkDigest: `digest-${index}`,
      })),
    )
    // Three edits are three runs of the subscriber, which meet each other.
    await Promise.all([1, 2, 3].map((stockQuantity) => edit(1, { inStock: true, stockQuantity })))
    await eventually(() => expect(mails).toHaveLength(349), { withinMs: 30_000 })
    await idle()
    expect(new Set(recipients()).size).toBe(349)
    expect(mails).toHaveLength(349)
    expect(recipients()).not.toContain('waiting-0@example.com')
  })

  it('keep nobody waiting for a sign-in code, however many they are and however slow the mail server is', async () => {
    await storeProducts(db.database, [soldOut(1)])
    for (let number = 0; number < 20; number += 1) await alerts.requestOwn(backInStock(1), customer(`c${number}`))
    let finish: () => void = () => {}
    busy = new Promise((resolve) => (finish = resolve))
    await edit(1, { stockQuantity: 4 })
    await eventually(async () =>
      expect(await db.database.connection.collection('outbox').countDocuments({ name: mailAlert.name })).toBe(20),
    )
    await db.database.transaction((tx) => jobs.enqueue(tx, code, {}))
    try {
      await eventually(() => expect(codesSent).toBe(1))
      expect(mails).toEqual([])
    } finally {
      finish()
    }
    await eventually(() => expect(mails).toHaveLength(20))
  })

  it('hear of it whatever brought it back: an edit, a price list, a canceled order', async () => {
    await storeProducts(db.database, [soldOut(1), soldOut(2), soldOut(3)])
    for (const id of [1, 2, 3]) await alerts.requestOwn(backInStock(id), customer(`c${id}`))
    await edit(1, { stockQuantity: 4 })
    await db.database.transaction((tx) =>
      catalog.writeProducts(tx, { change: [{ id: 2, set: { inStock: true, stockQuantity: 1 } }] }),
    )
    await db.database.transaction((tx) => catalog.returnStock(tx, [{ productId: 3, quantity: 1 }]))
    await eventually(() => expect(recipients()).toEqual(['c1@example.com', 'c2@example.com', 'c3@example.com']))
    expect(mails.find(({ to }) => to.address === 'c1@example.com')).toMatchObject({
      subject: 'Back in stock: Printer 1',
      text: expect.stringContaining('https://shop.example.com/products/1\n'),
    })
  })

  it('get one mail, also when they asked again after changing their address', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(backInStock(1), customer('mover'))
    const moved = { ...customer('mover'), email: 'moved@example.com' }
    addresses.set('mover', moved.email)
    await alerts.requestOwn(backInStock(1), moved)
    expect(await alerts.own.list(moved)).toHaveLength(1)
    await edit(1, { stockQuantity: 4 })
    await eventually(() => expect(recipients()).toContain('moved@example.com'))
    await idle()
    expect(recipients()).toEqual(['moved@example.com'])
  })

  it('wait on while their address gets too many mails', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(backInStock(1), customer('ada'))
    isWithheld = true
    await edit(1, { stockQuantity: 4 })
    await eventually(async () =>
      expect(await db.database.connection.collection('outbox').countDocuments({ status: 'delayed' })).toBe(1),
    )
    expect((await stored()).map(({ state }) => state)).toEqual(['due'])
    isWithheld = false
    ahead = 3_600_000
    await eventually(() => expect(recipients()).toEqual(['ada@example.com']))
    await eventually(async () => expect((await stored()).map(({ state }) => state)).toEqual(['sent']))
  })

  it('wait on for the whole hour in which their address gets no more mails', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(backInStock(1), customer('ada'))
    isWithheld = true
    await edit(1, { stockQuantity: 4 })
    const outbox = db.database.connection.collection('outbox')
    await eventually(async () => expect(await outbox.countDocuments({ status: 'delayed' })).toBe(1))
    for (let minutes = 2; minutes < 60; minutes += 2) {
      ahead = minutes * 60_000
      await new Promise((resolve) => void setTimeout(resolve, 120))
    }
    expect(await outbox.countDocuments({ status: 'failed' })).toBe(0)
    isWithheld = false
    ahead = 3 * 3_600_000
    await eventually(() => expect(recipients()).toEqual(['ada@example.com']))
  })

  it('get it at the address that their account has now', async () => {
    await storeProducts(db.database, [soldOut(1)])
    const ada = customer('ada')
    await alerts.requestOwn(backInStock(1), ada)
    addresses.set(ada.id, 'ada.byron@example.com')
    await edit(1, { stockQuantity: 4 })
    await eventually(() => expect(recipients()).toEqual(['ada.byron@example.com']))
    addresses.clear()
  })

  it('get no mail when it was sold out again meanwhile, and one when it is back once more', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(backInStock(1), customer('ada'))
    const [alert] = await stored()
    // As if it had come back, and the last piece was sold before the mail went out.
    await db.database.connection.collection('product_alerts').updateOne({}, { $set: { state: 'due' } })
    await deliver(String(alert?._id))
    await idle()
    expect(mails).toEqual([])
    expect(await stored()).toMatchObject([{ state: 'open' }])
    await edit(1, { stockQuantity: 1 })
    await eventually(() => expect(recipients()).toEqual(['ada@example.com']))
  })

  it('get their mail when it came back while they asked, or while it was found sold out again', async () => {
    await storeProducts(db.database, [soldOut(1)])
    const comesBackMeanwhile = () => {
      afterLook = async () => {
        afterLook = async () => {}
        await edit(1, { stockQuantity: 1 })
        await idle(mailAlert.name)
      }
    }
    comesBackMeanwhile()
    await alerts.requestOwn(backInStock(1), customer('ada'))
    await eventually(() => expect(recipients()).toEqual(['ada@example.com']))
    await idle()

    await edit(1, { inStock: false, stockQuantity: 0 })
    await alerts.requestOwn(backInStock(1), customer('bob'))
    const ofBob = { email: 'bob@example.com' }
    await db.database.connection.collection('product_alerts').updateOne(ofBob, { $set: { state: 'due' } })
    comesBackMeanwhile()
    await deliver(String((await stored()).find(({ email }) => email === ofBob.email)?._id))
    await eventually(() => expect(recipients()).toEqual(['ada@example.com', 'bob@example.com']))
  })

  it('get no second mail when its job is delivered again', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(backInStock(1), customer('ada'))
    const [alert] = await stored()
    await edit(1, { stockQuantity: 1 })
    await eventually(() => expect(mails).toHaveLength(1))
    await idle()
    for (let times = 0; times < 2; times++) await deliver(String(alert?._id))
    await idle()
    expect(mails).toHaveLength(1)
  })

  it('are not told of a sale, of a new name, or of a product that is still sold out', async () => {
    await storeProducts(db.database, [soldOut(1), aProduct({ id: 2 })])
    await alerts.requestOwn(backInStock(1), customer('ada'))
    await alerts.requestOwn(priceDrop(2), customer('ada'))
    await edit(1, { name: 'Another name', priceCents: 100 })
    await sell(2, 3)
    await edit(2, { priceCents: 19_900, stockQuantity: 50 })
    await edit(2, { priceCents: 29_900 })
    await idle()
    expect(mails).toEqual([])
    await edit(2, { priceCents: 19_899 })
    await eventually(() => expect(mails).toHaveLength(1))
    expect(mails[0]?.subject).toBe('$198.99 now: Printer 2')
    expect(mails[0]?.text).toContain('Price when you asked: $199.00')
  })

  it('for a lower price wait until it can be bought at it', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(priceDrop(1), customer('ada'))
    await edit(1, { priceCents: 9900 })
    await idle()
    expect(mails).toEqual([])
    await edit(1, { stockQuantity: 2 })
    await eventually(() => expect(mails).toHaveLength(1))
  })

  it('are forgotten with the product', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(backInStock(1), customer('ada'))
    await db.database.transaction((tx) => catalog.deleteProduct(tx, 1))
    await eventually(async () => expect(await stored()).toEqual([]))
    expect(mails).toEqual([])
  })

  it('are counted per product and kind', async () => {
    await storeProducts(db.database, [soldOut(1), aProduct({ id: 2 })])
    for (const id of ['ada', 'bob']) await alerts.requestOwn(backInStock(1), customer(id))
    await alerts.requestOwn(priceDrop(1), customer('ada'))
    await alerts.request({ ...backInStock(1), email: 'unconfirmed@example.com' })
    expect((await alerts.countWaiting([1, 2])).toSorted((a, b) => b.count - a.count)).toEqual([
      { productId: 1, kind: 'back-in-stock', count: 2 },
      { productId: 1, kind: 'price-drop', count: 1 },
    ])
  })
})

describe('a request', () => {
  it('of somebody without an account counts once the link of a mail was used, and asks only once', async () => {
    await storeProducts(db.database, [soldOut(1)])
    const asked = { ...backInStock(1), email: 'ada@example.com' }
    await alerts.request(asked)
    await eventually(() => expect(mails).toHaveLength(1))
    expect(mails[0]?.subject).toBe('Shall we tell you when it is back?')
    await edit(1, { stockQuantity: 1 })
    await sell(1, 1)
    await idle()
    expect(mails).toHaveLength(1)

    const token = linkIn(mails[0] as MailMessage)
    expect(await alerts.answers.find(token)).toEqual({
      kind: 'back-in-stock',
      state: 'unconfirmed',
      productId: 1,
      productName: 'Printer 1',
      others: 0,
    })
    for (let times = 0; times < 2; times++) expect(await alerts.answers.confirm(token)).toMatchObject({ state: 'open' })
    // It waits already: nobody can have more mails sent there by asking again.
    await alerts.request(asked)
    await idle()
    expect(mails).toHaveLength(1)
    await edit(1, { stockQuantity: 1 })
    await eventually(() => expect(mails).toHaveLength(2))
    await idle()
    await edit(1, { stockQuantity: 5 })
    await idle()
    expect(mails).toHaveLength(2)
    expect(await alerts.answers.find(linkIn(mails[1] as MailMessage))).toMatchObject({ state: 'sent' })
  })

  it('that is confirmed after the product came back gets its mail at once', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.request({ ...backInStock(1), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(1))
    await edit(1, { stockQuantity: 1 })
    await idle()
    await alerts.answers.confirm(linkIn(mails[0] as MailMessage))
    await eventually(() => expect(mails.map(({ subject }) => subject)).toContain('Back in stock: Printer 1'))
  })

  it('ends by its link, alone or with all others of the address', async () => {
    await storeProducts(db.database, [soldOut(1), soldOut(2), soldOut(3)])
    const tokens = []
    for (const id of [1, 2, 3]) tokens.push(await alerts.requestOwn(backInStock(id), customer('ada')))
    await alerts.requestOwn(backInStock(1), customer('bob'))
    const [first = '', second = '', third = ''] = tokens
    expect(await alerts.answers.find(first)).toMatchObject({ others: 2 })
    await alerts.answers.end(first, 'this')
    await expect(alerts.answers.find(first)).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
    await alerts.answers.end(second, 'all')
    await expect(alerts.answers.end(third, 'this')).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
    await edit(1, { stockQuantity: 1 })
    await eventually(() => expect(recipients()).toEqual(['bob@example.com']))
  })

  it('is refused for a product that is unknown, or in stock already', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    for (const ask of [
      (asked: ReturnType<typeof backInStock>) => alerts.requestOwn(asked, customer('ada')),
      (asked: ReturnType<typeof backInStock>) => alerts.request({ ...asked, email: 'ada@example.com' }),
    ]) {
      await expect(ask(backInStock(1))).rejects.toMatchObject({ code: 'ALREADY_IN_STOCK' })
      await expect(ask(backInStock(99))).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
    }
    expect(await stored()).toEqual([])
  })

  it('of a customer whose address is not proved goes the way of everybody', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await expect(
      alerts.requestOwn(backInStock(1), { ...customer('ada'), isEmailVerified: false }),
    ).rejects.toMatchObject({ code: 'EMAIL_NOT_PROVED' })
  })

  it('of a customer who is deleted meanwhile is not kept', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await expect(alerts.requestOwn(backInStock(1), customer('former'))).rejects.toThrow('gone')
    expect(await stored()).toEqual([])
  })

  it('is one of at most twenty that wait for one address, also when forty come at once', async () => {
    await storeProducts(
      db.database,
      Array.from({ length: 41 }, (_, index) => soldOut(index + 1)),
    )
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => alerts.requestOwn(backInStock(index + 1), customer('ada'))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'TOO_MANY_ALERTS' } })
    await alerts.request({ ...backInStock(41), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(1))
    await expect(alerts.answers.confirm(linkIn(mails[0] as MailMessage))).rejects.toMatchObject({
      code: 'TOO_MANY_ALERTS',
    })
    await alerts.requestOwn(backInStock(1), customer('bob'))
  })

  it('are no more than twenty of one address either, when links in several mails are opened at once', async () => {
    await storeProducts(
      db.database,
      Array.from({ length: 23 }, (_, index) => soldOut(index + 1)),
    )
    for (let id = 1; id <= 19; id++) await alerts.requestOwn(backInStock(id), customer('ada'))
    for (let id = 20; id <= 23; id++) await alerts.request({ ...backInStock(id), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(4))
    const answers = await Promise.allSettled(mails.map((mail) => alerts.answers.confirm(linkIn(mail))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is shown to the customer whose proved address it is for, while it waits', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.request({ ...backInStock(1), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(1))
    expect(await alerts.own.list(customer('ada'))).toEqual([])
    await alerts.answers.confirm(linkIn(mails[0] as MailMessage))
    const [waiting] = await alerts.own.list(customer('ada'))
    expect(waiting).toMatchObject({ kind: 'back-in-stock', productId: 1 })
    const claimant = { ...customer('ada'), isEmailVerified: false }
    expect(await alerts.own.list(claimant)).toEqual([])
    await expect(alerts.own.end(claimant, waiting?.id ?? '')).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
    ahead = 365 * DAY_MS
    expect(await alerts.own.list(customer('ada'))).toEqual([])
  })

  it('that nobody confirms ends after a week, and one that waits after a year', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.request({ ...backInStock(1), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(1))
    const token = linkIn(mails[0] as MailMessage)
    ahead = 7 * DAY_MS
    await expect(alerts.answers.confirm(token)).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
    ahead = 0
    await alerts.answers.confirm(token)
    ahead = 365 * DAY_MS
    await edit(1, { stockQuantity: 1 })
    await idle()
    expect(mails).toHaveLength(1)
    await edit(1, { inStock: false, stockQuantity: 0 })
    // The database deletes what is over a moment later.
    await alerts.request({ ...backInStock(1), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(2))
    expect(await db.database.connection.collection('product_alerts').indexes()).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 })]),
    )
  })
})
