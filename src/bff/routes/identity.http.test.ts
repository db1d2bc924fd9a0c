import { createHmac } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SessionBody, User } from '#contracts/identity'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { freshDatabaseUri } from '../../testing/test-database.ts'
import { aCustomer, PASSWORD, TOO_COMMON } from '../testing/shop-requests.ts'

const SECRET = 'kV9pZ2x7Rm4Tq8Wn3Yc6Bf1Hs5Jd0LgQ-ring'
const UNAUTHORIZED = { code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: expect.any(String) }

let shop: RunningShop
const post = (path: string, body?: object) => request(shop.app.server).post(path).send(body)
const whoAmI = (authorization?: string) => {
  const call = request(shop.app.server).get('/api/auth/user')
  return authorization === undefined ? call : call.set('Authorization', authorization)
}
const aSignUp = (changes: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: `${Math.random()}@example.com`,
  phone: '5551234567',
  password: PASSWORD,
  ...changes,
})

beforeAll(async () => {
  shop = await startShop({ JWT_SECRET: SECRET })
})
afterAll(() => shop.stop())

function sign(header: object, claims: object, secret = SECRET, hash = 'sha256'): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}

describe('sign-up', () => {
  it('creates a customer who is signed in, and is not cached', async () => {
    const answer = await post(
      '/api/register',
      aSignUp({ role: 'admin', isEmailVerified: true, _id: 'chosen', tokenVersion: 9 }),
    ).expect(201)
    const { token, user } = SessionBody.parse(answer.body)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(user.isEmailVerified).toBe(false)
    expect(user.id).not.toBe('chosen')
    // What was opted out of is told where the browser asks who it is.
    expect(Object.keys(answer.body.user).sort()).toEqual(
      Object.keys(User.shape)
        .filter((key) => key !== 'optOuts' && key !== 'pendingEmail')
        .sort(),
    )
    const me = await whoAmI(`Bearer ${token}`).expect(200)
    expect(me.body).toEqual({ ...answer.body.user, pendingEmail: null, optOuts: [] })
    expect(me.headers['cache-control']).toBe('no-store')
  })

  it('says so when the email exists, however it is written', async () => {
    const { email } = await aCustomer(shop)
    const answer = await post('/api/register', aSignUp({ email: ` ${email.toUpperCase()} ` })).expect(409)
    expect(answer.body.message).toContain('email already exists')
  })

  it.each([
    ['firstName', 'A', 'First name must be at least 2 characters'],
    ['firstName', '   ', 'First name must be at least 2 characters'],
    ['lastName', 'B\u202Eyron', 'Last name must be at least 2 characters'],
    ['lastName', 'By\u0000ron', 'Last name must be at least 2 characters'],
    ['lastName', 'x'.repeat(101), 'Use at most 100 characters'],
    ['email', 'nobody', 'Please enter a valid email address'],
    ['email', ['a@b.co'], 'Please enter a valid email address'],
    ['phone', '123', 'Please enter a valid phone number'],
    ['password', 'short', 'Password must be at least 8 characters'],
    ['password', 'x'.repeat(257), 'Use at most 256 characters'],
    ['password', 'password1', TOO_COMMON],
    ['password', 'metallic', TOO_COMMON],
    ['password', 'hp laserjet', TOO_COMMON],
    ['password', 'ada.byron', TOO_COMMON],
    ['password', 'Byr0n-Ada-1', TOO_COMMON],
  ])('refuses %s %j with the sentence for it', async (field, value, message) => {
    const answer = await post('/api/register', aSignUp({ [field]: value })).expect(400)
    expect(answer.body.fields).toEqual({ [field]: message })
    expect(answer.body.message).toBe(message)
  })

  it('refuses the email address, or what stands before its @, as the password', async () => {
    for (const password of ['mary.jackson', 'mary.jackson@langley.example', 'Mary-Jackson-1921', 'm4ryj4cks0n'])
      await post('/api/register', aSignUp({ email: 'mary.jackson@langley.example', password })).expect(400)
  })

  it('takes a password of 64 characters and of 256, as it is', async () => {
    for (const length of [64, 256]) {
      const password = 'Quiet harbour, 42 elms & a lantern ü '.repeat(8).slice(0, length)
      const form = aSignUp({ email: `long-${length}@example.com`, password })
      await post('/api/register', form).expect(201)
      await post('/api/login', { email: form.email, password }).expect(200)
      await post('/api/login', { email: form.email, password: password.slice(0, -1) }).expect(401)
    }
  })

  it('is possible 300 times an hour from one address, wrong tries among them', async () => {
    const from = (remoteAddress: string) =>
      shop.inject({ method: 'POST', url: '/api/register', payload: {}, remoteAddress })
    for (let time = 0; time < 300; time += 1) await from('203.0.113.70')
    const answer = await from('203.0.113.70')
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await from('203.0.113.71')).statusCode).toBe(400)
  })

  it('names every wrong field at once', async () => {
    const answer = await post('/api/register', {}).expect(400)
    expect(Object.keys(answer.body.fields).sort()).toEqual(['email', 'firstName', 'lastName', 'password', 'phone'])
  })

  it('gives an email to one of ten concurrent sign-ups', async () => {
    const email = 'race@example.com'
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await post('/api/register', aSignUp({ email }))).status),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  })
})

