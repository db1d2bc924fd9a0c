import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#platform/time/durations'
import { eventually } from '../../testing/eventually.ts'
import type { RequestType } from './domain/privacy-request.ts'
import type { ErasedPerson } from './index.ts'
import { openIdentity, someone, tokenOf, type OpenIdentity } from './testing/open-identity.ts'

const PASSWORD = 'correct horse battery'
const AN_ADDRESS = {
  type: 'shipping',
  firstName: 'Dana',
  lastName: 'Summer',
  company: null,
  address: '1 New Road',
  address2: null,
  city: 'Tulsa',
  state: 'OK',
  zipCode: '74101',
  country: 'US',
  phone: '5550100300',
  isDefault: true,
} as const

let opened: OpenIdentity
let identity: OpenIdentity['identity']
let clock: OpenIdentity['clock']

beforeAll(async () => {
  opened = await openIdentity()
  ;({ identity, clock } = opened)
})
afterAll(() => opened.close())

const rowsOf = (collection: string) => opened.db.database.connection.collection<{ _id: string }>(collection)
/** A moment passes, so that what follows is later than what was. */
const laterBy = (ms = 1000) => (clock.time = new Date(clock.time.getTime() + ms))

/** The token in the newest mail with this subject to an address, which may get others at the same time. */
const tokenIn = ({ mails }: OpenIdentity, address: string, subject: string) =>
  eventually(() => {
    const token = tokenOf(mails.findLast((mail) => mail.to.address === address && mail.subject.startsWith(subject)))
    expect(token).not.toBe('')
    return token
  })

async function aProvedCustomer() {
  const customer = await identity.signUp(someone(), 'Firefox on Linux')
  await identity.verifyEmail(await tokenIn(opened, customer.user.email, 'Welcome'))
  return customer
}

interface Session {
  readonly id: string
  readonly userId: string
}
const askFor = ({ id, userId }: Session, email: string) =>
  identity.changeProfile({
    customerId: userId,
    sessionId: id,
    profile: { ...someone(), email },
    currentPassword: PASSWORD,
  })
async function moveTo(session: Session, email: string): Promise<void> {
  laterBy()
  await askFor(session, email)
  expect(await identity.verifyEmail(await tokenIn(opened, email, 'Please confirm your new'))).toBe(true)
}

/** The reference of a request in somebody's name. */
async function ask({ identity: by }: OpenIdentity, email: string, requestType: RequestType, changes: object = {}) {
  const request = { firstName: 'Dan', lastName: 'Winter', phone: null, description: 'Please.', ...changes }
  return (await by.receivePrivacyRequest({ ...request, email, requestType, verificationMethod: 'email' })).reference
}
const verify = (reference: string) =>
  opened.db.database.transaction((tx) => identity.verifyPrivacyRequestByStaff(tx, reference, 'Known.'))
async function carryOut(email: string, requestType: RequestType, changes: object = {}): Promise<string> {
  const reference = await ask(opened, email, requestType, changes)
  await verify(reference)
  await isCarriedOut(reference)
  return reference
}
const isCarriedOut = (reference: string) =>
  eventually(async () =>
    expect(await rowsOf('privacy_requests').findOne({ _id: reference })).toMatchObject({
      fulfilledAt: expect.any(Date),
    }),
  )

describe('an export', () => {
  it('has the sessions, address changes, refusals and requests of its person alone, and no secret of them', async () => {
    const other = await aProvedCustomer()
    await askFor(other.session, `other-${other.user.email}`)
    await ask(opened, other.user.email, 'other')

    const { user, session } = await aProvedCustomer()
    const [second, third] = [`second-${user.email}`, `third-${user.email}`]
    await moveTo(session, second)
    const movedAt = clock.time.toJSON()
    const askedAt = laterBy().toJSON()
    await askFor(session, third)
    const refused = await carryOut(second, 'opt-out-sale')
    laterBy()
    const reference = await carryOut(second, 'access')

    const file = await identity.takeDataExport(await tokenIn(opened, second, 'Your data is ready'))
    const text = String(file?.content)
    const written = JSON.parse(text) as Record<string, unknown>
    expect(written).toMatchObject({ reference, email: second, account: { id: user.id, email: second } })
    const createdAt = session.createdAt.toJSON()
    const expiresAt = session.expiresAt.toJSON()
    expect(written['sessions']).toEqual([{ device: 'Firefox on Linux', createdAt, lastSeenAt: createdAt, expiresAt }])
    expect(written['emailChanges']).toEqual([
      { oldEmail: second, newEmail: third, requestedAt: askedAt, provedAt: null },
      { oldEmail: user.email, newEmail: second, requestedAt: movedAt, provedAt: movedAt },
    ])
    expect(written['optOuts']).toEqual({ sale: askedAt, marketing: null })
    expect(written['privacyRequests']).toMatchObject([{ reference }, { reference: refused }])
    expect(text).not.toContain(session.id)
    expect(text).not.toMatch(/digest|password/i)
  })

  it('of a person without an account has what they refuse and ask for', async () => {
    const { email } = someone()
    const refused = await carryOut(email, 'opt-out-marketing')
    const refusedAt = clock.time.toJSON()
    laterBy()
    const reference = await carryOut(email, 'data-portability')
    const file = await identity.takeDataExport(await tokenIn(opened, email, 'Your data is ready'))
    expect(JSON.parse(String(file?.content))).toMatchObject({
      account: null,
      optOuts: { sale: null, marketing: refusedAt },
      privacyRequests: [{ reference }, { reference: refused }],
    })
  })
})

