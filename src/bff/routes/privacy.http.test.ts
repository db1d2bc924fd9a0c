import { createHash, randomUUID } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VerificationWays } from '#contracts/verification'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { STAFF_PASSWORD, startShop, type RunningShop } from '../../testing/start-shop.ts'
import { staffScript } from '../testing/staff-requests.ts'
import { aCountedProduct, aCustomer, anOrder, PASSWORD, proveAddress } from '../testing/shop-requests.ts'

let mails: MailServer
let shop: RunningShop
beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({
    TRUST_PROXY: '127.0.0.0/8',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Superprinter <shop@example.com>',
  })
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

/** What an address was sent, oldest first: subject and text. */
const mailsTo = (address: string) =>
  mails.received.filter(({ to }) => to === address).map(({ subject, text }) => `${subject}\n${text}`)
const waitForMails = (address: string, count: number) =>
  eventually(() => {
    const found = mailsTo(address)
    expect(found).toHaveLength(count)
    return found
  })
const rows = (collection: string, filter: Record<string, unknown> = {}) =>
  shop.shop.database.connection
    .collection(collection)
    .find(filter as object)
    .toArray()
/** Every form comes from another address, so that the limit counts only where a test asks for it. */
let addresses = 0
const post = (path: string, body?: object, from = `10.0.${addresses >> 8}.${++addresses & 255}`) =>
  request(shop.app.server).post(`/api${path}`).set('X-Forwarded-For', from).send(body)
const get = (path: string) => request(shop.app.server).get(`/api${path}`)

const aChoice = (visitorId: string, allowed: boolean, changes: object = {}) => ({
  visitorId,
  version: '1.0',
  analytics: allowed,
  marketing: allowed,
  action: allowed ? 'accept-all' : 'reject-all',
  ...changes,
})
const aSearch = (visitorId: string, term = 'ribbon xyz', results = 0) => ({
  visitorId,
  event: { type: 'search', term, results },
})

describe('consent', () => {
  it('lets us record visits until it is withdrawn, and then nothing of them is left', async () => {
    const visitorId = randomUUID()
    await post('/tracking', aSearch(visitorId)).expect(204)
    expect(await rows('tracking_events', { visitorId })).toEqual([])

    await post('/consent', aChoice(visitorId, true)).expect(204)
    await post('/tracking', aSearch(visitorId, '  Ribbon   XYZ ')).expect(204)
    await post('/tracking', { visitorId, event: { type: 'product-view', productId: 1 } }).expect(204)
    expect(await rows('tracking_events', { visitorId })).toMatchObject([
      { type: 'search', term: 'ribbon xyz', results: 0 },
      { type: 'product-view', productId: 1 },
    ])

    for (let times = 0; times < 5; times++) await post('/consent', aChoice(visitorId, false)).expect(204)
    await eventually(async () => expect(await rows('tracking_events', { visitorId })).toEqual([]))
    const log = await eventually(async () => {
      const found = await rows('consents', { visitorId })
      expect(found.filter(({ kind }) => kind === 'erasure')).toHaveLength(1)
      return found
    })
    expect(log.filter(({ kind }) => kind === 'choice').map(({ analytics }) => analytics)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(log.find(({ kind }) => kind === 'erasure')).toMatchObject({
      purposes: ['analytics', 'marketing'],
      erased: 2,
    })
    await post('/tracking', aSearch(visitorId)).expect(204)
    expect(await rows('tracking_events', { visitorId })).toEqual([])
  })

  it('keeps what is recorded for analytics when marketing alone is withdrawn', async () => {
    const visitorId = randomUUID()
    await post('/consent', aChoice(visitorId, true)).expect(204)
    await post('/tracking', aSearch(visitorId)).expect(204)
    await post('/consent', aChoice(visitorId, true, { marketing: false, action: 'opt-out-of-sale' })).expect(204)
    await eventually(async () =>
      expect(await rows('consents', { visitorId, kind: 'erasure' })).toMatchObject([
        { purposes: ['marketing'], erased: 0 },
      ]),
    )
    expect(await rows('tracking_events', { visitorId })).toHaveLength(1)
  })

  it('is remembered of one visitor up to a hundred choices, the latest', async () => {
    const visitorId = randomUUID()
    for (let count = 1; count <= 103; count += 1)
      await shop.shop.identity.recordConsent({
        visitorId,
        version: '1.0',
        marketing: false,
        analytics: false,
        action: count % 2 === 0 ? 'reject-all' : 'save',
      })
    const numbers = (await rows('consents', { visitorId })).map(({ number }) => Number(number))
    expect([numbers.length, Math.min(...numbers), Math.max(...numbers)]).toEqual([100, 4, 103])
  })

  it('is taken 600 times an hour from one address, visits 6,000 times and searches without a result 120 times', async () => {
    const answers = { '/consent': 600, '/tracking': 6000, '/search-misses': 120 }
    for (const [path, most] of Object.entries(answers)) {
      const from = '192.0.2.61'
      // Refused for its content, which counts all the same.
      for (let sent = 0; sent < most; sent += 60)
        await Promise.all(Array.from({ length: 60 }, () => post(path, {}, from).expect(400)))
      const refused = await post(path, {}, from).expect(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    }
  }, 60_000)

  it('that was never given has nothing to erase', async () => {
    const visitorId = randomUUID()
    await post('/consent', aChoice(visitorId, false, { action: 'global-privacy-control' })).expect(204)
    expect(await rows('outbox', { name: 'erase-tracking', 'payload.visitorId': visitorId })).toEqual([])
    expect(await rows('consents', { visitorId })).toHaveLength(1)
  })

  it('is recorded completely and in order when many choices come at once', async () => {
    const visitorId = randomUUID()
    await Promise.all(
      Array.from({ length: 6 }, (_, index) => post('/consent', aChoice(visitorId, index % 2 === 0)).expect(204)),
    )
    const numbers = (await rows('consents', { visitorId, kind: 'choice' })).map(({ number }) => Number(number))
    expect(new Set(numbers).size).toBe(6)
  })

  it('never records what looks like a person’s address or number', async () => {
    const visitorId = randomUUID()
    await post('/consent', aChoice(visitorId, true)).expect(204)
    for (const term of ['ada@example.com', 'call 555-010-0200 now', '4111 1111 1111 1111'])
      await post('/tracking', aSearch(visitorId, term)).expect(204)
    await post('/tracking', aSearch(visitorId, 'hp 9015e')).expect(204)
    expect((await rows('tracking_events', { visitorId })).map(({ term }) => term)).toEqual(['hp 9015e'])
  })

  it.each([
    ['/consent', { visitorId: 'me' }],
    ['/consent', { visitorId: { $ne: null } }],
    ['/consent', { version: '0.9' }],
    ['/consent', { analytics: 'true' }],
    ['/consent', { action: 'delete-everything' }],
    ['/tracking', { visitorId: ['a'] }],
    ['/tracking', { event: { type: 'search', term: '', results: 0 } }],
    ['/tracking', { event: { type: 'search', term: 'x'.repeat(101), results: 0 } }],
    ['/tracking', { event: { type: 'search', term: 'x', results: -1 } }],
    ['/tracking', { event: { type: 'search', term: { $gt: '' }, results: 0 } }],
    ['/tracking', { event: { type: 'keystroke', key: 'a' } }],
    ['/tracking', { event: null }],
  ])('%s refuses %j', async (path, changes) => {
    const visitorId = randomUUID()
    await post(path, { ...(path === '/consent' ? aChoice(visitorId, true) : aSearch(visitorId)), ...changes }).expect(
      400,
    )
  })

  it('is never kept longer than 26 months', async () => {
    const indexes = await shop.shop.database.connection.collection('tracking_events').indexes()
    expect(indexes).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 790 * 86_400 })]),
    )
  })
})

