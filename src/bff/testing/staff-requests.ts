import request from 'supertest'
import type { RunningShop } from '../../testing/start-shop.ts'

/** The published password of a shop on loopback with the built-in database. */
export const STAFF_PASSWORD = 'superprinter-demo'

/** A script of the shop's staff: headers for `.set(...)`. */
export async function aScript({ app }: RunningShop): Promise<{ readonly Authorization: string }> {
  const answer = await request(app.server).post('/api/admin/session').send({ password: STAFF_PASSWORD }).expect(200)
  return { Authorization: `Bearer ${String(answer.body.token)}` }
}

/** A browser of the shop's staff on a page of the shop: headers for `.set(...)`. */
export async function aStaffBrowser({
  app,
  url,
}: RunningShop): Promise<{ readonly Cookie: string; readonly Origin: string; readonly Host: string }> {
  const answer = await request(app.server).post('/api/admin/session').send({ password: STAFF_PASSWORD }).expect(200)
  const cookie = String(answer.headers['set-cookie']?.[0]).split(';')[0] ?? ''
  return { Cookie: cookie, Origin: url, Host: new URL(url).host }
}
