import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { STAFF_PASSWORD, startShop, type RunningShop } from '../testing/start-shop.ts'
import { aCustomer, PASSWORD } from './testing/shop-requests.ts'

const SECRET = 'kV9pZ2x7Rm4Tq8Wn3Yc6Bf1Hs5Jd0LgQ-ring'
const lines: Record<string, unknown>[] = []
const logger = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const WARN = 40

let shop: RunningShop
beforeAll(async () => {
  shop = await startShop({ JWT_SECRET: SECRET, TRUST_PROXY: '127.0.0.1', SEED_DEMO: 'false' }, { logger })
})
afterAll(() => shop.stop())
beforeEach(() => void lines.splice(0))

const call = () => request(shop.app.server)
const events = () =>
  lines.filter(({ msg }) => msg === 'security').map(({ event, level, address }) => [event, level === WARN, address])
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
    expect(events().map(([event]) => event)).toEqual(['sign-in.refused', 'sign-in.refused'])
    expect(lines.find(({ msg }) => msg === 'security')?.account).toBe(accountOf('nobody@example.com'))
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
