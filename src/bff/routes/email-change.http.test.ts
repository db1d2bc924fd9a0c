import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCustomer, PASSWORD, type SignedIn } from '../testing/shop-requests.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const clock = { time: new Date(), now: () => clock.time }
const ASKED = 'A new email address for your account'
const PROOF = 'Please confirm your new email address'
const CHANGED = 'The email address of your account was changed'
const WELCOME = 'Welcome to Superprinter'
const TAKEN = 'You already have an account with this address'

let mails: MailServer
let shop: RunningShop
beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({ SMTP_URL: mails.url }, { clock })
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

const call = (
  method: 'get' | 'put' | 'post' | 'delete',
  path: string,
  who?: Pick<SignedIn, 'bearer'>,
  body?: object,
) => {
  const sent = request(shop.app.server)[method](`/api${path}`)
  return (who === undefined ? sent : sent.set(who.bearer)).send(body)
}
const aNewAddress = () => `new-${randomUUID()}@example.com`
const ask = (who: SignedIn, email: string, changes: object = {}) =>
  call('put', '/user/profile', who, {
    firstName: 'Ada',
    lastName: 'King',
    phone: '5559876543',
    email,
    currentPassword: PASSWORD,
    ...changes,
  })
const me = async (who: Pick<SignedIn, 'bearer'>) => (await call('get', '/auth/user', who).expect(200)).body
const signIn = (email: string) => call('post', '/login', undefined, { email, password: PASSWORD })

const mailsTo = (address: string, subject?: string) =>
  mails.received.filter((mail) => mail.to === address && (subject === undefined || mail.subject === subject))
/** The token in the newest of so many mails with this subject to an address. */
const tokenFor = (address: string, subject: string, count = 1) =>
  eventually(() => {
    const found = mailsTo(address, subject)
    expect(found).toHaveLength(count)
    return /token=([\w-]+)/.exec(found.at(-1)?.text ?? '')?.[1] ?? ''
  })
const jobsAreDone = () =>
  eventually(async () => {
    for (const { waiting, active } of await shop.shop.jobs.stats()) expect([waiting, active]).toEqual([0, 0])
  })
const confirm = (token: string) => call('post', '/verify-email', undefined, { token })
const decline = (token: unknown) => call('post', '/verify-email/decline', undefined, { token: token as string })
const undo = (token: string) => call('post', '/email-change/undo', undefined, { token })

/** A customer who has confirmed the address. */
async function aProvedCustomer(): Promise<SignedIn> {
  const who = await aCustomer(shop)
  await confirm(await tokenFor(who.email, WELCOME)).expect(200)
  return who
}

/** Asks for another address and confirms it; gives the token that takes it back. */
async function changeEmail(who: SignedIn, from: string, to: string): Promise<string> {
  const before = mailsTo(from, ASKED).length
  await ask(who, to).expect(200)
  await confirm(await tokenFor(to, PROOF)).expect(200)
  return tokenFor(from, ASKED, before + 1)
}

