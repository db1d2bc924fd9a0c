import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEventBus, type EventBus } from '#platform/events/event-bus'
import { createJobs, type JobsRuntime } from '#platform/jobs/create-jobs'
import { createLogger } from '#platform/logger'
import type { MailMessage } from '#platform/mail/mail'
import { createMailBudget } from '#platform/mail/mail-budget'
import { createPasswordHasher } from '#platform/passwords'
import { createMailer } from '#platform/mail/mailer'
import { handleSendMail, sendMail } from '#platform/mail/send-mail'
import { eventually } from '../../testing/eventually.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { userRegistered } from './events.ts'
import { createIdentityModule, type IdentityModule } from './index.ts'
import { sessionModel } from './persistence/session.repository.ts'
import { userModel } from './persistence/user.repository.ts'

const logger = createLogger('silent')
/** Not in the past: the database deletes what has expired by its own clock. */
const clock = { time: new Date(), now: () => clock.time }
let db: TestDatabase
let events: EventBus
let jobs: JobsRuntime
let identity: IdentityModule
const mails: MailMessage[] = []

beforeAll(async () => {
  db = await openTestDatabase()
  jobs = await createJobs({
    database: db.database,
    clock,
    logger,
    queues: { mail: 4, housekeeping: 2 },
    redisUrl: null,
  })
  events = createEventBus({ logger, clock, jobs })
  const mailer = createMailer({
    mail: { send: async (message) => void mails.push(message) },
    budget: createMailBudget({ database: db.database, clock }),
    logger,
    refusesMarketing: (address) => identity.refusesMarketing(address),
    standingOf: (address, customerId) => identity.standingOf(address, customerId),
  })
  handleSendMail(jobs, mailer)
  identity = createIdentityModule({
    database: db.database,
    events,
    jobs,
    clock,
    logger,
    mailer,
    passwords: createPasswordHasher(),
    shopUrl: 'https://shop.example',
    secret: 'only for this test',
    staff: { name: 'Shop', address: 'shop@example.com' },
  })
  await db.database.buildIndexes()
  await jobs.start({ work: true })
})
afterAll(async () => {
  await jobs.stop()
  await db.drop()
})

/** The mails that an address got, once there are so many of them. */
/** Mails are sent at the same time: what is looked for is found by its subject, not by its place. */
const isPrivacyRequest = ({ subject }: { readonly subject: string }) => subject.startsWith('Your privacy request')
const mailsTo = (address: string, count: number) =>
  eventually(() => {
    const found = mails.filter(({ to }) => to.address === address)
    expect(found).toHaveLength(count)
    return found
  })