interface MissRow {
  _id: string
  term: string
  day: Date
  count: number
  lastAt: Date
}

describe('searches that found nothing', () => {
  const stored = (term: string) => rows('search_misses', { term })
  const listed = async (...terms: readonly string[]) =>
    (await shop.shop.identity.searchMisses.list(30)).flatMap(({ term, count }) =>
      terms.includes(term) ? [[term, count]] : [],
    )
  const staff = async () => {
    const { body } = await post('/admin/session', { password: STAFF_PASSWORD }).expect(200)
    return { Authorization: `Bearer ${String(body.token)}` }
  }

  it('are counted for staff whoever searched, those of the most first', async () => {
    for (const term of ['plotter', 'fax', ' FAX ']) await post('/search-misses', { term }).expect(204)
    expect(await listed('plotter', 'fax')).toEqual([
      ['fax', 2],
      ['plotter', 1],
    ])
    // A visitor who allows analytics is counted like everybody else, and not by what is recorded of them.
    const visitorId = randomUUID()
    await post('/consent', aChoice(visitorId, true)).expect(204)
    await post('/tracking', aSearch(visitorId, 'plotter')).expect(204)
    expect(await listed('plotter')).toEqual([['plotter', 1]])
  })

  it('have nothing of who searched', async () => {
    const { bearer } = await aCustomer(shop)
    await post('/search-misses', { term: 'Größe  A9', visitorId: randomUUID() }).set(bearer).expect(204)
    const [row] = await stored('größe a9')
    expect(row).toEqual({
      _id: `${new Date().toISOString().slice(0, 10)} größe a9`,
      term: 'größe a9',
      day: new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000),
      count: 1,
      lastAt: expect.any(Date),
    })
  })

  it('are counted with the number of a part that the catalog could have, and with no other number', async () => {
    for (const term of [
      'Brother 44574702',
      'toner Brother 99887766',
      '99887766',
      'Brother 4055550142',
      'my Brother 5550142',
    ])
      await post('/search-misses', { term }, '192.0.2.98').expect(204)
    const misses = await shop.shop.identity.searchMisses.list(30)
    expect(misses.flatMap(({ term }) => (/\d{7}/.test(term) ? [term] : [])).toSorted()).toEqual([
      'brother 44574702',
      'toner brother 99887766',
    ])
  })

  it('cannot be written by one address, and are no place for a message', async () => {
    const from = '192.0.2.99'
    for (const term of [
      'Blue-Ray (burner)',
      'blue ray burner',
      'BLUE-RAY burner',
      'blue.ray burner!',
      'Blue Ray Burner',
    ])
      await post('/search-misses', { term }, from).expect(204)
    for (const term of [
      'call +1900 now http://evil.example',
      'visit evil.example',
      'please call us now for your free gift',
      'y'.repeat(41),
      '!!!',
      'ada@example.com',
      'call 555-0100',
    ])
      await post('/search-misses', { term }, from).expect(204)
    const misses = await shop.shop.identity.searchMisses.list(30)
    expect(misses.filter(({ term }) => /blue|call|visit|evil|yyy|ada|555/.test(term))).toMatchObject([
      { term: 'blue ray burner', count: 3 },
    ])
  })

  it('are counted for the period that was asked for, its days together', async () => {
    const beginOfToday = Math.floor(Date.now() / 86_400_000) * 86_400_000
    const [early, term] = [new Date(beginOfToday - 7 * 86_400_000), 'thermal binder']
    await shop.shop.database.connection
      .collection<MissRow>('search_misses')
      .insertOne({ _id: 'early thermal binder', term, day: early, count: 4, lastAt: early })
    const bearer = await staff()
    const countOf = async (query: string) => {
      const answer = await get(`/admin/search-misses${query}`).set(bearer).expect(200)
      return (answer.body as { term: string; count: number }[]).find((row) => row.term === term)?.count
    }
    expect(await countOf('?days=7')).toBeUndefined()
    await post('/search-misses', { term }).expect(204)
    expect(await countOf('?days=7')).toBe(1)
    for (const query of ['', '?days=30', '?days=all']) expect(await countOf(query)).toBe(5)
    await get('/admin/search-misses?days=8').set(bearer).expect(400)
  })

  it('are shown to nobody but staff', async () => {
    await post('/search-misses', { term: 'darkroom lamp' }).expect(204)
    await get('/admin/search-misses').expect(401)
    await get('/admin/search-misses')
      .set((await aCustomer(shop)).bearer)
      .expect(401)
    const answer = await get('/admin/search-misses')
      .set(await staff())
      .expect(200)
    expect(answer.body).toEqual(
      expect.arrayContaining([{ term: 'darkroom lamp', count: 1, lastAt: expect.any(String) }]),
    )
  })

  it.each([{}, { term: '' }, { term: '  ' }, { term: 'x'.repeat(101) }, { term: { $gt: '' } }, { term: ['a'] }])(
    'are refused as %j',
    async (body) => {
      await post('/search-misses', body).expect(400)
    },
  )

  it('are never kept longer than 26 months', async () => {
    const indexes = await shop.shop.database.connection.collection('search_misses').indexes()
    expect(indexes).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: { day: 1 }, expireAfterSeconds: 790 * 86_400 })]),
    )
  })

  it('are at most 300 different ones a day', async () => {
    const { searchMisses } = shop.shop.identity
    const today = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000)
    const collection = shop.shop.database.connection.collection<MissRow>('search_misses')
    await searchMisses.count('known word')
    const rest = 300 - (await collection.countDocuments({ day: today }))
    await collection.insertMany(
      Array.from({ length: rest }, (_, n) => ({
        _id: `filler ${n}`,
        term: `filler ${n}`,
        day: today,
        count: 1,
        lastAt: today,
      })),
    )
    for (const term of ['known word', 'new word']) await searchMisses.count(term)
    expect(await stored('known word')).toMatchObject([{ count: 2 }])
    expect(await stored('new word')).toEqual([])
    await collection.deleteMany({ day: today })
  })
})

