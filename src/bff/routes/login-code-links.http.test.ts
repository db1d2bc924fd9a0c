import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openCodeShop, wrongCode, type CodeShop } from '../testing/code-shop.ts'
import { aCustomer, aProvedCustomer } from '../testing/shop-requests.ts'

const DAY = 24 * 60 * 60_000

let open: CodeShop
let shop: CodeShop['shop']
let clock: CodeShop['clock']
let aBrowser: CodeShop['aBrowser']
let aNetwork: CodeShop['aNetwork']
let post: CodeShop['post']
let codeMailsTo: CodeShop['codeMailsTo']
let codeFor: CodeShop['codeFor']
beforeAll(async () => {
  open = await openCodeShop()
  ;({ shop, clock, aBrowser, aNetwork, post, codeMailsTo, codeFor } = open)
})
afterAll(() => open.stop())

describe('the link in a mail with a code', () => {
  /** Strangers ask for all the codes that an address gets for them in an hour, of which so many are sent. */
  async function exhaust(email: string, sent = 5): Promise<void> {
    for (let times = 0; times < 5; times++) await post('/login/code', { email }, aNetwork(), aBrowser()).expect(202)
    await eventually(() => expect(codeMailsTo(email)).toHaveLength(sent))
  }
  const linkIn = (email: string) => /login\/code\?token=([\w-]+)/.exec(codeMailsTo(email)[0]?.text ?? '')?.[1] ?? ''

  it('lets its reader ask when strangers have asked too often', async () => {
    const { email } = await aProvedCustomer(shop)
    await exhaust(email)
    const refused = await post('/login/code', { email }).expect(429)
    expect(refused.body.message).toMatch(
      /^Too many tries\. Use the link in our latest email with a code, or try again in \d+ minutes\.$/,
    )
    await post('/login/code', { email, token: linkIn(email) }).expect(202)
    const mail = await eventually(() => codeMailsTo(email)[5] ?? expect.fail('no mail'))
    const otp = /Code: (\d{6})\b/.exec(mail.text)?.[1]
    await post('/login/code/verify', { email, otp }).expect(200)
  })

  it('does so for an address that nobody has proved, which gets five mails an hour otherwise', async () => {
    const { email } = await aCustomer(shop)
    // One of the five is the mail that welcomes the customer.
    await exhaust(email, 4)
    await post('/login/code', { email, token: linkIn(email) }).expect(202)
    const mail = await eventually(() => codeMailsTo(email)[4] ?? expect.fail('no mail'))
    const otp = /Code: (\d{6})\b/.exec(mail.text)?.[1]
    await post('/login/code/verify', { email, otp }).expect(200)
  })

  it('is good for five codes an hour, whoever else asks', async () => {
    const { email } = await aProvedCustomer(shop)
    await codeFor(email)
    const token = linkIn(email)
    for (let times = 0; times < 5; times++) await post('/login/code', { email, token }).expect(202)
    const refused = await post('/login/code', { email, token }).expect(429)
    expect(refused.body.message).toMatch(/^Too many tries\. Try again in \d+ minutes\.$/)
    await post('/login/code', { email }, aNetwork(), aBrowser()).expect(202)
  })

  it('counts for its own address alone, until the next day ends', async () => {
    const [ada, bob] = [await aProvedCustomer(shop), await aProvedCustomer(shop)]
    await codeFor(bob.email)
    await exhaust(ada.email)
    const ask = (token: unknown) => post('/login/code', { email: ada.email, token })
    for (const token of [linkIn(bob.email), 'no such link', '']) await ask(token).expect(429)
    for (const token of [null, 7, 'x'.repeat(201)]) await ask(token).expect(400)
    const start = clock.time
    try {
      clock.time = new Date(start.getTime() + 2 * DAY)
      await ask(linkIn(ada.email)).expect(429)
    } finally {
      clock.time = start
    }
    await ask(linkIn(ada.email)).expect(202)
  })

  it('signs nobody in', async () => {
    const { email } = await aProvedCustomer(shop)
    const otp = wrongCode(await codeFor(email))
    const token = linkIn(email)
    await post('/login/code/verify', { email, otp, token }).expect(401)
    await post('/verify-email', { token }).expect(404)
  })
})