const tokenOf = (mail: MailMessage | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

let customers = 0
const someone = (overrides: Partial<Parameters<IdentityModule['signUp']>[0]> = {}) => ({
  firstName: 'Dana',
  lastName: 'Whitfield',
  email: `dana${++customers}@example.com`,
  phone: '5550100200',
  password: 'correct horse battery',
  ...overrides,
})

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
      createdAt: clock.time,
    })
    expect(await identity.findSessionUser(session.id)).toEqual(user)
    const customer = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
    expect(heard).toEqual([{ userId: user.id, customer, linkToken: expect.any(String) }])
  })

  it('stores no password, only its hash', async () => {
    const { user } = await identity.signUp(someone())
    const stored = await userModel(db.database.connection).findById(user.id).lean()
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
    expect(await userModel(db.database.connection).countDocuments({ email: 'race@example.com' })).toBe(1)
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
    expect(JSON.stringify(await userModel(db.database.connection).findById(user.id).lean())).not.toContain(token)
    expect(await identity.verifyEmail(`${token}x`)).toBe(false)
    expect(await identity.verifyEmail(token)).toBe(true)
    expect(await identity.verifyEmail(token)).toBe(false)
    expect((await userModel(db.database.connection).findById(user.id).lean())?.isEmailVerified).toBe(true)
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

describe('signing in', () => {
  it('opens a session of its own and notes the time', async () => {
    const { user, session } = await identity.signUp(someone())
    clock.time = new Date(clock.time.getTime() + 20 * 3_600_000)
    const again = await identity.signIn({ email: ` ${user.email.toUpperCase()} `, password: 'correct horse battery' })
    expect(again.user).toEqual(user)
    expect(again.session.id).not.toBe(session.id)
    expect(again.session.expiresAt).toEqual(new Date(clock.time.getTime() + 7 * 86_400_000))
    expect((await userModel(db.database.connection).findById(user.id).lean())?.lastLoginAt).toEqual(clock.time)
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
    const indexes = await sessionModel(db.database.connection).listIndexes()
    expect(indexes).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 })]),
    )
  })

  it('of a customer who is gone belong to nobody', async () => {
    const { user, session } = await identity.signUp(someone())
    await userModel(db.database.connection).deleteOne({ _id: user.id })
    expect(await identity.findSessionUser(session.id)).toBeNull()
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

describe('a customer who refuses marketing', () => {
  it('gets no mail that advertises, but every other one', async () => {
    const { user } = await identity.signUp(someone())
    const mail = { to: { name: 'Dana', address: user.email.toUpperCase() }, text: 'Read this.' }
    const send = (subject: string, isMarketing: boolean) =>
      db.database.transaction((tx) =>
        jobs.enqueue(tx, sendMail, { ...mail, to: { ...mail.to, address: user.email }, subject, isMarketing }),
      )
    await send('Ten percent off', true)
    expect((await mailsTo(user.email, 2)).map(({ subject }) => subject)).toContain('Ten percent off')
    await identity.receivePrivacyRequest({
      firstName: 'Dana',
      lastName: 'Whitfield',
      email: user.email,
      phone: null,
      requestType: 'opt-out-marketing',
      description: 'No more offers.',
      verificationMethod: 'email',
    })
    const sent = await mailsTo(user.email, 3)
    await identity.verifyPrivacyRequest(tokenOf(sent.find(isPrivacyRequest)))
    await mailsTo(user.email, 4)
    expect(await identity.refusesMarketing(` ${mail.to.address} `)).toBe(true)
    await send('Twenty percent off', true)
    await send('Your receipt', false)
    expect((await mailsTo(user.email, 5)).map(({ subject }) => subject)).not.toContain('Twenty percent off')
    await eventually(async () =>
      expect(await db.database.connection.collection('outbox').countDocuments({ status: { $ne: 'done' } })).toBe(0),
    )
    expect((await mailsTo(user.email, 5)).at(-1)?.subject).toBe('Your receipt')
  })
})

/** Asks for another address, and opens the link in its mail. */
async function changeEmail(session: { readonly id: string; readonly userId: string }, email: string): Promise<boolean> {
  const { email: _, ...profile } = someone()
  await identity.changeProfile({
    customerId: session.userId,
    sessionId: session.id,
    profile: { ...profile, email },
    currentPassword: 'correct horse battery',
  })
  const [asked] = await mailsTo(email, 1)
  return identity.verifyEmail(tokenOf(asked))
}

describe('a new email address', () => {
  it('takes along what the customer refused', async () => {
    const { user, session } = await identity.signUp(someone())
    await identity.receivePrivacyRequest({
      firstName: 'Dana',
      lastName: 'Whitfield',
      email: user.email,
      phone: null,
      requestType: 'opt-out-marketing',
      description: 'No more offers.',
      verificationMethod: 'email',
    })
    await identity.verifyPrivacyRequest(tokenOf((await mailsTo(user.email, 2)).find(isPrivacyRequest)))
    await mailsTo(user.email, 3)
    const email = `moved-${user.email}`
    expect(await changeEmail(session, email)).toBe(true)
    expect(await identity.findSessionUser(session.id)).toMatchObject({ email, isEmailVerified: true })
    expect(await identity.listOptOuts(email)).toEqual(['marketing'])
  })

  it('is none when only the name changes: nobody is written to, and the proof stays', async () => {
    const { user, session } = await identity.signUp(someone())
    const [welcome] = await mailsTo(user.email, 1)
    await identity.verifyEmail(tokenOf(welcome))
    const changed = await identity.changeProfile({
      customerId: user.id,
      sessionId: session.id,
      profile: { ...someone(), email: user.email, lastName: 'Byron' },
      currentPassword: null,
    })
    expect(changed).toMatchObject({ lastName: 'Byron', isEmailVerified: true })
    await identity.changePassword({
      customer: user,
      sessionId: '',
      currentPassword: 'correct horse battery',
      newPassword: 'another horse battery',
    })
    const [, next] = await mailsTo(user.email, 2)
    expect(next?.subject).toBe('Your password was changed')
  })
})

describe('a changed password', () => {
  it(
    'ends every other session, also one that is opened with the old password at that moment',
    { repeats: 10 },
    async () => {
      const { user, session } = await identity.signUp(someone())
      const change = identity.changePassword({
        customer: user,
        sessionId: session.id,
        currentPassword: 'correct horse battery',
        newPassword: 'another horse battery',
      })
      const tries = await Promise.allSettled([
        ...Array.from({ length: 6 }, () => identity.signIn({ email: user.email, password: 'correct horse battery' })),
        change,
      ])
      expect(tries.at(-1)?.status).toBe('fulfilled')
      for (const tried of tries.slice(0, -1)) {
        if (tried.status === 'fulfilled' && tried.value !== undefined)
          expect(await identity.findSessionUser(tried.value.session.id)).toBeNull()
      }
      expect(await identity.findSessionUser(session.id)).not.toBeNull()
      expect(await sessionModel(db.database.connection).countDocuments({ userId: user.id })).toBe(1)
      await mailsTo(user.email, 2)
    },
  )
})

describe('a changed email address', () => {
  it('ends every other session, also one that is opened with the old address at that moment', async () => {
    const { user, session } = await identity.signUp(someone())
    const email = `new-${user.email}`
    await identity.changeProfile({
      customerId: user.id,
      sessionId: session.id,
      profile: { ...someone(), email },
      currentPassword: 'correct horse battery',
    })
    const token = tokenOf((await mailsTo(email, 1))[0])
    const tries = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => identity.signIn({ email: user.email, password: 'correct horse battery' })),
      identity.verifyEmail(token),
    ])
    expect(tries.at(-1)?.status).toBe('fulfilled')
    expect(await identity.findSessionUser(session.id)).not.toBeNull()
    expect(await sessionModel(db.database.connection).countDocuments({ userId: user.id })).toBe(1)
  })
})

