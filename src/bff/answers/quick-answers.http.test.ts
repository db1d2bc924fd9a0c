import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'

const REQUESTS = 300
let shop: RunningShop

beforeAll(async () => {
  shop = await startShop({ RATE_LIMIT_REQUESTS: String(REQUESTS) })
})
afterAll(() => shop.stop())

interface Given {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** What arrives, without a client's own headers and unpacking. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Given> {
  return new Promise((resolve, reject) => {
    httpRequest(shop.url + path, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** The headers that are the same for every request. */
function lasting({ date: _date, 'x-request-id': requestId, ...headers }: IncomingHttpHeaders) {
  expect(requestId).toMatch(/^[\w-]{8,64}$/)
  return headers
}

const ADDRESSES = [
  '/api/products?limit=24',
  '/api/products?limit=24&offset=24&sort=price-asc&inStock=true',
  '/api/products?limit=1&offset=5000',
  '/api/products?search=laserjet',
  '/api/products?limit=3&price=100-300&brand=HP&brand=Canon',
  '/api/products/facets?category=printers',
  '/api/products/1',
  '/api/products/999999',
  '/api/products/1/reviews',
  '/api/search-suggestions?q=las',
]

/** The tag of the same bytes without compression. */
const uncompressedTag = (etag: string | undefined) => etag?.replace(/-(br|gzip)"$/, '"')

describe('an answer before the hooks of other routes', () => {
  it.each(ADDRESSES)('has the headers that the route gives: %s', async (address) => {
    // A HEAD goes the route's way.
    const byRoute = await ask(address, {}, 'HEAD')
    for (let time = 0; time < 3; time += 1) {
      const quick = await ask(address)
      expect([quick.status, lasting(quick.headers)]).toEqual([byRoute.status, lasting(byRoute.headers)])
      expect(quick.body.length).toBe(Number(byRoute.headers['content-length']))
    }
  })

  it.each(ADDRESSES)('is the same when it is compressed, and not sent to a caller who has it: %s', async (address) => {
    const plain = await ask(address)
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const compressed = await ask(address, { 'accept-encoding': encoding })
      const body = compressed.headers['content-encoding'] === undefined ? compressed.body : unpack(compressed.body)
      expect([compressed.status, withoutId(body)]).toEqual([plain.status, withoutId(plain.body)])
      const { etag } = compressed.headers
      if (etag === undefined) continue
      const known = await ask(address, { 'accept-encoding': encoding, 'if-none-match': etag })
      expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag])
      const otherwise = await ask(address, { 'if-none-match': etag })
      expect([otherwise.status, uncompressedTag(etag)]).toEqual([
        otherwise.headers.etag === etag ? 304 : plain.status,
        uncompressedTag(plain.headers.etag),
      ])
      expect(known.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
    }
  })

  it('is refused with all headers where the contract refuses it, in the same words', async () => {
    for (const address of [
      '/api/products?limit=0',
      '/api/products?category[$ne]=x',
      '/api/products?sort=up&sort=down',
    ]) {
      const refused = await ask(address)
      expect([refused.status, refused.headers['content-security-policy'] === undefined]).toEqual([400, false])
      expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'VALIDATION', fields: expect.anything() })
    }
  })

  it('counts for the same limit as every other answer, and says when to come back', async () => {
    // Each of them alone stays below the limit.
    const addresses = ['/api/products/1', '/api/products/1/fitting?x=1', '/api/orders']
    const refused = new Map<string, Given>()
    // On a busy machine the limit may begin anew meanwhile.
    while (refused.size < addresses.length) {
      const asked = Array.from({ length: 2 * REQUESTS }, (_, count) => addresses[count % addresses.length] ?? '')
      const answers = await Promise.all(asked.map(async (address) => [address, await ask(address)] as const))
      for (const [address, answer] of answers) if (answer.status === 429) refused.set(address, answer)
    }
    for (const { headers } of refused.values()) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

/** Errors name their request. */
function withoutId(body: Buffer): string {
  return body.toString().replace(/"requestId":"[^"]+"/, '')
}
