import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { aKnownPerson, plantElsewhere } from '../testing/known-person.ts'
import { privacyCalls, startPrivacyShop, type PrivacyShop } from '../testing/privacy-shop.ts'
import { aCustomer, PASSWORD } from '../testing/shop-requests.ts'

let shop: PrivacyShop
const calls = privacyCalls(() => shop)
const { mailsTo, post, rows, verifiedRequest } = calls
beforeAll(async () => {
  shop = await startPrivacyShop()
})
afterAll(() => shop.stop())

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
  sales_revisions: 'how often they were changed, by month',
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
    const person = await aKnownPerson(shop, calls)
    await plantElsewhere(shop, calls, person)
    const stranger = await aCustomer(shop)
    await verifiedRequest(person, 'access')
    await eventually(() => expect(mailsTo(person.email).some((text) => text.includes('Your data is ready'))).toBe(true))
    const [before] = await rows('orders', { _id: person.orderId })
    expect(before).toMatchObject({ notes: [{ text: expect.stringContaining(person.name) }] })
    const stockBefore = (await rows('products', { _id: person.product.id }))[0]?.stockQuantity
    const { details } = person
    // A change that adds a collection plants something of the person in it here, or says above why nothing can be
    // there.
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
    await eventually(async () => expect(await whereIs(details)).toEqual([...others, ...TO_DECIDE].toSorted()))
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
    const person = await aKnownPerson(shop, calls)
    const { orders } = shop.shop
    const moveTo = async (to: 'processing' | 'shipped' | 'delivered') => {
      await orders.requestMove({ orderId: person.orderId, to, by: 'staff', networkAddress: '127.0.0.1', reason: null })
      await eventually(async () => expect((await orders.getOrderForStaff(person.orderId)).order.status).toBe(to))
    }
    await moveTo('processing')
    await moveTo('shipped')
    const reference = await verifiedRequest(person, 'delete')
    // The last mail is written in the step that forgets the request: a look at one collection after the other may miss
    // both.
    await eventually(() =>
      expect(mailsTo(person.email).filter((text) => text.includes('Your data is deleted'))).toHaveLength(1),
    )
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
