import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { staffScript } from '../testing/staff-requests.ts'
import { aCountedProduct, anOrder, PASSWORD, proveAddress, type SignedIn } from '../testing/shop-requests.ts'

const BAIT = 'You won 1000 at http://evil.example/pay'
const baitAddress = {
  firstName: BAIT,
  lastName: BAIT,
  address: BAIT,
  city: BAIT,
  state: 'IL',
  zipCode: '62704',
  country: 'US',
}

let mails: MailServer
let shop: RunningShop
beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({ SMTP_URL: mails.url, ORDER_REVIEW_MINUTES: '0' })
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

const post = (path: string, body: object) => request(shop.app.server).post(`/api${path}`).send(body)
const aStranger = () => `stranger-${randomUUID()}@example.com`
const mailsTo = (address: string) => mails.received.filter(({ to }) => to === address)
/** Everything that a mailbox shows of its mails, but for the tokens of links, which are random and may hold any word. */
const readingOf = (address: string) =>
  mailsTo(address)
    .map(({ subject, toLine, text, html }) => [subject, toLine, text, html].join('\n'))
    .join('\n')
    .replaceAll(/token=[\w-]+/g, '')

async function jobsAreDone(): Promise<void> {
  await eventually(async () => {
    const stats = await shop.shop.jobs.stats()
    expect(stats.every(({ waiting, active, delayed }) => waiting + active + delayed === 0)).toBe(true)
  })
}

/** Somebody who calls themselves by an advertisement. */
async function anAdvertiser(email = aStranger()): Promise<SignedIn> {
  const answer = await post('/register', {
    firstName: BAIT,
    lastName: BAIT,
    email,
    phone: '5551234567',
    password: PASSWORD,
  }).expect(201)
  const token = String(answer.body.token)
  return { token, email, bearer: { Authorization: `Bearer ${token}` } }
}

describe('a mail to an address that its cause has not proved', () => {
  it('says nothing in the words of who caused it', async () => {
    const [registered, ordered, asked, wrote] = [aStranger(), aStranger(), aStranger(), aStranger()]
    const advertiser = await anAdvertiser(registered)
    await post('/user/verify-email', {}).set(advertiser.bearer)
    const order = anOrder(await aCountedProduct(shop), {
      customerEmail: ordered,
      customerName: BAIT,
      shippingAddress: baitAddress,
      billingAddress: baitAddress,
    })
    await post('/orders', order).set(advertiser.bearer).expect(201)
    const request = { firstName: BAIT, lastName: BAIT, email: asked, description: BAIT, verificationMethod: 'email' }
    await post('/data-requests', { ...request, requestType: 'access' }).expect((answer) => answer.ok)
    await post('/messages', { form: 'contact', name: BAIT, email: wrote, subject: BAIT, message: BAIT }).expect(
      (answer) => answer.ok,
    )

    for (const address of [registered, ordered, asked, wrote]) {
      await eventually(() => expect(mailsTo(address).length).toBeGreaterThan(0))
      await jobsAreDone()
      expect(readingOf(address)).not.toMatch(/evil|you won|1000 at/i)
    }
    expect(readingOf(ordered)).toContain('Hello,')
    expect(mailsTo(ordered)[0]?.text).not.toContain('Delivery to')
  })

  it('says nothing in their words when somebody else has proved the address', async () => {
    const victim = await anAdvertiser()
    await eventually(() => expect(mailsTo(victim.email)).toHaveLength(1))
    await proveAddress(shop, victim.email)
    const advertiser = await anAdvertiser()
    await eventually(() => expect(mailsTo(advertiser.email)).toHaveLength(1))
    await proveAddress(shop, advertiser.email)
    const order = anOrder(await aCountedProduct(shop), { customerEmail: victim.email, customerName: BAIT })
    await post('/orders', order).set(advertiser.bearer).expect(201)
    await eventually(() => expect(mailsTo(victim.email).length).toBeGreaterThan(1))
    expect(readingOf(victim.email)).not.toMatch(/evil|you won/i)
  })

  it('is one of 5 in an hour, however many orders name the address, and no order is refused', async () => {
    const address = aStranger()
    const advertiser = await anAdvertiser()
    const order = anOrder(await aCountedProduct(shop, 8), { customerEmail: address })
    for (let count = 0; count < 8; count += 1) {
      const headers = { ...advertiser.bearer, 'Idempotency-Key': randomUUID() }
      await post('/orders', order).set(headers).expect(201)
    }
    await eventually(() => expect(mailsTo(address)).toHaveLength(5))
    await jobsAreDone()
    expect(mailsTo(address)).toHaveLength(5)
  })

  it('that was held back is counted for staff and in the metrics', async () => {
    const before = await shop.shop.admin.countToDo()
    const address = aStranger()
    const asker = await anAdvertiser(address)
    const order = anOrder(await aCountedProduct(shop, 7), { customerEmail: address })
    for (let count = 0; count < 7; count += 1) {
      const headers = { ...asker.bearer, 'Idempotency-Key': randomUUID() }
      await post('/orders', order).set(headers).expect(201)
    }
    await eventually(() => expect(mailsTo(address)).toHaveLength(5))
    await jobsAreDone()
    const held = await eventually(async () => {
      const { withheldMails } = await shop.shop.admin.countToDo()
      expect(withheldMails).toBeGreaterThanOrEqual(before.withheldMails + 2)
      return withheldMails
    })
    const metrics = await request(shop.app.server).get('/metrics').expect(200)
    expect(metrics.text).toContain(`superprinter_mails_withheld ${held}`)
    const queues = await request(shop.app.server)
      .get('/api/admin/queues')
      .set(await staffScript(shop))
      .expect(200)
    expect(queues.body).toMatchObject({ withheldMails: held })
  })
})

describe('a mail to the proved address of the customer who caused it', () => {
  it('names them, by letters only, and where the order goes', async () => {
    const customer = await anAdvertiser()
    await proveAddress(shop, customer.email)
    const order = anOrder(await aCountedProduct(shop), {
      customerEmail: customer.email,
      customerName: "Zoë O'Neill-Smith http://evil.example/1",
    })
    await post('/orders', order).set(customer.bearer).expect(201)
    await eventually(() => expect(readingOf(customer.email)).toContain("Hello Zoë O'Neill-Smith http evil example,"))
    expect(readingOf(customer.email)).toContain('12 Elm Street')
  })
})
