import request from 'supertest'
import { STAFF_PASSWORD, type RunningShop } from '../../testing/start-shop.ts'

/** Signs staff in as a script. Returns headers for `.set(...)`. */
export async function staffScript({ app }: RunningShop): Promise<{ readonly Authorization: string }> {
  const answer = await request(app.server).post('/api/admin/session').send({ password: STAFF_PASSWORD }).expect(200)
  return { Authorization: `Bearer ${String(answer.body.token)}` }
}

/** Signs staff in as a browser on one of the shop's pages. Returns headers for `.set(...)`. */
export async function staffBrowser({
  app,
  url,
}: RunningShop): Promise<{ readonly Cookie: string; readonly Origin: string; readonly Host: string }> {
  const answer = await request(app.server).post('/api/admin/session').send({ password: STAFF_PASSWORD }).expect(200)
  const cookie = String(answer.headers['set-cookie']?.[0]).split(';')[0] ?? ''
  return { Cookie: cookie, Origin: url, Host: new URL(url).host }
}
