import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from '#platform/mail/send-mail'
import { eventually } from '../../testing/eventually.ts'
import { sessionModel } from './persistence/session.repository.ts'
import { isPrivacyRequest, openIdentity, someone, tokenOf, type OpenIdentity } from './testing/open-identity.ts'

let opened: OpenIdentity
let db: OpenIdentity['db']
let jobs: OpenIdentity['jobs']
let identity: OpenIdentity['identity']
let mailsTo: OpenIdentity['mailsTo']

beforeAll(async () => {
  opened = await openIdentity()
  ;({ db, jobs, identity, mailsTo } = opened)
})
afterAll(() => opened.close())

/** Asks for no more offers, opens the link in the mail about it, and waits for the answer to that. */
async function refuseMarketing(email: string, mailsBefore: number): Promise<void> {
  await identity.receivePrivacyRequest({
    firstName: 'Dana',
    lastName: 'Whitfield',
    email,
    phone: null,
    requestType: 'opt-out-marketing',
    description: 'No more offers.',
    verificationMethod: 'email',
  })
  const sent = await mailsTo(email, mailsBefore + 1)
  await identity.verifyPrivacyRequest(tokenOf(sent.find(isPrivacyRequest)))
  await mailsTo(email, mailsBefore + 2)
}

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
    await refuseMarketing(user.email, 2)
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
    await refuseMarketing(user.email, 1)
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
