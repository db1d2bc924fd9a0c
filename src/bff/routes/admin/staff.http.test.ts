import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayDo, PERMISSIONS_OF, STAFF_PERMISSIONS, STAFF_ROLES, type StaffPermission } from '#contracts/staff-roles'
import type { StaffMember } from '#contracts/staff'
import type { Clock } from '#platform/clock'
import { PRESENCE_PLACES } from '../../testing/presence-places.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { freshDatabaseUri } from '../../../testing/test-database.ts'
import { GATE_CALLS } from '../../testing/gate-calls.ts'
import { importClient } from '../../testing/import-client.ts'
import { aCustomer } from '../../testing/shop-requests.ts'
import {
  browserOf,
  codeOf,
  invitationTokenTo,
  peopleClient,
  STAFF_PERSON_PASSWORD,
  type PeopleClient,
} from '../../testing/staff-people.ts'
import { staffScript } from '../../testing/staff-requests.ts'

const DAY_MS = 86_400_000
const PERIOD_MS = 30_000

let mails: MailServer
let shop: RunningShop
let owner: { readonly Authorization: string }
let people: PeopleClient
/** The shop's time, which the tests move on: codes of the next 30 seconds are new ones. */
let offsetMs = 0
const now = () => Date.now() + offsetMs
const clock: Clock = { now: () => new Date(now()) }
const call = () => request(shop.app.server)

beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({ SEED_DEMO: 'false', SMTP_URL: mails.url, TRUST_PROXY: '127.0.0.1' }, { clock })
  owner = await staffScript(shop)
  people = peopleClient({ shop, mails, owner, now })
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

/** A moment whose code nobody has used: after the one of the sign-in before. */
function freshCode(secret: string): string {
  offsetMs += 2 * PERIOD_MS
  return codeOf(secret, now())
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`It took longer than ${ms} ms.`)), ms).unref()
  })
  return Promise.race([work, late])
}

const listed = async (id: string) =>
  ((await call().get('/api/admin/staff').set(owner).expect(200)).body as StaffMember[]).find((one) => one.id === id)
const lastEntry = async (action: string) =>
  (await shop.shop.admin.audit.list({ search: action, limit: 1, offset: 0 })).entries[0]