describe('an export that is being written while its person is erased', () => {
  it('is neither kept nor sent', async () => {
    const { user } = await identity.signUp(someone())
    let isWriting = false
    let goOn = () => {}
    const released = new Promise<void>((resolve) => (goOn = resolve))
    identity.addPersonalDataSource({
      name: 'slow archive',
      async export({ email }) {
        if (email !== user.email) return []
        isWriting = true
        await released
        return []
      },
      erase: async () => {},
    })
    const ask = async (requestType: 'access' | 'delete') => {
      const sent = mails.filter(({ to }) => to.address === user.email).length
      await identity.receivePrivacyRequest({
        firstName: 'Dana',
        lastName: 'Whitfield',
        email: user.email,
        phone: null,
        requestType,
        description: 'Please.',
        verificationMethod: 'email',
      })
      const confirm = (await mailsTo(user.email, sent + 1)).findLast(isPrivacyRequest)
      await identity.verifyPrivacyRequest(tokenOf(confirm))
    }
    await mailsTo(user.email, 1)
    await ask('access')
    await eventually(() => expect(isWriting).toBe(true))
    await ask('delete')
    await eventually(() =>
      expect(mails.filter(({ to, subject }) => to.address === user.email && /deleted/.test(subject))).toHaveLength(1),
    )
    goOn()
    await eventually(async () => {
      for (const { waiting, active } of await jobs.stats()) expect([waiting, active]).toEqual([0, 0])
    })
    expect(await db.database.connection.collection('data_exports').countDocuments({ email: user.email })).toBe(0)
    expect(mails.filter(({ to }) => to.address === user.email)).toHaveLength(4)
  })
})

describe('a deletion that was interrupted', () => {
  it('is finished by the next try, down to the last source of personal data', async () => {
    const { user } = await identity.signUp(someone())
    const asked: string[] = []
    identity.addPersonalDataSource({
      name: 'archive',
      export: async () => [],
      async erase({ customerId }) {
        asked.push(String(customerId))
        if (asked.length === 1) throw new Error('The archive is locked.')
      },
    })
    await identity.receivePrivacyRequest({
      firstName: 'Dana',
      lastName: 'Whitfield',
      email: user.email,
      phone: null,
      requestType: 'delete',
      description: 'Please delete me.',
      verificationMethod: 'email',
    })
    const confirm = (await mailsTo(user.email, 2)).find(isPrivacyRequest)
    await identity.verifyPrivacyRequest(tokenOf(confirm))
    await eventually(() => expect(asked).toHaveLength(1), { withinMs: 15_000 })
    clock.time = new Date(clock.time.getTime() + 60_000)
    const all = await mailsTo(user.email, 3)
    expect(all[2]?.subject).toMatch(/^Your data is deleted/)
    expect(asked).toEqual([user.id, user.id])
    expect(await userModel(db.database.connection).countDocuments({ _id: user.id })).toBe(0)
  })
})

describe('a withdrawn consent whose erasure cannot be enqueued', () => {
  const choice = (analytics: boolean) => ({
    visitorId: 'visitor-of-the-trial',
    version: '1',
    analytics,
    marketing: false,
    action: 'save' as const,
  })
  const collection = (name: string) => db.database.connection.collection(name)
  const choices = () => collection('consents').countDocuments({ visitorId: choice(true).visitorId, kind: 'choice' })
  const erasures = () => collection('consents').countDocuments({ visitorId: choice(true).visitorId, kind: 'erasure' })

  it('is not answered as done, and erases once when it is made again', async () => {
    await identity.recordConsent(choice(true))
    await identity.recordVisit({
      visitorId: choice(true).visitorId,
      event: { type: 'product-view', productId: 1 },
    })
    // The outbox fails in the middle of the transaction: the process may as well end here.
    const failing = {
      ...jobs,
      handle: () => {},
      enqueueMany: () => Promise.reject(new Error('The outbox is unavailable.')),
    }
    const broken = createIdentityModule({
      database: db.database,
      events: createEventBus({ logger, clock, jobs: failing }),
      jobs: failing,
      clock,
      logger,
      mailer: { send: async () => true },
      passwords: createPasswordHasher(),
      shopUrl: 'https://shop.example',
      secret: 'only for this test',
      staff: { name: 'Shop', address: 'shop@example.com' },
    })
    await expect(broken.recordConsent(choice(false))).rejects.toThrow('The outbox is unavailable.')
    expect(await choices()).toBe(1)
    expect(await collection('tracking_events').countDocuments({ visitorId: choice(true).visitorId })).toBe(1)

    await identity.recordConsent(choice(false))
    await eventually(async () => expect(await erasures()).toBe(1))
    expect(await collection('tracking_events').countDocuments({ visitorId: choice(true).visitorId })).toBe(0)
  })
})
