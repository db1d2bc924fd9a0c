import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#platform/time/durations'
import { aProduct, storeProducts } from '../catalog/testing/product-builder.ts'
import {
  backInStock,
  customer,
  linkIn,
  openAlertsModule,
  priceDrop,
  soldOut,
  type AlertsUnderTest,
} from '../../testing/alerts-under-test.ts'
import { eventually } from '../../testing/eventually.ts'

let underTest: AlertsUnderTest
let db: AlertsUnderTest['db']
let alerts: AlertsUnderTest['alerts']
let mails: AlertsUnderTest['mails']
let clock: AlertsUnderTest['clock']
let rows: AlertsUnderTest['rows']
let stored: AlertsUnderTest['stored']
let recipients: AlertsUnderTest['recipients']
let edit: AlertsUnderTest['edit']
let sell: AlertsUnderTest['sell']
let idle: AlertsUnderTest['idle']
beforeEach(async () => {
  underTest = await openAlertsModule()
  ;({ db, alerts, mails, clock, rows, stored, recipients, edit, sell, idle } = underTest)
})
afterEach(() => underTest.close())

describe('a request', () => {
  it('is stored without what else comes with it', async () => {
    await storeProducts(db.database, [soldOut(1)])
    const alsoSent = {
      id: 'chosen',
      priceCents: 1,
      state: 'open',
      nextLinkDigest: 'chosen',
      isVerified: true,
      $where: '1',
    }
    await alerts.request({ ...alsoSent, ...backInStock(1), email: 'ada@example.com' })
    const [row] = await db.database.connection.collection('product_alerts').find({}).toArray()
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      '_id',
      'customerId',
      'email',
      'expiresAt',
      'kind',
      'linkDigest',
      'priceCents',
      'productId',
      'requestedAt',
      'state',
    ])
    expect(row).toMatchObject({ state: 'unconfirmed', _id: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(row?.priceCents).toBeGreaterThan(1)
  })

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

    const token = linkIn(mails[0])
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
    expect(await alerts.answers.find(linkIn(mails[1]))).toMatchObject({ state: 'sent' })
  })

  it('that is confirmed after the product came back gets its mail at once', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.request({ ...backInStock(1), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(1))
    await edit(1, { stockQuantity: 1 })
    await idle()
    await alerts.answers.confirm(linkIn(mails[0]))
    await eventually(() => expect(mails.map(({ subject }) => subject)).toContain('Back in stock: Printer 1'))
  })

  it('that nobody has confirmed yet can be asked for again, and then the link of the later mail counts', async () => {
    await storeProducts(db.database, [soldOut(1)])
    const asked = { ...backInStock(1), email: 'ada@example.com' }
    for (const count of [1, 2]) {
      await alerts.request(asked)
      await eventually(() => expect(mails).toHaveLength(count))
    }
    await expect(alerts.answers.confirm(linkIn(mails[0]))).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
    expect(await alerts.answers.confirm(linkIn(mails[1]))).toMatchObject({ state: 'open', others: 0 })
  })

  it('begins anew once its mail went out, and not while that is on its way', async () => {
    await storeProducts(db.database, [soldOut(1)])
    const asked = { ...backInStock(1), email: 'ada@example.com' }
    await alerts.requestOwn(backInStock(1), customer('ada'))
    const [before] = await stored()
    await rows().updateOne({}, { $set: { state: 'due' } })
    await alerts.request(asked)
    await idle()
    expect(await stored()).toMatchObject([{ _id: before?._id, state: 'due' }])
    expect(mails).toEqual([])
    await rows().updateOne({}, { $set: { state: 'sent' } })
    await alerts.request(asked)
    await eventually(() => expect(mails).toHaveLength(1))
    expect(await alerts.answers.confirm(linkIn(mails[0]))).toMatchObject({ state: 'open' })
  })

  it('for a lower price goes by the price of the day on which it was made again', async () => {
    await storeProducts(db.database, [soldOut(1, { priceCents: 30_000 })])
    await alerts.requestOwn(priceDrop(1), customer('ada'))
    await edit(1, { priceCents: 20_000 })
    await alerts.requestOwn(priceDrop(1), customer('ada'))
    await edit(1, { stockQuantity: 1 })
    await idle()
    expect(mails).toEqual([])
    await edit(1, { priceCents: 19_999 })
    await eventually(() => expect(mails).toHaveLength(1))
  })

  it('ends with all of its address whether they wait, were not confirmed, or have a mail on its way', async () => {
    await storeProducts(db.database, [soldOut(1), soldOut(2), soldOut(3), soldOut(4)])
    const token = await alerts.requestOwn(backInStock(1), customer('ada'))
    for (const id of [2, 3]) await alerts.requestOwn(backInStock(id), customer('ada'))
    await alerts.request({ ...backInStock(4), email: 'ada@example.com' })
    await rows().updateOne({ productId: 2 }, { $set: { state: 'due' } })
    await rows().updateOne({ productId: 3 }, { $set: { state: 'sent' } })
    const unconfirmed = await rows().findOne({ productId: 4 })
    clock.ahead = DAY_MS
    await alerts.answers.end(token, 'all')
    // The link in the mail that went out still leads somewhere.
    const states = Object.fromEntries((await stored()).map(({ productId, state }) => [productId, state]))
    expect(states).toEqual({ 1: 'ended', 2: 'ended', 3: 'sent', 4: 'ended' })
    // Nothing is kept for longer than it would have been.
    const weekFromNow = clock.now().getTime() + 7 * DAY_MS
    for (const { productId, expiresAt } of await rows().find({ state: 'ended' }).toArray())
      if (productId === 4) expect(expiresAt).toEqual(unconfirmed?.['expiresAt'])
      else expect(Number(expiresAt)).toBeLessThanOrEqual(weekFromNow)
    clock.ahead = 8 * DAY_MS
    await expect(alerts.answers.end(token, 'this')).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
  })

  it('ends by its link, alone or with all others of the address', async () => {
    await storeProducts(db.database, [soldOut(1), soldOut(2), soldOut(3)])
    const tokens = []
    for (const id of [1, 2, 3]) tokens.push(await alerts.requestOwn(backInStock(id), customer('ada')))
    await alerts.requestOwn(backInStock(1), customer('bob'))
    const [first = '', second = '', third = ''] = tokens
    expect(await alerts.answers.find(first)).toMatchObject({ others: 2 })
    await alerts.answers.end(first, 'this')
    expect(await alerts.answers.find(first)).toMatchObject({ state: 'ended', others: 2 })
    await alerts.answers.end(second, 'all')
    const ended = await rows().find({ state: 'ended' }).toArray()
    expect(ended).toHaveLength(3)
    // Pressed again, because the answer was lost.
    for (const token of [first, second, third]) await alerts.answers.end(token, 'this')
    expect(await rows().find({ state: 'ended' }).toArray()).toEqual(ended)
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
    await expect(alerts.answers.confirm(linkIn(mails[0]))).rejects.toMatchObject({
      code: 'TOO_MANY_ALERTS',
    })
    await alerts.requestOwn(backInStock(1), customer('bob'))
    // One of the twenty may be asked for again; those of more than a year ago count no longer.
    const productId: unknown = (await stored())[0]?.['productId']
    await alerts.requestOwn(backInStock(Number(productId)), customer('ada'))
    clock.ahead = 366 * DAY_MS
    await alerts.requestOwn(backInStock(41), customer('ada'))
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
    await alerts.answers.confirm(linkIn(mails[0]))
    const [waiting] = await alerts.own.list(customer('ada'))
    expect(waiting).toMatchObject({ kind: 'back-in-stock', productId: 1 })
    await alerts.requestOwn(priceDrop(1), customer('ada'))
    expect((await alerts.own.list(customer('ada'))).map(({ kind }) => kind)).toEqual(['price-drop', 'back-in-stock'])
    for (const over of ['due', 'sent']) {
      await rows().updateOne({ kind: 'price-drop' }, { $set: { state: over } })
      expect(await alerts.own.list(customer('ada'))).toHaveLength(1)
    }
    const claimant = { ...customer('ada'), isEmailVerified: false }
    expect(await alerts.own.list(claimant)).toEqual([])
    await expect(alerts.own.end(claimant, waiting?.id ?? '')).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
    clock.ahead = 365 * DAY_MS
    expect(await alerts.own.list(customer('ada'))).toEqual([])
  })

  it('is shown to its customer, and ended by them, also once they have another address', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.requestOwn(backInStock(1), customer('ada'))
    const moved = { ...customer('ada'), email: 'ada.byron@example.com', isEmailVerified: false }
    const [waiting] = await alerts.own.list(moved)
    await alerts.own.end(moved, waiting?.id ?? '')
    expect(await stored()).toEqual([])
  })

  it('that nobody confirms ends after a week, and one that waits after a year', async () => {
    await storeProducts(db.database, [soldOut(1)])
    await alerts.request({ ...backInStock(1), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(1))
    const token = linkIn(mails[0])
    clock.ahead = 7 * DAY_MS
    await expect(alerts.answers.confirm(token)).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
    clock.ahead = 0
    await alerts.answers.confirm(token)
    clock.ahead = 365 * DAY_MS
    await edit(1, { stockQuantity: 1 })
    await idle()
    expect(mails).toHaveLength(1)
    await edit(1, { inStock: false, stockQuantity: 0 })
    // The database deletes what is over a moment later.
    await alerts.request({ ...backInStock(1), email: 'ada@example.com' })
    await eventually(() => expect(mails).toHaveLength(2))
    expect(await rows().indexes()).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 })]),
    )
  })
})

