import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'

/** By how much the loop is late all the time, several times what is allowed. */
const LATE_MS = 150

function holdLoop(): () => void {
  const timer = setInterval(() => {
    const until = performance.now() + LATE_MS
    while (performance.now() < until);
  }, 1)
  return () => clearInterval(timer)
}

describe('a process that has more to do than it can', () => {
  let shop: RunningShop
  const call = () => request(shop.app.server)
  beforeAll(async () => {
    shop = await startShop({}, { mostLateMs: 75 })
  })
  afterAll(() => shop.stop())

  it('sends people away in words, and still answers what it has kept', async () => {
    // The start itself holds the loop.
    await eventually(() => call().get('/').expect(200))
    // Lists are kept once they are asked again.
    for (let asked = 0; asked < 3; asked += 1) await eventually(() => call().get('/api/products?limit=4').expect(200))
    const free = holdLoop()
    try {
      // How late it was is looked at once a second. Each search is a new one: an answer would be kept.
      let searches = 0
      await eventually(() =>
        call()
          .get(`/api/products?search=never+asked+${(searches += 1)}`)
          .expect(503),
      )
      for (const refused of [
        call().get('/products?search=never+asked'),
        call().get('/api/products?search=never+asked'),
        call().post('/api/login').send({ email: 'ada@example.com', password: 'a quiet paper tray' }),
      ]) {
        const { headers, text } = await refused.expect(503)
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        expect(text).toContain('The shop is very busy right now')
      }
      await call().get('/').expect(200)
      await call().get('/api/products?limit=4').expect(200)
      await call().get('/api/health/live').expect(200)
    } finally {
      free()
    }
    await eventually(() => call().get('/api/products?search=never+asked').expect(200))
  })
})
