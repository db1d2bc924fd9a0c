import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#platform/time/durations'
import { aProduct, storeProducts } from '../catalog/testing/product-builder.ts'
import {
  backInStock,
  customer,
  linkIn,
  mailCode,
  openAlertsModule,
  priceDrop,
  soldOut,
  type AlertsUnderTest,
} from '../../testing/alerts-under-test.ts'
import { eventually } from '../../testing/eventually.ts'
import { mailAlert } from './jobs.ts'

let underTest: AlertsUnderTest
let db: AlertsUnderTest['db']
let jobs: AlertsUnderTest['jobs']
let catalog: AlertsUnderTest['catalog']
let alerts: AlertsUnderTest['alerts']
let mails: AlertsUnderTest['mails']
let codes: AlertsUnderTest['codes']
let addresses: AlertsUnderTest['addresses']
let clock: AlertsUnderTest['clock']
let state: AlertsUnderTest['state']
let rows: AlertsUnderTest['rows']
let outbox: AlertsUnderTest['outbox']
let stored: AlertsUnderTest['stored']
let recipients: AlertsUnderTest['recipients']
let edit: AlertsUnderTest['edit']
let sell: AlertsUnderTest['sell']
let idle: AlertsUnderTest['idle']
beforeEach(async () => {
  underTest = await openAlertsModule()
  ;({ db, jobs, catalog, alerts, mails, codes, addresses, clock, state } = underTest)
  ;({ rows, outbox, stored, recipients, edit, sell, idle } = underTest)
})
afterEach(() => underTest.close())

/** Runs the job of a request's mail, as after the death of the worker that ran it. */
const deliver = (alertId: string) =>
  db.database.transaction((tx) => jobs.enqueue(tx, mailAlert, { alertId, linkToken: 'token' }))

describe('those who wait for a product', () => {
  it('get one mail each, also hundreds of them and however often the product comes back at once', async () => {
    await storeProducts(db.database, [soldOut(1), soldOut(2)])
    const expiresAt = new Date(Date.now() + DAY_MS)
    const waiting = { kind: 'back-in-stock', priceCents: 19_900, state: 'open', customerId: null, expiresAt }
    await rows().insertMany(
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
    // Those who asked first do not stand behind the others.
    expect(Number(/\d+/.exec(mails[0]?.to.address ?? '')?.[0])).toBeLessThanOrEqual(100)
  })

  it('keep nobody waiting for a sign-in code, however many they are and however slow the mail server is', async () => {
    await storeProducts(db.database, [soldOut(1)])
    for (let number = 0; number < 20; number += 1) await alerts.requestOwn(backInStock(1), customer(`c${number}`))
    let finish: () => void = () => {}
    state.busy = new Promise((resolve) => (finish = resolve))
    await edit(1, { stockQuantity: 4 })
    await eventually(async () => expect(await outbox().countDocuments({ name: mailAlert.name })).toBe(20))
    await db.database.transaction((tx) => jobs.enqueue(tx, mailCode, {}))
    try {
      await eventually(() => expect(codes.sent).toBe(1))
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
    state.isWithheld = true
    await edit(1, { stockQuantity: 4 })
    await eventually(async () => expect(await outbox().countDocuments({ status: 'delayed' })).toBe(1))
    expect((await stored()).map(({ state }) => state)).toEqual(['due'])
    state.isWithheld = false
    clock.ahead = 3_600_000
    await eventually(() => expect(recipients()).toEqual(['ada@example.com']))
    await eventually(async () => expect((await stored()).map(({ state }) => state)).toEqual(['sent']))
  })

  it('wait on for the whole hour in which their address gets no more mails', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(backInStock(1), customer('ada'))
    state.isWithheld = true
    await edit(1, { stockQuantity: 4 })
    await eventually(async () => expect(await outbox().countDocuments({ status: 'delayed' })).toBe(1))
    for (let minutes = 2; minutes < 60; minutes += 2) {
      clock.ahead = minutes * 60_000
      await new Promise((resolve) => void setTimeout(resolve, 120))
    }
    expect(await outbox().countDocuments({ status: 'failed' })).toBe(0)
    state.isWithheld = false
    clock.ahead = 3 * 3_600_000
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
    await rows().updateOne({}, { $set: { state: 'due' } })
    await deliver(String(alert?._id))
    await idle()
    expect(mails).toEqual([])
    expect(await stored()).toMatchObject([{ state: 'open' }])
    // It has lost nothing of its year by that.
    clock.ahead = 364 * DAY_MS
    await edit(1, { stockQuantity: 1 })
    await eventually(() => expect(recipients()).toEqual(['ada@example.com']))
  })

  it('end their request by the link that they have when its mail did not go out', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.request({ ...backInStock(1), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(1))
    const confirmed = linkIn(mails.pop())
    await alerts.answers.confirm(confirmed)
    const own = await alerts.requestOwn(backInStock(1), customer('bob'))
    await idle()
    // The last piece is sold between the look at the product and the mails.
    state.afterLook = async () => {
      state.afterLook = async () => {}
      await edit(1, { inStock: false, stockQuantity: 0 })
    }
    await edit(1, { stockQuantity: 1 })
    await idle()
    expect(mails).toEqual([])
    for (const token of [confirmed, own]) {
      expect(await alerts.answers.find(token)).toMatchObject({ state: 'open' })
      await alerts.answers.end(token, 'this')
    }
    await edit(1, { stockQuantity: 1 })
    await idle()
    expect(mails).toEqual([])
  })

  it('wait for a year, whoever they are', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.request({ ...backInStock(1), email: 'bob@example.com' })
    await eventually(() => expect(mails).toHaveLength(1))
    await alerts.answers.confirm(linkIn(mails[0]))
    await alerts.requestOwn(backInStock(1), customer('ada'))
    clock.ahead = 364 * DAY_MS
    await edit(1, { stockQuantity: 1 })
    await eventually(() => expect(recipients()).toEqual(['ada@example.com', 'bob@example.com', 'bob@example.com']))
  })

  it('get their mail as people who read the address, which whoever only typed it does not count as', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.request({ ...backInStock(1), email: 'bob@example.com' })
    await eventually(() => expect(mails).toHaveLength(1))
    await alerts.answers.confirm(linkIn(mails[0]))
    await edit(1, { stockQuantity: 1 })
    await eventually(() => expect(mails).toHaveLength(2))
    expect(state.mailRequests.map(({ standing }) => standing)).toEqual(['unproved', 'proved'])
  })

  it('get their mail when it came back while they asked, or while it was found sold out again', async () => {
    await storeProducts(db.database, [soldOut(1)])
    const comesBackMeanwhile = () => {
      state.afterLook = async () => {
        state.afterLook = async () => {}
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
    await rows().updateOne(ofBob, { $set: { state: 'due' } })
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

  it('find what their mail was about by its link for 30 days, and nothing is kept of it after them', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(backInStock(1), customer('ada'))
    await edit(1, { stockQuantity: 1 })
    await eventually(async () => expect(await stored()).toMatchObject([{ state: 'sent' }]))
    const token = linkIn(mails[0])
    clock.ahead = 29 * DAY_MS
    expect(await alerts.answers.find(token)).toMatchObject({ state: 'sent' })
    clock.ahead = 30 * DAY_MS
    await expect(alerts.answers.find(token)).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
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
