import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { patient } from '../../../testing/patience.ts'
import { importClient } from '../../testing/import-client.ts'
import { PRESENCE_PLACES } from '../../testing/presence-places.ts'
import { aCustomer } from '../../testing/shop-requests.ts'
import { browserOf, STAFF_PERSON_PASSWORD } from '../../testing/staff-people.ts'
import { openStaffShop, type StaffShop } from '../../testing/staff-shop.ts'

let open: StaffShop
let shop: StaffShop['shop']
let mails: StaffShop['mails']
let owner: StaffShop['owner']
let people: StaffShop['people']
let call: StaffShop['call']
let freshCode: StaffShop['freshCode']
let listed: StaffShop['listed']
let lastEntry: StaffShop['lastEntry']

beforeAll(async () => {
  open = await openStaffShop()
  ;({ shop, mails, owner, people, call, freshCode, listed, lastEntry } = open)
})
afterAll(() => open.stop())

/** Shorter than the 15 s after which a heartbeat would end a stream as well. */
const MAX_WAITED_MS = Math.min(patient(5000), 12_000)

function soon<Result>(work: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`It took longer than ${MAX_WAITED_MS} ms.`)), MAX_WAITED_MS).unref()
  })
  return Promise.race([work, late])
}

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
    expect(await listed(owner, person.id)).toMatchObject({ state: 'active', endedAt: null })
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
    // Without the change it stays open until the next heartbeat.
    expect(await soon(ended)).toContain('event: import')
  })

  it('hears no more of a live stream when the owner signs everybody out', async () => {
    const person = await people.join('catalog')
    const stream = await fetch(`${shop.url}/api/admin/changes`, { headers: browserOf(person) })
    const ended = stream.text()
    await call().delete('/api/admin/session?everywhere=true').set(owner).expect(204)
    expect(await soon(ended)).toContain('event: start')
    ;({ owner, people } = await open.signInOwner())
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
    await eventually(async () =>
      expect(mails.received.filter(({ to, text }) => to === person.email && text.includes('was changed'))).toHaveLength(
        1,
      ),
    )
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

  it('cannot be taken with a found session: ten wrong passwords, whatever they are for, then a pause', async () => {
    const person = await people.join('support')
    // Passkeys know no address in numbers.
    const Host = `localhost:${new URL(shop.url).port}`
    const browser = { ...browserOf(person), Host, Origin: `http://${Host}` }
    const newPassword = 'violet-Anchor-eleven-Pears'
    const attempts = [
      () => call().put('/api/admin/me/password'),
      () => call().post('/api/admin/me/recovery-codes'),
      () => call().post('/api/admin/me/passkeys/options'),
    ].map(
      (to) => (currentPassword: string) =>
        to().set(browser).send({ currentPassword, newPassword, confirmPassword: newPassword }),
    )
    for (let tried = 0; tried < 10; tried += 1)
      expect((await attempts[tried % 3]?.(`guess ${tried}`))?.body).toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' })
    for (const attempt of attempts) await attempt(STAFF_PERSON_PASSWORD).expect(429)
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

  it('ends a session once, with one line in the log, however often that is asked for', async () => {
    const person = await people.join('support', 'Twice Pressed')
    await people.signIn(person, freshCode(person.secret)).expect(200)
    const { body } = await call().get('/api/admin/me').set(browserOf(person)).expect(200)
    const end = () =>
      call()
        .delete(`/api/admin/me/sessions/${String(body.sessions[1].id)}`)
        .set(browserOf(person))
    const answers = await Promise.all([end(), end()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    const { total } = await shop.shop.admin.audit.list({ search: 'session.closed twice', limit: 1, offset: 0 })
    expect(total).toBe(1)
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
    expect(await soon(readUntil(stream, `people-at-${kind}`))).toContain('event: changes')
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