describe('the links of a privacy request', () => {
  it('count until seven days are over', async () => {
    await using own = await openIdentity()
    const start = own.clock.time.getTime()
    const afterDays = (days: number, ms = 0) => void (own.clock.time = new Date(start + days * DAY_MS + ms))
    const { email } = someone()
    const reference = await ask(own, email, 'access')
    const toConfirm = await tokenIn(own, email, `Your privacy request ${reference}`)
    afterDays(7)
    expect(await own.identity.verifyPrivacyRequest(toConfirm)).toMatchObject({
      state: 'expired',
      request: { verifiedAt: null },
    })
    afterDays(7, -1)
    expect(await own.identity.findConfirmation(toConfirm)).toMatchObject({ state: 'open' })
    expect(await own.identity.verifyPrivacyRequest(toConfirm)).toMatchObject({ state: 'confirmed' })
    const toFile = await tokenIn(own, email, `Your data is ready (${reference})`)
    afterDays(14, -2)
    expect(await own.identity.takeDataExport(toFile)).toMatchObject({ reference })
    const late = await ask(own, email, 'access')
    await own.db.database.transaction((tx) => own.identity.verifyPrivacyRequestByStaff(tx, late, 'Known.'))
    const toLate = await tokenIn(own, email, `Your data is ready (${late})`)
    afterDays(21, -2)
    expect(await own.identity.takeDataExport(toLate)).toBeNull()
  })
})

describe('a request that people answer', () => {
  it.each(['correct', 'other'] as const)('to "%s" is done by no job when its person is verified', async (type) => {
    const jobs = () => rowsOf('outbox').countDocuments({ name: 'fulfil-privacy-request' })
    const before = await jobs()
    const reference = await ask(opened, someone().email, type)
    expect(await verify(reference)).toBe(true)
    expect(await jobs()).toBe(before)
    expect(await identity.getPrivacyRequest(reference)).toMatchObject({ state: 'open', fulfilledAt: null })
  })
})

