import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#contracts/passkeys'
import type { OwnAccess, StaffMember } from '#contracts/staff'
import type { Clock } from '#platform/time/clock'
import { MINUTE_MS } from '#platform/time/durations'
import { eventually } from '../../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { createPasskeyDevice, type Lie } from '../../testing/passkey-device.ts'
import { peopleClient, STAFF_PERSON_PASSWORD, type PeopleClient, type StaffPerson } from '../../testing/staff-people.ts'
import { staffScript } from '../../testing/staff-requests.ts'

const OTHER_SITE = 'https://printers.example'

let mails: MailServer
let shop: RunningShop
let owner: { readonly Authorization: string }
let people: PeopleClient
let offsetMs = 0
const clock: Clock = { now: () => new Date(Date.now() + offsetMs) }
const call = () => request(shop.app.server)
/** The address that a browser on this machine has open; passkeys know no 127.0.0.1. */
let Host = ''
let Origin = ''
/** The address that requests come from, another one for each test, so that none meets the limits of another. */
let address = ''
let tests = 0

beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({ SEED_DEMO: 'false', SMTP_URL: mails.url, TRUST_PROXY: '127.0.0.1' }, { clock })
  owner = await staffScript(shop)
  people = peopleClient({ shop, mails, owner, now: () => Date.now() + offsetMs })
  Host = `localhost:${new URL(shop.url).port}`
  Origin = `http://${Host}`
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

/** A browser: its address and its cookies. */
const browser = (cookie = '') => ({ Host, Origin, Cookie: cookie, 'x-forwarded-for': address })
const cookieOf = (answer: request.Response) => String(answer.headers['set-cookie']?.[0]).split(';')[0] ?? ''
type Device = ReturnType<typeof createPasskeyDevice>

async function newPerson(): Promise<StaffPerson> {
  tests += 1
  address = `10.8.0.${tests}`
  return people.join('orders', `Pat Person ${tests}`)
}

async function beginPasskey({ Cookie }: StaffPerson) {
  const answer = await call()
    .post('/api/admin/me/passkeys/options')
    .set(browser(Cookie))
    .send({ currentPassword: STAFF_PERSON_PASSWORD })
    .expect(200)
  return { options: answer.body as PasskeyCreationOptions, cookie: `${Cookie}; ${cookieOf(answer)}` }
}

function sendPasskey(cookie: string, credential: object, name = 'My laptop'): request.Test {
  return call().post('/api/admin/me/passkeys').set(browser(cookie)).send({ name, credential })
}

async function addPasskey(person: StaffPerson, device = createPasskeyDevice(Origin)): Promise<Device> {
  const { options, cookie } = await beginPasskey(person)
  await sendPasskey(cookie, device.create(options)).expect(204)
  return device
}

async function beginSignIn() {
  const answer = await call().post('/api/admin/session/passkey/options').set(browser()).expect(200)
  return { options: answer.body as PasskeyRequestOptions, cookie: cookieOf(answer) }
}

function sendSignIn(cookie: string, body: object): request.Test {
  return call().post('/api/admin/session/passkey').set(browser(cookie)).send(body)
}

async function signIn(device: Device, lie: Lie = {}): Promise<request.Response> {
  const { options, cookie } = await beginSignIn()
  return sendSignIn(cookie, device.get(options, lie))
}

const ownOf = async ({ Cookie }: StaffPerson) =>
  (await call().get('/api/admin/me').set(browser(Cookie)).expect(200)).body as OwnAccess
const memberOf = async ({ id }: StaffPerson) =>
  ((await call().get('/api/admin/staff').set(owner).expect(200)).body as StaffMember[]).find((one) => one.id === id)
const lastEntry = async (action: string) =>
  (await shop.shop.admin.audit.list({ search: action, limit: 1, offset: 0 })).entries[0]
const mailsOf = ({ email }: StaffPerson, words: string) =>
  mails.received.filter(({ to, text }) => to === email && text.includes(words))

