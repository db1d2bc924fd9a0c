import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import type { User } from './domain/user.ts'
import { loginCodeRequested, userRegistered } from './events.ts'
import { sessionCollection } from './persistence/session.repository.ts'
import { userCollection } from './persistence/user-document.ts'
import { openIdentity, someone, tokenOf, type OpenIdentity } from './testing/open-identity.ts'

const AN_ADDRESS = {
  type: 'shipping',
  firstName: 'Dana',
  lastName: 'Whitfield',
  company: null,
  address: '1 New Road',
  address2: null,
  city: 'Tulsa',
  state: 'OK',
  zipCode: '74101',
  country: 'US',
  isDefault: true,
} as const

let opened: OpenIdentity
let db: OpenIdentity['db']
let events: OpenIdentity['events']
let identity: OpenIdentity['identity']
let clock: OpenIdentity['clock']
let mailsTo: OpenIdentity['mailsTo']

beforeAll(async () => {
  opened = await openIdentity()
  ;({ db, events, identity, clock, mailsTo } = opened)
})
afterAll(() => opened.close())

describe('signing up', () => {
  it('creates a customer, signs them in and publishes the event', async () => {
    const heard: unknown[] = []
    const stop = events.listen(userRegistered, 'test.listens', ({ payload }) => void heard.push(payload))
    const { user, session } = await identity.signUp(someone({ email: '  Dana@Example.COM ' }))
    stop()
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'dana@example.com',
      firstName: 'Dana',
      lastName: 'Whitfield',
      phone: '5550100200',
      profileImageUrl: null,
      isEmailVerified: false,
      phoneSince: expect.any(Date),
      ownedSince: null,
      createdAt: clock.time,
    })
    expect(await identity.findSessionUser(session.id)).toEqual(user)
    const customer = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
    expect(heard).toEqual([{ userId: user.id, customer, linkToken: expect.any(String) }])
  })

  it('stores no password, only its hash', async () => {
    const { user } = await identity.signUp(someone())
    const stored = await userCollection(db.database).findOne({ _id: user.id })
    expect(stored?.password).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(stored)).not.toContain('correct horse')
  })

  it('gives an address to one of ten who ask at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        identity.signUp(someone({ email: i % 2 === 0 ? 'race@example.com' : 'RACE@example.com' })),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          kind: 'conflict',
          code: 'EMAIL_TAKEN',
          message: expect.stringContaining('email already exists'),
        })
    }
    expect(await userCollection(db.database).countDocuments({ email: 'race@example.com' })).toBe(1)
  })

  it('refuses a taken address, also later', async () => {
    const { user } = await identity.signUp(someone())
    await expect(identity.signUp(someone({ email: user.email.toUpperCase() }))).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    })
  })

  it('refuses passwords that guessers try first', async () => {
    await expect(identity.signUp(someone({ password: 'password1' }))).rejects.toMatchObject({
      kind: 'invalid',
      message:
        'This password is too common. Choose a few words that have nothing to do with each other, with you or with this shop.',
    })
  })
})

describe('the welcome mail', () => {
  it('comes once and proves the address by its link, once', async () => {
    const { user } = await identity.signUp(someone())
    const [mail] = await mailsTo(user.email, 1)
    expect(mail?.subject).toBe('Welcome to Superprinter')
    expect(mail?.text).toContain('https://shop.example/verify-email?token=')
    const token = tokenOf(mail)
    expect(JSON.stringify(await userCollection(db.database).findOne({ _id: user.id }))).not.toContain(token)
    expect(await identity.verifyEmail(`${token}x`)).toBe(false)
    expect(await identity.verifyEmail(token)).toBe(true)
    expect(await identity.verifyEmail(token)).toBe(false)
    expect((await userCollection(db.database).findOne({ _id: user.id }))?.isEmailVerified).toBe(true)
  })

  it('proves nothing after 24 hours', async () => {
    const start = clock.time
    const { user } = await identity.signUp(someone())
    const [mail] = await mailsTo(user.email, 1)
    clock.time = new Date(start.getTime() + 24 * 3_600_000)
    expect(await identity.verifyEmail(tokenOf(mail))).toBe(false)
    clock.time = new Date(start.getTime() + 24 * 3_600_000 - 1)
    expect(await identity.verifyEmail(tokenOf(mail))).toBe(true)
    clock.time = start
  })
})

describe('the address of a customer', () => {
  it('is known as theirs once it is proved, however it is written', async () => {
    const { user } = await identity.signUp(someone())
    const typed = ` ${user.email.toUpperCase()} `
    const known = async () => [
      await identity.provedAddressOf(user.id),
      (await identity.findProvedAccount(typed))?.id,
      await identity.standingOf(typed, user.id),
      await identity.standingOf(typed, 'another customer'),
      await identity.standingOf(typed, null),
    ]
    expect(await known()).toEqual([null, undefined, 'unproved', 'unproved', 'unproved'])
    await identity.verifyEmail(tokenOf((await mailsTo(user.email, 1))[0]))
    expect(await known()).toEqual([user.email, user.id, 'own', 'proved', 'proved'])
    expect(await identity.provedAddressOf('nobody')).toBeNull()
    expect(await identity.standingOf('nobody@example.com', null)).toBe('unproved')
  })
})