describe('a deletion', () => {
  it('takes along the addresses that the account had before, with the links that take them back', async () => {
    const { user, session } = await aProvedCustomer()
    const [second, third] = [`second-${user.email}`, `third-${user.email}`]
    await moveTo(session, second)
    await moveTo(session, third)
    const kept = ['email_changes', 'answered_links'] as const
    const count = () => Promise.all(kept.map((kind) => rowsOf(kind).countDocuments({ userId: user.id })))
    expect(await count()).toEqual([2, 1])
    await carryOut(third, 'delete')
    expect(await count()).toEqual([0, 0])
  })

  it('of a person without an account takes along where another account names their address', async () => {
    const { user, session } = await aProvedCustomer()
    const [second, third] = [`second-${user.email}`, `third-${user.email}`]
    await moveTo(session, second)
    laterBy()
    await askFor(session, third)
    const named = (email: string) =>
      rowsOf('email_changes').countDocuments({ $or: [{ oldEmail: email }, { newEmail: email }] })
    expect([await named(user.email), await named(third)]).toEqual([1, 1])
    await carryOut(third, 'delete')
    expect([await named(user.email), await named(third)]).toEqual([1, 0])
    await carryOut(user.email, 'delete')
    expect(await named(user.email)).toBe(0)
    expect(await identity.findSessionUser(session.id)).toMatchObject({ email: second })
  })

  it('leaves what other people have stored and asked for as it is', async () => {
    const aFullAccount = async () => {
      const { user, session } = await aProvedCustomer()
      await identity.addressBook.add(user.id, AN_ADDRESS)
      await identity.saved.saveCart(user.id, [{ productId: 1, quantity: 2 }])
      await identity.saved.saveWishlist(user.id, [1, 2])
      await askFor(session, `next-${user.email}`)
      await carryOut(user.email, 'access')
      await ask(opened, user.email, 'other')
      return user
    }
    const [leaving, staying] = [await aFullAccount(), await aFullAccount()]
    const kinds = ['users', 'sessions', 'addresses', 'cart_items', 'wishlist_items', 'email_changes']
    const stored = ({ id, email }: { readonly id: string; readonly email: string }) =>
      Promise.all(
        [...kinds, 'privacy_requests', 'data_exports'].map((kind) =>
          rowsOf(kind)
            .find({ $or: [{ _id: id }, { userId: id }, { email }] })
            .sort({ _id: 1 })
            .toArray(),
        ),
      )
    const before = await stored(staying)
    expect(before.map((rows) => rows.length)).toEqual([1, 1, 1, 1, 2, 1, 2, 1])
    await carryOut(leaving.email, 'delete')
    expect((await stored(leaving)).flat()).toEqual([])
    expect(await stored(staying)).toEqual(before)
  })

  it('leaves nothing of what staff noted and answered in requests of the person', async () => {
    const { email } = someone()
    const typed = { firstName: 'Xenia', lastName: 'Quill', phone: '5550100400', description: 'I moved to Quill Lane.' }
    const reference = await ask(opened, email, 'other', typed)
    const reply = {
      id: 'a reply',
      at: clock.now(),
      by: 'Sam',
      text: 'Dear Xenia',
      state: 'sent',
      problem: null,
    } as const
    await opened.db.database.transaction((tx) =>
      identity.changePrivacyRequest(tx, reference, { note: 'Called 5550100400 about Quill Lane.', replies: [reply] }),
    )
    await carryOut(email, 'delete')
    const row = await rowsOf('privacy_requests').findOne({ _id: reference })
    expect(JSON.stringify(row)).not.toMatch(/xenia|quill|5550100400/i)
    expect(row).toMatchObject({ requestType: 'other', state: 'closed', proofDigest: null, proofExpiresAt: null })
  })

  it('keeps what the person refuses, so that nobody writes to them again', async () => {
    const { email } = (await aProvedCustomer()).user
    await carryOut(email, 'opt-out-marketing')
    await carryOut(email, 'delete')
    expect(await identity.refusesMarketing(email)).toBe(true)
  })

  /** What the other parts of the shop are asked to erase for this address. */
  function erasedElsewhere(email: string) {
    const asked: ErasedPerson[] = []
    identity.addPersonalDataSource({
      name: `archive of ${email}`,
      export: async () => [],
      erase: async (person) => void (person.email === email && asked.push(person)),
    })
    return asked
  }

  it('names to other parts of the shop all names, numbers and places that the person typed', async () => {
    const { user } = await aProvedCustomer()
    await identity.addressBook.add(user.id, AN_ADDRESS)
    const asked = erasedElsewhere(user.email)
    await carryOut(user.email, 'delete', { phone: '5550100400' })
    expect(asked).toMatchObject([
      {
        customerId: user.id,
        typed: {
          names: ['Dan Winter', 'Dana Whitfield', 'Dana Summer'],
          phones: ['5550100400', '5550100200', '5550100300'],
          places: ['1 New Road'],
        },
      },
    ])
  })

  it('that an earlier version of the shop began is finished with what that one kept of the person', async () => {
    const { user } = await aProvedCustomer()
    const asked = erasedElsewhere(user.email)
    const reference = await ask(opened, user.email, 'delete')
    const facts = { names: ['Dana Before'], phones: ['5550100500'], places: ['2 Old Road'] }
    await rowsOf('privacy_requests').updateOne(
      { _id: reference },
      { $set: { subject: { customerId: 'an account that is gone', facts } } },
    )
    const verifiedAt = laterBy()
    await verify(reference)
    await isCarriedOut(reference)
    // The account with the address came since, and stays.
    expect(asked).toMatchObject([{ customerId: 'an account that is gone', typed: facts, ownedUntil: verifiedAt }])
    expect(await rowsOf('users').countDocuments({ _id: user.id })).toBe(1)
  })
})
