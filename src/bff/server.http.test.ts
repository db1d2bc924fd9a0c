import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { pino } from 'pino'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REDIRECTS, SCREENS } from '#contracts/screens'
import { startShop, type RunningShop } from '../testing/start-shop.ts'
import { GATE_CALLS } from './testing/gate-calls.ts'
import { BY_KEY, MAY_BE_REPEATED } from './testing/repeatable-calls.ts'
import { importClient } from './testing/import-client.ts'
import { aCountedProduct, aCustomer, anOrder } from './testing/shop-requests.ts'
import { staffScript } from './testing/staff-requests.ts'

let shop: RunningShop
const server = () => request(shop.app.server)

beforeAll(async () => {
  shop = await startShop({ METRICS_TOKEN: 'a-token-for-the-scraper' })
})
afterAll(() => shop.stop())

/** What the shop answers to bytes that no client library would send. */
function sendRaw(text: string, { url } = shop): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket
      .on('data', (chunk) => (answer += String(chunk)))
      .on('close', () => resolve(answer))
      .on('error', reject)
    socket.write(text)
  })
}

describe('every response', () => {
  it('carries the security headers and a request id', async () => {
    for (const path of ['/api/products?limit=1', '/api/nope', '/api/auth/user', '/api/%zz', '/robots.txt']) {
      const { headers } = await server().get(path)
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['content-security-policy']?.split(';')).toEqual([
        "default-src 'self'",
        "script-src 'self'",
        "script-src-attr 'none'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: https: http:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ])
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  it('lets no page of another site read it', async () => {
    const asked = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PUT' }
    for (const path of ['/api/products?limit=1', '/api/auth/user', '/api/admin/session', '/robots.txt'])
      for (const method of ['get', 'options', 'post'] as const) {
        const { headers } = await server()[method](path).set(asked)
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      }
  })

  it('keeps a safe request id and replaces any other', async () => {
    const kept = await server().get('/api/nope').set('X-Request-Id', 'trace-0123456789').expect(404)
    expect(kept.headers['x-request-id']).toBe('trace-0123456789')
    expect(kept.body.requestId).toBe('trace-0123456789')
    for (const id of ['short', 'x'.repeat(500), 'with space here', '<script>alert(1)</script>']) {
      expect((await server().get('/api/nope').set('X-Request-Id', id)).headers['x-request-id']).not.toBe(id)
    }
  })
})

describe('bodies', () => {
  const login = (body: string, type = 'application/json') =>
    server().post('/api/login').set('Content-Type', type).send(body)

  it.each([
    ['broken', '{"email":'],
    ['empty', ''],
    ['no JSON', '{"email":NaN}'],
    ['with a trailing comma', '{"email":"a@b.co",}'],
    ['with a byte order mark', '\uFEFF{"email":"a@b.co"}'],
    ['with __proto__', '{"__proto__":{"isAdmin":true}}'],
    ['with constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['nested too deeply', '['.repeat(8000)],
  ])('%s is refused as INVALID_JSON', async (_what, body) => {
    const answer = await login(body).expect(400)
    expect(answer.body).toEqual({ code: 'INVALID_JSON', message: expect.any(String), requestId: expect.any(String) })
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it.each([
    'application/json\ta',
    'application/json garbage',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
  ])('of type %j is refused', async (type) => {
    const body = '{"email":"a@b.co","password":"x"}'
    const answer = await sendRaw(
      `POST /api/login HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 415 /)
    expect(answer).toContain('"code":"UNSUPPORTED_MEDIA_TYPE"')
  })

  it('without a type is refused, with a charset it is read', async () => {
    const answer = await sendRaw(
      'POST /api/login HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 415 /)
    await login('{}', 'application/json; charset=utf-8').expect(400)
  })

  it('is refused when it is compressed or larger than the route allows', async () => {
    const packed = await server()
      .post('/api/login')
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', 'gzip')
      .send('{}')
      .expect(415)
    expect(packed.body.code).toBe('ENCODING_NOT_SUPPORTED')
    const large = await login(JSON.stringify({ email: 'x'.repeat(16 * 1024) })).expect(413)
    expect(large.body.code).toBe('BODY_TOO_LARGE')
    const { bearer } = await aCustomer(shop)
    await server()
      .post('/api/orders')
      .set(bearer)
      .send({ items: 'x'.repeat(1024 * 1024) })
      .expect(413)
  })

  it('lets the last of two equal keys count', async () => {
    const answer = await login('{"email":"first","email":"second","password":""}').expect(400)
    expect(Object.keys(answer.body.fields).sort()).toEqual(['email', 'password'])
  })
})

describe('addresses and methods that do not exist', () => {
  it.each([
    ['GET', '/api/nope', 404],
    ['GET', '/api', 404],
    ['PATCH', '/api/products', 405],
    ['PUT', '/api/products', 405],
    ['DELETE', '/api/orders', 405],
    ['POST', '/', 404],
    ['TRACE', '/', 404],
    ['GET', '/api/..%2f..%2fetc/passwd', 404],
    ['GET', '/api/%zz', 400],
    ['GET', '/assets/nothing.js', 404],
  ])('%s %s answers %i in JSON', async (method, path, status) => {
    const answer = await sendRaw(
      `${method} ${path} HTTP/1.1\r\nHost: shop\r\nAccept: text/html\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(answer).not.toContain('<html')
  })

  it.each([
    ['DELETE', '/api/products', 'GET, HEAD, POST'],
    ['POST', '/api/products/1?x=1', 'GET, HEAD'],
    ['GET', '/api/orders/track', 'POST'],
    ['PUT', '/api/admin/session', 'DELETE, GET, HEAD, POST'],
  ])('%s %s hears what the address takes: %s', async (method, path, allow) => {
    const answer = await sendRaw(
      `${method} ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer.toLowerCase()).toContain(`\r\nallow: ${allow.toLowerCase()}\r\n`)
    expect(answer).toContain('"code":"METHOD_NOT_ALLOWED"')
  })

  it('refuses headers that are too large, in the shape of every failure', async () => {
    const answer = await sendRaw(`GET /api/products HTTP/1.1\r\nHost: shop\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('"code":"HEADERS_TOO_LARGE"')
  })

  it('refuses bytes that are not HTTP', async () => {
    expect(await sendRaw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })
})

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

  it('has a reason why each POST may be pressed again, which is the key wherever one is taken', async () => {
    const { body } = await server().get('/api/docs/json').expect(200)
    const paths = body.paths as Record<string, { post?: { parameters?: { in: string; name: string }[] } }>
    const posts = Object.entries(paths).flatMap(([path, { post }]) => (post === undefined ? [] : [{ path, post }]))
    expect(posts.map(({ path }) => `POST ${path}`).toSorted()).toEqual(Object.keys(MAY_BE_REPEATED).toSorted())
    for (const { path, post } of posts) {
      const takesKey = post.parameters?.some((each) => each.in === 'header' && each.name === 'idempotency-key') ?? false
      expect([path, takesKey]).toEqual([path, MAY_BE_REPEATED[`POST ${path}`] === BY_KEY])
    }
  })

  it('describes every call of the contract, with summary, tag and failures', async () => {
    const { body } = await server().get('/api/docs/json').expect(200)
    const calls = Object.entries(
      body.paths as Record<
        string,
        Record<string, { summary?: string; tags?: string[]; security?: unknown; responses: object }>
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
    }
    const placeOrder = calls.find(({ name }) => name === 'POST /api/orders')?.call
    expect(placeOrder?.security).toEqual([{ bearer: [] }])
    expect(Object.keys(placeOrder?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '409', '422']),
    )
    const page = await server().get('/api/docs/').expect(200)
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

describe('a call that makes something', () => {
  type Headers = Readonly<Record<string, string>>
  let customer: Headers
  let staff: Headers
  let orderId: number
  /** The entry of the inbox that staff answer, as it is once it was sent. */
  let reference: string

  beforeAll(async () => {
    customer = { ...(await aCustomer(shop)).bearer }
    staff = { ...(await staffScript(shop)) }
    const order = anOrder(await aCountedProduct(shop))
    orderId = Number((await server().post('/api/orders').set(customer).send(order).expect(201)).body.id)
    const sent = await server().post('/api/messages').send(aMessage('To be answered')).expect(201)
    reference = String(sent.body.reference)
  })

  const aMessage = (message: string) => ({
    form: 'support',
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'Ink',
    message,
  })
  const rows = (name: string) => shop.shop.database.connection.collection(name).countDocuments({})
  const notes = async () => (await server().get(`/api/admin/orders/${orderId}`).set(staff)).body.notes.length
  const replies = async () => (await server().get(`/api/admin/inbox/${reference}`).set(staff)).body.replies.length
  const post = (path: string, headers: () => Headers, body: (words: string) => object) => (words: string) =>
    server().post(path).set(headers()).send(body(words))

  it.each<[what: string, count: () => Promise<number>, send: (words: string) => request.Test, another?: number]>([
    ['a message', () => rows('messages'), post('/api/messages', () => ({}), aMessage)],
    [
      'a privacy request',
      () => rows('privacy_requests'),
      post(
        '/api/data-requests',
        () => ({}),
        (description) => ({
          firstName: 'Ada',
          lastName: 'Byron',
          email: 'ada@example.com',
          requestType: 'access',
          description,
        }),
      ),
    ],
    [
      'a saved address',
      () => rows('addresses'),
      post(
        '/api/user/addresses',
        () => customer,
        (address) => ({
          type: 'shipping',
          firstName: 'Ada',
          lastName: 'Byron',
          address,
          city: 'Springfield',
          state: 'IL',
          zipCode: '62704',
        }),
      ),
    ],
    [
      'a note on an order',
      notes,
      (words: string) => server().post(`/api/admin/orders/${orderId}/notes`).set(staff).send({ text: words }),
    ],
    [
      'a reply',
      replies,
      (words: string) =>
        server().post(`/api/admin/inbox/${reference}/replies`).set(staff).send({ text: words, version: 0 }),
      // Somebody else's change of the entry is noticed before another reply.
      409,
    ],
    [
      'a saved reply',
      () => rows('saved_replies'),
      post(
        '/api/admin/saved-replies',
        () => staff,
        (text) => ({ name: 'Ink', text }),
      ),
    ],
    [
      'a product without a SKU',
      () => rows('products'),
      post(
        '/api/admin/products',
        () => staff,
        (description) => aProduct(description),
      ),
    ],
    [
      'a product of the list',
      () => rows('products'),
      post(
        '/api/products',
        () => staff,
        (description) => aProduct(description),
      ),
    ],
    [
      'an import',
      () => rows('imports'),
      (words: string) =>
        importClient(shop, { Authorization: staff['Authorization'] ?? '' }).send(`Name,Price\n${words},10\n`),
    ],
  ])('makes %s once, however often it is sent with its key', async (_what, count, send, another?: number) => {
    const before = await count()
    const key = { 'Idempotency-Key': randomUUID() }
    const together = await Promise.all([1, 2, 3].map(() => send('The same words of it').set(key)))
    const later = await send('The same words of it').set(key)
    expect(await count()).toBe(before + 1)
    const [first] = together
    expect(first?.status).toBeLessThan(300)
    for (const answer of [...together, later]) {
      expect([answer.status, answer.body.reference, answer.body.id]).toEqual([
        first?.status,
        first?.body.reference,
        first?.body.id,
      ])
    }
    expect(together.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(later.headers['idempotent-replayed']).toBe('true')

    const other = await send('Quite other words').set(key)
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await count()).toBe(before + 1)
    const next = await send('The same words of it').set('Idempotency-Key', randomUUID())
    expect(next.status).toBe(another ?? first?.status)
    expect(await count()).toBe(before + (another === undefined ? 2 : 1))
  })

  function aProduct(description: string) {
    return { name: 'A printer', description, price: '10.00', brand: 'HP' }
  }
})

describe('limits', () => {
  it('limit an address that sends too many requests, whatever its headers say, but not the pictures of pages', async () => {
    const small = await startShop({ RATE_LIMIT_REQUESTS: '5', SEED_DEMO: 'false' })
    try {
      const ask = (path: string, forwarded: string) =>
        request(small.app.server).get(path).set('X-Forwarded-For', forwarded)
      const statuses = []
      for (let call = 0; call < 8; call += 1) statuses.push((await ask('/api/products', `203.0.113.${call}`)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
      const refused = await ask('/api/products', '203.0.113.99').expect(429)
      expect(refused.body).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        message: expect.stringMatching(/^Too many .* Try again in \d+ seconds?\.$/),
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10)
      await ask('/api/nope', '203.0.113.1').expect(429)
      const page = await ask('/about', '203.0.113.1').set('Accept', 'text/html').expect(429)
      expect(page.text).toContain(`<meta http-equiv="refresh" content="${page.headers['retry-after']}">`)
      await ask('/api/health/live', '203.0.113.1').expect(200)
      await ask('/images/products/nothing.svg', '203.0.113.1').expect(404)
    } finally {
      await small.stop()
    }
  })

  it('limit how much an address has searched anew, but neither kept lists nor anybody else', async () => {
    const limited = await startShop({ RATE_LIMIT_REQUESTS: '300', TRUST_PROXY: '127.0.0.1,::1,::ffff:127.0.0.1' })
    try {
      const ask = (path: string, address: string) =>
        request(limited.app.server).get(path).set('X-Forwarded-For', address)
      for (let time = 0; time < 3; time += 1) await ask('/api/products?limit=5', '203.0.113.8').expect(200)
      for (let search = 0; search < 60; search += 1)
        await ask(`/api/search-suggestions?q=laser${search}`, '203.0.113.9').expect(200)
      const refused = await ask('/api/products/facets?search=new', '203.0.113.9').expect(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      await ask('/api/products?limit=5', '203.0.113.9').expect(200)
      await ask('/api/products/facets?search=new', '203.0.113.8').expect(200)
    } finally {
      await limited.stop()
    }
  })

  it('limit guesses for one account after 10 failures, also in parallel, and no other account', async () => {
    const { email } = await aCustomer(shop)
    const other = await aCustomer(shop)
    const guess = (who: string, password: string) => server().post('/api/login').send({ email: who, password })
    const statuses = (await Promise.all(Array.from({ length: 25 }, () => guess(email, 'wrong-guess')))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    const refused = await guess(` ${email.toUpperCase()}`, 'Quiet-Harbour-42').expect(429)
    expect(refused.body.code).toBe('TOO_MANY_REQUESTS')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    await guess(other.email, 'Quiet-Harbour-42').expect(200)
  })

  it('never limit successful sign-ins', async () => {
    const { email } = await aCustomer(shop)
    for (let time = 0; time < 15; time += 1)
      await server().post('/api/login').send({ email, password: 'Quiet-Harbour-42' }).expect(200)
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
