import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SessionBody } from '#contracts/identity'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCustomer, aProvedCustomer, PASSWORD, TOO_COMMON } from '../testing/shop-requests.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = { time: new Date(), now: () => clock.time }
const NEW_PASSWORD = 'Silent-Lagoon-77'

let mails: MailServer
let shop: RunningShop
/** Keeps its cookies. What follows happens in this one where nothing else is said. */
let browser: ReturnType<typeof aBrowser>
const aBrowser = () => request.agent(shop.app.server)
beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({ SMTP_URL: mails.url, TRUST_PROXY: '127.0.0.0/8' }, { clock })
  browser = aBrowser()
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

let addresses = 0
const aNetwork = () => `10.1.${addresses >> 8}.${++addresses & 255}`
const post = (path: string, body: object, from = aNetwork(), by = browser) =>
  by.post(`/api${path}`).set('X-Forwarded-For', from).send(body)
const whoAmI = (bearer: { readonly Authorization: string }) =>
  request(shop.app.server).get('/api/auth/user').set(bearer)
const codeMailsTo = (address: string) =>
  mails.received.filter(({ to, subject }) => to === address && subject === 'Your sign-in code')
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

/** Asks for a code, and reads it in the mail. */
async function codeFor(email: string, by = browser): Promise<string> {
  const before = codeMailsTo(email).length
  await post('/login/code', { email }, aNetwork(), by).expect(202)
  return eventually(() => {
    const found = codeMailsTo(email)
    expect(found).toHaveLength(before + 1)
    const code = /Code: (\d{6})\b/.exec(found.at(-1)?.text ?? '')?.[1]
    expect(code).toBeDefined()
    return code ?? ''
  })
}

async function signInByCode(email: string) {
  const answer = await post('/login/code/verify', { email, otp: await codeFor(email) }).expect(200)
  const { token, user } = SessionBody.parse(answer.body)
  return { user, bearer: { Authorization: `Bearer ${token}` } }
}

const choose = (bearer: { readonly Authorization: string }, newPassword = NEW_PASSWORD) =>
  request(shop.app.server).put('/api/user/password/new').set(bearer).send({ newPassword, confirmPassword: newPassword })

