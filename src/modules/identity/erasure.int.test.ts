import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEventBus } from '#platform/events/event-bus'
import { createLogger } from '#platform/log/logger'
import { createPasswordHasher } from '#platform/security/passwords'
import { eventually } from '../../testing/eventually.ts'
import { createIdentityModule } from './index.ts'
import { fulfillPrivacyRequest } from './jobs.ts'
import { userCollection } from './persistence/user-document.ts'
import {
  askForDeletion,
  isPrivacyRequest,
  jobsAreSettled,
  openIdentity,
  someone,
  tokenOf,
  type OpenIdentity,
} from './testing/open-identity.ts'

const logger = createLogger('silent')
let opened: OpenIdentity
let db: OpenIdentity['db']
let jobs: OpenIdentity['jobs']
let identity: OpenIdentity['identity']
let clock: OpenIdentity['clock']
let mails: OpenIdentity['mails']
let mailsTo: OpenIdentity['mailsTo']

beforeAll(async () => {
  opened = await openIdentity()
  ;({ db, jobs, identity, clock, mails, mailsTo } = opened)
})
afterAll(() => opened.close())

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
    await jobsAreSettled({ jobs })
    expect(await db.database.connection.collection('data_exports').countDocuments({ email: user.email })).toBe(0)
    expect(mails.filter(({ to }) => to.address === user.email)).toHaveLength(4)
  })
})

describe('a deletion', () => {
  it('takes along an export that was written while it ran', async () => {
    await using own = await openIdentity({ mailsAtOnce: 0 })
    const { email } = someone()
    const exports = own.db.database.connection.collection('data_exports')
    const { reference } = await askForDeletion(own, email)
    let written = 0
    own.identity.addPersonalDataSource({
      name: 'slow archive',
      export: async () => [],
      async erase() {
        const file = { _id: 'a digest' as never, reference: 'DR-1', email, content: '{}' }
        await exports.insertOne({ ...file, expiresAt: new Date(Date.now() + 600_000) })
        written = await exports.countDocuments({ email })
      },
    })
    await own.db.database.transaction((tx) => own.identity.verifyPrivacyRequestByStaff(tx, reference, 'Known.'))
    const requests = own.db.database.connection.collection<{ _id: string }>('privacy_requests')
    await eventually(async () => expect(await requests.findOne({ _id: reference })).toMatchObject({ email: null }))
    expect([written, await exports.countDocuments({ email })]).toEqual([1, 0])
  })

  it('is of nobody whom the request only names: it waits until it is verified', async () => {
    await using own = await openIdentity({ mailsAtOnce: 0 })
    const { user } = await own.identity.signUp(someone())
    const { reference } = await askForDeletion(own, user.email)
    await own.db.database.transaction((tx) => own.jobs.enqueue(tx, fulfillPrivacyRequest, { reference }))
    await eventually(async () => expect(await own.jobs.failed()).toMatchObject([{ name: fulfillPrivacyRequest.name }]))
    expect(await userCollection(own.db.database).countDocuments({ _id: user.id })).toBe(1)
  })
})

describe('an export that is larger than a document of the database can be', () => {
  it('is written and handed out whole', async () => {
    await using own = await openIdentity()
    const { user } = await own.identity.signUp(someone())
    const entries = Array.from({ length: 20_000 }, (_, id) => ({ id, address: 'Straße des 17. Juni 135 '.repeat(40) }))
    own.identity.addPersonalDataSource({ name: 'archive', export: async () => entries, erase: async () => {} })
    await own.mailsTo(user.email, 1)
    const { reference } = await own.identity.receivePrivacyRequest({
      firstName: 'Dana',
      lastName: 'Whitfield',
      email: user.email,
      phone: null,
      requestType: 'access',
      description: 'Please.',
      verificationMethod: 'email',
    })
    await own.db.database.transaction((tx) => own.identity.verifyPrivacyRequestByStaff(tx, reference, 'Known.'))
    const ready = await eventually(() => {
      const found = own.mails.find(({ subject }) => subject.startsWith('Your data is ready'))
      expect(found).toBeDefined()
      return found
    })
    const file = await own.identity.takeDataExport(tokenOf(ready))
    expect(file?.content.length).toBeGreaterThan(16 * 1024 * 1024)
    const written = JSON.parse(String(file?.content)) as { account: unknown; archive: unknown }
    expect(written.account).toMatchObject({ email: user.email })
    expect(written.archive).toEqual(entries)
    expect(await own.identity.takeDataExport(tokenOf(ready))).toBeNull()
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
    expect(await userCollection(db.database).countDocuments({ _id: user.id })).toBe(0)
  })
})

