import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'

/** What a request from elsewhere looks like on the machine of a try-out. */
const FROM_ELSEWHERE: readonly Record<string, string>[] = [
  { 'X-Forwarded-For': '203.0.113.9' },
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Real-IP': '203.0.113.9' },
  { Forwarded: 'for=203.0.113.9' },
  { Via: '1.1 tunnel' },
  { Host: 'rebound.example' },
  { Host: 'rebound.example:3000', Origin: 'http://rebound.example:3000' },
  { Host: '192.168.1.5:3000' },
]

let shop: RunningShop
const call = () => request(shop.app.server)
const open = (headers: Record<string, string>) =>
  call().post('/api/admin/session').set(headers).send({ password: 'superprinter-demo' })

beforeAll(async () => {
  shop = await startShop({ ADMIN_PASSWORD: '', SEED_DEMO: 'false' })
})
afterAll(() => shop.stop())

describe('a shop with the published staff password', () => {
  it('opens to the machine that it runs on', async () => {
    await open({}).expect(200)
    await open({ Host: 'localhost:3000', Origin: 'http://localhost:3000' }).expect(200)
  })

  it.each(FROM_ELSEWHERE)('does not open for %j, and says what to do', async (headers) => {
    const answer = await open(headers).expect(403)
    expect(answer.body.code).toBe('ADMIN_PASSWORD_NOT_SET')
    expect(answer.body.message).toContain('Set ADMIN_PASSWORD')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('lets no page of a name that resolves to this machine act with a session', async () => {
    const cookie = String((await open({}).expect(200)).headers['set-cookie']?.[0]).split(';')[0] ?? ''
    const close = (host: string) =>
      call()
        .delete('/api/admin/session')
        .set({ Cookie: cookie, Host: host, Origin: `http://${host}` })
    expect((await close('rebound.example:3000').expect(403)).body.code).toBe('BAD_ORIGIN')
    await close('127.0.0.1:3000').expect(204)
  })

  it('answers metrics to the machine that it runs on', async () => {
    await call().get('/metrics').expect(200)
    for (const headers of FROM_ELSEWHERE) await call().get('/metrics').set(headers).expect(403)
  })
})
