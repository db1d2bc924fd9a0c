import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from '#platform/mail/send-mail'
import { eventually } from '../../testing/eventually.ts'
import { newSession, sessionKeyOf, withPasswordChoice } from './domain/session.ts'
import { sessionCollection } from './persistence/session.repository.ts'
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

  it('takes along what the customer refused of both, beside what was refused for the new one', async () => {
    const { user, session } = await identity.signUp(someone())
    const email = `moved-${user.email}`
    const refuse = async (address: string, requestType: 'opt-out-sale' | 'opt-out-marketing') => {
      const { reference } = await identity.receivePrivacyRequest({
        firstName: 'Dana',
        lastName: 'Whitfield',
        email: address,
        phone: null,
        requestType,
        description: 'No more of this.',
        verificationMethod: 'email',
      })
      await db.database.transaction((tx) => identity.verifyPrivacyRequestByStaff(tx, reference, 'Known.'))
      const refused = requestType === 'opt-out-sale' ? 'sale' : 'marketing'
      await eventually(async () => expect(await identity.listOptOuts(address)).toContain(refused))
    }
    await refuse(email, 'opt-out-marketing')
    await refuse(user.email, 'opt-out-sale')
    const change = { customerId: user.id, sessionId: session.id, currentPassword: 'correct horse battery' }
    await identity.changeProfile({ ...change, profile: { ...someone(), email } })
    const asked = await eventually(async () => {
      const found = opened.mails.find(({ to, subject }) => to.address === email && /confirm your new/.test(subject))
      expect(found).toBeDefined()
      return found
    })
    expect(await identity.verifyEmail(tokenOf(asked))).toBe(true)
    expect(await identity.listOptOuts(email)).toEqual(['sale', 'marketing'])
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

/** The row of a session that a code opened a moment ago. */
function newSessionByCode(userId: string) {
  const { id: _id, ...session } = withPasswordChoice(newSession(userId, null, new Date()), new Date())
  return { _id, ...session }
}

/** Asks for another address, and gives the token of the mail to it. */
async function askFor(email: string, session: { readonly id: string; readonly userId: string }): Promise<string> {
  await identity.changeProfile({
    customerId: session.userId,
    sessionId: session.id,
    profile: { ...someone(), email },
    currentPassword: 'correct horse battery',
  })
  return tokenOf((await mailsTo(email, 1))[0])
}

describe('a new email address that waits for its proof', () => {
  const twoSessions = async () => {
    const { user, session: own } = await identity.signUp(someone())
    const { session: other } = await identity.signIn({ email: user.email, password: 'correct horse battery' })
    return { user, own, other, email: `asked-${user.email}` }
  }

  it('is given up when the session that asked for it is ended', async () => {
    const { user, own, other, email } = await twoSessions()
    const token = await askFor(email, other)
    await identity.sessions.end(user.id, sessionKeyOf(own))
    expect(await identity.emailChange.findPending(user.id)).toBe(email)
    await identity.sessions.end(user.id, sessionKeyOf(other))
    expect(await identity.verifyEmail(token)).toBe(false)
  })

  it('is given up when all other sessions are ended, but not by the session that asked for it', async () => {
    const { user, own, other, email } = await twoSessions()
    const token = await askFor(email, other)
    await identity.sessions.endOthers(user.id, other.id)
    expect(await identity.emailChange.findPending(user.id)).toBe(email)
    await identity.sessions.endOthers(user.id, own.id)
    expect(await identity.verifyEmail(token)).toBe(false)
  })

  it('is given up when staff end all sessions', async () => {
    const { user, own, email } = await twoSessions()
    const token = await askFor(email, own)
    expect(await db.database.transaction((tx) => identity.sessions.endAll(tx, user.id))).toBe(2)
    expect(await identity.verifyEmail(token)).toBe(false)
  })

  it('stays when its customer signs out', async () => {
    const { own, email } = await twoSessions()
    const token = await askFor(email, own)
    await identity.signOut(own.id)
    expect(await identity.verifyEmail(token)).toBe(true)
  })

  it('stays when its customer changes the password in the session that asked for it', async () => {
    const { user, own, email } = await twoSessions()
    const token = await askFor(email, own)
    await identity.changePassword({
      customer: user,
      sessionId: own.id,
      currentPassword: 'correct horse battery',
      newPassword: 'another horse battery',
    })
    expect(await identity.verifyEmail(token)).toBe(true)
  })

  it('stays when another customer gives theirs up', async () => {
    const [one, other] = [await twoSessions(), await twoSessions()]
    await askFor(one.email, one.own)
    await askFor(other.email, other.own)
    await identity.emailChange.cancel(other.user.id)
    expect(await identity.emailChange.findPending(other.user.id)).toBeNull()
    expect(await identity.emailChange.findPending(one.user.id)).toBe(one.email)
  })

  it('waits for seven days', async () => {
    await using own = await openIdentity()
    const { user, session } = await own.identity.signUp(someone())
    const start = own.clock.time.getTime()
    const email = `asked-${user.email}`
    await own.identity.changeProfile({
      customerId: user.id,
      sessionId: session.id,
      profile: { ...someone(), email },
      currentPassword: 'correct horse battery',
    })
    const pendingAt = (ms: number) => {
      own.clock.time = new Date(start + ms)
      return own.identity.emailChange.findPending(user.id)
    }
    expect(await pendingAt(7 * 86_400_000 - 1)).toBe(email)
    expect(await pendingAt(7 * 86_400_000)).toBeNull()
    await expect(own.identity.emailChange.sendLinkAgain(user.id)).rejects.toMatchObject({ code: 'NO_EMAIL_CHANGE' })
  })

  it('cannot be completed once the old address is proved without a link that takes the change back', async () => {
    const { user, own, email } = await twoSessions()
    const token = await askFor(email, own)
    const welcome = (await mailsTo(user.email, 2)).find(({ text }) => text.includes('token='))
    expect(await identity.verifyEmail(tokenOf(welcome))).toBe(true)
    expect(await identity.verifyEmail(token)).toBe(false)
    expect(await identity.emailChange.findPending(user.id)).toBeNull()
    expect(await identity.findSessionUser(own.id)).toMatchObject({ email: user.email })
  })

  it('can be proved for 24 hours by a link of its seventh day, and taken back then', async () => {
    await using own = await openIdentity()
    const { user, session } = await own.identity.signUp(someone())
    await own.identity.verifyEmail(tokenOf((await own.mailsTo(user.email, 1))[0]))
    const start = own.clock.time.getTime()
    const after = (hours: number) => void (own.clock.time = new Date(start + hours * 3_600_000))
    const email = `asked-${user.email}`
    await own.identity.changeProfile({
      customerId: user.id,
      sessionId: session.id,
      profile: { ...someone(), email },
      currentPassword: 'correct horse battery',
    })
    const first = tokenOf((await own.mailsTo(email, 1))[0])
    const warning = (await own.mailsTo(user.email, 2)).find(({ text }) => text.includes('/keep-email'))
    after(6.5 * 24)
    await own.identity.emailChange.sendLinkAgain(user.id)
    const again = (await own.mailsTo(email, 2)).map(tokenOf).find((token) => token !== first) ?? ''
    const kept = await own.db.database.connection.collection('email_changes').findOne({ userId: user.id })
    expect(kept?.['expiresAt'] >= kept?.['proofExpiresAt'], 'the database deletes it before its link ends').toBe(true)
    after(7 * 24 + 1)
    expect(await own.identity.verifyEmail(again)).toBe(true)
    expect(await own.identity.emailChange.undo(tokenOf(warning))).toBe(true)
  })

  /** Asks for another address; what is given happens after the password was checked. */
  const askWhile = (session: { readonly id: string; readonly userId: string }, happens: () => Promise<unknown>) =>
    identity.changeProfile({
      customerId: session.userId,
      sessionId: session.id,
      profile: { ...someone(), email: `late-${session.id}@example.com` },
      currentPassword: 'correct horse battery',
      beforeMails: async () => void (await happens()),
    })

  it('counts a try only when its password is compared', async () => {
    const { user, own, email } = await twoSessions()
    const byCode = newSessionByCode(user.id)
    await sessionCollection(db.database).insertOne(byCode)
    let tries = 0
    const limitTries = <Result>(check: () => Promise<Result>) => {
      tries += 1
      return check()
    }
    const change = (sessionId: string, to: string) =>
      identity.changeProfile({
        customerId: user.id,
        sessionId,
        profile: { ...someone(), email: to },
        currentPassword: 'correct horse battery',
        limitTries,
      })
    await change(own.id, user.email)
    await change(byCode._id, email)
    expect(tries).toBe(0)
    await change(own.id, email)
    expect(tries).toBe(1)
  })

  it('is refused when the password changes after it was checked', async () => {
    const { user, own, other } = await twoSessions()
    const passwords = { currentPassword: 'correct horse battery', newPassword: 'another horse battery' }
    const change = () => identity.changePassword({ customer: user, sessionId: own.id, ...passwords })
    await expect(askWhile(other, change)).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' })
    expect(await identity.emailChange.findPending(user.id)).toBeNull()
  })

  it('is refused when the session that asks for it ends meanwhile', async () => {
    const { user, own, other } = await twoSessions()
    const ended = askWhile(other, () => identity.sessions.endOthers(user.id, own.id))
    await expect(ended).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(await identity.emailChange.findPending(user.id)).toBeNull()
  })

  it('is refused when a session that a code opened has chosen a password meanwhile', async () => {
    const { user, own } = await twoSessions()
    const mayChoose = (until: Date | null) =>
      sessionCollection(db.database).updateOne({ _id: own.id }, { $set: { passwordChoiceUntil: until } })
    await mayChoose(new Date(Date.now() + 900_000))
    await expect(askWhile(own, () => mayChoose(null))).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_NEEDED' })
    expect(await identity.emailChange.findPending(user.id)).toBeNull()
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
      expect(await sessionCollection(db.database).countDocuments({ userId: user.id })).toBe(1)
      await mailsTo(user.email, 2)
    },
  )
})

describe('a changed email address', () => {
  /** A customer who moved from a proved address; with the token of the mail that takes it back. */
  async function aMovedCustomer() {
    const { user, session } = await identity.signUp(someone())
    await identity.verifyEmail(tokenOf((await mailsTo(user.email, 1))[0]))
    expect(await changeEmail(session, `moved-${user.email}`)).toBe(true)
    const warning = (await mailsTo(user.email, 3)).find(({ text }) => text.includes('/keep-email'))
    return { user, session, undoToken: tokenOf(warning) }
  }
  const PASSWORDS = { currentPassword: 'correct horse battery', newPassword: 'another horse battery' }

  it.each<[string, (moved: Awaited<ReturnType<typeof aMovedCustomer>>) => Promise<unknown>]>([
    ['gives a new address up', ({ user }) => identity.emailChange.cancel(user.id)],
    [
      'ends the session that asked for it',
      ({ user, session }) => identity.sessions.end(user.id, sessionKeyOf(session)),
    ],
    ['ends other sessions', ({ user }) => identity.sessions.endOthers(user.id, 'another session')],
    ['changes the password', ({ user }) => identity.changePassword({ customer: user, sessionId: '', ...PASSWORDS })],
  ])('can still be taken back when whoever changed it %s', async (_what, act) => {
    const moved = await aMovedCustomer()
    await act(moved)
    expect(await identity.emailChange.undo(moved.undoToken)).toBe(true)
    expect(await identity.findProvedAccount(moved.user.email)).toMatchObject({ id: moved.user.id })
  })

  it('is taken back for its own customer alone', async () => {
    const [one, other] = [await aMovedCustomer(), await aMovedCustomer()]
    expect(await identity.emailChange.undo(one.undoToken)).toBe(true)
    expect(await identity.findProvedAccount(`moved-${other.user.email}`)).toMatchObject({ id: other.user.id })
    expect(await identity.findSessionUser(other.session.id)).not.toBeNull()
    expect(await identity.emailChange.undo(other.undoToken)).toBe(true)
  })

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
    expect(await sessionCollection(db.database).countDocuments({ userId: user.id })).toBe(1)
  })
})
