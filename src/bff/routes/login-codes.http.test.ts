import { randomUUID } from 'node:crypto'
import type request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SessionBody } from '#contracts/identity'
import { eventually } from '../../testing/eventually.ts'
import { openCodeShop, wrongCode, type CodeShop } from '../testing/code-shop.ts'
import { aCustomer, PASSWORD } from '../testing/shop-requests.ts'

const MINUTE = 60_000

let open: CodeShop
let shop: CodeShop['shop']
let mails: CodeShop['mails']
let clock: CodeShop['clock']
let browser: CodeShop['browser']
let aBrowser: CodeShop['aBrowser']
let aNetwork: CodeShop['aNetwork']
let post: CodeShop['post']
let whoAmI: CodeShop['whoAmI']
let codeMailsTo: CodeShop['codeMailsTo']
let codeFor: CodeShop['codeFor']
let signInByCode: CodeShop['signInByCode']
beforeAll(async () => {
  open = await openCodeShop()
  ;({ shop, mails, clock, browser, aBrowser, aNetwork, post, whoAmI, codeMailsTo, codeFor, signInByCode } = open)
})
afterAll(() => open.stop())

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
    const refused = await post('/login/code/verify', tries, '10.7.7.7').expect(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60)
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
    expect(Object.keys(code ?? {}).toSorted()).toEqual(['_id', 'codeDigest', 'expiresAt', 'requestId', 'tries'])
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
    const refused = await post('/login/code', { email: `${randomUUID()}@example.com` }, '10.9.9.9').expect(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  })
})
