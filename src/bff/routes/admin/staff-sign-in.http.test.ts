import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffMember } from '#contracts/staff'
import { DAY_MS } from '#platform/time/durations'
import { eventually } from '../../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { freshDatabaseUri } from '../../../testing/test-database.ts'
import {
  browserOf,
  codeOf,
  invitationTokenTo,
  peopleClient,
  STAFF_PERSON_PASSWORD,
} from '../../testing/staff-people.ts'
import { staffScript } from '../../testing/staff-requests.ts'
import { openStaffShop, type StaffShop } from '../../testing/staff-shop.ts'

let open: StaffShop
let shop: StaffShop['shop']
let mails: StaffShop['mails']
let owner: StaffShop['owner']
let people: StaffShop['people']
let clock: StaffShop['clock']
let now: StaffShop['now']
let moveOn: StaffShop['moveOn']
let call: StaffShop['call']
let freshCode: StaffShop['freshCode']
let listed: StaffShop['listed']
let lastEntry: StaffShop['lastEntry']

beforeAll(async () => {
  open = await openStaffShop()
  ;({ shop, mails, owner, people, clock, now, moveOn, call, freshCode, listed, lastEntry } = open)
})
afterAll(() => open.stop())

describe('an invitation', () => {
  it('leads by its mail to a password, an authenticator and recovery codes, and signs in', async () => {
    const invited = await people.invite('orders', 'Ada Lovelace')
    expect(await listed(owner, invited.id)).toMatchObject({ state: 'invited', lastSeenAt: null, role: 'orders' })
    const person = await people.accept(invited)
    expect(person.recoveryCodes).toHaveLength(10)
    const session = await call().get('/api/admin/session').set(browserOf(person)).expect(200)
    expect(session.body.person).toEqual({ id: person.id, name: 'Ada Lovelace', role: 'orders' })
    expect(await listed(owner, person.id)).toMatchObject({ state: 'active', invitedUntil: null, openSessions: 1 })
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
    expect(await listed(owner, invited.id)).toBeUndefined()
    await call().delete(`/api/admin/staff/${invited.id}/invitation`).set(owner).expect(404)

    const late = await people.invite('support')
    const token = await invitationTokenTo(mails, late.email)
    moveOn(3 * DAY_MS + 1000)
    ;({ owner, people } = await open.signInOwner())
    await call().post('/api/admin/invitation/open').send({ token }).expect(404)
    expect(await listed(owner, late.id)).toMatchObject({ state: 'invited' })
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
      name: `Colleague ${index}`,
      email: `colleague-${index}@example.com`,
    }))
    await accounts.insertMany(others)
    const named = ((await call().get('/api/admin/staff').set(owner).expect(200)).body as StaffMember[]).filter(
      ({ name }) => name.startsWith('Colleague '),
    )
    expect(named.map(({ name }) => name)).toEqual(others.map(({ name }) => name))
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
        message: 'Email, password or code is not right. Each code works once: wait for the next one.',
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