describe('a new email address', () => {
  it('counts once it is confirmed; until then the old one stays', async () => {
    const ada = await aProvedCustomer()
    const email = aNewAddress()
    const answer = await ask(ada, ` ${email.toUpperCase()} `).expect(200)
    expect(answer.body).toMatchObject({
      lastName: 'King',
      email: ada.email,
      isEmailVerified: true,
      pendingEmail: email,
    })
    expect(await me(ada)).toMatchObject({ email: ada.email, pendingEmail: email })
    await signIn(email).expect(401)
    await signIn(ada.email).expect(200)

    const token = await tokenFor(email, PROOF)
    await confirm(token).expect(200)
    expect(await me(ada)).toMatchObject({ email, isEmailVerified: true, pendingEmail: null })
    await signIn(ada.email).expect(401)
    await signIn(email).expect(200)
  })

  it('ends all sessions but the one that asked for it, when it is confirmed', async () => {
    const ada = await aProvedCustomer()
    const elsewhere = { bearer: { Authorization: `Bearer ${String((await signIn(ada.email)).body.token)}` } }
    const email = aNewAddress()
    await ask(ada, email).expect(200)
    await call('get', '/auth/user', elsewhere).expect(200)
    await confirm(await tokenFor(email, PROOF)).expect(200)
    await call('get', '/auth/user', elsewhere).expect(401)
    await call('get', '/auth/user', ada).expect(200)
  })

  it('takes the current password', async () => {
    const ada = await aProvedCustomer()
    const email = aNewAddress()
    for (const currentPassword of [undefined, null, '']) {
      const answer = await ask(ada, email, { currentPassword }).expect(400)
      expect(answer.body).toMatchObject({
        code: 'CURRENT_PASSWORD_NEEDED',
        fields: { currentPassword: 'Enter your current password to change your email address' },
      })
    }
    const answer = await ask(ada, email, { currentPassword: 'not this one' }).expect(400)
    expect(answer.body.fields).toEqual({ currentPassword: 'Current password is incorrect' })
    expect(await me(ada)).toMatchObject({ lastName: 'Byron', pendingEmail: null })
    await ask(ada, ada.email, { currentPassword: undefined }).expect(200)
    await jobsAreDone()
    expect(mailsTo(email)).toEqual([])
  })

  it('takes no password in a session that a code opened a moment ago', async () => {
    const ada = await aProvedCustomer()
    const asked = await call('post', '/login/code', undefined, { email: ada.email }).expect(202)
    const otp = await eventually(() => {
      const code = /Code: (\d{6})/.exec(mailsTo(ada.email, 'Your sign-in code')[0]?.text ?? '')?.[1]
      expect(code).toBeDefined()
      return code
    })
    const opened = await call('post', '/login/code/verify', undefined, { email: ada.email, otp })
      .set('Cookie', asked.get('Set-Cookie') ?? [])
      .expect(200)
    const byCode = { ...ada, bearer: { Authorization: `Bearer ${String(opened.body.token)}` } }
    await ask(byCode, aNewAddress(), { currentPassword: undefined }).expect(200)
    clock.time = new Date(clock.time.getTime() + HOUR / 4)
    await ask(byCode, aNewAddress(), { currentPassword: undefined }).expect(400)
  })

  it('cannot be guessed at with a found session: ten wrong passwords, then a pause', async () => {
    const ada = await aCustomer(shop)
    const email = aNewAddress()
    for (let tried = 0; tried < 10; tried++) await ask(ada, email, { currentPassword: `guess ${tried}` }).expect(400)
    await ask(ada, email).expect(429)
  })

  it('is what a password is compared for: with the same address none is, so none counts as right or wrong', async () => {
    const ada = await aCustomer(shop)
    const email = aNewAddress()
    for (let tried = 0; tried < 10; tried++) await ask(ada, email, { currentPassword: `guess ${tried}` }).expect(400)
    await ask(ada, ada.email, { currentPassword: 'not this one' }).expect(200)
    await ask(ada, email).expect(429)
  })

  it('can be asked for five times an hour', async () => {
    const ada = await aCustomer(shop)
    for (let times = 0; times < 5; times++) await ask(ada, aNewAddress()).expect(200)
    expect((await ask(ada, aNewAddress()).expect(429)).body.code).toBe('TOO_MANY_REQUESTS')
    await call('post', '/user/email-change', ada).expect(429)
    await ask(ada, ada.email).expect(200)
  })

  it('is confirmed within 24 hours, by the newest link, which is sent again on demand', async () => {
    const ada = await aProvedCustomer()
    const email = aNewAddress()
    await ask(ada, email).expect(200)
    const first = await tokenFor(email, PROOF)
    clock.time = new Date(clock.time.getTime() + DAY)
    await confirm(first).expect(404)
    const again = await call('post', '/user/email-change', ada).expect(202)
    expect(again.body).toEqual({ message: 'A new link is on its way. It works for 24 hours.' })
    const second = await tokenFor(email, PROOF, 2)
    await confirm(first).expect(404)
    await confirm(second).expect(200)
    expect(await me(ada)).toMatchObject({ email, pendingEmail: null })
    await call('post', '/user/email-change', ada).expect(404)
  })

  it('can be given up, and another one asked for: only the newest can be confirmed', async () => {
    const ada = await aProvedCustomer()
    const [first, second] = [aNewAddress(), aNewAddress()]
    await ask(ada, first).expect(200)
    const given = await tokenFor(first, PROOF)
    await call('delete', '/user/email-change', ada).expect(204)
    expect((await me(ada)).pendingEmail).toBeNull()
    await confirm(given).expect(404)
    await call('delete', '/user/email-change', ada).expect(204)
    await ask(ada, first).expect(200)
    const replaced = await tokenFor(first, PROOF, 2)
    await ask(ada, second).expect(200)
    await confirm(replaced).expect(404)
    await confirm(await tokenFor(second, PROOF)).expect(200)
    expect((await me(ada)).email).toBe(second)
  })

  it('is given up when the password changes elsewhere', async () => {
    const ada = await aProvedCustomer()
    const thief = { ...ada, bearer: { Authorization: `Bearer ${String((await signIn(ada.email)).body.token)}` } }
    const email = aNewAddress()
    await ask(thief, email).expect(200)
    const token = await tokenFor(email, PROOF)
    const newPassword = 'Silent-Lagoon-77'
    const change = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword }
    await call('put', '/user/password', ada, change).expect(200)
    await confirm(token).expect(404)
  })

  it('makes a link to confirm the old one worth nothing', async () => {
    const ada = await aCustomer(shop)
    const welcome = await tokenFor(ada.email, WELCOME)
    const email = aNewAddress()
    await ask(ada, email).expect(200)
    await confirm(await tokenFor(email, PROOF)).expect(200)
    await confirm(welcome).expect(404)
  })
})