describe('a deletion that is tried again after its person signed up anew with the same address', () => {
  it('is finished, and leaves the new account with what came since', async () => {
    await using own = await openIdentity({ mailsAtOnce: 0 })
    const customer = someone()
    const { user } = await own.identity.signUp(customer)
    const tries: { readonly customerId: string | null; readonly ownedUntil: Date | null }[] = []
    own.identity.addPersonalDataSource({
      name: 'archive',
      export: async () => [],
      async erase({ customerId, ownedUntil }) {
        tries.push({ customerId, ownedUntil })
        if (tries.length === 1) throw new Error('The archive is locked.')
      },
    })
    const ask = (requestType: 'delete' | 'other' | 'access') =>
      own.identity.receivePrivacyRequest({
        firstName: 'Dana',
        lastName: 'Whitfield',
        email: user.email,
        phone: null,
        requestType,
        description: 'Please.',
        verificationMethod: 'email',
      })
    const { database } = own.db
    const { reference } = await ask('delete')
    await database.transaction((tx) => own.identity.verifyPrivacyRequestByStaff(tx, reference, 'Known.'))
    await eventually(() => expect(tries).toHaveLength(1), { withinMs: 15_000 })
    const exported = async () => {
      const { reference: asked } = await ask('access')
      await database.transaction((tx) => own.identity.verifyPrivacyRequestByStaff(tx, asked, 'Known.'))
      await eventually(async () => expect(await files()).toContain(asked))
      return asked
    }
    const files = async () =>
      (await database.connection.collection('data_exports').find({}).toArray()).map((file) => String(file['reference']))
    const before = await exported()

    own.clock.time = new Date(own.clock.time.getTime() + 100)
    const { user: anew } = await own.identity.signUp(customer)
    const since = await ask('other')
    const exportedSince = await exported()
    const requests = database.connection.collection<{ _id: string }>('privacy_requests')
    await eventually(
      async () => {
        own.clock.time = new Date(own.clock.time.getTime() + 60_000)
        expect(await requests.findOne({ _id: reference })).toMatchObject({ email: null })
      },
      { withinMs: 15_000 },
    )
    expect(tries.at(-1)?.customerId).toBe(user.id)
    expect(tries.at(-1)?.ownedUntil?.getTime()).toBeLessThan(anew.createdAt.getTime())
    expect(await requests.findOne({ _id: since.reference })).toMatchObject({ email: user.email })
    expect(await files()).toEqual([exportedSince])
    expect(before).not.toBe(exportedSince)
    expect(await userCollection(database).findOne({ _id: anew.id })).toMatchObject({ email: user.email })
    const left = await database.connection.collection('outbox').find({ queue: 'urgent-mail' }).toArray()
    const welcomes = left.filter(({ name }) => name === 'welcome-by-mail-when-user-registered')
    expect(welcomes.map(({ payload }) => (payload as { userId: string }).userId)).toEqual([anew.id])
  })
})

describe('a deletion that is run twice at the same time', () => {
  it.each([
    ['before it has noted the person', 'identifiers'],
    ['while it erases', 'erase'],
  ])('keeps its mail and nothing of the person when one run is slower %s', async (_when, slow) => {
    // Mails wait, as when their server is away.
    await using own = await openIdentity({ mailsAtOnce: 0 })
    const begun: (() => void)[] = []
    const wait = () => new Promise<void>((resolve) => void begun.push(resolve))
    own.identity.addPersonalDataSource({
      name: 'slow archive',
      export: async () => [],
      async identifiers() {
        if (slow === 'identifiers') await wait()
        return {}
      },
      erase: () => (slow === 'erase' ? wait() : Promise.resolve()),
    })
    let erasures = 0
    own.identity.addPersonalDataSource({
      name: 'fast archive',
      export: async () => [],
      erase: async () => void erasures++,
    })
    const { database } = own.db
    const email = someone().email
    const { reference } = await own.identity.receivePrivacyRequest({
      firstName: 'Dana',
      lastName: 'Whitfield',
      email,
      phone: '5550100200',
      requestType: 'delete',
      description: 'Please.',
      verificationMethod: 'email',
    })
    await database.transaction(async (tx) => {
      await own.identity.verifyPrivacyRequestByStaff(tx, reference, 'Known by telephone.')
      await own.jobs.enqueue(tx, fulfillPrivacyRequest, { reference })
    })
    await eventually(() => expect(begun).toHaveLength(2))

    const mail = { name: 'mail-person-when-privacy-request-was-fulfilled' }
    const waiting = () => database.connection.collection('outbox').countDocuments(mail)
    begun[1]?.()
    await eventually(async () => expect(await waiting()).toBe(1))
    begun[0]?.()
    await eventually(async () => {
      for (const { active } of await own.jobs.stats()) expect(active).toBe(0)
    })
    expect(await waiting()).toBe(1)
    const left = await database.connection.collection('privacy_requests').findOne({})
    expect(left).toMatchObject({ firstName: 'erased', email: null, subject: null })
    expect(erasures, 'what comes after the first is of somebody else').toBe(1)
  })
})

