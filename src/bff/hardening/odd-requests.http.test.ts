import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { HEADERS_OF_ALL, parseAnswer, type RawAnswer } from '../testing/raw-answer.ts'
import { UNREAD_LIMITS } from './unread-answers.ts'

let shop: RunningShop

beforeAll(async () => {
  shop = await startShop({ PUBLIC_URL: 'https://shop.example', ADMIN_PASSWORD: 'a long staff password' })
})
afterAll(() => shop.stop())

/** Sends bytes as they are. The answer ends with the connection. */
function send(bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(shop.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('close', () => resolve(parseAnswer(answer)))
    socket.on('error', reject)
    socket.write(bytes)
  })
}

const request = (line: string, ...headers: string[]) =>
  send(`${[`${line} HTTP/1.1`, 'Host: shop.example', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`)

const REQUESTS: readonly (readonly [what: string, status: number, ask: () => Promise<RawAnswer>])[] = [
  ['bytes that are not HTTP', 400, () => send('HELLO\r\n\r\n')],
  ['a version that there is not', 400, () => send('GET / HTTP/9.9\r\nHost: shop\r\n\r\n')],
  ['headers that are too large', 431, () => request('GET /', `X-Long: ${'x'.repeat(20_000)}`)],
  ['an address longer than all headers may be', 414, () => request(`GET /${'a'.repeat(20_000)}`)],
  ['an address of a page that is too long', 414, () => request(`GET /${'a'.repeat(3000)}`, 'Accept: text/html')],
  ['an address of a call that is too long', 414, () => request(`GET /api/products?search=${'a'.repeat(3000)}`)],
  ['no Host', 400, () => send('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')],
  ['two Hosts', 400, () => request('GET /', 'host: other.example')],
  ['two Hosts in a call', 400, () => request('GET /api/products', 'HOST: shop.example')],
  ['a tunnel', 400, () => request('CONNECT other.example:443')],
  ['an address of another host in full', 400, () => request('GET http://other.example/api/products')],
  ['an expectation', 417, () => request('GET /', 'Expect: magic')],
  ['two lengths', 400, () => request('POST /api/login', 'Content-Length: 3', 'Content-Length: 4')],
  ['length and pieces', 400, () => request('POST /api/login', 'Content-Length: 3', 'Transfer-Encoding: chunked')],
  ['a method that nobody takes', 405, () => request('PROPFIND /')],
  ['a method that the address does not take', 405, () => request('DELETE /api/products')],
  ['a broken address', 400, () => request('GET /api/%zz')],
  ['an address that nobody can read', 404, () => request('GET /%zz', 'Accept: application/json')],
  ['an address that nobody can read, with a query', 404, () => request('GET /a%C3?b=%zz', 'Accept: application/json')],
  ['an address that looks like another host', 404, () => request('GET //evil.example/x', 'Accept: application/json')],
  ['a call that there is not', 404, () => request('GET /api/nope')],
  ['a file that there is not', 404, () => request('GET /assets/nope.js')],
  ['a picture that there is not', 404, () => request('GET /images/products/nope.webp')],
  ['a redirect', 301, () => request('GET /business', 'Accept: text/html')],
  ['a body that is too large', 413, () => request('POST /api/login', ...json('x'.repeat(20_000)))],
  ['a body of another type', 415, () => request('POST /api/login', 'Content-Type: text/plain', 'Content-Length: 0')],
  ['no session', 401, () => request('GET /api/user/orders')],
  ['a stranger at the metrics', 403, () => request('GET /metrics', 'X-Forwarded-For: 203.0.113.9')],
]

const json = (body: string) => ['Content-Type: application/json', `Content-Length: ${body.length}`, '', body]

describe('every answer carries the headers of the shop', () => {
  it.each(REQUESTS)('to %s (%i)', async (_what, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(HEADERS_OF_ALL.filter((name) => answer.headers[name] === undefined)).toEqual([])
    expect(answer.headers['x-powered-by'] ?? answer.headers.server).toBeUndefined()
  })

  it('and, where the shop is encrypted, those that keep it and what is below it so', async () => {
    const { headers } = await request('GET /robots.txt')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
  })
})

it('an address may name the host, as programs send it to a proxy, in a call and of a page', async () => {
  for (const address of ['/api/products?limit=1', '/about', '/', '/api/nope']) {
    const [plain, full] = [await request(`GET ${address}`), await request(`GET HTTP://Shop.example${address}`)]
    expect([address, full.status, full.headers['content-type']]).toEqual([
      address,
      plain.status,
      plain.headers['content-type'],
    ])
  }
  expect((await request('GET http://shop.example?q=1')).status).toBe((await request('GET /?q=1')).status)
  expect((await request('GET http://shop.example/business')).headers.location).toBe('/products?business=true')
})

describe('a person who opens an address that is refused', () => {
  it('gets a page, and a program the error', async () => {
    for (const address of [`/${'a'.repeat(3000)}`, '/sitemap-products-99999.xml', '/sitemap-products-0x.xml']) {
      const page = await request(`GET ${address}`, 'Accept: text/html,*/*;q=0.8')
      expect([address, page.headers['content-type']]).toEqual([address, 'text/html; charset=utf-8'])
      expect(page.body).toContain('<h1>')
      const error = await request(`GET ${address}`, 'Accept: application/json')
      expect([address, error.headers['content-type']]).toEqual([address, 'application/json; charset=utf-8'])
      expect(error.status).toBe(page.status)
    }
  })
})

describe('a caller who does not read what they asked for', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('is cut off when too much waits in the process', async () => {
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => 20 * now())
    const connected = once(shop.app.server, 'connection')
    const { hostname, port } = new URL(shop.url)
    const caller = connect(Number(port), hostname)
    const ended = once(caller, 'close')
    const [connection] = (await connected) as [Socket]
    Object.defineProperty(connection, 'writableLength', { value: UNREAD_LIMITS.maxBytes + 1 })
    await ended
  })
})
