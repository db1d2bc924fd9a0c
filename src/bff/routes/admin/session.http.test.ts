import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '#platform/time/clock'
import { DAY_MS } from '#platform/time/durations'
import { STAFF_PASSWORD, startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { freshDatabaseUri } from '../../../testing/test-database.ts'
import { aCustomer } from '../../testing/shop-requests.ts'
import { staffScript, staffBrowser } from '../../testing/staff-requests.ts'

describe('the gate of the back office', () => {
  let shop: RunningShop
  let offsetMs = 0
  const clock: Clock = { now: () => new Date(Date.now() + offsetMs) }
  const call = () => request(shop.app.server)
  beforeAll(async () => {
    shop = await startShop({ SEED_DEMO: 'false', TRUST_PROXY: '127.0.0.1' }, { clock })
  })
  afterAll(() => shop.stop())

  it('opens for the right password: a cookie that no script sees, and a token for scripts', async () => {
    const answer = await call().post('/api/admin/session').send({ password: STAFF_PASSWORD }).expect(200)
    expect(Date.parse(answer.body.expiresAt) - Date.now()).toBeGreaterThan(DAY_MS - 60_000)
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^staff_session=staff_[\w-]{43}; Path=\/api; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
    ])
    // A browser forgets it when the session ends, to the second.
    const [, expires = ''] = /Expires=([^;]+)/.exec(String(answer.headers['set-cookie'])) ?? []
    expect(Math.abs(Date.parse(expires) - Date.parse(answer.body.expiresAt))).toBeLessThan(1000)
    expect(answer.headers['cache-control']).toBe('no-store')
    await call().get('/api/admin/session').set('authorization', `Bearer ${answer.body.token}`).expect(200)
  })

  it('says the specified sentence to a wrong password', async () => {
    const answer = await call()
      .post('/api/admin/session')
      .set('x-forwarded-for', '10.1.0.1')
      .send({ password: 'guess' })
      .expect(401)
    expect(answer.body).toMatchObject({ code: 'INVALID_PASSWORD', message: 'Invalid password. Please try again.' })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('refuses an address after ten wrong passwords, also with the right one, and no other address', async () => {
    const from = (address: string, password: string) =>
      call().post('/api/admin/session').set('x-forwarded-for', address).send({ password })
    const tries = await Promise.all(Array.from({ length: 20 }, () => from('10.2.0.1', 'guess')))
    const statuses = tries.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 10 }, () => 429)])
    const blocked = await from('10.2.0.1', STAFF_PASSWORD).expect(429)
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(14 * 60)
    await from('10.2.0.2', STAFF_PASSWORD).expect(200)
  })

  it('is refused without a session, for bad tokens and for customers', async () => {
    const customer = await aCustomer(shop)
    for (const headers of [
      {},
      { authorization: 'Bearer staff_nonsense' },
      { authorization: `Bearer staff_${'a'.repeat(43)}` },
      { cookie: 'staff_session=x' },
      customer.bearer,
    ]) {
      const answer = await call().get('/api/admin/session').set(headers).expect(401)
      expect(answer.body.code).toBe('UNAUTHORIZED')
    }
  })

  it('stays open for 24 hours and not longer', async () => {
    const staff = await staffScript(shop)
    offsetMs = DAY_MS - 60_000
    await call().get('/api/admin/session').set(staff).expect(200)
    offsetMs = DAY_MS + 1000
    await call().get('/api/admin/session').set(staff).expect(401)
    offsetMs = 0
  })

  it('closes at once, and again without harm', async () => {
    const staff = await staffBrowser(shop)
    const closed = await call().delete('/api/admin/session').set(staff).expect(204)
    expect(closed.headers['set-cookie']?.[0]).toMatch(/^staff_session=; Path=\/api; Expires=Thu, 01 Jan 1970/)
    await call().get('/api/admin/session').set(staff).expect(401)
    await call().delete('/api/admin/session').expect(204)
  })

  it('lets a browser act only from the shop’s own pages, and a script from anywhere', async () => {
    const { Cookie, Host, Origin } = await staffBrowser(shop)
    for (const origin of [undefined, 'https://evil.example', 'null', `${Origin}.evil.example`]) {
      const attempt = call().delete('/api/admin/session').set({ Cookie, Host })
      const answer = await (origin === undefined ? attempt : attempt.set('origin', origin)).expect(403)
      expect(answer.body.code).toBe('BAD_ORIGIN')
    }
    await call().get('/api/admin/session').set({ Cookie }).expect(200)
    const script = await staffScript(shop)
    await call().delete('/api/admin/session').set(script).set('origin', 'https://elsewhere.example').expect(204)
  })

  it('gives a browser no token that a script of the page could read', async () => {
    const { host } = new URL(shop.url)
    const browsers: Record<string, string>[] = [{ Origin: shop.url, Host: host }, { 'Sec-Fetch-Site': 'same-origin' }]
    for (const headers of browsers) {
      const answer = await call().post('/api/admin/session').set(headers).send({ password: STAFF_PASSWORD }).expect(200)
      expect(Object.keys(answer.body)).toEqual(['expiresAt'])
      expect(answer.headers['set-cookie']?.[0]).toMatch(/^staff_session=staff_/)
    }
  })

  it('closes for all staff at once when one of them asks, and for nobody without a session', async () => {
    const staff = await Promise.all([staffScript(shop), staffScript(shop), staffBrowser(shop)])
    await call().delete('/api/admin/session?everywhere=true').expect(401)
    await call().delete('/api/admin/session?everywhere=true').set({ Cookie: staff[2].Cookie }).expect(403)
    await call().delete('/api/admin/session?everywhere=maybe').set(staff[0]).expect(400)
    for (const headers of staff) await call().get('/api/admin/session').set(headers).expect(200)
    await call().delete('/api/admin/session?everywhere=true').set(staff[2]).expect(204)
    for (const headers of staff) await call().get('/api/admin/session').set(headers).expect(401)
    const { entries } = await shop.shop.admin.audit.list({ search: 'session.all-closed', limit: 10, offset: 0 })
    expect(entries).toHaveLength(1)
  })

  it('is shut to all sessions of a former password', async () => {
    const uri = freshDatabaseUri()
    const before = await startShop({ SEED_DEMO: 'false' }, { databaseUri: uri })
    const staff = await staffScript(before)
    const same = await startShop({ SEED_DEMO: 'false' }, { databaseUri: uri })
    const after = await startShop({ SEED_DEMO: 'false', ADMIN_PASSWORD: 'Another-Harbour-77' }, { databaseUri: uri })
    try {
      await request(same.app.server).get('/api/admin/session').set(staff).expect(200)
      await request(after.app.server).get('/api/admin/session').set(staff).expect(401)
    } finally {
      await Promise.all([before.stop(), same.stop(), after.stop()])
    }
  })

  it('accepts nothing but JSON', async () => {
    await call().post('/api/admin/session').type('form').send(`password=${STAFF_PASSWORD}`).expect(415)
    await call()
      .post('/api/admin/session')
      .send({ password: { $ne: '' } })
      .expect(400)
    await call().post('/api/admin/session').send({}).expect(400)
  })

  it('marks the cookie for encrypted connections when the shop’s address is one', async () => {
    const secure = await startShop({ SEED_DEMO: 'false', PUBLIC_URL: 'https://shop.example.com' })
    try {
      const answer = await request(secure.app.server)
        .post('/api/admin/session')
        .send({ password: STAFF_PASSWORD })
        .expect(200)
      // The prefix makes browsers refuse a cookie that another host or an unencrypted page has set.
      expect(answer.headers['set-cookie']?.[0]).toMatch(
        /^__Host-staff=staff_[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
      )
      const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
      await request(secure.app.server)
        .delete('/api/admin/session')
        .set({ cookie, origin: 'http://shop.example.com' })
        .expect(403)
      await request(secure.app.server)
        .delete('/api/admin/session')
        .set({ cookie, origin: 'https://shop.example.com' })
        .expect(204)
    } finally {
      await secure.stop()
    }
  })

  it('writes every attempt to the log', async () => {
    const { entries } = await shop.shop.admin.audit.list({ limit: 100, offset: 0 })
    const times = (action: string) => entries.filter((entry) => entry.action === action).length
    expect(times('session.refused')).toBe(11)
    expect(times('session.blocked')).toBe(1)
    expect(times('session.opened')).toBeGreaterThan(4)
    expect(times('session.closed')).toBe(2)
    expect(entries.find(({ action }) => action === 'session.blocked')?.by.address).toBe('10.2.0.1')
  })
})