describe('a person who asks twice for the deletion', () => {
  const askForDeletion = async (own: OpenIdentity, email: string) => {
    const { reference } = await own.identity.receivePrivacyRequest({
      firstName: 'Dana',
      lastName: 'Whitfield',
      email,
      phone: '5550100200',
      requestType: 'delete',
      description: 'Please.',
      verificationMethod: 'email',
    })
    await own.db.database.transaction((tx) => own.identity.verifyPrivacyRequestByStaff(tx, reference, 'Known.'))
    return reference
  }
  const requestsOf = ({ db: { database } }: OpenIdentity) =>
    database.connection.collection('privacy_requests').find({}).sort({ _id: 1 }).toArray()
  const waitingMails = ({ db: { database } }: OpenIdentity) =>
    database.connection.collection('outbox').countDocuments({ name: 'mail-person-when-privacy-request-was-fulfilled' })

  it('leaves nothing in the first request when that one failed and the second was carried out', async () => {
    await using own = await openIdentity({ mailsAtOnce: 0 })
    let failed: string | null = null
    own.identity.addPersonalDataSource({
      name: 'archive',
      export: async () => [],
      async erase({ reference }) {
        failed ??= reference
        if (reference === failed) throw new Error('The archive is locked.')
      },
    })
    const { email } = someone()
    await askForDeletion(own, email)
    await eventually(async () => expect((await requestsOf(own))[0]?.['subject']).not.toBeNull())
    await eventually(() => expect(failed).not.toBeNull())
    await askForDeletion(own, email)
    await eventually(async () => expect(await waitingMails(own)).toBe(1))
    for (const request of await requestsOf(own))
      expect(request).toMatchObject({ firstName: 'erased', email: null, phone: null, subject: null, state: 'closed' })
  })

  it('gets the mail about it when both are carried out at once, and what came since stays', async () => {
    await using own = await openIdentity({ mailsAtOnce: 0 })
    const slow: { reference: string | null; goOn: () => void } = { reference: null, goOn: () => {} }
    own.identity.addPersonalDataSource({
      name: 'slow archive',
      export: async () => [],
      async erase({ reference }) {
        slow.reference ??= reference
        if (reference === slow.reference) await new Promise<void>((resolve) => (slow.goOn = resolve))
      },
    })
    let erasures = 0
    own.identity.addPersonalDataSource({
      name: 'fast archive',
      export: async () => [],
      erase: async () => void erasures++,
    })
    const { email } = someone()
    await askForDeletion(own, email)
    await eventually(() => expect(slow.reference).not.toBeNull())
    await askForDeletion(own, email)
    await eventually(async () => expect(await waitingMails(own)).toBe(1))
    slow.goOn()
    await eventually(async () => {
      for (const { active } of await own.jobs.stats()) expect(active).toBe(0)
    })
    expect(await waitingMails(own)).toBe(1)
    expect(erasures).toBe(1)
    for (const request of await requestsOf(own)) expect(request).toMatchObject({ email: null, subject: null })
  })
})

describe('an account that gets its former address back while the deletion of the new one begins', () => {
  it('stays: the new address is not its own any more', async () => {
    await using own = await openIdentity()
    const { user, session } = await own.identity.signUp(someone())
    await own.identity.verifyEmail(tokenOf((await own.mailsTo(user.email, 1))[0]))
    const email = `taken-${user.email}`
    const { email: _, ...profile } = someone()
    await own.identity.changeProfile({
      customerId: user.id,
      sessionId: session.id,
      profile: { ...profile, email },
      currentPassword: 'correct horse battery',
    })
    await own.identity.verifyEmail(tokenOf((await own.mailsTo(email, 1))[0]))
    const asked = (await own.mailsTo(user.email, 3)).find(({ text }) => text.includes('/keep-email'))
    const erased: (string | null)[] = []
    own.identity.addPersonalDataSource({
      name: 'archive',
      export: async () => [],
      async identifiers() {
        await own.identity.emailChange.undo(tokenOf(asked))
        return {}
      },
      erase: async ({ customerId }) => void erased.push(customerId),
    })
    const { reference } = await own.identity.receivePrivacyRequest({
      firstName: 'Not',
      lastName: 'Dana',
      email,
      phone: null,
      requestType: 'delete',
      description: 'Please.',
      verificationMethod: 'email',
    })
    await own.db.database.transaction((tx) => own.identity.verifyPrivacyRequestByStaff(tx, reference, 'Known.'))
    await eventually(
      () => {
        own.clock.time = new Date(own.clock.time.getTime() + 60_000)
        expect(erased).toHaveLength(1)
      },
      { withinMs: 15_000 },
    )
    expect(erased).toEqual([null])
    expect(await userCollection(own.db.database).findOne({ _id: user.id })).toMatchObject({ email: user.email })
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
      handleDaily: () => {},
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
