import { pino } from 'pino'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REDIRECTS, SCREENS } from '#contracts/screens'
import { startShop, type RunningShop } from '../testing/start-shop.ts'
import { GATE_CALLS } from './testing/gate-calls.ts'
import { aCustomer } from './testing/shop-requests.ts'

let shop: RunningShop
const server = () => request(shop.app.server)

beforeAll(async () => {
  shop = await startShop({ METRICS_TOKEN: 'a-token-for-the-scraper' })
})
afterAll(() => shop.stop())

describe('operation', () => {
  it('reports that it is live and ready', async () => {
    await server().get('/api/health/live').expect(200, { status: 'live' })
    await server().get('/api/health/ready').expect(200, { status: 'ready', database: 'up', redis: 'none' })
  })

  it('answers metrics to the token alone where one is set', async () => {
    const withToken = (token: string) => server().get('/metrics').set('Authorization', `Bearer ${token}`)
    const { text } = await withToken('a-token-for-the-scraper').set('X-Forwarded-For', '203.0.113.9').expect(200)
    expect(text).toMatch(
      /http_request_duration_seconds_count\{route="\/api\/health\/live",method="GET",status="200"\} \d/,
    )
    expect(text).toContain('jobs{queue="orders",state="waiting"}')
    await withToken('another-token').expect(403)
    await server().get('/metrics').expect(403)
  })

  it('describes every call of the contract, with summary, tag and failures', async () => {
    const { body } = await server().get('/api/docs/json').expect(200)
    const calls = Object.entries(
      body.paths as Record<
        string,
        Record<
          string,
          { summary?: string; tags?: string[]; security?: unknown; responses: Readonly<Record<string, unknown>> }
        >
      >,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ name: `${method.toUpperCase()} ${path}`, call })),
    )
    const specified = [
      'GET /api/auth/user',
      'GET /api/login',
      'GET /api/products',
      'GET /api/products/{id}',
      'GET /api/products/{id}/reviews',
      'GET /api/search-suggestions',
      'GET /api/user/orders',
      'POST /api/login',
      'POST /api/logout',
      'POST /api/orders',
      'POST /api/register',
      'PUT /api/user/profile',
      'PUT /api/user/password',
      'POST /api/products',
      'GET /api/admin/orders',
      'POST /api/admin/products',
      'PUT /api/admin/products/{id}',
      'DELETE /api/admin/products/{id}',
      'POST /api/messages',
      'POST /api/data-requests',
    ]
    expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(specified))
    for (const { name, call } of calls.filter(
      (each) => each.name.includes(' /api/admin/') && !GATE_CALLS.includes(each.name),
    )) {
      expect([name, call.security, Object.keys(call.responses)]).toEqual([
        name,
        [{ staff: [] }],
        expect.arrayContaining(['401']),
      ])
    }
    for (const { name, call } of calls) {
      expect([name, call.summary, call.tags]).toEqual([name, expect.any(String), [expect.any(String)]])
      if (!name.includes('/health/'))
        expect([name, Object.keys(call.responses)]).toEqual([name, expect.arrayContaining(['429', '500', '503'])])
      // A body is refused also where none is wanted.
      if (!name.startsWith('GET '))
        expect([name, Object.keys(call.responses)]).toEqual([name, expect.arrayContaining(['400', '413', '415'])])
    }
    for (const path of ['live', 'ready']) {
      const call = calls.find(({ name }) => name === `GET /api/health/${path}`)?.call
      expect(JSON.stringify(call?.responses['503']), path).toContain('requestId')
    }
    const placeOrder = calls.find(({ name }) => name === 'POST /api/orders')?.call
    expect(placeOrder?.security).toEqual([{ bearer: [] }])
    expect(Object.keys(placeOrder?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '409', '422']),
    )
    const page = await server().get('/api/docs/').expect(200).expect('cache-control', 'no-cache')
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/)
  })

  it('has a sitemap and robots.txt for search engines', async () => {
    const robots = await server().get('/robots.txt').expect(200)
    // Pages that say noindex stay open: a crawler that may not read them would list their bare addresses.
    expect(robots.text.match(/Disallow: .*/g)).toEqual(['Disallow: /api/', 'Disallow: /admin'])
    const [sitemap = ''] = /\/sitemap.*/.exec(/Sitemap: (.*)/.exec(robots.text)?.[1] ?? '') ?? []
    const index = await server().get(sitemap).expect(200).expect('content-type', /xml/)
    const files = [...index.text.matchAll(/<loc>[^<]*(\/sitemap-[^<]*)<\/loc>/g)].map(([, path = '']) => path)
    expect(files).toEqual(['/sitemap-pages.xml', '/sitemap-products-1.xml'])
    const [pages = '', listed = ''] = await Promise.all(
      files.map(async (path) => (await server().get(path).expect(200).expect('content-type', /xml/)).text),
    )
    const products = (await server().get('/api/products').expect(200)).body as { id: number }[]
    for (const { id } of products) expect(listed).toContain(`/products/${id}</loc>`)
    for (const { path, isIndexed } of Object.values(SCREENS))
      if (!/[:*]/.test(path)) expect(pages.includes(`${path}</loc>`), path).toBe(isIndexed)
    for (const { to } of REDIRECTS) expect(pages).toContain(`${to}</loc>`)
  })

  it('redirects short addresses to their lists', async () => {
    await server().get('/business').expect(301).expect('location', '/products?business=true')
    await server().get('/category/scanners').expect(301).expect('location', '/products?category=scanners')
    await server().get('/category/supplies').expect(301).expect('location', '/products?category=supplies')
  })
})