describe('a sign-in code', () => {
  it('signs in once, and proves the address', async () => {
    const { email } = await aCustomer(shop)
    const otp = await codeFor(email)
    const typed = ` ${otp.slice(0, 3)}-${otp.slice(3)} `
    const answer = await post('/login/code/verify', { email: ` ${email.toUpperCase()}`, otp: typed }).expect(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { token, user } = SessionBody.parse(answer.body)
    expect(user).toMatchObject({ email, isEmailVerified: true })
    expect((await whoAmI({ Authorization: `Bearer ${token}` }).expect(200)).body.isEmailVerified).toBe(true)
    const again = await post('/login/code/verify', { email, otp }).expect(401)
    expect(again.body).toMatchObject({ code: 'CODE_EXPIRED', message: 'This code has expired. Ask for a new one.' })
  })

  it('is good for one of five who use it at the same time', async () => {
    const { email } = await aCustomer(shop)
    const otp = await codeFor(email)
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await post('/login/code/verify', { email, otp })).status),
    )
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401])
  })

  it('may be mistyped four times, and does not work after the fifth', async () => {
    const { email } = await aCustomer(shop)
    const otp = await codeFor(email)
    const messages = []
    for (let times = 0; times < 5; times++) {
      const answer = await post('/login/code/verify', { email, otp: wrongCode(otp) }).expect(401)
      messages.push(String(answer.body.fields.otp))
    }
    expect(messages).toEqual([
      'This code is not right. 4 tries are left.',
      'This code is not right. 3 tries are left.',
      'This code is not right. 2 tries are left.',
      'This code is not right. One try is left.',
      'Too many wrong tries: this code no longer works. Ask for a new one.',
    ])
    expect((await post('/login/code/verify', { email, otp }).expect(401)).body.code).toBe('CODE_USED_UP')
    const { bearer } = await signInByCode(email)
    await whoAmI(bearer).expect(200)
  })

  it('is checked at most five times, also when fifty tries come at once', async () => {
    const { email } = await aCustomer(shop)
    const otp = await codeFor(email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post('/login/code/verify', {
          email,
          otp: String(index).padStart(6, '0') === otp ? '999999' : String(index).padStart(6, '0'),
        }),
      ),
    )
    const checked = answers.filter(({ body }) => body.code === 'CODE_WRONG')
    // The answer to the fifth says that none is left.
    expect(checked).toHaveLength(4)
    expect((await post('/login/code/verify', { email, otp })).status).not.toBe(200)
  })

  it('works for ten minutes', async () => {
    const { email } = await aCustomer(shop)
    const start = clock.time
    const first = await codeFor(email)
    clock.time = new Date(start.getTime() + 10 * MINUTE)
    expect((await post('/login/code/verify', { email, otp: first }).expect(401)).body.code).toBe('CODE_EXPIRED')
    const second = await codeFor(email)
    clock.time = new Date(start.getTime() + 20 * MINUTE - 1)
    await post('/login/code/verify', { email, otp: second }).expect(200)
  })

  it('takes the place of the one before', async () => {
    const { email } = await aCustomer(shop)
    const first = await codeFor(email)
    let second = await codeFor(email)
    if (second === first) second = await codeFor(email)
    expect((await post('/login/code/verify', { email, otp: first }).expect(401)).body.code).toBe('CODE_WRONG')
    await post('/login/code/verify', { email, otp: second }).expect(200)
  })

  it('is not used up or replaced by strangers who know the address, ask for codes of their own and mistype them', async () => {
    const { email } = await aCustomer(shop)
    const otp = await codeFor(email)
    for (let strangers = 0; strangers < 3; strangers++) {
      const stranger = aBrowser()
      const mistype = () => post('/login/code/verify', { email, otp: wrongCode(otp) }, aNetwork(), stranger).expect(401)
      await mistype()
      await codeFor(email, stranger)
      for (let times = 0; times < 6; times++) await mistype()
    }
    await post('/login/code/verify', { email, otp }).expect(200)
  })

  it('works in a browser that did not ask for it, too, and once', async () => {
    const { email } = await aCustomer(shop)
    const otp = await codeFor(email)
    await post('/login/code/verify', { email, otp }, aNetwork(), aBrowser()).expect(200)
    expect((await post('/login/code/verify', { email, otp }).expect(401)).body.code).toBe('CODE_EXPIRED')
  })

  it('is mistyped five times by all browsers that did not ask for it together', async () => {
    const { email } = await aCustomer(shop)
    const otp = await codeFor(email)
    const codes: unknown[] = []
    for (const typed of [...Array.from({ length: 6 }, () => wrongCode(otp)), otp])
      codes.push(
        (await post('/login/code/verify', { email, otp: typed }, aNetwork(), aBrowser()).expect(401)).body.code,
      )
    expect(codes).toEqual([
      ...Array.from({ length: 4 }, () => 'CODE_WRONG'),
      ...Array.from({ length: 3 }, () => 'CODE_USED_UP'),
    ])
    await post('/login/code/verify', { email, otp }).expect(200)
  })

  it('that one browser asked for does not fit in another one that asked, too', async () => {
    const { email } = await aCustomer(shop)
    const otp = await codeFor(email)
    const other = aBrowser()
    let others = await codeFor(email, other)
    if (others === otp) others = await codeFor(email, other)
    const typed = async (code: string, by: typeof other) =>
      (await post('/login/code/verify', { email, otp: code }, aNetwork(), by)).body.code
    expect(await typed(otp, other)).toBe('CODE_WRONG')
    expect(await typed(others, browser)).toBe('CODE_WRONG')
    await post('/login/code/verify', { email, otp: others }, aNetwork(), other).expect(200)
    await post('/login/code/verify', { email, otp }).expect(200)
  })

  it('can be guessed at 50 times an hour, from however many browsers and networks', async () => {
    const { email } = await aCustomer(shop)
    const otp = wrongCode(await codeFor(email))
    let [guesses, refusals] = [0, 0]
    const guess = async (by: typeof browser) => {
      const { body } = await post('/login/code/verify', { email, otp }, aNetwork(), by).expect(401)
      if (body.code === 'CODE_WRONG') guesses++
      else refusals++
    }
    for (let browsers = 0; browsers < 8; browsers++) {
      const guesser = browsers === 0 ? browser : aBrowser()
      if (browsers > 0) await post('/login/code', { email }, aNetwork(), guesser).expect(browsers < 5 ? 202 : 429)
      for (let times = 0; times < 6; times++) {
        await guess(guesser)
        await guess(aBrowser())
      }
    }
    // The answer to the last try of each five says that there is none left.
    expect([guesses, refusals]).toEqual([40, 8 * 12 - 40])
  })

  it('of another address that was asked for in the same browser leaves it as it is', async () => {
    const [ada, bob] = [await aCustomer(shop), await aCustomer(shop)]
    const [forAda, forBob] = [await codeFor(ada.email), await codeFor(bob.email)]
    await post('/login/code/verify', { email: ada.email, otp: forAda }).expect(200)
    await post('/login/code/verify', { email: bob.email, otp: forBob }).expect(200)
  })

  it('is bound to the browser by a cookie that no script can read', async () => {
    const asked = await post('/login/code', { email: 'ada@example.com' }, aNetwork(), aBrowser()).expect(202)
    const cookie = 'sign_in_code=[\\w-]{43}; Max-Age=3600; Path=/api/login/code; HttpOnly; SameSite=Strict'
    expect(asked.get('Set-Cookie')).toEqual([expect.stringMatching(new RegExp(`^${cookie}$`))])
  })

  it('works for an owner whose password was tried too often, by themselves or by others', async () => {
    const { email } = await aCustomer(shop)
    for (let times = 0; times < 10; times++)
      await post('/login', { email, password: 'not this one' }, '10.8.8.8').expect(401)
    await post('/login', { email, password: PASSWORD }, '10.8.8.8').expect(429)
    await post('/login/code/verify', { email, otp: await codeFor(email) }, '10.8.8.8').expect(200)
  })

  it('can be typed a hundred times in 15 minutes from one network address', async () => {
    const tries = { email: 'ada@example.com', otp: '123456' }
    for (let times = 0; times < 100; times++) await post('/login/code/verify', tries, '10.7.7.7').expect(401)
    await post('/login/code/verify', tries, '10.7.7.7').expect(429)
  })

  it('stands nowhere in the database', async () => {
    const { email } = await aCustomer(shop)
    const otp = await codeFor(email)
    for (const { name } of await shop.shop.database.connection.listCollections()) {
      const rows = await shop.shop.database.connection.collection(name).find({}).toArray()
      const found = rows.filter(
        (row) => JSON.stringify(row).includes(`"${otp}"`) || JSON.stringify(row).includes(` ${otp}`),
      )
      expect(found, name).toEqual([])
    }
    const [code] = await shop.shop.database.connection
      .collection('login_codes')
      .find({})
      .sort({ expiresAt: -1 })
      .toArray()
    expect(Object.keys(code ?? {}).toSorted()).toEqual(['_id', 'codeDigest', 'expiresAt', 'tries'])
    expect(JSON.stringify(code)).not.toContain(email)
  })

  it('of another address does not fit', async () => {
    const [ada, bob] = [await aCustomer(shop), await aCustomer(shop)]
    const otp = await codeFor(ada.email)
    let other = await codeFor(bob.email)
    if (other === otp) other = await codeFor(bob.email)
    await post('/login/code/verify', { email: bob.email, otp }).expect(401)
    await post('/login/code/verify', { email: ada.email, otp: other }).expect(401)
  })

  it.each([[''], ['12345'], ['1234567'], ['12345a'], [123456], [{ $ne: null }], [['123456']], ['１２３４５６']])(
    'is refused as %j with the sentence for it',
    async (otp) => {
      const answer = await post('/login/code/verify', { email: 'ada@example.com', otp }).expect(400)
      expect(answer.body.fields).toEqual({ otp: 'OTP must be 6 digits' })
    },
  )

  it('needs an address that may exist', async () => {
    for (const email of ['nobody', '', { $ne: null }, ['a@b.co'], null]) {
      const answer = await post('/login/code', { email } as object).expect(400)
      expect(answer.body.fields).toEqual({ email: 'Please enter a valid email address' })
    }
  })
})