describe('what is erased of a person', () => {
  it('is what they asked for with their account and with their address, and nothing of others', async () => {
    await storeProducts(db.database, [soldOut(1), soldOut(2), soldOut(3)])
    await alerts.requestOwn(backInStock(1), { ...customer('ada'), email: 'former@example.com' })
    await alerts.request({ ...backInStock(2), email: 'ada@example.com' })
    await alerts.request({ ...backInStock(3), email: 'bob@example.com' })
    const ada = { email: 'ada@example.com', customerId: 'ada' }
    expect(await alerts.personal.list(ada)).toHaveLength(2)
    await alerts.personal.erase(ada)
    expect(await stored()).toMatchObject([{ email: 'bob@example.com' }])
  })

  it('is nothing that another account has asked for since the address is its own', async () => {
    await storeProducts(db.database, [soldOut(1), soldOut(2)])
    const email = 'ada@example.com'
    await alerts.request({ ...backInStock(1), email })
    const ownedUntil = clock.now()
    clock.ahead = 1000
    await alerts.requestOwn(backInStock(2), { ...customer('anew'), email })
    await alerts.personal.erase({ email, customerId: 'ada', ownedUntil })
    expect(await stored()).toMatchObject([{ productId: 2, customerId: 'anew' }])
  })
})
