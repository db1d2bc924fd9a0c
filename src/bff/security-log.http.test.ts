import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import { STAFF_PASSWORD, startShop, type RunningShop } from '../testing/start-shop.ts'
import { aCustomer, PASSWORD } from './testing/shop-requests.ts'
import { browserOf, codeOf, peopleClient, STAFF_PERSON_PASSWORD } from './testing/staff-people.ts'
import { staffScript } from './testing/staff-requests.ts'

const SECRET = 'kV9pZ2x7Rm4Tq8Wn3Yc6Bf1Hs5Jd0LgQ-ring'
const lines: Record<string, unknown>[] = []
const logger = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const WARN = 40

let mails: MailServer
let shop: RunningShop
beforeAll(async () => {
  mails = await startMailServer()
  const env = { JWT_SECRET: SECRET, TRUST_PROXY: '127.0.0.1', SEED_DEMO: 'false', SMTP_URL: mails.url }
  shop = await startShop(env, { logger })
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})
beforeEach(() => void lines.splice(0))

const call = () => request(shop.app.server)
const events = () =>
  lines.filter(({ msg }) => msg === 'security').map(({ event, level, address }) => [event, level === WARN, address])
const names = () => events().map(([event]) => event)
/** What a pattern finds in the mail with this subject to an address. */
const inMail = (address: string, subject: string, pattern: RegExp) =>
  eventually(() => {
    const found = pattern.exec(
      mails.received.find((mail) => mail.to === address && mail.subject === subject)?.text ?? '',
    )?.[1]
    expect(found).toBeDefined()
    return found ?? ''
  })
const TOKEN = /token=([\w-]+)/
const accountOf = (email: string) => createHmac('sha256', SECRET).update(email).digest('hex').slice(0, 16)

