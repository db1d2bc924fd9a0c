import { connect } from 'node:net'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShop, type RunningShop } from '../testing/start-shop.ts'
import { aCustomer } from './testing/shop-requests.ts'

let shop: RunningShop
const server = () => request(shop.app.server)

beforeAll(async () => {
  shop = await startShop()
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
    ['nested one level too deeply', `${'['.repeat(33)}${']'.repeat(33)}`],
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

  it('may say that it is not encoded, in any letter case', async () => {
    await login('{}', 'application/json').set('Content-Encoding', 'Identity').expect(400)
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

  it('has at most 64 kB in the calls of visitors and customers that set no smaller bound', async () => {
    const { bearer } = await aCustomer(shop)
    const headers = [
      'Host: shop',
      `Authorization: ${bearer.Authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${64 * 1024 + 1}`,
      'Connection: close',
    ]
    const calls = [
      'POST /api/logout',
      'POST /api/orders/track',
      'POST /api/orders/returns',
      'PUT /api/user/orders/1',
      'POST /api/user/orders/1/cancel',
      'POST /api/user/orders/1/returns',
      'POST /api/products/1/reviews',
      'DELETE /api/user/sessions',
    ]
    const answers = await Promise.all(
      calls.map(async (call) => {
        const answer = await sendRaw(`${[`${call} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`)
        return [call, answer.split(' ')[1]]
      }),
    )
    expect(answers).toEqual(calls.map((call) => [call, '413']))
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
    ['POST', '/nope', 404],
    ['TRACE', '/nope', 404],
    ['PUT', '/assets/nothing.js', 404],
    ['GET', '/api/..%2f..%2fetc/passwd', 404],
    ['GET', '/api/%zz', 400],
  ])('%s %s answers %i in JSON', async (method, path, status) => {
    const answer = await sendRaw(
      `${method} ${path} HTTP/1.1\r\nHost: shop\r\nAccept: text/html\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(answer).not.toContain('<html')
  })

  it.each(['/assets/nothing.js', '/images/products/nothing.webp', '/sitemap-products-99999.xml'])(
    '%s tells a person that the page was not found, and whoever loads it the error',
    async (path) => {
      const page = await server().get(path).set('Accept', 'text/html,*/*;q=0.8').expect(404)
      expect(page.text).toContain('<title>404 Page Not Found - superprinter</title>')
      for (const accept of ['*/*', 'image/webp,*/*;q=0.8', 'application/json'])
        await server().get(path).set('Accept', accept).expect(404).expect('Content-Type', /json/)
    },
  )

  it.each(['/nothing.png', '/wp-login.php', '/.env', '/.git/config', '/.well-known/nothing', '/feed.xml', '/a/b.map'])(
    '%s, which is named like a file, shows a page only to who asks for one',
    async (path) => {
      for (const accept of ['*/*', 'image/webp,*/*;q=0.8', 'application/json']) {
        const { text } = await server().get(path).set('Accept', accept).expect(404).expect('Content-Type', /json/)
        expect(text.length).toBeLessThan(200)
      }
      await server().get(path).set('Accept', 'text/html,*/*;q=0.8').expect(404).expect('Content-Type', /html/)
    },
  )

  it.each(['/nothing', '/products/1.5', '/products/paper.png', '/admin/orders.csv'])(
    '%s shows a page also to who takes anything',
    async (path) => {
      await server().get(path).set('Accept', '*/*').expect('Content-Type', /html/)
    },
  )

  it.each([
    ['/.well-known/change-password', 302, '/account?tab=settings'],
    ['/security.txt', 301, '/.well-known/security.txt'],
  ])('%s, which programs know, answers %i and leads to %s', async (path, status, to) => {
    await server().get(path).set('Accept', '*/*').expect(status).expect('Location', to)
  })

  it.each([
    ['DELETE', '/api/products', 'GET, HEAD, POST'],
    ['POST', '/api/products/1?x=1', 'GET, HEAD'],
    ['GET', '/api/orders/track', 'POST'],
    ['PUT', '/api/admin/session', 'DELETE, GET, HEAD, POST'],
    ['POST', '/', 'GET, HEAD'],
    ['TRACE', '/', 'GET, HEAD'],
    ['OPTIONS', '/products?page=2', 'GET, HEAD'],
    ['PATCH', '/admin/orders', 'GET, HEAD'],
    ['PROPFIND', '/business', 'GET, HEAD'],
    ['POST', '/robots.txt', 'GET, HEAD'],
    ['DELETE', '/sitemap.xml', 'GET, HEAD'],
    ['PUT', '/images/products/nothing.webp', 'GET, HEAD'],
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
      // Nobody else is refused by what a proxy has kept.
      expect(refused.headers['cache-control']).toBe('no-store')
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