describe('sign-in', () => {
  it('answers a token that works', async () => {
    const { email } = await aCustomer(shop)
    const answer = await post('/api/login', { email: email.toUpperCase(), password: PASSWORD }).expect(200)
    const { token } = SessionBody.parse(answer.body)
    await whoAmI(`bearer ${token}`).expect(200)
  })

  it('gives the same answer for an unknown email and a wrong password', async () => {
    const { email } = await aCustomer(shop)
    const wrong = await post('/api/login', { email, password: 'not-this-one' }).expect(401)
    const unknown = await post('/api/login', { email: 'nobody@example.com', password: 'not-this-one' }).expect(401)
    expect(wrong.body.message).toBe('Invalid email or password')
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
  })

  it('refuses operators and odd values instead of text', async () => {
    const answer = await post('/api/login', { email: { $ne: null }, password: { $ne: null } }).expect(400)
    expect(answer.body).toMatchObject({
      code: 'VALIDATION',
      fields: { email: 'Please enter a valid email address', password: 'Password is required' },
    })
    for (const email of [['a@b.co'], 7, null]) await post('/api/login', { email, password: 'x' }).expect(400)
    await post('/api/login', { email: 'a@b.co', password: 'x'.repeat(17 * 1024) }).expect(413)
  })

  it('redirects a browser to the sign-in page, whatever target the address names', async () => {
    for (const query of ['', '?next=https://evil.example', '?redirect=//evil.example']) {
      await request(shop.app.server).get(`/api/login${query}`).expect(302).expect('location', '/login')
    }
  })
})

