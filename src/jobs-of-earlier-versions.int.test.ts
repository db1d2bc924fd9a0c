import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPurchase } from './modules/orders/testing/order-builder.ts'
import { eventually } from './testing/eventually.ts'
import { startMailServer, type MailServer } from './testing/mail-server.ts'
import { startShop, type RunningShop } from './testing/start-shop.ts'

interface Row {
  _id: string
  [field: string]: unknown
}

describe('jobs that an earlier version of the shop left in the outbox', () => {
  let mails: MailServer
  let running: RunningShop
  beforeAll(async () => {
    mails = await startMailServer()
    running = await startShop({ SMTP_URL: mails.url })
  })
  afterAll(async () => {
    await running.stop()
    await mails.stop()
  })

  /** Writes a row as the version before wrote it, and waits until it is done. */
  async function work(name: string, queue: string, payload: object): Promise<void> {
    const outbox = running.shop.database.connection.collection<Row>('outbox')
    const _id = randomUUID()
    const now = new Date()
    const times = { notBefore: now, createdAt: now, handedAt: null, doneAt: null, failedAt: null, expiresAt: null }
    const state = { status: 'queued', delivery: 0, attempts: 0, leaseUntil: null, lastError: null }
    await outbox.insertOne({ _id, name, queue, payload, ...state, ...times })
    await eventually(async () =>
      expect(await outbox.findOne({ _id })).toMatchObject({ status: 'done', lastError: null }),
    )
  }

  it('still send a mail that is written already', async () => {
    const to = { name: 'Dana Whitfield', address: 'dana@example.com' }
    await work('send-mail', 'mail', { to, subject: 'Written before', text: 'Hello', html: '<p>Hello</p>' })
    expect(mails.received).toContainEqual(expect.objectContaining({ to: to.address, subject: 'Written before' }))
  })

  it('still send a sign-in code, which works in any browser', async () => {
    const { identity } = running.shop
    const email = 'dana@example.com'
    await identity.signUp(
      { firstName: 'Dana', lastName: 'Whitfield', email, phone: '5550100200', password: 'Quiet-Harbour-42' },
      null,
    )
    const codes = () =>
      mails.received.flatMap(({ to, text }) => (to === email ? (/Code: (\d{6})/.exec(text)?.[1] ?? []) : []))
    await identity.requestCode({ email, browser: 'a browser', isReader: false })
    await eventually(() => expect(codes()).toHaveLength(1))
    // The version before named no browser.
    await work('mail-login-code-when-it-was-requested', 'mail', { email })
    const [, otp = ''] = codes()
    expect(await identity.signInByCode({ email, otp, browser: null }, null)).toMatchObject({ user: { email } })
  })

  it('still erase what was recorded under a withdrawn consent', async () => {
    const { identity, database } = running.shop
    const visitorId = randomUUID()
    const choice = { visitorId, version: '1.0', marketing: false }
    await identity.recordConsent({ ...choice, analytics: true, action: 'accept-all' })
    await identity.recordVisit({ visitorId, event: { type: 'product-view', productId: 1 } })
    // The version before wrote the choice and this job, and published nothing.
    const consents = database.connection.collection<Row>('consents')
    const withdrawal = { kind: 'choice', version: '1.0', analytics: false, marketing: false, action: 'reject-all' }
    await consents.insertOne({ _id: randomUUID(), visitorId, number: 2, ...withdrawal, purposes: [], at: new Date() })
    await work('erase-tracking', 'housekeeping', { visitorId, purposes: ['analytics'] })
    expect(await database.connection.collection('tracking_events').countDocuments({ visitorId })).toBe(0)
    expect(await consents.countDocuments({ visitorId, kind: 'erasure', erased: 1 })).toBe(1)
  })

  it('still begin the processing of an order after its review time, and only from the status that they name', async () => {
    const { orders } = running.shop
    const { order } = await orders.placeOrder(
      aPurchase({ lines: [{ productId: 1, quantity: 1, sentPriceCents: null }] }),
    )
    const step = {
      orderId: order.id,
      to: 'processing',
      onlyFrom: 'pending',
      by: 'shop',
      reason: 'The review time is over.',
    }
    await work('change-order-status', 'orders', step)
    expect((await orders.getOrderForStaff(order.id)).order.status).toBe('processing')

    const cancelled = (await orders.placeOrder(aPurchase())).order
    await orders.cancelOrder({ customerId: cancelled.customerId, orderId: cancelled.id })
    await work('change-order-status', 'orders', { ...step, orderId: cancelled.id })
    expect((await orders.getOrderForStaff(cancelled.id)).order.status).toBe('cancelled')
  })
})