describe('the security log', () => {
  it('has one line for each sign-up, sign-in, refusal and lock-out of a customer, and for changes', async () => {
    const { email, bearer } = await aCustomer(shop)
    const signIn = (password: string) =>
      call().post('/api/login').set('x-forwarded-for', '10.1.0.1').send({ email, password })
    await signIn(PASSWORD).expect(200)
    for (let time = 0; time < 10; time += 1) await signIn('wrong-guess').expect(401)
    await signIn(PASSWORD).expect(429)
    const change = { currentPassword: PASSWORD, newPassword: 'Other-Harbour-77', confirmPassword: 'Other-Harbour-77' }
    await call().put('/api/user/password').set(bearer).send(change).expect(200)
    expect(events()).toEqual([
      ['account.created', false, '127.0.0.1'],
      ['sign-in', false, '10.1.0.1'],
      ...Array.from({ length: 10 }, () => ['sign-in.refused', true, '10.1.0.1']),
      ['sign-in.blocked', true, '10.1.0.1'],
      ['password.changed', false, '127.0.0.1'],
    ])
    const security = lines.filter(({ msg }) => msg === 'security')
    expect(new Set(security.map(({ account }) => account))).toEqual(new Set([accountOf(email)]))
    expect(new Set(security.map(({ userId }) => userId)).size).toBe(2)
    for (const line of security) expect(line.requestId).toEqual(expect.any(String))
  })

  it('has the refusals of an account that does not exist, and of codes', async () => {
    const body = { email: 'Nobody@Example.com', password: 'wrong-guess' }
    await call().post('/api/login').send(body).expect(401)
    await call().post('/api/login/code/verify').send({ email: 'nobody@example.com', otp: '123456' }).expect(401)
    expect(names()).toEqual(['sign-in.refused', 'sign-in.refused'])
    expect(lines.find(({ msg }) => msg === 'security')?.account).toBe(accountOf('nobody@example.com'))
  })

  it('has what becomes of an address, and of a password after a code', async () => {
    const [WELCOME, newPassword] = ['Welcome to Superprinter', 'Other-Harbour-77']
    const post = (path: string, body: object) => call().post(`/api${path}`).send(body).expect(200)
    const { email, bearer } = await aCustomer(shop)
    await post('/verify-email', { token: await inMail(email, WELCOME, TOKEN) })
    const profile = { firstName: 'Ada', lastName: 'King', phone: '5559876543', currentPassword: PASSWORD }
    const change = { ...profile, email: `new-${email}` }
    await call().put('/api/user/profile').set(bearer).send(change).expect(200)
    await post('/email-change/undo', { token: await inMail(email, 'A new email address for your account', TOKEN) })
    await call().post('/api/login/code').send({ email }).expect(202)
    const { body } = await post('/login/code/verify', {
      email,
      otp: await inMail(email, 'Your sign-in code', /Code: (\d{6})/),
    })
    await call()
      .put('/api/user/password/new')
      .set('Authorization', `Bearer ${body.token}`)
      .send({ newPassword, confirmPassword: newPassword })
      .expect(200)
    expect(names().slice(1)).toEqual([
      'email.confirmed',
      'email.change-requested',
      'email.change-undone',
      'sign-in',
      'password.changed',
    ])
    const other = await aCustomer(shop)
    await post('/verify-email/decline', { token: await inMail(other.email, WELCOME, TOKEN) })
    expect(names().at(-1)).toBe('email.declined')
  })

  it('has who gets, changes and loses access to the back office', async () => {
    const customer = await aCustomer(shop)
    const { body: user } = await call().get('/api/auth/user').set(customer.bearer).expect(200)
    const owner = await staffScript(shop)
    const people = peopleClient({ shop, mails, owner, now: Date.now })
    lines.splice(0)
    const person = await people.join('support')
    const browser = browserOf(person)
    await people.signIn(person, codeOf(person.secret, Date.now())).expect(200)
    const currentPassword = STAFF_PERSON_PASSWORD
    await call().post('/api/admin/me/recovery-codes').set(browser).send({ currentPassword }).expect(200)
    const newPassword = 'maple-Teapot-eight-Lamps'
    const change = { currentPassword, newPassword, confirmPassword: newPassword }
    await call().put('/api/admin/me/password').set(browser).send(change).expect(204)
    await call().delete(`/api/admin/customers/${user.id}/sessions`).set(browser).expect(200)
    const path = `/api/admin/staff/${person.id}`
    await call().patch(path).set(owner).send({ role: 'orders' }).expect(200)
    await call().delete(`${path}/sessions`).set(owner).expect(200)
    await call().delete(`${path}/passkeys`).set(owner).expect(200)
    await call().post(`${path}/invitation`).set(owner).expect(200)
    await call().delete(path).set(owner).expect(200)
    expect(names()).toEqual([
      'staff.invited',
      'staff.joined',
      'staff.sign-in',
      'staff.recovery-codes-renewed',
      'staff.password-changed',
      'customer.signed-out',
      'staff.role-changed',
      'staff.signed-out',
      'staff.passkey-removed',
      'staff.invited',
      'staff.access-ended',
    ])
  })

  it('has the attempts at the gate of the back office', async () => {
    const open = (password: string) =>
      call().post('/api/admin/session').set('x-forwarded-for', '10.2.0.1').send({ password })
    const { body } = await open(STAFF_PASSWORD).expect(200)
    for (let time = 0; time < 10; time += 1) await open('guess').expect(401)
    await open('guess').expect(429)
    await call().delete('/api/admin/session?everywhere=true').set('Authorization', `Bearer ${body.token}`).expect(204)
    expect(events()).toEqual([
      ['staff.sign-in', false, '10.2.0.1'],
      ...Array.from({ length: 10 }, () => ['staff.sign-in.refused', true, '10.2.0.1']),
      ['staff.sign-in.blocked', true, '10.2.0.1'],
      ['staff.signed-out-everywhere', false, '127.0.0.1'],
    ])
  })

  it('names neither a person nor a secret', async () => {
    const { email, token } = await aCustomer(shop)
    await call().post('/api/login').send({ email, password: 'wrong-guess-77' }).expect(401)
    await call().post('/api/admin/session').send({ password: 'guess-of-staff' }).expect(401)
    // What stands in an address, a header or a body that is refused.
    const query = 'token=token-of-a-link&search=grandmothers-printer&email=ada-in-an-address%40example.com'
    for (const path of ['/api/products', '/data-request', '/api/nope', '/%zz', '/api/user/orders'])
      await call().get(`${path}?${query}`).set('Cookie', 'staff_session=cookie-of-somebody')
    await call().post('/api/login').set('Content-Type', 'application/json').send('{"password":"half-a-passw')
    await call().get('/api/user/orders/stream?ticket=ticket-of-a-stream').expect(401)
    const routes = lines.filter(({ msg }) => msg === 'request').map(({ route }) => route)
    expect(routes).toEqual(expect.arrayContaining(['/api/products', '/api/user/orders/stream']))
    const secrets = [
      email,
      token,
      PASSWORD,
      'wrong-guess-77',
      'guess-of-staff',
      'Byron',
      'token-of-a-link',
      'grandmothers',
    ]
    secrets.push('ada-in-an-address', 'cookie-of-somebody', 'half-a-passw', 'ticket-of-a-stream')
    const text = lines
      .filter(({ msg }) => msg === 'security' || msg === 'request')
      .map((line) => JSON.stringify(line))
      .join('\n')
    for (const secret of secrets) expect(text).not.toContain(secret)
  })
})

it('each request has a line with the address that it came from', async () => {
  await call().get('/api/health/live').set('x-forwarded-for', '203.0.113.9').expect(200)
  await eventually(() => {
    const line = lines.find(({ msg, route }) => msg === 'request' && route === '/api/health/live')
    expect(line).toMatchObject({ method: 'GET', status: 200, address: '203.0.113.9' })
  })
})

describe('a proxy that TRUST_PROXY does not name', () => {
  const warnings = () => lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY'))

  it('is warned of, once', async () => {
    const own = await startShop({ SEED_DEMO: 'false' }, { logger })
    try {
      const ask = () => request(own.app.server).get('/api/health/live')
      await ask().expect(200)
      expect(warnings()).toEqual([])
      await ask().set('x-forwarded-for', '203.0.113.9').expect(200)
      await ask().set('x-forwarded-for', '203.0.113.10').expect(200)
      expect(warnings()).toHaveLength(1)
      expect(warnings()[0]).toMatchObject({ level: WARN, proxy: '127.0.0.1' })
    } finally {
      await own.stop()
    }
  })

  it('is not warned of where it is named', async () => {
    await call().get('/api/health/live').set('x-forwarded-for', '203.0.113.9').expect(200)
    expect(warnings()).toEqual([])
  })
})