describe('an invitation', () => {
  it('leads by its mail to a password, an authenticator and recovery codes, and signs in', async () => {
    const invited = await people.invite('orders', 'Ada Lovelace')
    expect(await listed(invited.id)).toMatchObject({ state: 'invited', lastSeenAt: null, role: 'orders' })
    const person = await people.accept(invited)
    expect(person.recoveryCodes).toHaveLength(10)
    const session = await call().get('/api/admin/session').set(browserOf(person)).expect(200)
    expect(session.body.person).toEqual({ id: person.id, name: 'Ada Lovelace', role: 'orders' })
    expect(await listed(person.id)).toMatchObject({ state: 'active', invitedUntil: null, openSessions: 1 })
    expect(await lastEntry('staff.joined')).toMatchObject({ by: { person: { id: person.id, name: 'Ada Lovelace' } } })
    expect((await lastEntry('staff.invited'))?.by.person).toEqual({ id: 'owner', name: 'Owner' })
  })

  it('is stored as a digest, and so is nothing that opens the gate', async () => {
    const person = await people.join('support')
    const stored = JSON.stringify(
      await shop.shop.database.connection.collection('staff_accounts').find({ email: person.email }).toArray(),
    )
    const next = await people.invite('support')
    const token = await invitationTokenTo(mails, next.email)
    const invited = JSON.stringify(await shop.shop.database.connection.collection('staff_accounts').find().toArray())
    expect(invited).not.toContain(token)
    for (const secret of [person.secret, STAFF_PERSON_PASSWORD, ...person.recoveryCodes])
      expect(stored).not.toContain(secret)
    const jobs = JSON.stringify(await shop.shop.database.connection.collection('outbox').find().toArray())
    expect(jobs).not.toContain(token)
  })

  it('counts once, however many use it at the same time', async () => {
    const { email } = await people.invite('catalog')
    const token = await invitationTokenTo(mails, email)
    const opened = await call().post('/api/admin/invitation/open').send({ token }).expect(200)
    const { secret, setup } = opened.body as { secret: string; setup: string }
    const body = { token, setup, password: STAFF_PERSON_PASSWORD, code: codeOf(secret, now()) }
    const answers = await Promise.all(Array.from({ length: 4 }, () => call().post('/api/admin/invitation').send(body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404])
    const again = await call().post('/api/admin/invitation/open').send({ token }).expect(404)
    expect(again.body.code).toBe('INVITATION_OVER')
  })

  it('is over after three days, after another one, and when it is withdrawn', async () => {
    const invited = await people.invite('support')
    const first = await invitationTokenTo(mails, invited.email)
    await call().post(`/api/admin/staff/${invited.id}/invitation`).set(owner).expect(200)
    const second = await invitationTokenTo(mails, invited.email, 2)
    await call().post('/api/admin/invitation/open').send({ token: first }).expect(404)
    await call().post('/api/admin/invitation/open').send({ token: second }).expect(200)
    await call().delete(`/api/admin/staff/${invited.id}/invitation`).set(owner).expect(204)
    await call().post('/api/admin/invitation/open').send({ token: second }).expect(404)
    expect(await listed(invited.id)).toBeUndefined()
    await call().delete(`/api/admin/staff/${invited.id}/invitation`).set(owner).expect(404)

    const late = await people.invite('support')
    const token = await invitationTokenTo(mails, late.email)
    offsetMs += 3 * DAY_MS + 1000
    owner = await staffScript(shop)
    people = peopleClient({ shop, mails, owner, now })
    await call().post('/api/admin/invitation/open').send({ token }).expect(404)
    expect(await listed(late.id)).toMatchObject({ state: 'invited' })
  })

  it('takes no wrong code, no common password and no authenticator of another invitation', async () => {
    const [one, other] = [await people.invite('support', 'Grace Hopper'), await people.invite('support')]
    const tokens = await Promise.all([one, other].map(({ email }) => invitationTokenTo(mails, email)))
    const [mine, theirs] = await Promise.all(
      tokens.map(async (token) => (await call().post('/api/admin/invitation/open').send({ token }).expect(200)).body),
    )
    const body = { token: tokens[0], setup: mine.setup, password: STAFF_PERSON_PASSWORD }
    const code = codeOf(mine.secret, now())
    const refusals: [object, string][] = [
      [{ ...body, code: codeOf(mine.secret, now(), -40) }, 'CODE_WRONG'],
      [{ ...body, code, setup: theirs.setup }, 'SETUP_OVER'],
      [{ ...body, code, setup: 'made-up' }, 'SETUP_OVER'],
      [{ ...body, code, password: 'superprinter1' }, 'PASSWORD_TOO_COMMON'],
      [{ ...body, code, password: 'GraceHopper1' }, 'PASSWORD_TOO_COMMON'],
      [{ ...body, code, password: 'short' }, 'VALIDATION'],
      [{ ...body, code: 'abcdef' }, 'VALIDATION'],
    ]
    for (const [refused, expected] of refusals) {
      const answer = await call().post('/api/admin/invitation').send(refused).expect(400)
      expect(answer.body.code).toBe(expected)
    }
    await call()
      .post('/api/admin/invitation')
      .send({ ...body, code })
      .expect(201)
  })

  it('goes to an address once, and to no list without an end', async () => {
    const { email } = await people.invite('support')
    const body = { name: 'Somebody Else', email: email.toUpperCase(), role: 'orders' }
    const answer = await call().post('/api/admin/staff').set(owner).send(body).expect(409)
    expect(answer.body.code).toBe('STAFF_ADDRESS_TAKEN')
    for (const wrong of [{ ...body, role: 'admin' }, { ...body, name: 'A\nB' }, { ...body, email: 'nobody' }, {}])
      await call().post('/api/admin/staff').set(owner).send(wrong).expect(400)
  })

  it('goes to nobody beyond 200 people with access, and there is room again when one leaves', async () => {
    const [first, second] = [await people.invite('support'), await people.invite('support')]
    const accounts = shop.shop.database.connection.collection<{ _id: string }>('staff_accounts')
    const { _id, ...model } = (await accounts.findOne({ _id: first.id })) as { _id: string }
    const withAccess = ((await call().get('/api/admin/staff').set(owner).expect(200)).body as StaffMember[]).filter(
      ({ state }) => state !== 'ended',
    )
    const others = Array.from({ length: 200 - withAccess.length }, (_, index) => ({
      ...model,
      _id: `${_id}-${index}`,
      email: `colleague-${index}@example.com`,
    }))
    await accounts.insertMany(others)
    const newcomer = { name: 'One More', email: 'one-more@example.com', role: 'orders' }
    const inviteNewcomer = () => call().post('/api/admin/staff').set(owner).send(newcomer)
    const answer = await inviteNewcomer().expect(409)
    expect(answer.body).toMatchObject({ code: 'STAFF_LIST_FULL', message: expect.stringContaining('200') as string })
    const endAccess = (id: string) => call().delete(`/api/admin/staff/${id}`).set(owner)
    const inviteAgain = (id: string) => call().post(`/api/admin/staff/${id}/invitation`).set(owner)
    expect((await endAccess(second.id)).status).toBe(200)
    expect((await inviteNewcomer()).status).toBe(201)
    expect((await inviteAgain(second.id)).body).toMatchObject({ code: 'STAFF_LIST_FULL' })
    expect((await inviteAgain(first.id)).status).toBe(200)
    await accounts.deleteMany({ _id: { $in: others.map((other) => other._id) } })
  })
})

describe('signing in with a code', () => {
  it('opens the gate once per code, also when the same one comes five times at once', async () => {
    const person = await people.join('orders')
    const code = freshCode(person.secret)
    const answers = await Promise.all(Array.from({ length: 5 }, () => people.signIn(person, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
    await people.signIn(person, code).expect(401)
    const earlier = codeOf(person.secret, now(), -1)
    await people.signIn(person, earlier).expect(401)
    await people.signIn(person, freshCode(person.secret)).expect(200)
  })

  it('answers the same to an unknown address, a wrong password and a wrong code', async () => {
    const person = await people.join('orders')
    const invited = await people.invite('orders')
    const code = freshCode(person.secret)
    const answers = [
      await people.signIn({ email: 'nobody@example.com' }, code),
      await people.signIn(invited, code),
      await people.signIn(person, code, { password: 'not the password' }),
      await people.signIn(person, codeOf(person.secret, now(), 40)),
      await people.signIn(person, person.recoveryCodes[0]?.replace(/^.{4}/, '2345') ?? ''),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect({ code: body.code, message: body.message }).toEqual({
        code: 'SIGN_IN_REFUSED',
        message: 'E-mail, password or code is not right. Each code works once: wait for the next one.',
      })
    }
    await people.signIn(person, code).expect(200)
    const refused = await lastEntry('session.refused')
    expect(refused).toMatchObject({ subject: `staff ${person.name}`, by: { person: null, address: '10.9.0.1' } })
  })

  it('takes each recovery code once, however it is typed, and tells the person', async () => {
    const person = await people.join('orders')
    const [first = '', second = ''] = person.recoveryCodes
    const answers = await Promise.all([people.signIn(person, first), people.signIn(person, first.toUpperCase())])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    await people.signIn(person, second.replaceAll('-', ' ')).expect(200)
    const own = await call().get('/api/admin/me').set(browserOf(person)).expect(200)
    expect(own.body).toMatchObject({ email: person.email, recoveryCodesLeft: 8, role: 'orders' })
    await eventually(async () =>
      expect(
        mails.received.filter(({ to, text }) => to === person.email && text.includes('recovery codes')),
      ).toHaveLength(2),
    )
  })

  it('is limited per person and address, and locks nobody out elsewhere', async () => {
    const person = await people.join('orders')
    const wrong = () => people.signIn(person, '000000', { password: 'guess', address: '10.9.1.1' })
    const tries = await Promise.all(Array.from({ length: 12 }, wrong))
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
    await people.signIn(person, freshCode(person.secret), { address: '10.9.1.1' }).expect(429)
    await people.signIn(person, freshCode(person.secret), { address: '10.9.1.2' }).expect(200)
  })

  it('lets nobody who knows the password guess codes from everywhere, and the person in where they were before', async () => {
    const person = await people.join('orders')
    await people.signIn(person, freshCode(person.secret), { address: '10.9.2.1' }).expect(200)
    const wrongCode = codeOf(person.secret, now(), 40)
    for (let index = 0; index < 20; index++)
      await people.signIn(person, wrongCode, { address: `10.9.3.${index + 1}` }).expect(401)
    await people.signIn(person, freshCode(person.secret), { address: '10.9.4.1' }).expect(429)
    await people.signIn(person, freshCode(person.secret), { address: '10.9.2.1' }).expect(200)
  })

  it('works on after a change of the shop’s secret, once it was used beside the former one', async () => {
    const [former, current] = ['an-earlier-Harbour-of-Quiet-4711-0815', 'a-later-Lighthouse-of-Winter-1234-98']
    const databaseUri = freshDatabaseUri()
    const env = { SEED_DEMO: 'false', SMTP_URL: mails.url }
    const start = (secret: string, old: string | null = null) =>
      startShop({ ...env, JWT_SECRET: secret, ...(old !== null && { JWT_SECRET_OLD: old }) }, { databaseUri, clock })
    const shops = [await start(former)]
    try {
      const clientOf = async (of: RunningShop) => peopleClient({ shop: of, mails, owner: await staffScript(of), now })
      const [before] = shops
      if (before === undefined) throw new Error('No shop was started.')
      const person = await (await clientOf(before)).join('orders')
      for (const old of [former, null]) {
        const next = await start(current, old)
        shops.push(next)
        await (await clientOf(next)).signIn(person, freshCode(person.secret)).expect(200)
      }
    } finally {
      await Promise.all(shops.map((each) => each.stop()))
    }
  })
})

describe('a person whose access the owner changes', () => {
  it('may do what the new role allows from the next call on', async () => {
    const person = await people.join('read-only')
    await call().get('/api/admin/orders').set(browserOf(person)).expect(200)
    await call().patch(`/api/admin/staff/${person.id}`).set(owner).send({ role: 'catalog' }).expect(200)
    const refused = await call().get('/api/admin/orders').set(browserOf(person)).expect(403)
    expect(refused.body).toMatchObject({
      code: 'ROLE_NOT_ALLOWED',
      message: 'The role "Catalog" may not see orders. Ask the owner of the shop for another role.',
    })
    expect(await lastEntry('staff.role-changed')).toMatchObject({
      subject: `staff ${person.name}`,
      changes: [{ field: 'role', before: 'read-only', after: 'catalog' }],
    })
    await call().patch(`/api/admin/staff/${person.id}`).set(owner).send({ role: 'boss' }).expect(400)
    const late = { role: 'support', roleWas: 'read-only' }
    const tooLate = await call().patch(`/api/admin/staff/${person.id}`).set(owner).send(late).expect(409)
    expect(tooLate.body.code).toBe('ROLE_CHANGED')
  })

  it('is signed out by the next call when sessions or access end, and cannot come back without a new invitation', async () => {
    const person = await people.join('orders')
    await call().delete(`/api/admin/staff/${person.id}/sessions`).set(owner).expect(200)
    await call().get('/api/admin/session').set(browserOf(person)).expect(401)
    const back = await people.signIn(person, freshCode(person.secret)).expect(200)
    const bearer = { Authorization: `Bearer ${String(back.body.token)}` }
    const ended = await call().delete(`/api/admin/staff/${person.id}`).set(owner).expect(200)
    expect(ended.body).toMatchObject({ state: 'ended', openSessions: 0 })
    await call().get('/api/admin/orders').set(bearer).expect(401)
    await people.signIn(person, freshCode(person.secret)).expect(401)
    await people.signIn(person, person.recoveryCodes[0] ?? '').expect(401)
    await call().post(`/api/admin/staff/${person.id}/invitation`).set(owner).expect(200)
    const again = await people.accept(person, 2)
    await call().get('/api/admin/session').set(browserOf(again)).expect(200)
    expect(await listed(person.id)).toMatchObject({ state: 'active', endedAt: null })
  })

  it('gets in by no sign-in that runs while access is taken away', async () => {
    const person = await people.join('orders')
    const code = freshCode(person.secret)
    const [signedIn] = await Promise.all([
      people.signIn(person, code),
      call().delete(`/api/admin/staff/${person.id}`).set(owner).expect(200),
    ])
    if (signedIn.status === 200) {
      const bearer = { Authorization: `Bearer ${String(signedIn.body.token)}` }
      await call().get('/api/admin/session').set(bearer).expect(401)
    } else expect(signedIn.status).toBe(401)
  })

  it.each([
    ['sessions end', (id: string) => call().delete(`/api/admin/staff/${id}/sessions`)],
    ['access ends', (id: string) => call().delete(`/api/admin/staff/${id}`)],
    ['role has no part in it', (id: string) => call().patch(`/api/admin/staff/${id}`).send({ role: 'support' })],
  ])('hears no more of a live stream when their %s', async (_what, change) => {
    const person = await people.join('catalog')
    const client = importClient(shop, owner)
    const item = await client.run('sku,name,price\nA-1,Printer,10', { mode: 'upsert', preview: 'true' })
    const stream = await fetch(`${shop.url}/api/admin/imports/${item.id}/stream`, { headers: browserOf(person) })
    expect(stream.status).toBe(200)
    const ended = stream.text()
    await change(person.id).set(owner).expect(200)
    // Without the change it stays open; the next heartbeat would come later than this waits.
    expect(await within(5000, ended)).toContain('event: import')
  })

  it('hears no more of a live stream when the owner signs everybody out', async () => {
    const person = await people.join('catalog')
    const stream = await fetch(`${shop.url}/api/admin/changes`, { headers: browserOf(person) })
    const ended = stream.text()
    await call().delete('/api/admin/session?everywhere=true').set(owner).expect(204)
    expect(await within(5000, ended)).toContain('event: start')
    owner = await staffScript(shop)
    people = peopleClient({ shop, mails, owner, now })
  })

  it('keeps the old way in until a new invitation is accepted, and loses it then', async () => {
    const person = await people.join('orders')
    await call().post(`/api/admin/staff/${person.id}/invitation`).set(owner).expect(200)
    await people.signIn(person, freshCode(person.secret)).expect(200)
    const renewed = await people.accept(person, 2)
    expect(renewed.secret).not.toBe(person.secret)
    await call().get('/api/admin/session').set(browserOf(person)).expect(401)
    await people.signIn(person, freshCode(person.secret)).expect(401)
    await people.signIn(person, person.recoveryCodes[0] ?? '').expect(401)
    await people.signIn(person, freshCode(renewed.secret)).expect(200)
  })

  it('is not known to a list that has no such person', async () => {
    const calls = [
      call().patch('/api/admin/staff/nobody').send({ role: 'orders' }),
      call().delete('/api/admin/staff/nobody'),
      call().delete('/api/admin/staff/nobody/sessions'),
      call().post('/api/admin/staff/nobody/invitation'),
      call().delete('/api/admin/staff/nobody/invitation'),
    ]
    for (const one of calls) expect((await one.set(owner).expect(404)).body.code).toBe('STAFF_NOT_FOUND')
  })
})

describe('the own access', () => {
  it('changes the password with the current one, ends the other sessions and says so by mail', async () => {
    const person = await people.join('support')
    const other = await people.signIn(person, freshCode(person.secret)).expect(200)
    const bearer = { Authorization: `Bearer ${String(other.body.token)}` }
    const newPassword = 'violet-Anchor-eleven-Pears'
    const put = (body: object) => call().put('/api/admin/me/password').set(browserOf(person)).send(body)
    const body = { currentPassword: STAFF_PERSON_PASSWORD, newPassword, confirmPassword: newPassword }
    expect((await put({ ...body, currentPassword: 'wrong' }).expect(400)).body.code).toBe('CURRENT_PASSWORD_WRONG')
    expect((await put({ ...body, confirmPassword: 'other' }).expect(400)).body.code).toBe('VALIDATION')
    await put(body).expect(204)
    await call().get('/api/admin/session').set(browserOf(person)).expect(200)
    await call().get('/api/admin/session').set(bearer).expect(401)
    await people.signIn(person, freshCode(person.secret)).expect(401)
    await people.signIn(person, freshCode(person.secret), { password: newPassword }).expect(200)
    await eventually(async () =>
      expect(mails.received.some(({ to, text }) => to === person.email && text.includes('password'))).toBe(true),
    )
  })

  it('gives new recovery codes for the password, and the earlier ones stop working', async () => {
    const person = await people.join('support')
    const renew = (currentPassword: string) =>
      call().post('/api/admin/me/recovery-codes').set(browserOf(person)).send({ currentPassword })
    await renew('wrong').expect(400)
    const { body } = await renew(STAFF_PERSON_PASSWORD).expect(200)
    expect(body.recoveryCodes).toHaveLength(10)
    await people.signIn(person, person.recoveryCodes[0] ?? '').expect(401)
    await people.signIn(person, String(body.recoveryCodes[0])).expect(200)
  })

  it('lists the own sessions and no others, and ends one or all others', async () => {
    const [person, other] = [await people.join('support'), await people.join('support')]
    const tokens = []
    for (const index of [0, 1]) {
      const answer = await people.signIn(person, freshCode(person.secret), { address: `10.9.5.${index}` }).expect(200)
      tokens.push({ Authorization: `Bearer ${String(answer.body.token)}` })
    }
    const sessions = async () => (await call().get('/api/admin/me').set(browserOf(person)).expect(200)).body.sessions
    expect((await sessions()).map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false, false])
    const theirs = (await call().get('/api/admin/me').set(browserOf(other)).expect(200)).body.sessions
    await call().delete(`/api/admin/me/sessions/${theirs[0].id}`).set(browserOf(person)).expect(404)
    await call()
      .delete(`/api/admin/me/sessions/${(await sessions())[1].id}`)
      .set(browserOf(person))
      .expect(204)
    expect(await sessions()).toHaveLength(2)
    await call().delete('/api/admin/me/sessions').set(browserOf(person)).expect(204)
    expect(await sessions()).toHaveLength(1)
    for (const bearer of tokens) await call().get('/api/admin/session').set(bearer).expect(401)
    await call().get('/api/admin/session').set(browserOf(other)).expect(200)
  })

  it('has neither password nor codes for who came by the gate’s password', async () => {
    const own = await call().get('/api/admin/me').set(owner).expect(200)
    expect(own.body).toMatchObject({ name: 'Owner', role: 'owner', email: null, recoveryCodesLeft: null })
    const newPassword = 'violet-Anchor-eleven-Pears'
    const body = { currentPassword: 'any', newPassword, confirmPassword: newPassword }
    const refused = await call().put('/api/admin/me/password').set(owner).send(body).expect(409)
    expect(refused.body.code).toBe('NO_OWN_CREDENTIALS')
  })

  it('signs out everywhere, and nobody else but for the owner', async () => {
    const [person, other] = [await people.join('support'), await people.join('support')]
    await call().delete('/api/admin/session?everywhere=true').set(browserOf(person)).expect(204)
    await call().get('/api/admin/session').set(browserOf(person)).expect(401)
    await call().get('/api/admin/session').set(browserOf(other)).expect(200)
  })
})

it('staff with the permission sign a customer out everywhere, and the log names who did', async () => {
  const customer = await aCustomer(shop)
  const { body: user } = await call().get('/api/auth/user').set(customer.bearer).expect(200)
  const person = await people.join('support', 'Sam Support')
  const path = `/api/admin/customers/${String(user.id)}/sessions`
  expect((await call().delete(path).set(browserOf(person)).expect(200)).body).toEqual({ count: 1 })
  await call().get('/api/auth/user').set(customer.bearer).expect(401)
  expect((await call().delete(path).set(browserOf(person)).expect(200)).body).toEqual({ count: 0 })
  await call().delete('/api/admin/customers/nobody/sessions').set(browserOf(person)).expect(404)
  expect(await lastEntry('customer.signed-out')).toMatchObject({
    subject: `customer ${String(user.id)}`,
    by: { person: { id: person.id, name: 'Sam Support' } },
  })
})

describe('people at the same thing', () => {
  it.each(PRESENCE_PLACES)('know of each other at %s, while they have it open', async (at, kind) => {
    const [ann, bob] = [await people.join('read-only', 'Ann One'), await people.join('read-only', 'Bob Two')]
    const report = async (person: typeof ann, doing: string) =>
      (await call().post(`/api/admin/${at}/presence`).set(browserOf(person)).send({ page: 'p', doing }).expect(200))
        .body
    const stream = await fetch(`${shop.url}/api/admin/changes`, { headers: browserOf(bob) })
    expect(await report(ann, 'editing')).toEqual([])
    expect(await report(bob, 'looking')).toEqual([{ name: 'Ann One', isEditing: true }])
    expect(await within(5000, readUntil(stream, `people-at-${kind}`))).toContain('event: changes')
    expect(await report(ann, 'left')).toEqual([{ name: 'Bob Two', isEditing: false }])
    expect(await report(bob, 'looking')).toEqual([])
  })

  it('say what they do in words that are known', async () => {
    const answer = await call()
      .post('/api/admin/orders/100001/presence')
      .set(owner)
      .send({ page: 'p', doing: 'dancing' })
      .expect(400)
    expect(answer.body.code).toBe('VALIDATION')
  })
})

/** What a stream says until a word comes. */
async function readUntil(stream: Response, word: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(word)) return text
  }
  throw new Error(`The stream ended without ${word}: ${text}`)
}

describe('each call of the back office', () => {
  interface Call {
    readonly name: string
    readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
    readonly path: string
    readonly permission: StaffPermission
  }

  /** All calls of staff, as the router has them. */
  async function staffCalls(): Promise<Call[]> {
    const { body } = await call().get('/api/docs/json').expect(200)
    const operations = Object.entries(body.paths as Record<string, Record<string, Record<string, unknown>>>)
    return operations.flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId: name, 'x-permission': permission }]) =>
        permission === undefined
          ? []
          : [
              {
                name: String(name),
                method: method as Call['method'],
                path: path.replaceAll(/\{\w+\}/g, '1'),
                permission: permission as StaffPermission,
              },
            ],
      ),
    )
  }

  /** A stream never ends: its headers are the answer. */
  async function answerTo(method: Call['method'], path: string, headers: Readonly<Record<string, string>>) {
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(`${shop.url}${path}`, { method: method.toUpperCase(), headers, signal })
    if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
      await answer.body?.cancel()
      return { status: answer.status, code: null }
    }
    const code = /"code":"(\w+)"/.exec(await answer.text())?.[1] ?? null
    return { status: answer.status, code }
  }

  /** What stands below /api without being a call: the pages of the documentation. */
  const DOCUMENTATION = /^\/api\/docs\b/

  /** Every method and path that the router knows below /api, read from the tree that it prints. */
  function registeredCalls(): string[] {
    const parents: string[] = []
    return shop.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent, segment = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
        if (indent === undefined) return []
        const path = `${parents[indent.length / 4 - 1] ?? ''}${segment}`
        parents[indent.length / 4] = path
        return (methods ?? '').split(', ').flatMap((method) => (method === '' ? [] : [`${method} ${path}`]))
      })
      .filter((one) => one.split(' ')[1]?.startsWith('/api/') === true)
  }

  it('is in the documentation, and names a permission unless it belongs to the gate', async () => {
    const { body } = await call().get('/api/docs/json').expect(200)
    const documented = Object.entries(body.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { 'x-permission': permission }]) => ({
          name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
          permission,
        })),
    )
    const registered = registeredCalls().filter(
      (name) =>
        !name.startsWith('HEAD ') && !name.startsWith('OPTIONS ') && !DOCUMENTATION.test(name.split(' ')[1] ?? ''),
    )
    expect(documented.map(({ name }) => name).toSorted()).toEqual(registered.toSorted())
    const open = documented.filter(({ name, permission }) => name.includes(' /api/admin/') && permission === undefined)
    expect(open.map(({ name }) => name).toSorted()).toEqual(GATE_CALLS)
  })

  it('lets in each role that has its permission, and answers 403 to all others', async () => {
    const calls = await staffCalls()
    expect(calls.length).toBeGreaterThan(40)
    expect(new Set(calls.map(({ permission }) => permission))).toEqual(new Set(Object.keys(STAFF_PERMISSIONS)))
    const answers = []
    for (const role of STAFF_ROLES) {
      const headers = browserOf(await people.join(role))
      for (const { name, method, path, permission } of calls) {
        const { status, code } = await answerTo(method, path, headers)
        const isAllowed = status !== 401 && code !== 'ROLE_NOT_ALLOWED'
        answers.push({ role, name, isAllowed, expected: mayDo(role, permission) })
        if (!isAllowed) expect(status).toBe(403)
      }
    }
    expect(answers).toHaveLength(calls.length * STAFF_ROLES.length)
    expect(answers.filter(({ isAllowed, expected }) => isAllowed !== expected)).toEqual([])
  })

  it('is closed to visitors and customers', async () => {
    const customer = await aCustomer(shop)
    for (const headers of [{}, customer.bearer])
      for (const { method, path } of await staffCalls()) {
        await call()[method](path).set(headers).expect(401)
        if (method === 'get') await call().head(path).set(headers).expect(401)
      }
  })
})

it('the owner may do everything, read-only changes nothing, and every role sees its own access', () => {
  expect(PERMISSIONS_OF.owner.size).toBe(Object.keys(STAFF_PERMISSIONS).length)
  expect([...PERMISSIONS_OF['read-only']].filter((permission) => permission.endsWith('.write'))).toEqual([])
  for (const role of STAFF_ROLES) expect(mayDo(role, 'self')).toBe(true)
  for (const role of STAFF_ROLES) expect(mayDo(role, 'staff.write')).toBe(role === 'owner')
})
