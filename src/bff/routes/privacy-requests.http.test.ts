import { createHash } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { aRequest, linkIn, privacyCalls, startPrivacyShop, type PrivacyShop } from '../testing/privacy-shop.ts'
import { aCustomer } from '../testing/shop-requests.ts'

let shop: PrivacyShop
const { confirm, get, mailsTo, post, rows, verifiedRequest, waitForMails } = privacyCalls(() => shop)
beforeAll(async () => {
  shop = await startPrivacyShop()
})
afterAll(() => shop.stop())

describe('a privacy request', () => {
  it('gets a reference of its own and 45 days, and mails the person and the shop once', async () => {
    const wish = aRequest({ requestType: 'other' })
    const before = Date.now()
    const { body } = await post('/data-requests', wish).expect(201)
    expect(Number(/^DR-(\d+)$/.exec(String(body.reference))?.[1])).toBeGreaterThanOrEqual(before)
    const [stored] = await rows('privacy_requests', { _id: body.reference })
    const receivedAt = stored?.receivedAt instanceof Date ? stored.receivedAt.getTime() : 0
    expect(new Date(String(body.dueAt)).getTime() - receivedAt).toBe(45 * 86_400_000)
    const [mail] = await waitForMails(wish.email, 1)
    expect(mail).toContain(String(body.reference))
    const token = linkIn(mail ?? '').searchParams.get('token') ?? ''
    expect(token).toHaveLength(43)
    expect(JSON.stringify(stored)).not.toContain(token)
    const toStaff = await eventually(() => {
      const found = mailsTo('shop@example.com').filter((text) => text.includes(String(body.reference)))
      expect(found).toHaveLength(1)
      return found
    })
    expect(toStaff[0]).not.toContain(wish.email)
    // People answer it: the link alone does nothing but prove the address.
    expect(await confirm(mail ?? '')).toEqual({
      reference: body.reference,
      requestType: 'other',
      receivedAt: expect.any(String),
      state: 'confirmed',
    })
    const { requests } = await shop.shop.identity.listPrivacyRequests({ state: 'open', limit: 100, offset: 0 })
    expect(requests.find(({ reference }) => reference === body.reference)).toMatchObject({
      state: 'open',
      verifiedAt: expect.any(Date),
      fulfilledAt: null,
    })
    const change = { state: 'closed', note: 'Called her.' } as const
    const reference = String(body.reference)
    await shop.shop.database.transaction((tx) => shop.shop.identity.changePrivacyRequest(tx, reference, change))
    expect(await shop.shop.identity.getPrivacyRequest(reference)).toMatchObject({
      state: 'closed',
      notes: [{ text: 'Called her.' }],
    })
  })

  it('has a number of its own among ten at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/data-requests', aRequest()).expect(201)))
    expect(new Set(answers.map(({ body }) => String(body.reference))).size).toBe(10)
  })

  it('is not confirmed by a program that opens the links of a mail, but by the button', async () => {
    const wish = aRequest({ requestType: 'delete' })
    const { body } = await post('/data-requests', wish).expect(201)
    const mail = (await waitForMails(wish.email, 1))[0] ?? ''
    const link = linkIn(mail)
    expect(link.pathname).toBe('/data-request')
    const token = link.searchParams.get('token') ?? ''
    for (const path of [
      `/data-request?token=${token}`,
      `/api/data-requests/verify?token=${token}`,
      `/api/data-requests/confirmation?token=${token}`,
    ]) {
      await request(shop.app.server).head(path)
      await request(shop.app.server).get(path).set('Accept', 'text/html')
    }
    const earlier = await get(`/data-requests/verify?token=${token}`).expect(302)
    expect(earlier.headers).toMatchObject({
      location: `/data-request?token=${token}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    const shown = await post('/data-requests/confirmation', { token }).expect(200)
    expect(shown.body).toEqual({
      reference: body.reference,
      requestType: 'delete',
      receivedAt: expect.any(String),
      state: 'open',
    })
    expect(await rows('privacy_requests', { _id: body.reference })).toMatchObject([
      { verifiedAt: null, fulfilledAt: null },
    ])

    expect((await confirm(mail)).state).toBe('confirmed')
    await eventually(async () =>
      expect(await rows('privacy_requests', { _id: body.reference })).toMatchObject([{ state: 'closed', email: null }]),
    )
  })

  it('is confirmed once, however often the button is pressed', async () => {
    const wish = aRequest({ requestType: 'opt-out-marketing' })
    await post('/data-requests', wish).expect(201)
    const mail = (await waitForMails(wish.email, 1))[0] ?? ''
    const token = linkIn(mail).searchParams.get('token') ?? ''
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/data-requests/verify', { token })))
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual(
      Array.from({ length: 5 }, () => [200, 'confirmed']),
    )
    expect((await post('/data-requests/confirmation', { token }).expect(200)).body.state).toBe('confirmed')
    await waitForMails(wish.email, 2)
    await eventually(async () =>
      expect(await rows('outbox', { name: 'fulfil-privacy-request', status: { $ne: 'done' } })).toEqual([]),
    )
    expect(mailsTo(wish.email)).toHaveLength(2)
  })

  it('stays unconfirmed when the link is older than 7 days or not from the shop', async () => {
    const wish = aRequest({ requestType: 'delete' })
    const { body } = await post('/data-requests', wish).expect(201)
    const token = linkIn((await waitForMails(wish.email, 1))[0] ?? '').searchParams.get('token') ?? ''
    await shop.shop.database.connection
      .collection('privacy_requests')
      .updateOne({ _id: body.reference }, { $set: { proofExpiresAt: new Date() } })
    expect((await post('/data-requests/confirmation', { token }).expect(200)).body.state).toBe('expired')
    expect((await post('/data-requests/verify', { token }).expect(409)).body).toMatchObject({
      code: 'LINK_EXPIRED',
      message: expect.stringContaining('older than 7 days'),
    })
    expect(await rows('privacy_requests', { _id: body.reference })).toMatchObject([{ verifiedAt: null }])
    for (const path of ['/data-requests/confirmation', '/data-requests/verify']) {
      expect((await post(path, { token: `${token}x` }).expect(404)).body.code).toBe('LINK_UNKNOWN')
      for (const bad of [{}, { token: '' }, { token: { $ne: null } }, { token: [token] }, { token: 'x'.repeat(201) }])
        await post(path, bad).expect(400)
    }
  })

  it('is accepted 20 times an hour from one address', async () => {
    for (let sent = 0; sent < 20; sent++) await post('/data-requests', aRequest(), '192.0.2.7').expect(201)
    const answer = await post('/data-requests', aRequest(), '192.0.2.7').expect(429)
    expect(answer.body.code).toBe('TOO_MANY_REQUESTS')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
  })

  it.each([
    [{ firstName: 'A' }, { firstName: 'First name is required' }],
    [{ lastName: '' }, { lastName: 'Last name is required' }],
    [{ email: 'a@b' }, { email: 'Please enter a valid email address' }],
    [{ email: { $ne: null } }, { email: 'Please enter a valid email address' }],
    [{ requestType: '' }, { requestType: 'Please select a request type' }],
    [{ requestType: 'constructor' }, { requestType: 'Please select a request type' }],
    [{ description: 'short' }, { description: 'Please provide more details about your request' }],
    [{ description: 'x'.repeat(5001) }, { description: 'Use at most 5,000 characters' }],
    [{ phone: '5'.repeat(31) }, { phone: 'Use at most 30 characters' }],
    [{ firstName: 'Ada\r\nBcc: x@y.zz' }, { firstName: 'First name is required' }],
  ])('with %j is refused with the sentence for it', async (changes, fields) => {
    const answer = await post('/data-requests', aRequest(changes)).expect(400)
    expect(answer.body.fields).toEqual(fields)
  })

  it.each([
    ['opt-out-sale', 'sale'],
    ['opt-out-marketing', 'marketing'],
  ])('to %s holds for the customer in every browser', async (requestType, refused) => {
    const who = await aCustomer(shop)
    const signedIn = async () => (await get('/auth/user').set(who.bearer).expect(200)).body as { optOuts: string[] }
    expect((await signedIn()).optOuts).toEqual([])
    await verifiedRequest({ firstName: 'Ada', lastName: 'Byron', email: who.email }, requestType)
    await eventually(async () => expect((await signedIn()).optOuts).toEqual([refused]))
    expect(await shop.shop.identity.refusesMarketing(who.email)).toBe(refused === 'marketing')
  })

  it('to opt out takes effect, once', async () => {
    const wish = aRequest({ requestType: 'opt-out-sale' })
    const { body } = await post('/data-requests', wish).expect(201)
    const [mail] = await waitForMails(wish.email, 1)
    expect((await confirm(mail ?? '')).requestType).toBe('opt-out-sale')
    const sent = await waitForMails(wish.email, 2)
    expect(sent[1]).toContain('opt-out is recorded')
    expect(await rows('privacy_requests', { _id: body.reference })).toMatchObject([
      { state: 'closed', fulfilledAt: expect.any(Date) },
    ])
    expect(await rows('opt_outs', { _id: createHash('sha256').update(wish.email).digest('base64url') })).toMatchObject([
      { sale: expect.any(Date), marketing: null },
    ])
  })
})