describe('signing in', () => {
  it('opens a session of its own and notes the time', async () => {
    const { user, session } = await identity.signUp(someone())
    clock.time = new Date(clock.time.getTime() + 20 * 3_600_000)
    const again = await identity.signIn({ email: ` ${user.email.toUpperCase()} `, password: 'correct horse battery' })
    expect(again.user).toEqual(user)
    expect(again.session.id).not.toBe(session.id)
    expect(again.session.expiresAt).toEqual(new Date(clock.time.getTime() + 7 * 86_400_000))
    expect((await userCollection(db.database).findOne({ _id: user.id }))?.lastLoginAt).toEqual(clock.time)
  })

  it('answers the same for a wrong password and an unknown address', async () => {
    const { user } = await identity.signUp(someone())
    const refusal = { kind: 'unauthenticated', code: 'WRONG_CREDENTIALS', message: 'Invalid email or password' }
    await expect(identity.signIn({ email: user.email, password: 'wrong horse battery' })).rejects.toMatchObject(refusal)
    await expect(
      identity.signIn({ email: 'nobody@example.com', password: 'correct horse battery' }),
    ).rejects.toMatchObject(refusal)
  })
})

describe('sessions', () => {
  it('are worth nothing once signed out, and only that one', async () => {
    const { user, session } = await identity.signUp(someone())
    const other = await identity.signIn({ email: user.email, password: 'correct horse battery' })
    await identity.signOut(session.id)
    await identity.signOut(session.id)
    await identity.signOut('never existed')
    expect(await identity.findSessionUser(session.id)).toBeNull()
    expect(await identity.findSessionUser(other.session.id)).toEqual(user)
  })

  it('say the device of who signed up, signed in with the password, or used a code', async () => {
    const { user, session } = await identity.signUp(someone(), 'Firefox on Linux')
    await identity.signIn({ email: user.email, password: 'correct horse battery' }, 'Safari on iPhone')
    const devices = async () => (await identity.sessions.list(user.id, session.id)).map(({ device }) => device)
    expect(await devices()).toEqual(['Firefox on Linux', 'Safari on iPhone'])
    await identity.requestCode({ email: user.email, browser: 'a browser', isReader: false })
    const codes = (await mailsTo(user.email, 2)).flatMap(({ text }) => /Code: (\d{6})/.exec(text)?.[1] ?? [])
    await identity.signInByCode({ email: user.email, otp: codes[0] ?? '', browser: 'a browser' }, 'Edge on Windows')
    // The first proof of the address ends the others.
    expect(await devices()).toEqual(['Edge on Windows'])
  })

  it('end after seven days, even before the database deletes them', async () => {
    const { session } = await identity.signUp(someone())
    const start = clock.time
    for (const days of [2, 4, 6]) {
      clock.time = new Date(start.getTime() + days * 86_400_000)
      expect(await identity.findSessionUser(session.id)).not.toBeNull()
    }
    clock.time = new Date(start.getTime() + 7 * 86_400_000 - 1)
    expect(await identity.findSessionUser(session.id)).not.toBeNull()
    clock.time = new Date(start.getTime() + 7 * 86_400_000)
    expect(await identity.findSessionUser(session.id)).toBeNull()
    clock.time = start
  })

  it('are deleted by the database when they have expired', async () => {
    const indexes = await sessionCollection(db.database).indexes()
    expect(indexes).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 })]),
    )
  })

  it('of a customer who is gone belong to nobody', async () => {
    const { user, session } = await identity.signUp(someone())
    await userCollection(db.database).deleteOne({ _id: user.id })
    expect(await identity.findSessionUser(session.id)).toBeNull()
  })
})

