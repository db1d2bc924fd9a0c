import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import request from 'supertest'
import { expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { patient } from '../../testing/patience.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { listenTo } from '../testing/event-source.ts'
import { HEADERS_OF_ALL, parseAnswer, type RawAnswer } from '../testing/raw-answer.ts'
import { aCountedProduct, aProvedCustomer, anOrder } from '../testing/shop-requests.ts'

const SENTENCE = 'The shop is being restarted. Please try again in a moment.'

/** A connection with a request of which a part has arrived, so that the process cannot close yet. */
interface OpenConnection {
  /** Sends the rest of the request. */
  finish(): void
  /** Its answers, when the shop has closed it. */
  readonly answers: Promise<readonly RawAnswer[]>
}

/**
 * Sends a request of which `later` is missing.
 * @param before requests that are answered before, so that the connection is in use
 */
async function begin({ app, url }: RunningShop, now: string, later: string, before = ''): Promise<OpenConnection> {
  const { hostname, port } = new URL(url)
  const arriving = once(app.server, 'connection')
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  const answers = once(socket, 'close').then(() => text.split(/(?=HTTP\/1\.1 \d)/).map(parseAnswer))
  const [there] = (await arriving) as [Socket]
  if (before !== '') await Promise.all([once(socket, 'data'), socket.write(before)])
  socket.write(now)
  await eventually(() => expect(there.bytesRead).toBe(before.length + now.length))
  return { answers, finish: () => void socket.write(later) }
}

const requestOf = (line: string, headers: readonly string[], body = '') =>
  `${[`${line} HTTP/1.1`, 'Host: shop', ...headers].join('\r\n')}\r\n\r\n${body}`

/** Asks the shop to stop, and waits until it takes no more connections. */
async function beginClosing(shop: RunningShop): Promise<{ readonly closed: Promise<void> }> {
  const closed = shop.stop()
  await eventually(() => expect(shop.app.server.listening).toBe(false))
  return { closed }
}

const PEOPLE = 'Accept: text/html,*/*;q=0.8'
const PROGRAMS = 'Accept: */*'
const ORDER = ['Content-Type: application/json', 'Content-Length: 2']

const ASKED: readonly (readonly [
  line: string,
  headers: readonly string[],
  gets: 'a page' | 'the error',
  body?: string,
])[] = [
  ['GET /', [PEOPLE], 'a page'],
  ['GET /products?category=printers', [PEOPLE], 'a page'],
  ['GET /account', [PEOPLE], 'a page'],
  ['GET /admin/orders', [PEOPLE], 'a page'],
  ['GET /nowhere', [PEOPLE], 'a page'],
  ['GET /about', [PROGRAMS], 'a page'],
  ['GET /api/products', [PROGRAMS], 'the error'],
  ['GET /api/products', [PEOPLE], 'the error'],
  ['GET /api/nope', [PROGRAMS], 'the error'],
  ['GET /api/user/orders', ['Authorization: Bearer whatever'], 'the error'],
  ['POST /api/orders', [...ORDER, 'Authorization: Bearer whatever'], 'the error', '{}'],
  ['POST /api/login', [...ORDER, PEOPLE], 'the error', '{}'],
  ['GET /api/admin/orders', [PROGRAMS], 'the error'],
  ['GET /api/user/orders/stream?ticket=x', ['Accept: text/event-stream'], 'the error'],
  ['GET /api/health/ready', [PROGRAMS], 'the error'],
  ['GET /metrics', [PROGRAMS], 'the error'],
  ['GET /images/products/whatever.webp', ['Accept: image/webp,*/*'], 'the error'],
  ['GET /assets/whatever.js', [PROGRAMS], 'the error'],
  ['GET /sitemap.xml', [PROGRAMS], 'the error'],
]

it('whatever is asked of a process that closes is answered alike: what it is, and when to come back', async () => {
  const shop = await startShop({ SEED_DEMO: 'false', PUBLIC_URL: 'https://shop.example' })
  const connections: OpenConnection[] = []
  for (const [line, headers, , body] of ASKED) {
    const asked = requestOf(line, headers, body)
    connections.push(await begin(shop, asked.slice(0, 10), asked.slice(10), requestOf('GET /api/health/live', [])))
  }
  const { closed } = await beginClosing(shop)
  for (const { finish } of connections) finish()
  await closed
  for (const [i, [line, , gets]] of ASKED.entries()) {
    const [, answer] = (await connections[i]?.answers) ?? []
    if (answer === undefined) throw new Error(`${line} was not answered.`)
    const { status, headers, body } = answer
    expect([line, status, headers['retry-after'], headers.connection]).toEqual([line, 503, '5', 'close'])
    expect(headers['cache-control'], line).toBe('no-store')
    expect([line, HEADERS_OF_ALL.filter((name) => headers[name] === undefined)]).toEqual([line, []])
    if (gets === 'a page') {
      expect([line, headers['content-type']]).toEqual([line, 'text/html; charset=utf-8'])
      expect(body, line).toContain(`<p>${SENTENCE}</p>`)
      expect(body, line).toContain('<meta http-equiv="refresh" content="5">')
    } else {
      expect([line, JSON.parse(body)]).toEqual([
        line,
        { code: 'UNAVAILABLE', message: SENTENCE, requestId: headers['x-request-id'] },
      ])
    }
  }
})

it('a process that closes finishes what it has begun, ends its streams, and waits for no connection', async () => {
  const shop = await startShop({ ORDER_LIMIT_FACTOR: '1000' })
  const { bearer, email } = await aProvedCustomer(shop)
  const product = await aCountedProduct(shop, 20)
  const { ticket } = (await request(shop.app.server).post('/api/user/orders/stream-ticket').set(bearer).expect(200))
    .body as { ticket: string }
  const stream = await listenTo(`${shop.url}/api/user/orders/stream?ticket=${ticket}`)
  expect(stream.status).toBe(200)
  const idle = await begin(shop, '', '', requestOf('GET /api/health/live', []))
  const unused = await begin(shop, '', '')
  const buying: OpenConnection[] = []
  for (let i = 0; i < 20; i += 1) {
    const body = JSON.stringify(anOrder(product, { customerEmail: email, sessionId: `closing-${i}` }))
    const headers = [`Authorization: ${bearer.Authorization}`, `Content-Length: ${Buffer.byteLength(body)}`]
    const asked = requestOf('POST /api/orders', ['Content-Type: application/json', ...headers], body)
    buying.push(await begin(shop, asked.slice(0, -10), asked.slice(-10)))
  }
  const started = performance.now()
  const { closed } = await beginClosing(shop)
  await stream.ended
  for (const { finish } of buying) finish()
  const orders = await Promise.all(buying.map(({ answers }) => answers))
  expect(orders.map(([answer]) => [answer?.status, answer?.headers.connection])).toEqual(
    Array.from({ length: 20 }, () => [201, 'close']),
  )
  expect(new Set(orders.map(([answer]) => (JSON.parse(answer?.body ?? '') as { id: number }).id)).size).toBe(20)
  await Promise.all([closed, idle.answers, unused.answers])
  expect(performance.now() - started).toBeLessThan(patient(5000))
})
