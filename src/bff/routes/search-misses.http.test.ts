import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginOfDay, centralTime } from '#platform/time/business-days'
import { STAFF_PASSWORD } from '../../testing/start-shop.ts'
import { aChoice, aSearch, privacyCalls, startPrivacyShop, type PrivacyShop } from '../testing/privacy-shop.ts'
import { aCustomer } from '../testing/shop-requests.ts'

let shop: PrivacyShop
const { get, post, rows } = privacyCalls(() => shop)
beforeAll(async () => {
  shop = await startPrivacyShop()
})
afterAll(() => shop.stop())

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
    const today = () => centralTime(new Date()).day
    const before = today()
    await post('/search-misses', { term: 'Größe  A9', visitorId: randomUUID() }).set(bearer).expect(204)
    const [row] = await stored('größe a9')
    // Midnight may have passed.
    const day = String(row?._id).startsWith(before) ? before : today()
    expect(row).toEqual({
      _id: `${day} größe a9`,
      term: 'größe a9',
      day: beginOfDay(row?.lastAt ?? new Date(), 0),
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
    const [early, term] = [beginOfDay(new Date(), 7), 'thermal binder']
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
    const today = beginOfDay(new Date(), 0)
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
