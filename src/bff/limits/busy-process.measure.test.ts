import { setImmediate } from 'node:timers/promises'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'

/** By how much the loop is late all the time, several times what is allowed. */
const LATE_MS = 150

function holdFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

function holdLoop(): () => void {
  const timer = setInterval(() => holdFor(LATE_MS), 1)
  return () => clearInterval(timer)
}

describe('a process that has more to do than it can', () => {
  let shop: RunningShop
  const call = () => request(shop.app.server)
  beforeAll(async () => {
    shop = await startShop({}, { maxLateMs: 75 })
  })
  afterAll(() => shop.stop())

  it('sends people away in words, and still answers what it has kept', async () => {
    // The start itself holds the loop.
    await eventually(() => call().get('/').expect(200))
    // Lists are kept once they are asked again.
    for (let asked = 0; asked < 3; asked += 1) await eventually(() => call().get('/api/products?limit=4').expect(200))
    // The document of the API is kept once it is made.
    await eventually(() => call().get('/api/docs/json').expect(200))
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
      await call().get('/api/docs/json').expect(200)
      await call().get('/api/docs/static/swagger-ui.css').expect(200)
    } finally {
      free()
    }
    await eventually(() => call().get('/api/products?search=never+asked').expect(200))
  })
})

describe('a shop that other tests start', () => {
  let shop: RunningShop
  beforeAll(async () => {
    shop = await startShop()
  })
  afterAll(() => shop.stop())

  it('sends nobody away, also when it could not even measure how late it is', async () => {
    // Held from one look at the measure, which is once a second, beyond the next: there is none in between.
    const seen: boolean[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      await setImmediate()
      // With a timer that is due before the measure's own, looks are too.
      setTimeout(() => seen.push(shop.app.isUnderPressure()), 1)
      holdFor(1_300)
    }
    await eventually(() => expect(seen).toHaveLength(4))
    expect(seen).toEqual([false, false, false, false])
  })
})
