import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { aKnownPerson } from '../testing/known-person.ts'
import { aRequest, linkIn, privacyCalls, startPrivacyShop, type PrivacyShop } from '../testing/privacy-shop.ts'

let shop: PrivacyShop
const calls = privacyCalls(() => shop)
const { confirm, download, get, mailsTo, post, rows, verifiedRequest, waitForMails } = calls
beforeAll(async () => {
  shop = await startPrivacyShop()
})
afterAll(() => shop.stop())

describe('a request for access', () => {
  it('returns everything that the shop holds, once, by a button behind a link', async () => {
    const person = await aKnownPerson(shop, calls)
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