describe('a passkey', () => {
  it('is added for the current password, signs in alone, and is in the list, the log and a mail', async () => {
    const person = await newPerson()
    const device = await addPasskey(person)
    const signedIn = await signIn(device)
    expect(signedIn.status).toBe(200)
    // The answer sets the session beside ending the challenge's cookie.
    const cookies = signedIn.headers['set-cookie'] as unknown as string[]
    expect(cookies).toContainEqual(expect.stringMatching(/^staff_passkey=; Max-Age=0; Path=\/api\/admin; Expires=/))
    const Cookie = cookies.join('; ')
    const session = await call().get('/api/admin/session').set(browser(Cookie)).expect(200)
    expect(session.body.person).toEqual({ id: person.id, name: person.name, role: 'orders' })
    const { passkeys } = await ownOf(person)
    expect(passkeys).toMatchObject([{ name: 'My laptop', lastUsedAt: expect.any(String) as string }])
    expect(JSON.stringify(passkeys)).not.toContain(device.id)
    expect((await memberOf(person))?.passkeys).toBe(1)
    expect(await lastEntry('session.opened-by-passkey')).toMatchObject({ by: { person: { id: person.id } } })
    expect(await lastEntry('staff.passkey-added')).toMatchObject({
      subject: `staff ${person.name}`,
      changes: [{ field: 'passkey', before: null, after: 'My laptop' }],
    })
    await eventually(() => expect(mailsOf(person, 'A passkey was added')).toHaveLength(1))
    const exported = JSON.stringify(await shop.shop.admin.personalStaff.list(person))
    expect(exported).toContain('My laptop')
    expect(exported).not.toContain(device.id)
  })

  it('is called otherwise by its person alone, signs in as before, and the log has both names', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const device = await addPasskey(person)
    await addPasskey(person)
    const [first] = (await ownOf(person)).passkeys ?? []
    const rename = ({ Cookie }: StaffPerson, name: string) =>
      call().patch(`/api/admin/me/passkeys/${first?.id}`).set(browser(Cookie)).send({ name })
    await rename(other, 'Mine').expect(404)
    expect((await rename(person, ' ').expect(400)).body.fields).toHaveProperty('name')
    await rename(person, 'Desk at home').expect(204)
    await rename(person, 'Desk at home').expect(204)
    expect((await ownOf(person)).passkeys?.map(({ name }) => name)).toEqual(['Desk at home', 'My laptop'])
    expect((await signIn(device)).status).toBe(200)
    expect(await lastEntry('staff.passkey-renamed')).toMatchObject({
      changes: [{ field: 'passkey', before: 'My laptop', after: 'Desk at home' }],
    })
  })

  it('asks the browser for one that its person finds and unlocks without an address', async () => {
    const person = await newPerson()
    const device = await addPasskey(person)
    const { options } = await beginPasskey(person)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id, transports: ['internal', 'hybrid'] }],
      attestation: 'none',
    })
    expect((await beginSignIn()).options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
    })
  })

  it('is not begun with a wrong password, nor for who came by the gate’s', async () => {
    const { Cookie } = await newPerson()
    const begin = (headers: object, currentPassword: string) =>
      call()
        .post('/api/admin/me/passkeys/options')
        .set({ ...browser(), ...headers })
        .send({ currentPassword })
    expect((await begin({ Cookie }, 'wrong').expect(400)).body.code).toBe('CURRENT_PASSWORD_WRONG')
    expect((await begin(owner, 'any').expect(409)).body.code).toBe('NO_OWN_CREDENTIALS')
    const own = await call().get('/api/admin/me').set(owner).expect(200)
    expect(own.body.passkeys).toBeNull()
  })

  it.each<[string, Lie]>([
    ['answers another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['comes from a page of another site', { origin: OTHER_SITE }],
    ['comes from another port', { origin: 'http://localhost:1' }],
    ['belongs to another domain', { rpId: 'printers.example' }],
    ['was made without a touch', { flags: 0x44 }],
    ['was made without a fingerprint, face or PIN', { flags: 0x41 }],
    ['signs in instead', { type: 'webauthn.get' }],
    ['signs by an algorithm that was not asked for', { algorithm: -65_535 }],
  ])('is not added when it %s', async (_what, lie) => {
    const person = await newPerson()
    const { options, cookie } = await beginPasskey(person)
    const refused = await sendPasskey(cookie, createPasskeyDevice(Origin).create(options, lie)).expect(400)
    expect(refused.body.code).toBe('PASSKEY_NOT_TAKEN')
    expect((await ownOf(person)).passkeys).toEqual([])
  })

  it.each<[string, Lie]>([
    ['answers another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['comes from a page of another site', { origin: OTHER_SITE }],
    ['belongs to another domain', { rpId: 'printers.example' }],
    ['was used without a touch', { flags: 0x04 }],
    ['was used without a fingerprint, face or PIN', { flags: 0x01 }],
    ['is being added', { type: 'webauthn.create' }],
    ['has a counter that was there before', { counter: 1 }],
    ['names somebody else', { userHandle: Buffer.from('somebody-else').toString('base64url') }],
    ['is unknown', { id: 'AAAA' }],
  ])('does not sign in when it %s', async (_what, lie) => {
    const person = await newPerson()
    const device = await addPasskey(person)
    const refused = await signIn(device, lie)
    expect([refused.status, refused.body.code]).toEqual([401, 'PASSKEY_REFUSED'])
    expect((await lastEntry('session.refused'))?.by).toMatchObject({ person: null, address })
    expect((await signIn(device)).status).toBe(200)
  })

  it('does not sign in by the key of another one', async () => {
    const person = await newPerson()
    const device = await addPasskey(person)
    const stranger = createPasskeyDevice(Origin)
    const { options } = await beginPasskey(person)
    stranger.create(options)
    expect((await signIn(stranger, { id: device.id })).body.code).toBe('PASSKEY_REFUSED')
  })

  it('that is synced says no counter, and signs in each time', async () => {
    const device = await addPasskey(await newPerson(), createPasskeyDevice(Origin, { counts: false }))
    expect((await signIn(device)).status).toBe(200)
    expect((await signIn(device)).status).toBe(200)
  })

  it('answers a challenge once, also five times at once, in its own browser, within five minutes', async () => {
    const device = await addPasskey(await newPerson(), createPasskeyDevice(Origin, { counts: false }))
    const refusals = async () =>
      (await shop.shop.admin.audit.list({ search: 'session.refused', limit: 1, offset: 0 })).total
    const before = await refusals()
    const { options, cookie } = await beginSignIn()
    const answer = device.get(options)
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendSignIn(cookie, answer)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
    expect((await sendSignIn(cookie, answer)).body.code).toBe('PASSKEY_TIMED_OUT')

    const next = await beginSignIn()
    expect((await sendSignIn('', device.get(next.options)).expect(400)).body.code).toBe('PASSKEY_TIMED_OUT')
    const another = await beginSignIn()
    await sendSignIn(another.cookie, device.get(next.options)).expect(401)
    offsetMs += 5 * MINUTE_MS
    expect((await sendSignIn(next.cookie, device.get(next.options)).expect(400)).body.code).toBe('PASSKEY_TIMED_OUT')
    expect(await refusals()).toBe(before + 8)
  })

  it('is added once for each time the password was given, by that person alone, within five minutes', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const { options, cookie } = await beginPasskey(person)
    const challenge = cookie.split('; ')[1] ?? ''
    const theirs = await sendPasskey(`${other.Cookie}; ${challenge}`, createPasskeyDevice(Origin).create(options))
    expect(theirs.body.code).toBe('PASSKEY_TIMED_OUT')
    const devices = [createPasskeyDevice(Origin), createPasskeyDevice(Origin)]
    const answers = await Promise.all(devices.map((device) => sendPasskey(cookie, device.create(options))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400])
    const late = await beginPasskey(person)
    offsetMs += 5 * MINUTE_MS
    const refused = await sendPasskey(late.cookie, createPasskeyDevice(Origin).create(late.options)).expect(400)
    expect(refused.body.code).toBe('PASSKEY_TIMED_OUT')
  })

  it('is one of at most ten, none of them twice, each with a name', async () => {
    const person = await newPerson()
    const device = await addPasskey(person)
    const again = await beginPasskey(person)
    expect((await sendPasskey(again.cookie, device.create(again.options)).expect(400)).body.code).toBe(
      'PASSKEY_NOT_TAKEN',
    )
    const nameless = await sendPasskey(again.cookie, createPasskeyDevice(Origin).create(again.options), ' ').expect(400)
    expect(nameless.body.code).toBe('VALIDATION')
    const ready = await beginPasskey(person)
    for (let index = 1; index < 10; index++) await addPasskey(person)
    const eleventh = await sendPasskey(ready.cookie, createPasskeyDevice(Origin).create(ready.options)).expect(409)
    expect(eleventh.body.code).toBe('TOO_MANY_PASSKEYS')
    const refused = await call()
      .post('/api/admin/me/passkeys/options')
      .set(browser(person.Cookie))
      .send({ currentPassword: STAFF_PERSON_PASSWORD })
      .expect(409)
    expect(refused.body.code).toBe('TOO_MANY_PASSKEYS')
  })

  it('that is removed signs in no more, and the person hears of it by mail', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const device = await addPasskey(person)
    const id = (await ownOf(person)).passkeys?.[0]?.id ?? ''
    const remove = ({ Cookie }: StaffPerson) => call().delete(`/api/admin/me/passkeys/${id}`).set(browser(Cookie))
    expect((await remove(other).expect(404)).body.code).toBe('PASSKEY_NOT_FOUND')
    await remove(person).expect(204)
    await remove(person).expect(404)
    expect((await signIn(device)).status).toBe(401)
    expect(await lastEntry('staff.passkey-removed')).toMatchObject({ changes: [{ before: 'My laptop', after: null }] })
    await eventually(() => expect(mailsOf(person, 'was removed')).toHaveLength(1))
  })

  it('ends with the owner’s word, with all access, and with a new invitation', async () => {
    const person = await newPerson()
    const removed = await addPasskey(person)
    const answer = await call().delete(`/api/admin/staff/${person.id}/passkeys`).set(owner).expect(200)
    expect(answer.body).toMatchObject({ passkeys: 0, openSessions: 0, state: 'active' })
    await call().get('/api/admin/session').set(browser(person.Cookie)).expect(401)
    expect((await signIn(removed)).status).toBe(401)
    await eventually(() => expect(mailsOf(person, 'removed the passkeys')).toHaveLength(1))

    const leaver = await newPerson()
    const left = await addPasskey(leaver)
    await call().delete(`/api/admin/staff/${leaver.id}`).set(owner).expect(200)
    expect((await signIn(left)).status).toBe(401)

    const renewed = await newPerson()
    const old = await addPasskey(renewed)
    await call().post(`/api/admin/staff/${renewed.id}/invitation`).set(owner).expect(200)
    expect((await signIn(old)).status).toBe(200)
    await people.accept(renewed, 2)
    expect((await signIn(old)).status).toBe(401)
  })

  it('gets in by no sign-in that runs while it is removed', async () => {
    const person = await newPerson()
    const device = await addPasskey(person)
    const { options, cookie } = await beginSignIn()
    const [signedIn] = await Promise.all([
      sendSignIn(cookie, device.get(options)),
      call().delete(`/api/admin/staff/${person.id}/passkeys`).set(owner).expect(200),
    ])
    expect([200, 401]).toContain(signedIn.status)
    expect((await memberOf(person))?.openSessions).toBe(0)
  })

  it('is guessed at ten times per person and address, like a password', async () => {
    const device = await addPasskey(await newPerson())
    const tries = []
    for (let index = 0; index < 12; index++) tries.push((await signIn(device, { flags: 0 })).status)
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    address = '10.8.1.1'
    expect((await signIn(device)).status).toBe(200)
  })

  it('has no place at an address in numbers or without encryption', async () => {
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'shop.example', 'localhost.example']) {
      const refused = await call().post('/api/admin/session/passkey/options').set({ Host: host }).expect(409)
      expect(refused.body.code).toBe('NO_PASSKEYS_HERE')
    }
  })
})

it('passkeys of a shop with an address belong to it, whatever name a request has', async () => {
  const encrypted = await startShop({
    SEED_DEMO: 'false',
    PUBLIC_URL: OTHER_SITE,
    JWT_SECRET: 'a-quiet-Harbour-of-4711-Boats-and-Sails',
  })
  try {
    const answer = await request(encrypted.app.server)
      .post('/api/admin/session/passkey/options')
      .set({ Host: 'localhost' })
      .expect(200)
    expect(answer.body.rpId).toBe('printers.example')
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-passkey=[\w-]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  } finally {
    await encrypted.stop()
  }
})
