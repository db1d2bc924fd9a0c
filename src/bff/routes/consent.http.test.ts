import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { patient } from '../../testing/patience.ts'
import { aChoice, aSearch, privacyCalls, startPrivacyShop, type PrivacyShop } from '../testing/privacy-shop.ts'

let shop: PrivacyShop
const { post, rows } = privacyCalls(() => shop)
beforeAll(async () => {
  shop = await startPrivacyShop()
})
afterAll(() => shop.stop())

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

  it('of one visitor that is withdrawn leaves what was recorded of another', async () => {
    const [leaving, staying] = [randomUUID(), randomUUID()]
    for (const visitorId of [leaving, staying]) {
      await post('/consent', aChoice(visitorId, true)).expect(204)
      await post('/tracking', aSearch(visitorId)).expect(204)
    }
    await post('/consent', aChoice(leaving, false)).expect(204)
    await eventually(async () =>
      expect(await rows('consents', { visitorId: leaving, kind: 'erasure' })).toMatchObject([{ erased: 1 }]),
    )
    expect(await rows('tracking_events', { visitorId: leaving })).toEqual([])
    expect(await rows('tracking_events', { visitorId: staying })).toHaveLength(1)
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

  it(
    'is taken 600 times an hour from one address, visits 6,000 times and searches without a result 120 times',
    async () => {
      const answers = { '/consent': 600, '/tracking': 6000, '/search-misses': 120 }
      for (const [path, most] of Object.entries(answers)) {
        const from = '192.0.2.61'
        // Refused for its content, which counts all the same. Without a connection for each it takes half as long.
        const send = () =>
          shop.app.inject({ method: 'POST', url: `/api${path}`, headers: { 'x-forwarded-for': from }, payload: {} })
        for (let sent = 0; sent < most; sent += 60) {
          const refusals = await Promise.all(Array.from({ length: 60 }, send))
          expect(refusals.filter(({ statusCode }) => statusCode !== 400)).toEqual([])
        }
        const refused = await post(path, {}, from).expect(429)
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
      }
    },
    patient(60_000),
  )

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