describe('tokens', () => {
  const claims = (changes: object = {}) => {
    const now = Math.floor(Date.now() / 1000)
    return {
      jti: 'no-session',
      sub: 'nobody',
      iss: 'superprinter',
      aud: 'superprinter-shop',
      iat: now,
      exp: now + 3600,
      ...changes,
    }
  }
  const header = { alg: 'HS256', typ: 'JWT' }
  const THEIRS = 'a secret that somebody else has made up'
  const hour = 3600

  it('answers 401 with the same body to every invalid token', async () => {
    const { token } = await aCustomer(shop)
    const { jti, sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      jti: string
      sub: string
    }
    const mine = { jti, sub }
    const now = Math.floor(Date.now() / 1000)
    await whoAmI(`Bearer ${sign(header, claims(mine))}`).expect(200)
    const doubtful = [
      undefined,
      'Bearer',
      'Bearer ',
      'Bearer ..',
      `Basic ${token}`,
      `Bearer ${'x'.repeat(9000)}`,
      `Bearer ${sign({ alg: 'none', typ: 'JWT' }, claims(mine))}`,
      `Bearer ${sign({ alg: 'none' }, claims(mine)).replace(/[^.]*$/, '')}`,
      `Bearer ${sign({ alg: 'HS512', typ: 'JWT' }, claims(mine), SECRET, 'sha512')}`,
      `Bearer ${sign(header, claims(mine), 'another secret of sufficient length')}`,
      `Bearer ${sign(header, claims({ ...mine, exp: now - hour }))}`,
      `Bearer ${sign(header, claims({ ...mine, nbf: now + hour }))}`,
      `Bearer ${sign({ ...header, crit: ['exp'] }, claims(mine))}`,
      // Keys that the token itself names.
      `Bearer ${sign({ ...header, kid: 'theirs', jku: 'https://evil.example/keys' }, claims(mine), THEIRS)}`,
      `Bearer ${sign({ ...header, jwk: { kty: 'oct', k: Buffer.from(THEIRS).toString('base64url') } }, claims(mine), THEIRS)}`,
      `Bearer ${sign(header, claims({ ...mine, aud: 'another-shop' }))}`,
      `Bearer ${sign(header, claims({ ...mine, iss: 'somebody' }))}`,
      `Bearer ${sign(header, claims({ ...mine, exp: undefined }))}`,
      `Bearer ${sign(header, claims({ ...mine, jti: undefined }))}`,
      `Bearer ${sign(header, claims({ ...mine, jti: { $ne: null } }))}`,
      `Bearer ${sign(header, claims({ ...mine, sub: 'somebody-else' }))}`,
      `Bearer ${sign(header, claims({ ...mine, jti: 'unknown' }))}`,
    ]
    for (const authorization of doubtful) {
      const answer = await whoAmI(authorization)
      expect([authorization?.slice(0, 60), answer.status, answer.body]).toEqual([
        authorization?.slice(0, 60),
        401,
        UNAUTHORIZED,
      ])
    }
  })

  it('does not read a token from the address or from a second header', async () => {
    const { token } = await aCustomer(shop)
    await request(shop.app.server).get(`/api/auth/user?token=${token}&access_token=${token}`).expect(401)
    const { hostname, port } = new URL(shop.url)
    const { connect } = await import('node:net')
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.on('data', (chunk) => (text += String(chunk))).on('close', () => resolve(text))
      const authorization = `Authorization: Bearer ${token}`
      socket.write(
        `GET /api/auth/user HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${authorization}\r\n${authorization}\r\n\r\n`,
      )
    })
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('a change of the secret', () => {
  it('keeps the sessions that the old one signed, and signs with the new one', async () => {
    const uri = freshDatabaseUri()
    const [first, second, other] = ['Old', 'New', 'Foe'].map((name) => `${name}-Zx7Rm4Tq8Wn3Yc6Bf1Hs5Jd0LgQkV9p`)
    const before = await startShop({ JWT_SECRET: first ?? '', SEED_DEMO: 'false' }, { databaseUri: uri })
    const { bearer, email } = await aCustomer(before)
    const withOld = { JWT_SECRET: second ?? '', JWT_SECRET_OLD: first ?? '', SEED_DEMO: 'false' }
    const during = await startShop(withOld, { databaseUri: uri })
    const after = await startShop({ JWT_SECRET: second ?? '', SEED_DEMO: 'false' }, { databaseUri: uri })
    const statusAt = async ({ app }: RunningShop, authorization: string) =>
      (await request(app.server).get('/api/auth/user').set('Authorization', authorization)).status
    try {
      expect(await statusAt(during, bearer.Authorization)).toBe(200)
      expect(await statusAt(after, bearer.Authorization)).toBe(401)
      const signedIn = await request(during.app.server)
        .post('/api/login')
        .send({ email, password: PASSWORD })
        .expect(200)
      expect(await statusAt(after, `Bearer ${signedIn.body.token}`)).toBe(200)
      expect(await statusAt(before, `Bearer ${signedIn.body.token}`)).toBe(401)

      const claims = JSON.parse(Buffer.from(bearer.Authorization.split('.')[1] ?? '', 'base64url').toString()) as object
      const header = { alg: 'HS256', typ: 'JWT' }
      expect(await statusAt(during, `Bearer ${sign(header, claims, other)}`)).toBe(401)
      expect(await statusAt(during, `Bearer ${sign(header, { ...claims, exp: 1 }, first)}`)).toBe(401)
    } finally {
      await Promise.all([before.stop(), during.stop(), after.stop()])
    }
  })
})

describe('sign-out', () => {
  it('invalidates the token at once, and succeeds without one', async () => {
    const { bearer } = await aCustomer(shop)
    await request(shop.app.server).post('/api/logout').set(bearer).expect(204)
    await whoAmI(bearer.Authorization).expect(401)
    await request(shop.app.server).post('/api/logout').set(bearer).expect(204)
    await request(shop.app.server).post('/api/logout').expect(204)
    await request(shop.app.server)
      .post('/api/logout')
      .set('Authorization', 'Bearer junk')
      .set('Content-Type', 'application/json')
      .expect(204)
  })
})