describe('a proxy that TRUST_PROXY does not name', () => {
  it('is warned of in the log, also where all that it passes on is taken for unencrypted', async () => {
    const lines: Record<string, unknown>[] = []
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const settings = { TRUST_PROXY: '172.30.71.1', PUBLIC_URL: 'https://shop.example', SMTP_URL: 'log' }
    const behind = await startShop(settings, { logger })
    try {
      const passedOn = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' }
      await request(behind.app.server).get('/').set(passedOn).set('Accept', 'text/html').expect(308)
      await request(behind.app.server).get('/api/products').set(passedOn).expect(403)
      expect(lines.filter(({ proxy }) => proxy !== undefined)).toEqual([
        expect.objectContaining({ proxy: '127.0.0.1', msg: expect.stringContaining('TRUST_PROXY') as string }),
      ])
    } finally {
      await behind.stop()
    }
  })
})

describe('a database that is gone', () => {
  it('answers 503 with Retry-After, never 401 or 500, is not ready, and says in the log why', async () => {
    const lines: Record<string, unknown>[] = []
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const broken = await startShop({}, { logger })
    const { bearer } = await aCustomer(broken)
    const ask = request(broken.app.server)
    await broken.shop.database.close()
    for (const call of [
      ask.get('/api/auth/user').set(bearer),
      ask.get('/api/user/orders').set(bearer),
      ask.post('/api/logout').set(bearer),
      ask.post('/api/login').send({ email: 'a@b.co', password: 'x' }),
    ]) {
      const answer = await call
      expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE'])
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(5)
      expect(answer.text).not.toMatch(/Mongo|topology|at \//)
    }
    await ask.get('/api/health/ready').expect(503)
    await ask.get('/api/health/live').expect(200)
    const failed = lines.filter(({ msg, status }) => msg === 'request' && Number(status) >= 500)
    expect(failed).toHaveLength(5)
    for (const { route, cause } of failed)
      expect([route, cause]).toEqual([route, expect.stringMatching(/^UNAVAILABLE, Mongo\w+: |^UNAVAILABLE, Database/)])
    await broken.app.close()
    await broken.shop.jobs.stop()
  })
})