describe('the first proof of an address by a code', () => {
  const signInByCode = async (email: string, mailsBefore: number) => {
    await identity.requestCode({ email, browser: 'a browser', isReader: false })
    const sent = await mailsTo(email, mailsBefore + 1)
    const otp = sent.map(({ text }) => /Code: (\d{6})/.exec(text)?.[1]).find((code) => code !== undefined) ?? ''
    return identity.signInByCode({ email, otp, browser: 'a browser' }, null)
  }
  const profileOf = ({ firstName, lastName, email }: User, phone: string) => ({ firstName, lastName, email, phone })

  it('leaves no contact known that was typed before it, until it is changed', async () => {
    const { user } = await identity.signUp(someone())
    const address = { ...AN_ADDRESS, phone: '5550001111' }
    const { id } = await identity.addressBook.add(user.id, address)
    const ownedSince = new Date(clock.time.getTime() + 1000)
    clock.time = ownedSince
    const { session } = await signInByCode(user.email, 1)
    clock.time = new Date(ownedSince.getTime() + 1000)
    const known = async () => {
      const [account, book] = [await identity.findProvedAccount(user.email), await identity.addressBook.list(user.id)]
      expect(account?.ownedSince).toEqual(ownedSince)
      return [account?.phoneSince, ...book.map(({ updatedAt }) => updatedAt)].map(
        (since) => since !== undefined && since > ownedSince,
      )
    }
    expect(await known()).toEqual([false, false])
    await identity.addressBook.change(user.id, id, address)
    const change = { customerId: user.id, sessionId: session.id, currentPassword: null }
    await identity.changeProfile({ ...change, profile: profileOf(user, user.phone) })
    expect(await known()).toEqual([false, true])
    await identity.changeProfile({ ...change, profile: profileOf(user, '5550009999') })
    expect(await known()).toEqual([true, true])
  })

  it('leaves no password, and a check of one costs what it costs for others', async () => {
    const { user } = await identity.signUp(someone())
    const hashOf = async () => (await userCollection(db.database).findOne({ _id: user.id }))?.password ?? ''
    const before = await hashOf()
    await signInByCode(user.email, 1)
    const after = await hashOf()
    expect([after.length, after.slice(0, after.lastIndexOf('$'))]).toEqual([
      before.length,
      before.slice(0, before.lastIndexOf('$')),
    ])
    await expect(identity.signIn({ email: user.email, password: 'correct horse battery' })).rejects.toMatchObject({
      code: 'WRONG_CREDENTIALS',
    })
  })

  it('is the only one that ends anything: who proved the address by its link keeps password and contacts', async () => {
    const { user, session } = await identity.signUp(someone())
    await identity.verifyEmail(tokenOf((await mailsTo(user.email, 1))[0]))
    await signInByCode(user.email, 1)
    expect(await identity.findSessionUser(session.id)).toMatchObject({
      phoneSince: user.phoneSince,
      ownedSince: null,
    })
    await identity.signIn({ email: user.email, password: 'correct horse battery' })
  })
})

describe('a sign-in code whose job is run again, as after an answer of the mail server that was lost', () => {
  it('does not take the place of the code that the same browser asked for since', async () => {
    const { user } = await identity.signUp(someone())
    const outbox = db.database.connection.collection('outbox')
    const name = 'mail-login-code-when-it-was-requested'
    const codeOf = async (mailsBefore: number, known: readonly string[]) => {
      await identity.requestCode({ email: user.email, browser: 'a browser', isReader: false })
      const sent = await mailsTo(user.email, mailsBefore + 1)
      const codes = sent.flatMap(({ text }) => /Code: (\d{6})/.exec(text)?.[1] ?? [])
      return codes.find((code) => !known.includes(code)) ?? ''
    }
    const paused: { readonly payload: object }[] = []
    const stop = events.listen(loginCodeRequested, 'test.listens', ({ payload }) => void paused.push({ payload }))
    const first = await codeOf(1, [])
    stop()
    await eventually(async () => expect(await outbox.countDocuments({ name, status: { $ne: 'done' } })).toBe(0))
    const job = (await outbox.find({ name }).sort({ createdAt: -1 }).toArray())[0]
    const second = await codeOf(2, [first])
    await eventually(async () => expect(await outbox.countDocuments({ name, status: { $ne: 'done' } })).toBe(0))
    await outbox.updateOne(
      { _id: job?._id },
      {
        $set: {
          status: 'delayed',
          payload: paused[0]?.payload,
          notBefore: new Date(0),
          leaseUntil: null,
          expiresAt: null,
        },
        $inc: { delivery: 1 },
      },
    )
    await eventually(async () => expect(await outbox.countDocuments({ name, status: { $ne: 'done' } })).toBe(0), {
      withinMs: 20_000,
    })
    const proof = { email: user.email, otp: second, browser: 'a browser' }
    expect((await identity.signInByCode(proof, null)).user.id).toBe(user.id)
  })
})

describe('another link to prove an address', () => {
  it('takes the place of the first, and is refused once the address is proved', async () => {
    const start = clock.time
    const { user } = await identity.signUp(someone())
    const [welcome] = await mailsTo(user.email, 1)
    clock.time = new Date(start.getTime() + 24 * 3_600_000)
    expect(await identity.verifyEmail(tokenOf(welcome))).toBe(false)
    await identity.requestEmailProof(user.id)
    const [, again] = await mailsTo(user.email, 2)
    expect(again?.subject).toBe('Please confirm your email address')
    await identity.requestEmailProof(user.id)
    const [, , newest] = await mailsTo(user.email, 3)
    expect(await identity.verifyEmail(tokenOf(again))).toBe(false)
    expect(await identity.verifyEmail(tokenOf(newest))).toBe(true)
    await expect(identity.requestEmailProof(user.id)).rejects.toMatchObject({ kind: 'conflict', code: 'EMAIL_PROVED' })
    clock.time = start
  })
})
