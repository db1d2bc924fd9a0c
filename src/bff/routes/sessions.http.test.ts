import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SessionList } from '#contracts/sessions'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCustomer, PASSWORD, type SignedIn } from '../testing/shop-requests.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const clock = { time: new Date(), now: () => clock.time }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

let shop: RunningShop
beforeAll(async () => {
  shop = await startShop({}, { clock })
})
afterAll(() => shop.stop())

type Bearer = SignedIn['bearer']
const call = (method: 'get' | 'delete', path: string, bearer?: Bearer) => {
  const sent = request(shop.app.server)[method](`/api${path}`)
  return bearer === undefined ? sent : sent.set(bearer)
}
const listOf = async (bearer: Bearer) =>
  SessionList.parse((await call('get', '/user/sessions', bearer).expect(200)).body)

async function signIn(email: string, userAgent = FIREFOX): Promise<Bearer> {
  const answer = await request(shop.app.server)
    .post('/api/login')
    .set('User-Agent', userAgent)
    .send({ email, password: PASSWORD })
    .expect(200)
  return { Authorization: `Bearer ${String(answer.body.token)}` }
}

describe('the list of sessions', () => {
  it('says where a customer is signed in and since when, this session first', async () => {
    const ada = await aCustomer(shop)
    const start = clock.time
    clock.time = new Date(start.getTime() + HOUR)
    const phone = await signIn(ada.email, IPHONE)
    clock.time = new Date(start.getTime() + 2 * HOUR)
    const desk = await signIn(ada.email)
    const sessions = await listOf(phone)
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Linux', false],
      [null, false],
    ])
    expect(sessions.map(({ firstSeen }) => Date.parse(firstSeen) - start.getTime())).toEqual([HOUR, 2 * HOUR, 0])
    expect(sessions[0]?.lastSeen).toBe(clock.time.toISOString())
    expect((await listOf(desk))[0]).toMatchObject({ device: 'Firefox on Linux', isCurrent: true })
  })

  it('names sessions by something that opens none', async () => {
    const ada = await aCustomer(shop)
    const [session] = await listOf(ada.bearer)
    const claims = Buffer.from(ada.token.split('.')[1] ?? '', 'base64url').toString()
    expect(claims).not.toContain(session?.id)
    expect((await call('get', '/user/sessions', ada.bearer)).headers['cache-control']).toBe('no-store')
  })

  it('is for nobody else', async () => {
    const [ada, bob] = [await aCustomer(shop), await aCustomer(shop)]
    const [session] = await listOf(ada.bearer)
    expect(await listOf(bob.bearer)).toHaveLength(1)
    const answer = await call('delete', `/user/sessions/${session?.id}`, bob.bearer).expect(404)
    expect(answer.body).toMatchObject({ code: 'SESSION_NOT_FOUND', message: 'You are not signed in there any more.' })
    await call('get', '/auth/user', ada.bearer).expect(200)
    for (const [method, path] of [
      ['get', '/user/sessions'],
      ['delete', '/user/sessions'],
      ['delete', `/user/sessions/${session?.id}`],
    ] as const)
      await call(method, path).expect(401)
  })
})

describe('signing out', () => {
  it('of one session leaves the others', async () => {
    const ada = await aCustomer(shop)
    const [lost, kept] = [await signIn(ada.email, IPHONE), await signIn(ada.email)]
    const entry = (await listOf(ada.bearer)).find(({ device }) => device === 'Safari on iPhone')
    await call('delete', `/user/sessions/${entry?.id}`, ada.bearer).expect(204)
    await call('get', '/auth/user', lost).expect(401)
    await call('get', '/auth/user', kept).expect(200)
    await call('delete', `/user/sessions/${entry?.id}`, ada.bearer).expect(404)
  })

  it('everywhere else leaves this session alone', async () => {
    const [ada, bob] = [await aCustomer(shop), await aCustomer(shop)]
    const others = [await signIn(ada.email), await signIn(ada.email)]
    await call('delete', '/user/sessions', ada.bearer).expect(204)
    for (const bearer of others) await call('get', '/auth/user', bearer).expect(401)
    expect(await listOf(ada.bearer)).toHaveLength(1)
    await call('get', '/auth/user', bob.bearer).expect(200)
    await call('delete', '/user/sessions', ada.bearer).expect(204)
  })
})

describe('a session', () => {
  it('ends when it was not used for three days', async () => {
    const ada = await aCustomer(shop)
    const idle = await signIn(ada.email)
    const start = clock.time.getTime()
    for (let day = 1; day <= 2; day++) {
      clock.time = new Date(start + day * DAY)
      await call('get', '/auth/user', ada.bearer).expect(200)
    }
    clock.time = new Date(start + 3 * DAY - 1)
    expect(await listOf(ada.bearer)).toHaveLength(2)
    clock.time = new Date(start + 3 * DAY)
    await call('get', '/auth/user', idle).expect(401)
    expect(await listOf(ada.bearer)).toHaveLength(1)
  })

  it('ends after seven days, however much it is used', async () => {
    const { bearer } = await aCustomer(shop)
    const start = clock.time.getTime()
    for (const day of [2, 4, 6]) {
      clock.time = new Date(start + day * DAY)
      await call('get', '/auth/user', bearer).expect(200)
    }
    clock.time = new Date(start + 7 * DAY)
    await call('get', '/auth/user', bearer).expect(401)
  })

  it('is written to at most every ten minutes', async () => {
    const { bearer } = await aCustomer(shop)
    const start = clock.time.getTime()
    const lastSeen = async () => Date.parse((await listOf(bearer))[0]?.lastSeen ?? '') - start
    clock.time = new Date(start + HOUR / 6 - 1)
    expect(await lastSeen()).toBe(0)
    clock.time = new Date(start + HOUR / 6)
    expect(await lastSeen()).toBe(HOUR / 6)
  })

  it('is one of at most twenty: another one ends the oldest', async () => {
    const ada = await aCustomer(shop)
    const bearers: Bearer[] = [ada.bearer]
    for (let count = 1; count < 20; count++) {
      clock.time = new Date(clock.time.getTime() + 1)
      bearers.push(await signIn(ada.email))
    }
    expect(await listOf(ada.bearer)).toHaveLength(20)
    clock.time = new Date(clock.time.getTime() + 1)
    const newest = await signIn(ada.email)
    await call('get', '/auth/user', ada.bearer).expect(401)
    expect(await listOf(newest)).toHaveLength(20)
    await call('get', '/auth/user', bearers[1]).expect(200)
  })
})