describe('whether an address has an account', () => {
  it('is not revealed to a customer who asks for it; its owner is told by mail', async () => {
    const [ada, bob] = [await aProvedCustomer(), await aProvedCustomer()]
    const free = aNewAddress()
    const answers = [await ask(ada, free).expect(200), await ask(ada, bob.email.toUpperCase()).expect(200)]
    expect({ ...answers[1]?.body, pendingEmail: '' }).toEqual({ ...answers[0]?.body, pendingEmail: '' })
    await eventually(() => expect(mailsTo(bob.email, TAKEN)).toHaveLength(1))
    expect(mailsTo(bob.email, TAKEN)[0]?.text).not.toMatch(/token=|Ada|King/)
    expect(mailsTo(bob.email, PROOF)).toEqual([])
    expect((await me(bob)).email).toBe(bob.email)
  })

  it('is decided by who confirms first when two ask for it', async () => {
    const [ada, bob] = [await aProvedCustomer(), await aProvedCustomer()]
    const email = aNewAddress()
    await ask(ada, email).expect(200)
    await ask(bob, email).expect(200)
    const tokens = await eventually(() => {
      const found = mailsTo(email, PROOF).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
      expect(found).toHaveLength(2)
      return found
    })
    const answers = await Promise.all(tokens.map((token) => confirm(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect([(await me(ada)).email, (await me(bob)).email].filter((each) => each === email)).toHaveLength(1)
  })

  it('is had by one when somebody signs up with it while it is confirmed', async () => {
    const ada = await aProvedCustomer()
    const email = aNewAddress()
    await ask(ada, email).expect(200)
    const token = await tokenFor(email, PROOF)
    const person = { firstName: 'Bea', lastName: 'King', phone: '5559876543', password: PASSWORD }
    const [confirmed, registered] = await Promise.all([
      confirm(token),
      call('post', '/register', undefined, { ...person, email: email.toUpperCase() }),
    ])
    expect([`${confirmed.status} ${registered.status}`]).toEqual([expect.stringMatching(/^(200 409|409 201)$/)])
    expect((await me(ada)).email).toBe(confirmed.status === 200 ? email : ada.email)
    expect(await shop.shop.database.connection.collection('users').countDocuments({ email })).toBe(1)
  })

  it('is not revealed in a mail to the new address by the name of who asked', async () => {
    const ada = await aProvedCustomer()
    const email = aNewAddress()
    await ask(ada, email, { firstName: 'You won', lastName: 'http://evil.example' }).expect(200)
    const token = await tokenFor(email, PROOF)
    expect(mailsTo(email, PROOF)[0]?.text.replaceAll(token, '')).not.toMatch(/won|evil/)
  })
})

describe('the old address', () => {
  it('is told at once, and when the new one is confirmed, without naming it', async () => {
    const ada = await aProvedCustomer()
    const email = aNewAddress()
    await changeEmail(ada, ada.email, email)
    await eventually(() => expect(mailsTo(ada.email, CHANGED)).toHaveLength(1))
    for (const { text } of mailsTo(ada.email)) expect(text).not.toContain(email)
  })

  it('takes a change back that is confirmed, for 7 days, and ends all sessions', async () => {
    const ada = await aProvedCustomer()
    const email = aNewAddress()
    const token = await changeEmail(ada, ada.email, email)
    const start = clock.time
    clock.time = new Date(start.getTime() + 7 * DAY)
    await undo(token).expect(404)
    clock.time = new Date(start.getTime() + 7 * DAY - 1)
    const fresh = { bearer: { Authorization: `Bearer ${String((await signIn(email).expect(200)).body.token)}` } }
    const answer = await undo(token).expect(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    await call('get', '/auth/user', fresh).expect(401)
    await signIn(email).expect(401)
    expect((await signIn(ada.email).expect(200)).body.user).toMatchObject({ email: ada.email, isEmailVerified: true })
  })

  it('stops a change that is not confirmed yet', async () => {
    const ada = await aProvedCustomer()
    const email = aNewAddress()
    await ask(ada, email).expect(200)
    const proof = await tokenFor(email, PROOF)
    await undo(await tokenFor(ada.email, ASKED)).expect(200)
    await call('get', '/auth/user', ada).expect(401)
    await confirm(proof).expect(404)
    await signIn(ada.email).expect(200)
  })

  it('takes back all that came after it, and no later link brings it back', async () => {
    const ada = await aProvedCustomer()
    const [second, third] = [aNewAddress(), aNewAddress()]
    const first = await changeEmail(ada, ada.email, second)
    clock.time = new Date(clock.time.getTime() + 1)
    const later = await changeEmail(ada, second, third)
    await undo(first).expect(200)
    await signIn(ada.email).expect(200)
    await undo(later).expect(404)
    await signIn(second).expect(401)
  })

  it('cannot be had by anybody else while it can be taken back', async () => {
    const [ada, bob] = [await aProvedCustomer(), await aProvedCustomer()]
    const token = await changeEmail(ada, ada.email, aNewAddress())
    const signUp = { firstName: 'Eve', lastName: 'Thief', phone: '5551234567', password: PASSWORD, email: ada.email }
    expect((await call('post', '/register', undefined, signUp).expect(409)).body.code).toBe('EMAIL_TAKEN')
    await ask(bob, ada.email).expect(200)
    await confirm(await tokenFor(ada.email, PROOF)).expect(409)
    await undo(token).expect(200)
    await signIn(ada.email).expect(200)
  })

  it('can be had by anybody once it cannot be taken back any more', async () => {
    const ada = await aProvedCustomer()
    await changeEmail(ada, ada.email, aNewAddress())
    const start = clock.time
    try {
      clock.time = new Date(start.getTime() + 7 * DAY)
      const signUp = { firstName: 'Bea', lastName: 'King', phone: '5551234567', password: PASSWORD, email: ada.email }
      await call('post', '/register', undefined, signUp).expect(201)
    } finally {
      clock.time = start
    }
  })

  it('can be had again by the same customer', async () => {
    const ada = await aProvedCustomer()
    const email = aNewAddress()
    await changeEmail(ada, ada.email, email)
    await ask(ada, ada.email).expect(200)
    await confirm(await tokenFor(ada.email, PROOF)).expect(200)
    expect((await me(ada)).email).toBe(ada.email)
  })

  it('gets no link if nobody proved that it is the customer’s', async () => {
    const ada = await aCustomer(shop)
    await changeEmail(ada, ada.email, aNewAddress())
    expect(mailsTo(ada.email, ASKED)[0]?.text).not.toContain('token=')
    expect(mailsTo(ada.email, ASKED)[0]?.text).toContain('/contact')
    const signUp = { firstName: 'Eve', lastName: 'Mild', phone: '5551234567', password: PASSWORD, email: ada.email }
    await call('post', '/register', undefined, signUp).expect(201)
  })

  it.each([[''], ['x'.repeat(201)], [{ $ne: null }], [7]])('is not kept with %j', async (token) => {
    await call('post', '/email-change/undo', undefined, { token }).expect(400)
  })

  it('is not kept with a token that nobody has', async () => {
    expect((await undo('unknown').expect(404)).body.code).toBe('LINK_UNKNOWN')
  })
})

describe('an address that somebody else used', () => {
  it('closes the account that was opened with it to whoever opened it', async () => {
    const squatter = await aCustomer(shop)
    const token = await tokenFor(squatter.email, WELCOME)
    expect((await decline(token).expect(200)).body).toEqual({ declined: 'account' })
    await call('get', '/auth/user', squatter).expect(401)
    await signIn(squatter.email).expect(401)
    await confirm(token).expect(404)
  })

  it('ends the new address, too, that whoever opened the account has asked for', async () => {
    const squatter = await aCustomer(shop)
    const theirs = aNewAddress()
    await ask(squatter, theirs).expect(200)
    const toTheirs = await tokenFor(theirs, PROOF)
    await decline(await tokenFor(squatter.email, WELCOME)).expect(200)
    await confirm(toTheirs).expect(404)
    expect((await shop.shop.identity.findProvedAccount(theirs))?.id).toBeUndefined()
  })

  it('does not become the new address of an account', async () => {
    const ada = await aProvedCustomer()
    const another = aNewAddress()
    await ask(ada, another).expect(200)
    const token = await tokenFor(another, PROOF)
    expect((await decline(token).expect(200)).body).toEqual({ declined: 'new-address' })
    await confirm(token).expect(404)
    expect(await me(ada)).toMatchObject({ email: ada.email, isEmailVerified: true, pendingEmail: null })
  })

  it('is declined by a link of the last 24 hours alone', async () => {
    const ada = await aCustomer(shop)
    const token = await tokenFor(ada.email, WELCOME)
    for (const wrong of [undefined, '', 7, { $ne: null }, 'x'.repeat(300)]) await decline(wrong).expect(400)
    await decline('unknown').expect(404)
    const start = clock.time
    try {
      clock.time = new Date(start.getTime() + DAY)
      expect((await decline(token).expect(404)).body.code).toBe('LINK_UNKNOWN')
    } finally {
      clock.time = start
    }
    await call('get', '/auth/user', ada).expect(200)
  })

  it('is not declined by the link of an address that is confirmed', async () => {
    const ada = await aCustomer(shop)
    const token = await tokenFor(ada.email, WELCOME)
    const outcomes = await Promise.all([confirm(token), decline(token)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const isConfirmed = outcomes[0]?.status === 200
    await call('get', '/auth/user', ada).expect(isConfirmed ? 200 : 401)
  })
})

describe('a link whose answer was lost', () => {
  /** A customer, and a link about their address that has not been pressed. */
  const LINKS = {
    'that confirms the address of an account': async () => {
      const who = await aCustomer(shop)
      return { who, token: await tokenFor(who.email, WELCOME), press: confirm, counts: DAY }
    },
    'that confirms a new address': async () => {
      const who = await aProvedCustomer()
      const email = aNewAddress()
      await ask(who, email).expect(200)
      return { who, token: await tokenFor(email, PROOF), press: confirm, counts: DAY }
    },
    'that declines an account': async () => {
      const who = await aCustomer(shop)
      return { who, token: await tokenFor(who.email, WELCOME), press: decline, counts: DAY }
    },
    'that declines a new address': async () => {
      const who = await aProvedCustomer()
      const email = aNewAddress()
      await ask(who, email).expect(200)
      return { who, token: await tokenFor(email, PROOF), press: decline, counts: DAY }
    },
    'that keeps an address': async () => {
      const who = await aProvedCustomer()
      return { who, token: await changeEmail(who, who.email, aNewAddress()), press: undo, counts: 7 * DAY }
    },
  }
  const account = (id: string) =>
    shop.shop.database.connection.collection<{ _id: string }>('users').findOne({ _id: id })

  it.each(Object.entries(LINKS))('%s answers the same again, does nothing again, and ends in time', async (_, open) => {
    const { who, token, press, counts } = await open()
    const { id } = await me(who)
    const start = clock.time
    // Two presses at once are answered like one after the other.
    const [first, second] = await Promise.all([press(token), press(token)])
    expect([first?.status, second?.status]).toEqual([200, 200])
    const after = await account(id)
    expect(after).not.toBeNull()
    try {
      clock.time = new Date(start.getTime() + counts - 2 * HOUR)
      const again = await press(token).expect(200)
      expect([second?.body, again.body]).toEqual([first?.body, first?.body])
      expect(again.headers['cache-control']).toBe('no-store')
      expect(await account(id)).toEqual(after)
      for (const other of [confirm, decline, undo]) if (other !== press) await other(token).expect(404)
      clock.time = new Date(start.getTime() + counts)
      await press(token).expect(404)
    } finally {
      clock.time = start
    }
  })

  it('signs nobody out the second time', async () => {
    const { who, token } = await LINKS['that keeps an address']()
    await undo(token).expect(200)
    const bearer = { bearer: { Authorization: `Bearer ${String((await signIn(who.email).expect(200)).body.token)}` } }
    await undo(token).expect(200)
    await call('get', '/auth/user', bearer).expect(200)
  })

  it.each(['that keeps an address', 'that declines a new address'] as const)(
    '%s says nothing of what the account asks for later',
    async (link) => {
      const { who, token, press } = await LINKS[link]()
      await press(token).expect(200)
      const bearer = { Authorization: `Bearer ${String((await signIn(who.email).expect(200)).body.token)}` }
      await ask({ ...who, bearer }, aNewAddress()).expect(200)
      await press(token).expect(404)
    },
  )

  it('does not say that an address counts which was taken back', async () => {
    const who = await aProvedCustomer()
    const email = aNewAddress()
    const back = await changeEmail(who, who.email, email)
    await undo(back).expect(200)
    await confirm(await tokenFor(email, PROOF)).expect(404)
  })
})