const aRequest = (changes: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: `${randomUUID()}@example.com`,
  phone: null,
  requestType: 'access',
  description: 'Please tell me what you hold of me.',
  verificationMethod: 'email',
  ...changes,
})
const linkIn = (text: string) => new URL(/https?:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? 'http://none')
/** What the button on the page of an export does. */
const download = (link: URL) => post('/data-requests/export', { token: link.searchParams.get('token') })
/** What the button on the page does that a mail's link opens. */
const confirm = async (mail: string) => {
  const answer = await post('/data-requests/verify', { token: linkIn(mail).searchParams.get('token') }).expect(200)
  return answer.body as { reference: string; requestType: string; receivedAt: string; state: string }
}

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
    const { after } = await shop.shop.database.transaction((tx) =>
      shop.shop.identity.changePrivacyRequest(tx, String(body.reference), change),
    )
    expect(after).toMatchObject({ state: 'closed', notes: [{ text: 'Called her.' }] })
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

describe('a request whose person staff verify', () => {
  let staff: { Authorization: string }
  beforeAll(async () => {
    staff = await staffScript(shop)
  })
  const verification = (reference: string, step = '') => `/api/admin/inbox/${reference}/verification${step}`
  const waysOf = async (reference: string) =>
    (await request(shop.app.server).get(verification(reference)).set(staff).expect(200)).body as VerificationWays
  const step = (reference: string, name: 'phone' | 'letter' | 'code', body: object) =>
    request(shop.app.server)
      .post(verification(reference, `/${name}`))
      .set(staff)
      .send(body)
  /** The reference of a request with somebody's address, not confirmed by its mail. */
  const requestOf = async (email: string, changes: object = {}) =>
    String((await post('/data-requests', aRequest({ email, ...changes })).expect(201)).body.reference)
  const changePhone = (who: { bearer: { Authorization: string }; email: string }, phone: string) =>
    request(shop.app.server)
      .put('/api/user/profile')
      .set(who.bearer)
      .send({ firstName: 'Ada', lastName: 'Marlow', email: who.email, phone })
      .expect(200)
  const lettersOf = (reference: string) => rows('verification_letters', { _id: reference })

  it('goes on after a call to a number that the shop knew, and the log says who called', async () => {
    const person = await aKnownPerson()
    const asked = { requestType: 'access', phone: '+1 900 111 2222', verificationMethod: 'phone' }
    const reference = await requestOf(person.email, asked)
    const { phones, isVerified } = await waysOf(reference)
    expect(isVerified).toBe(false)
    expect(phones.map(({ lines }) => lines[0])).toContain(person.phone)
    expect(JSON.stringify(phones)).not.toContain('900 111')
    const key = phones.find(({ lines }) => lines[0] === person.phone)?.key
    await step(reference, 'phone', { key }).expect(200)
    await eventually(() => expect(mailsTo(person.email).join('\n')).toContain('Your data is ready'))
    expect(mailsTo(person.email).join('\n')).toContain('Or wait for our call')
    expect((await step(reference, 'phone', { key }).expect(409)).body.code).toBe('NOT_TO_VERIFY')
    const logged = await rows('audit_log', { action: 'privacy.verified', subject: `message ${reference}` })
    expect(logged).toMatchObject([{ actor: { name: 'Owner' } }])
    expect(JSON.stringify(logged)).toContain('by phone')
    expect(JSON.stringify(logged)).not.toContain(person.phone)
  })

  it('may go on after a call to the number of the profile, when it stood there before the request', async () => {
    const who = await aCustomer(shop)
    await proveAddress(shop, who.email)
    await changePhone(who, '281 555 0100')
    const { phones } = await waysOf(await requestOf(who.email))
    expect(phones).toMatchObject([{ lines: ['281 555 0100'], from: 'the profile' }])
    await changePhone(who, '281 555 0100')
    const reference = await requestOf(who.email)
    await changePhone(who, '281 555 0999')
    expect((await waysOf(reference)).phones).toEqual([])
  })

  it('proves nothing by what came with the request, later, from strangers, or without a proved account', async () => {
    const person = await aKnownPerson()
    const reference = await requestOf(person.email)
    await changePhone(person, '555 999 7777')
    const later = { ...AN_ADDRESS, phone: '555 999 8888' }
    await request(shop.app.server).post('/api/user/addresses').set(person.bearer).send(later).expect(201)
    const ways = await waysOf(reference)
    expect(JSON.stringify(ways)).not.toContain('999')
    const stranger = await aKnownPerson()
    const foreign = (await waysOf(await requestOf(stranger.email))).phones[0]?.key
    expect((await step(reference, 'phone', { key: foreign }).expect(422)).body.code).toBe('CONTACT_NOT_KNOWN')
    await step(reference, 'phone', { key: 'x' }).expect(400)
    const { email } = await aCustomer(shop)
    for (const address of [email, `nobody-${randomUUID()}@example.com`])
      expect(await waysOf(await requestOf(address))).toMatchObject({ phones: [], addresses: [], letter: null })
    expect(await rows('privacy_requests', { _id: reference })).toMatchObject([{ verifiedAt: null }])
  })

  it('goes on by the code of a letter, which is kept as a digest and counts once', async () => {
    const person = await aKnownPerson()
    const reference = await requestOf(person.email, { requestType: 'opt-out-marketing' })
    const address = (await waysOf(reference)).addresses[0]
    expect(address?.lines.join(' ')).toContain(person.street)
    await step(reference, 'code', { code: 'AAAA-AAAA' }).expect(422)
    const { body: earlier } = await step(reference, 'letter', { key: address?.key }).expect(201)
    const { body: letter } = await step(reference, 'letter', { key: address?.key }).expect(201)
    expect(letter.code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    expect(JSON.stringify(await lettersOf(reference))).not.toContain(String(letter.code))
    const wrong = await step(reference, 'code', { code: earlier.code }).expect(422)
    expect(wrong.body).toMatchObject({ code: 'LETTER_CODE_WRONG', details: { triesLeft: 4 } })
    await step(reference, 'code', { code: String(letter.code).toLowerCase().replace('-', ' ') }).expect(200)
    await eventually(async () => expect(await shop.shop.identity.refusesMarketing(person.email)).toBe(true))
    expect(
      await rows('audit_log', { action: 'privacy.letter-code-wrong', subject: `message ${reference}` }),
    ).toHaveLength(1)
  })

  it('has five tries for a code, thirty days, and three letters', async () => {
    const person = await aKnownPerson()
    const reference = await requestOf(person.email)
    const key = (await waysOf(reference)).addresses[0]?.key
    const { body: first } = await step(reference, 'letter', { key }).expect(201)
    for (let tries = 0; tries < 5; tries += 1) await step(reference, 'code', { code: '2222-2222' }).expect(422)
    const over = await step(reference, 'code', { code: first.code }).expect(422)
    expect(over.body.code).toBe('LETTER_CODE_OVER')
    const { body: second } = await step(reference, 'letter', { key }).expect(201)
    expect(Date.parse(second.expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    await shop.shop.database.connection
      .collection('verification_letters')
      .updateOne({ _id: reference as never }, { $set: { expiresAt: new Date() } })
    expect((await step(reference, 'code', { code: second.code }).expect(422)).body.code).toBe('LETTER_CODE_OVER')
    await shop.shop.database.connection
      .collection('verification_letters')
      .updateOne({ _id: reference as never }, { $set: { expiresAt: new Date(Date.now() + 60_000) } })
    await step(reference, 'letter', { key }).expect(201)
    expect((await step(reference, 'letter', { key }).expect(422)).body.code).toBe('TOO_MANY_LETTERS')
  })
})

/** An address of an address book. */
const AN_ADDRESS = {
  firstName: 'Ada',
  lastName: 'Byron',
  address: '1 New Road',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62704',
  country: 'US',
}

/** A word that stands nowhere else, in letters only. */
const aWord = () => `Q${randomUUID().replaceAll(/[^a-f]/g, '')}x`

/** Somebody of whom every part of the shop holds something. */
async function aKnownPerson() {
  const who = await aCustomer(shop)
  await proveAddress(shop, who.email)
  const [firstName, lastName, street, city] = [aWord(), aWord(), `${aWord()} Lane 7`, aWord()]
  const phone = `555${String(Math.random()).slice(2, 9)}`
  const name = `${firstName} ${lastName}`
  const address = {
    firstName,
    lastName,
    address: street,
    address2: `Loft ${city}`,
    city,
    state: 'IL',
    zipCode: '62704',
    country: 'US',
  }
  await request(shop.app.server)
    .put('/api/user/profile')
    .set(who.bearer)
    .send({ firstName, lastName, phone, email: who.email })
    .expect(200)
  await request(shop.app.server)
    .post('/api/user/addresses')
    .set(who.bearer)
    .send({ ...address, phone })
    .expect(201)
  const product = await aCountedProduct(shop)
  await request(shop.app.server)
    .put('/api/user/cart')
    .set(who.bearer)
    .send({ items: [{ productId: product.id, quantity: 2 }] })
    .expect(200)
  await request(shop.app.server)
    .put('/api/user/wishlist')
    .set(who.bearer)
    .send({ productIds: [product.id] })
    .expect(200)
  const order = anOrder(product, {
    customerEmail: who.email,
    customerName: name,
    customerPhone: phone,
    shippingAddress: address,
    billingAddress: address,
  })
  const placed = await request(shop.app.server)
    .post('/api/orders')
    .set(who.bearer)
    .set('Idempotency-Key', randomUUID())
    .send(order)
    .expect(201)
  const customerId = String((await rows('users', { email: who.email }))[0]?._id)
  await shop.shop.catalog.addReview({
    productId: product.id,
    customerId,
    customerName: name,
    customerTitle: null,
    rating: 4,
    comment: `Prints ${placed.body.id} pages quietly, says ${lastName}, ${firstName}.`,
  })
  await post('/messages', {
    form: 'support',
    name,
    email: who.email,
    subject: 'Toner',
    message: `It is empty. Call ${phone}.`,
  }).expect(201)
  await post('/messages', {
    form: 'warranty',
    serialNumber: 'X1',
    purchaseDate: '2026-01-02',
    issueDescription: 'It hums.',
    contactInfo: `${name.toUpperCase()}, tel. (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
  }).expect(201)
  return {
    ...who,
    firstName,
    lastName,
    name,
    phone,
    street,
    product,
    customerId,
    orderId: Number(placed.body.id),
    details: [who.email, firstName, lastName, phone, street, city, customerId],
  }
}

async function verifiedRequest(
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  requestType: string,
): Promise<string> {
  const known = mailsTo(email).length
  const { body } = await post('/data-requests', aRequest({ firstName, lastName, email, requestType })).expect(201)
  const mail = await eventually(() => {
    const found = mailsTo(email)
      .slice(known)
      .find((text) => text.includes(String(body.reference)))
    expect(found).toBeDefined()
    return found ?? ''
  })
  await confirm(mail)
  return String(body.reference)
}

describe('a request for access', () => {
  it('returns everything that the shop holds, once, by a button behind a link', async () => {
    const person = await aKnownPerson()
    const { email, lastName, phone, street, name, orderId } = person
    const reference = await verifiedRequest(person, 'access')
    const mail = await eventually(() => {
      const found = mailsTo(email).find((text) => text.includes('Your data is ready'))
      expect(found).toBeDefined()
      return found ?? ''
    })
    const link = linkIn(mail)
    expect(link.pathname).toBe('/data-export')
    // Programs that look through mails open every link.
    for (const path of [`/data-export${link.search}`, `/api/data-requests/export${link.search}`]) {
      await request(shop.app.server).head(path)
      await request(shop.app.server).get(path).set('Accept', 'text/html')
    }
    const earlier = await get(`/data-requests/export${link.search}`).expect(302)
    expect(earlier.headers).toMatchObject({
      location: `/data-export${link.search}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    await download(new URL(`${link.href}x`)).expect(404)
    const answers = await Promise.all(Array.from({ length: 5 }, () => download(link)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    const answer = answers.find(({ status }) => status === 200) ?? (await download(link))
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="superprinter-${reference}.json"`)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toMatchObject({
      reference,
      email,
      account: { email, lastName, phone },
      addresses: [{ address: street }],
      cart: [{ quantity: 2 }],
      wishlist: [expect.any(Number)],
      orders: [{ id: orderId, customerName: name }],
      reviews: [{ customerName: name, rating: 4 }],
      messages: [{ email }],
      privacyRequests: [{ reference }],
    })
    expect(JSON.stringify(answer.body)).not.toContain('argon2')
    expect((await download(link).expect(404)).body).toMatchObject({
      code: 'EXPORT_NOT_FOUND',
      message: expect.stringContaining('Please send a new request'),
    })
    expect(await rows('data_exports', { reference })).toEqual([])
  })

  it('of an unknown person says so in the file', async () => {
    const wish = aRequest({ requestType: 'data-portability' })
    await post('/data-requests', wish).expect(201)
    await confirm((await waitForMails(wish.email, 1))[0] ?? '')
    const sent = await waitForMails(wish.email, 2)
    expect((await download(linkIn(sent[1] ?? '')).expect(200)).body).toMatchObject({
      email: wish.email,
      account: null,
      orders: [],
    })
  })

  it('is not handed out after 7 days', async () => {
    const wish = aRequest()
    const { body } = await post('/data-requests', wish).expect(201)
    await confirm((await waitForMails(wish.email, 1))[0] ?? '')
    const sent = await waitForMails(wish.email, 2)
    await shop.shop.database.connection
      .collection('data_exports')
      .updateOne({ reference: body.reference }, { $set: { expiresAt: new Date() } })
    await download(linkIn(sent[1] ?? '')).expect(404)
  })
})

/** What holds nothing of a person, and why. */
const IMPERSONAL: Readonly<Record<string, string>> = {
  staff_used_challenges: 'digests of random numbers, for five minutes',
  admin_sessions: 'ids, times and the kind of browser of staff sessions',
  bulk_edits: 'changes of products, with the name of who of the staff made them as in the log, for 90 days',
  bulk_edit_parts: 'products and their former values, for 90 days',
  consents: 'choices of a random browser id that nothing links to a person',
  counters: 'numbers',
  daily_jobs: 'what the shop does every day',
  images: 'pictures of products',
  login_codes: 'keyed digests of addresses and codes, for ten minutes',
  mail_permits: 'digests of addresses and customers, for three days',
  meta: 'steps of the schema that were taken',
  import_files: "suppliers' price lists, packed",
  opt_outs: 'a digest of the address, so that the refusal outlives the person',
  ordering_customers: "digests of accounts' numbers, and what their open orders hold",
  product_deletions: 'ids of products that were deleted',
  product_sales_by_day: 'pieces and amounts',
  products: 'the catalog',
  sales_by_day: 'numbers and amounts',
  repeatable_calls: 'digests of keys and ids of what was made with them, for a week',
  saved_replies: 'texts of staff for anybody',
  seedings: 'that the demo catalog was seeded',
  withheld_mails: 'numbers of jobs, for a day',
  verification_letters: "digests of letters' codes",
  list_fetches: "when suppliers' lists were fetched, with the name of who of the staff asked, for 90 days",
  list_sources: "where suppliers' lists are, with a sealed password",
  supplier_products: 'which product is on whose price list',
  suppliers: 'companies that send price lists, and how their lists are read',
  workers: 'processes of the shop',
}

/** Puts something of a person where customers do not write by themselves. */
async function plantElsewhere({
  bearer,
  firstName,
  lastName,
  name,
  email,
  phone,
  street,
  customerId,
  orderId,
  product,
}: Awaited<ReturnType<typeof aKnownPerson>>): Promise<void> {
  const { connection } = shop.shop.database
  const visitorId = randomUUID()
  await post('/consent', aChoice(visitorId, true)).expect(204)
  for (const term of [name, `parcel for ${street}`]) {
    await post('/tracking', aSearch(visitorId, term)).expect(204)
    await post('/search-misses', { term }).expect(204)
  }
  await shop.shop.orders.issueStreamTicket({ customerId, sessionId: 'none' })
  await request(shop.app.server)
    .put('/api/user/profile')
    .set(bearer)
    .send({ firstName, lastName, phone, email: `new-${email}`, currentPassword: PASSWORD })
    .expect(200)

  await post('/alerts', { productId: product.id, kind: 'price-drop', email }).expect(202)

  const staff = {
    Authorization: `Bearer ${String((await post('/admin/session', { password: STAFF_PASSWORD }).expect(200)).body.token)}`,
  }
  const fromOther = await post('/messages', {
    form: 'contact',
    name: 'Zoe New',
    email: 'zoe@example.com',
    subject: 'A friend',
    message: `Write to ${email.toUpperCase()} as well.`,
  }).expect(201)
  const note = `Called ${name} at ${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)} about ${street}.`
  await request(shop.app.server)
    .patch(`/api/admin/inbox/${String(fromOther.body.reference)}`)
    .set(staff)
    .send({ note: `Call +1 ${phone}.` })
    .expect(200)
  const ordered = (await get(`/admin/orders/${orderId}`).set(staff).expect(200)).body
  await post(`/admin/orders/${orderId}/notes`, { text: note }).set(staff).expect(200)
  await request(shop.app.server)
    .put(`/api/admin/orders/${orderId}/address`)
    .set(staff)
    .send({
      revision: Number(ordered.revision) + 1,
      reason: `${name} called.`,
      shippingAddress: { ...ordered.shippingAddress, address2: 'Rear door' },
    })
    .expect(200)
  // Somebody who had access to the back office, and has none any more.
  const by = { person: null, address: '192.0.2.1' }
  const invited = await shop.shop.admin.staff.members.invite({ name, email, role: 'orders' }, by)
  await shop.shop.admin.staff.members.endAccess(invited.id, by)
  await shop.shop.admin.audit.record(null, {
    action: 'inbox.changed',
    subject: `import ${name}.csv`,
    by: { person: null, address: '192.0.2.1' },
    changes: [{ field: 'note', before: null, after: note }],
  })
  await shop.shop.catalog.addReview({
    productId: product.id,
    customerId: randomUUID(),
    customerName: 'Zoe New',
    customerTitle: null,
    rating: 5,
    comment: `Bought on advice of ${email}, order ${orderId}.`,
  })
  await connection.collection('imports').insertOne({
    _id: randomUUID() as never,
    fileName: `${name}.csv`,
    columns: [{ header: 'name', samples: [email] }],
    state: 'done',
    createdAt: new Date(0),
  })
  await connection.collection('import_rows').insertOne({
    _id: randomUUID() as never,
    importId: 'none',
    rows: [{ line: 2, cells: ['Printer', `sold to ${name}`] }],
  })

  const row = { queue: 'mail', notBefore: new Date(), delivery: 0, attempts: 5, createdAt: new Date(), expiresAt: null }
  const mail = { subject: 'Hello', text: 'Hello' }
  await connection.collection('outbox').insertMany([
    {
      ...row,
      _id: randomUUID() as never,
      name: 'send-mail',
      status: 'failed',
      lastError: `550 <${email}> unknown`,
      payload: { ...mail, to: { name, address: email } },
    },
    {
      ...row,
      _id: randomUUID() as never,
      name: 'send-mail',
      status: 'delayed',
      notBefore: new Date('2100-01-01'),
      lastError: null,
      payload: { ...mail, to: { name: 'Staff', address: 'shop@example.com' }, text: `From ${name} (${phone})` },
    },
    { ...row, _id: randomUUID() as never, name: 'send-mail', status: 'done', lastError: `451 ${email} try later` },
  ])
}

/** What others wrote about a person stays: nobody has proved that it means the one who asked. */
const WRITTEN_BY_OTHERS: Readonly<Record<string, string>> = {
  audit_log: 'what staff did; no line of it is ever changed',
  import_rows: "suppliers' lists",
  imports: "suppliers' lists",
  messages: 'staff decide about them',
  outbox: 'a mail to somebody else',
  reviews: 'reviews of other customers',
  search_misses: 'words of searches, which nothing links to a person',
  tracking_events: "visitors' searches, which nothing links to a person",
}
/** Where staff find the messages that they decide about. */
const TO_DECIDE = ['erasure_suggestions', 'messages']

describe('a request for deletion', () => {
  async function confirmSuggestionsOf(reference: string): Promise<void> {
    const { inbox } = shop.shop.admin
    const { entries } = await inbox.list({ kind: 'erasure', state: 'open', limit: 100, offset: 0 })
    for (const entry of entries)
      if (entry.kind === 'erasure' && entry.suggestion.request === reference)
        await inbox.decide(entry.suggestion.reference, 'confirm', { person: null, address: '192.0.2.1' })
  }

  it('leaves nothing of the person but statistics and what others wrote, which nobody has proved to mean them', async () => {
    const person = await aKnownPerson()
    await plantElsewhere(person)
    const stranger = await aCustomer(shop)
    await verifiedRequest(person, 'access')
    await eventually(() => expect(mailsTo(person.email).some((text) => text.includes('Your data is ready'))).toBe(true))
    const [before] = await rows('orders', { _id: person.orderId })
    expect(before).toMatchObject({ notes: [{ text: expect.stringContaining(person.name) }] })
    const stockBefore = (await rows('products', { _id: person.product.id }))[0]?.stockQuantity
    const { details } = person
    // Whoever adds a collection plants something of the person in it here, or says above why nothing can be there.
    const all = (await shop.shop.database.connection.listCollections())
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('system.'))
    expect(await whereIs(details)).toEqual(
      all.filter((name) => !(name in IMPERSONAL) && name !== 'erasure_suggestions').toSorted(),
    )
    const others = Object.keys(WRITTEN_BY_OTHERS).filter((name) => name !== 'messages')
    const written = await Promise.all(['imports', 'import_rows', 'tracking_events'].map((name) => rows(name)))
    const logged = await rows('audit_log')

    const reference = await verifiedRequest(person, 'delete')
    await eventually(() =>
      expect(mailsTo(person.email).filter((text) => text.includes('Your data is deleted'))).toHaveLength(1),
    )
    expect(await whereIs(details)).toEqual([...others, ...TO_DECIDE].toSorted())
    expect(await Promise.all(['imports', 'import_rows', 'tracking_events'].map((name) => rows(name)))).toEqual(written)
    expect((await rows('audit_log')).slice(0, logged.length)).toEqual(logged)
    await confirmSuggestionsOf(reference)
    expect(await whereIs(details)).toEqual(others.toSorted())

    const [after] = await rows('orders', { _id: person.orderId })
    for (const figure of ['items', 'subtotalCents', 'shippingCents', 'taxCents', 'totalCents', 'createdAt'])
      expect(after?.[figure]).toEqual(before?.[figure])
    expect(after).toMatchObject({ status: 'cancelled', customerName: 'erased', shippingAddress: { state: 'IL' } })
    expect(after).not.toHaveProperty('notes')
    expect((await rows('products', { _id: person.product.id }))[0]?.stockQuantity).toBe(Number(stockBefore) + 1)
    expect(await rows('reviews', { customerName: 'Former customer' })).toMatchObject([
      { rating: 4, comment: 'The words of this review were removed because their writer asked us to.' },
    ])
    expect(
      await rows('reviews', { comment: `Bought on advice of ${person.email}, order ${person.orderId}.` }),
    ).toMatchObject([{ customerName: 'Zoe New', rating: 5 }])
    expect(await rows('messages', { from: 'Zoe New' })).toMatchObject([
      {
        email: 'zoe@example.com',
        notes: [{ text: 'Call [erased].' }],
        fields: expect.arrayContaining([{ label: 'Message', value: 'Write to [erased] as well.' }]),
      },
    ])
    expect(await rows('privacy_requests', { _id: reference })).toMatchObject([
      { requestType: 'delete', state: 'closed', email: null },
    ])
    await request(shop.app.server).get('/api/auth/user').set(person.bearer).expect(401)
    await request(shop.app.server).get('/api/auth/user').set(stranger.bearer).expect(200)
    await post('/register', {
      firstName: 'Zoe',
      lastName: 'New',
      email: person.email,
      phone: '5551234567',
      password: PASSWORD,
    }).expect(201)
  })

  it('lets a shipped order be delivered, without sending mails', async () => {
    const person = await aKnownPerson()
    const { orders } = shop.shop
    const moveTo = async (to: 'processing' | 'shipped' | 'delivered') => {
      await orders.requestMove({ orderId: person.orderId, to, by: 'staff', networkAddress: '127.0.0.1', reason: null })
      await eventually(async () => expect((await orders.getOrderForStaff(person.orderId)).order.status).toBe(to))
    }
    await moveTo('processing')
    await moveTo('shipped')
    const reference = await verifiedRequest(person, 'delete')
    await eventually(async () => expect(await whereIs(person.details)).toEqual(TO_DECIDE))
    await confirmSuggestionsOf(reference)
    expect(await whereIs(person.details)).toEqual([])
    await moveTo('delivered')
    expect(await whereIs(person.details)).toEqual([])
  })

  /** The collections in which any of these texts is found, however deep. */
  async function whereIs(details: readonly string[]): Promise<string[]> {
    const collections = await shop.shop.database.connection.listCollections()
    const found = []
    for (const { name } of collections) {
      const text = JSON.stringify(await rows(name)).toLowerCase()
      const closed = text.replaceAll(/[\s().+-]/g, '')
      if (details.some((detail) => text.includes(detail.toLowerCase()) || closed.includes(detail.toLowerCase())))
        found.push(name)
    }
    return found.toSorted()
  }
})