describe('whether an address has an account', () => {
  const stranger = () => `${randomUUID()}@example.com`

  it('is not revealed by the answer to a request, and nobody without an account is written to', async () => {
    const { email } = await aCustomer(shop)
    const unknown = stranger()
    const answers = [await post('/login/code', { email: unknown }), await post('/login/code', { email })]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    await eventually(() => expect(codeMailsTo(email)).toHaveLength(1))
    await eventually(async () => {
      for (const { waiting, active } of await shop.shop.jobs.stats()) expect([waiting, active]).toEqual([0, 0])
    })
    expect(mails.received.filter(({ to }) => to === unknown)).toEqual([])
  })

  it('is not revealed by the answers to wrong codes, from the first to the last', async () => {
    const { email } = await aCustomer(shop)
    const unknown = stranger()
    const otp = wrongCode(await codeFor(email))
    await post('/login/code', { email: unknown }).expect(202)
    const withoutId = ({ status, body }: request.Response) => ({ status, ...body, requestId: '' })
    for (let times = 0; times < 7; times++) {
      const known = await post('/login/code/verify', { email, otp })
      expect(withoutId(await post('/login/code/verify', { email: unknown, otp }))).toEqual(withoutId(known))
    }
    const [never, neither] = [stranger(), (await aCustomer(shop)).email]
    expect(withoutId(await post('/login/code/verify', { email: never, otp }))).toEqual(
      withoutId(await post('/login/code/verify', { email: neither, otp })),
    )
  })

  it('is not revealed by the limit of five mails an hour to one address', async () => {
    const { email } = await aCustomer(shop)
    for (const address of [email, stranger()]) {
      for (let times = 0; times < 5; times++) await post('/login/code', { email: address }).expect(202)
      const answer = await post('/login/code', { email: address.toUpperCase() }).expect(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
    }
  })
})

describe('requests for codes', () => {
  it('are 30 an hour from one network address', async () => {
    for (let times = 0; times < 30; times++)
      await post('/login/code', { email: `${randomUUID()}@example.com` }, '10.9.9.9').expect(202)
    await post('/login/code', { email: `${randomUUID()}@example.com` }, '10.9.9.9').expect(429)
  })
})

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

describe('a new password after a sign-in by code', () => {
  it('needs no old one, ends all other sessions, and is told by mail', async () => {
    const ada = await aProvedCustomer(shop)
    await post('/login/code/verify', { email: ada.email, otp: await codeFor(ada.email) }).expect(200)
    const elsewhere = await post('/login', { email: ada.email, password: PASSWORD }).expect(200)
    const { bearer } = await signInByCode(ada.email)
    await choose(bearer).expect(200)
    await whoAmI(bearer).expect(200)
    await whoAmI({ Authorization: `Bearer ${String(elsewhere.body.token)}` }).expect(401)
    await post('/login', { email: ada.email, password: PASSWORD }).expect(401)
    await post('/login', { email: ada.email, password: NEW_PASSWORD }).expect(200)
    await eventually(() =>
      expect(
        mails.received.filter(({ to, subject }) => to === ada.email && subject === 'Your password was changed'),
      ).toHaveLength(1),
    )
  })

  it('is set once', async () => {
    const { bearer } = await signInByCode((await aCustomer(shop)).email)
    const statuses = await Promise.all(Array.from({ length: 3 }, async () => (await choose(bearer)).status))
    expect(statuses.toSorted()).toEqual([200, 403, 403])
  })

  it('is chosen within 15 minutes', async () => {
    const { bearer } = await signInByCode((await aCustomer(shop)).email)
    const start = clock.time
    clock.time = new Date(start.getTime() + 15 * MINUTE)
    expect((await choose(bearer).expect(403)).body).toMatchObject({
      code: 'CODE_NEEDED',
      message: 'The time to choose a new password is over. Sign in with a new code.',
    })
    clock.time = new Date(start.getTime() + 15 * MINUTE - 1)
    await choose(bearer).expect(200)
  })

  it('is refused to a session that a password or a sign-up opened', async () => {
    const ada = await aCustomer(shop)
    await choose(ada.bearer).expect(403)
    const answer = await post('/login', { email: ada.email, password: PASSWORD }).expect(200)
    await choose({ Authorization: `Bearer ${String(answer.body.token)}` }).expect(403)
    await request(shop.app.server).put('/api/user/password/new').send({}).expect(401)
  })

  it('is held to the rules of every password', async () => {
    const { bearer } = await signInByCode((await aCustomer(shop)).email)
    expect((await choose(bearer, 'short').expect(400)).body.fields).toEqual({
      newPassword: 'New password must be at least 8 characters',
    })
    expect((await choose(bearer, 'password1').expect(400)).body.fields).toEqual({
      newPassword: TOO_COMMON,
    })
    const differing = { newPassword: NEW_PASSWORD, confirmPassword: PASSWORD }
    const answer = await request(shop.app.server).put('/api/user/password/new').set(bearer).send(differing).expect(400)
    expect(answer.body.fields).toEqual({ confirmPassword: "Passwords don't match" })
    await choose(bearer).expect(200)
  })
})

describe('an account that somebody opened with an address of another', () => {
  it('goes to the one who reads its mails', async () => {
    const squatter = await aCustomer(shop)
    const owner = await signInByCode(squatter.email)
    await whoAmI(squatter.bearer).expect(401)
    await choose(owner.bearer).expect(200)
    await post('/login', { email: squatter.email, password: PASSWORD }).expect(401)
    await post('/login', { email: squatter.email, password: NEW_PASSWORD }).expect(200)
  })

  it('ends the password and the new address of the one who opened it', async () => {
    const squatter = await aCustomer(shop)
    const theirs = `squatter-${squatter.email}`
    const profile = { firstName: 'Eve', lastName: 'Mallory', phone: '5550001111', email: theirs }
    await request(shop.app.server)
      .put('/api/user/profile')
      .set(squatter.bearer)
      .send({ ...profile, currentPassword: PASSWORD })
      .expect(200)
    const token = await eventually(() => {
      const link = /token=([\w-]+)/.exec(mails.received.find(({ to }) => to === theirs)?.text ?? '')?.[1]
      expect(link).toBeDefined()
      return link
    })
    const owner = await signInByCode(squatter.email)
    await post('/login', { email: squatter.email, password: PASSWORD }).expect(401)
    await post('/verify-email', { token }).expect(404)
    expect((await whoAmI(owner.bearer).expect(200)).body).toMatchObject({ email: squatter.email, pendingEmail: null })
  })

  it('is addressed without the name that was typed for it', async () => {
    const { email } = await aCustomer(shop)
    await codeFor(email)
    const [first] = codeMailsTo(email)
    expect(first?.text).not.toContain('Ada')
  })

  it('keeps the sessions of a customer whose address was proved before', async () => {
    const ada = await aCustomer(shop)
    const { bearer } = await signInByCode(ada.email)
    await signInByCode(ada.email)
    await whoAmI(bearer).expect(200)
  })
})
