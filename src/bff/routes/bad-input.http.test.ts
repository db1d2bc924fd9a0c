import type { InjectOptions } from 'light-my-request'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patient } from '../../testing/patience.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCountedProduct, aCustomer, anOrder, PASSWORD, type SignedIn } from '../testing/shop-requests.ts'
import { staffScript } from '../testing/staff-requests.ts'

interface Call {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly fields: readonly string[]
}

interface Refusal {
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly fields?: Readonly<Record<string, string>>
}

let shop: RunningShop
let customer: SignedIn
let staff: string
/** Every call that takes a body of JSON, as the documentation has them. */
let calls: Call[]
/** Every call as the documentation has it, by the pattern of its address. */
let documented: { readonly pattern: RegExp; readonly methods: Readonly<Record<string, Operation>> }[]
/** Every call that reads, with the names that its query may have. */
let reads: { readonly path: string; readonly parameters: readonly string[] }[]
/** Every call with an id in its address. */
let withIds: { readonly method: 'GET' | Call['method']; readonly path: string; readonly takesJson: boolean }[]
let stored: ReadonlyMap<string, string>
/** A word in what is sent, to be found wherever that should not be. */
const CANARY = 'Kanarienvogel'
const log: string[] = []
let asked = 0

/**
 * What is stored, but for what every request touches, such as the last use of a session, numbers that a refused order has
 * rendered, what the shop does by itself, and which mails went out.
 */
async function readStored(): Promise<ReadonlyMap<string, string>> {
  const { db } = shop.shop.database.connection
  const names = (await db?.listCollections().toArray())?.map(({ name }) => name) ?? []
  const requested = ['sessions', 'admin_sessions', 'audit_log', 'counters']
  const changing = new Set([...requested, 'workers', 'outbox', 'daily_jobs', 'mail_permits'])
  const kept = names.filter((name) => !changing.has(name)).toSorted()
  const digests = kept.map(async (name) => {
    const rows = JSON.stringify(await db?.collection(name).find().sort({ _id: 1 }).toArray())
    return [name, `${rows.length} characters, ${createHash('sha256').update(rows).digest('hex')}`] as const
  })
  return new Map(await Promise.all(digests))
}

beforeAll(async () => {
  shop = await startShop({}, { logger: pino({ base: null }, { write: (line: string) => void log.push(line) }) })
  customer = await aCustomer(shop)
  staff = (await staffScript(shop)).Authorization
  await shop.inject({ method: 'GET', url: '/api/products' })
  const { paths } = (await shop.inject({ method: 'GET', url: '/api/docs/json' })).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  // An address without an id comes before those that it fits, too.
  documented = Object.entries(paths)
    .toSorted(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
    .map(([path, methods]) => ({ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), methods }))
  reads = Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined || STREAMS.test(path)
      ? []
      : [
          {
            path: path.replaceAll(/\{\w+\}/g, '1'),
            parameters: (get.parameters ?? []).flatMap((parameter) => (parameter.in === 'query' ? parameter.name : [])),
          },
        ],
  )
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      return schema === undefined
        ? []
        : [
            {
              method: method.toUpperCase() as Call['method'],
              path: path.replaceAll(/\{\w+\}/g, '1'),
              fields: fieldsOf(schema),
            },
          ]
    }),
  )
  withIds = Object.entries(paths).flatMap(([path, methods]) =>
    !path.includes('{') || STREAMS.test(path)
      ? []
      : Object.entries(methods).map(([method, { requestBody }]) => ({
          method: method.toUpperCase() as Call['method'],
          path,
          takesJson: requestBody?.content['application/json'] !== undefined,
        })),
  )
  stored = await readStored()
})
afterAll(() => shop.stop())

/** What the documentation says of all addresses at once. */
const OF_NO_CALL = new Set(['BAD_URL', 'NOT_FOUND'])
/** These answer for as long as somebody listens. */
const STREAMS = /\/(stream|changes)$/

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

function fieldsOf({ properties = {}, anyOf = [], oneOf = [] }: Schema): readonly string[] {
  return [...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap(fieldsOf)]
}

/** Asks, and holds the answer to what the documentation says of the call: its status and the type of its body. */
async function ask(options: InjectOptions) {
  asked += 1
  const url = options.url as string
  const answer = await shop.inject({
    // Somebody else each time: what is looked at is the answer, not the limit.
    remoteAddress: `198.51.${Math.floor(asked / 250)}.${asked % 250}`,
    ...options,
    headers: {
      authorization: url.startsWith('/api/admin') || url === '/api/products' ? staff : customer.bearer.Authorization,
      ...options.headers,
    },
  })
  const path = url.replace(/\?.*$/s, '')
  const { methods } = documented.find(({ pattern }) => pattern.test(path)) ?? {}
  const declared = methods?.[String(options.method).toLowerCase()]?.responses
  const isOfNoCall = answer.statusCode >= 400 && OF_NO_CALL.has(answer.json<Refusal>().code)
  if (declared === undefined || isOfNoCall) return answer
  const what = `${options.method} ${url.slice(0, 200)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
  expect(Object.keys(declared), what).toContain(String(answer.statusCode))
  if (answer.body === '') return answer
  const [type] = String(answer.headers['content-type']).split(';')
  expect(Object.keys(declared[answer.statusCode]?.content ?? {}), what).toContain(type)
  return answer
}

/** Asks, and holds the answer to what every refusal is: a status from 400 to 499, a code, and words for people. */
async function refusal(options: InjectOptions): Promise<{ readonly status: number; readonly body: Refusal }> {
  const answer = await ask(options)
  const what = `${options.method} ${options.url as string} ${JSON.stringify(options.payload ?? '').slice(0, 200)}: ${answer.statusCode} ${answer.body.slice(0, 300)}`
  expect(answer.statusCode, what).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode, what).toBeLessThan(500)
  const body = answer.json<Refusal>()
  expect(body, what).toMatchObject({
    code: expect.stringMatching(/^[A-Z][A-Za-z0-9_]+$/) as string,
    message: expect.stringMatching(/\w+ \w+|^Unauthorized$/) as string,
    requestId: expect.any(String) as string,
  })
  expect(body.message, what).not.toMatch(/undefined|Error:|\bat \w+ \(|Cannot read|MongoServer|E11000/)
  return { status: answer.statusCode, body }
}

const json = { 'content-type': 'application/json' }

describe('every call that takes JSON', () => {
  it.each([
    ['broken JSON', `{"email":"${CANARY}`],
    ['no text at all', ''],
    ['a word that JSON does not have', '{"a":NaN}'],
    ['a comma at the end', '{"a":1,}'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ])('refuses %s', async (_, payload) => {
    for (const { method, path } of calls) {
      const { status, body } = await refusal({ method, url: path, headers: json, payload })
      expect([status, body.code], `${method} ${path}`).toEqual([400, 'INVALID_JSON'])
    }
    expect({}).not.toHaveProperty('isAdmin')
  })

  it.each([['null'], ['[]'], ['[{}]'], ['"text"'], ['7'], ['true']])(
    'refuses %s in place of an object',
    async (payload) => {
      for (const { method, path } of calls) await refusal({ method, url: path, headers: json, payload })
    },
  )

  it.each<[what: string, value: unknown]>([
    ['an operator of the database', { $ne: CANARY }],
    ['a list', [[CANARY]]],
    ['a number beyond all', 1e300],
    ['a control character', `${CANARY}\u0000b\u001b`],
    ['letters that turn the reading', `\u202e${CANARY}`],
    ['a number that is not exact', 2 ** 53 + 2],
  ])('refuses %s in every field', async (_, value) => {
    for (const { method, path, fields } of calls) {
      if (fields.length === 0) continue
      const payload = JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])))
      await refusal({ method, url: path, headers: json, payload })
    }
  })

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json garbage', 415],
    ['application/json\ta', 415],
  ])('refuses a body of the type %j', async (type, status) => {
    for (const { method, path } of calls) {
      const refused = await refusal({ method, url: path, headers: { 'content-type': type }, payload: '{}' })
      expect(refused.status, `${method} ${path}`).toBe(status)
    }
  })

  it('refuses a body that is compressed, or of more than a megabyte', async () => {
    const gzip = { ...json, 'content-encoding': 'gzip' }
    const large = JSON.stringify({ a: 'x'.repeat(1024 * 1024 + 1) })
    for (const { method, path } of calls) {
      const squeezed = await refusal({ method, url: path, headers: gzip, payload: gzipSync('{}') })
      expect(squeezed.status, `${method} ${path}`).toBe(415)
      const refused = await refusal({ method, url: path, headers: json, payload: large })
      expect(refused.status, `${method} ${path}`).toBe(413)
    }
  })
})

describe('every call that reads', () => {
  it.each<[what: string, query: (name: string) => string]>([
    ['nothing', (name) => `${name}=`],
    ['twice', (name) => `${name}=1&${name}=2`],
    ['a list', (name) => `${name}[]=1`],
    ['an operator', (name) => `${name}[$gt]=`],
    ['a path', (name) => `${name}=..%2f..%2fetc%2fpasswd`],
    ['NUL', (name) => `${name}=${CANARY}%00b`],
    ['half a character', (name) => `${name}=%ED%A0%80`],
    ['digits of another script', (name) => `${name}=%D9%A3`],
    ['a number beyond all', (name) => `${name}=1e308`],
    ['a day that no calendar has', (name) => `${name}=%2B275760-09-14`],
    ['an open bracket', (name) => `${name}=((((((((%5B${CANARY}`],
    ['a name of a prototype', (name) => `${name}=__proto__&__proto__=1&constructor=1`],
  ])('has an answer to %s in its query', async (_, query) => {
    for (const { path, parameters } of reads) {
      const url = `${path}?${(parameters.length === 0 ? ['x'] : parameters).map(query).join('&')}`
      const { statusCode, headers, body } = await ask({ method: 'GET', url })
      expect(statusCode, `${url}: ${body.slice(0, 200)}`).toBeLessThan(500)
      expect(headers['content-security-policy'], url).toBeDefined()
      if (statusCode >= 400) expect(body, url).not.toMatch(/undefined|Error:|\bat \w+ \(|Cannot read|MongoServer/)
    }
  })
})

describe('every call with an id in its address', () => {
  it.each<[what: string, id: string]>([
    ['names a prototype', '__proto__'],
    ['is longer than any id', 'a'.repeat(150)],
    ['is beyond all numbers', '9'.repeat(400)],
    ['is below zero', '-1'],
    ['is NUL', '%00'],
    ['leads out of its folder', '..%2f..%2fetc%2fpasswd'],
    ['is an operator', '%7B%22$ne%22%3Anull%7D'],
    ['is half a character', '%ED%A0%80'],
    ['is somebody else’s, as it looks', '5f0f1c8e-6a6b-4f5e-9d0a-0c2b6d4c9d11'],
  ])('has an answer when it %s', async (_, id) => {
    expect(withIds.length).toBeGreaterThan(40)
    for (const { method, path, takesJson } of withIds) {
      const url = path.replaceAll(/\{\w+\}/g, id)
      const answer = await ask({ method, url, ...(takesJson && { headers: json, payload: '{}' }) })
      const what = `${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
      // What is to be gone or to stop is so already.
      if (answer.statusCode >= 300 || method !== 'DELETE') {
        expect(answer.statusCode, what).toBeGreaterThanOrEqual(400)
        expect(answer.statusCode, what).toBeLessThan(500)
      }
      expect(answer.body, what).not.toMatch(/undefined|Error:|\bat \w+ \(|Cannot read|MongoServer|CastError/)
    }
  })
})

describe('the shop refuses', () => {
  const register = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'new@example.com',
    phone: '5551234567',
    password: PASSWORD,
  }
  const contact = { form: 'contact', name: 'Ada', email: 'ada@example.com', subject: 'Paper', message: 'It jams.' }
  const request = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    requestType: 'access',
    description: 'All that you have.',
    verificationMethod: 'email',
  }
  const consent = {
    visitorId: '5f0f1c8e-6a6b-4f5e-9d0a-0c2b6d4c9d11',
    version: '1.0',
    analytics: true,
    marketing: false,
    action: 'save',
  }

  it.each<[what: string, path: string, body: object, status: number, field?: string]>([
    ['operators at the sign-in', '/login', { email: { $ne: null }, password: { $ne: null } }, 400, 'email'],
    ['an email address in a list', '/login', { email: ['ada@example.com'], password: PASSWORD }, 400, 'email'],
    ['no email address', '/login', { email: null, password: PASSWORD }, 400, 'email'],
    ['a sign-in of 17 kB', '/login', { email: 'ada@example.com', password: 'x'.repeat(17 * 1024) }, 413],
    ['an unknown address', '/login', { email: 'nobody@example.com', password: PASSWORD }, 401],
    ['a password that everybody has', '/register', { ...register, password: 'password1' }, 400, 'password'],
    ['a password with the name of the shop', '/register', { ...register, password: 'printer1' }, 400, 'password'],
    ['a password of 257 characters', '/register', { ...register, password: 'ä1'.repeat(129) }, 400, 'password'],
    ['a name of spaces', '/register', { ...register, firstName: '   ' }, 400, 'firstName'],
    ['a name that turns the reading', '/register', { ...register, lastName: 'Byron\u202E' }, 400, 'lastName'],
    ['a name with NUL', '/register', { ...register, firstName: 'Ada\u0000' }, 400, 'firstName'],
    ['a name of 101 characters', '/register', { ...register, firstName: 'A'.repeat(101) }, 400, 'firstName'],
    ['a line break in an address', '/register', { ...register, email: 'a@b.co\r\nBcc: x@y.zz' }, 400, 'email'],
    ['a code of letters', '/login/code/verify', { email: 'ada@example.com', otp: 'abcdef' }, 400, 'otp'],
    ['a message without words', '/messages', { ...contact, message: '' }, 400, 'message'],
    ['a subject of two lines', '/messages', { ...contact, subject: 'a\nb' }, 400, 'subject'],
    ['a form that there is not', '/messages', { ...contact, form: 'karaoke' }, 400],
    ['an unknown privacy request', '/data-requests', { ...request, requestType: 'all' }, 400, 'requestType'],
    ['too little said', '/data-requests', { ...request, description: 'short' }, 400, 'description'],
    ['another version of the choice', '/consent', { ...consent, version: '0.9' }, 400, 'version'],
    ['a visitor who is no number', '/consent', { ...consent, visitorId: { $ne: 1 } }, 400, 'visitorId'],
    ['tracking of nothing', '/tracking', { visitorId: consent.visitorId, event: { type: 'nothing' } }, 400],
    ['a search of 101 characters', '/search-misses', { term: 'x'.repeat(101) }, 400, 'term'],
    ['an operator as an order', '/orders/track', { number: { $gt: '' }, email: 'ada@example.com' }, 400, 'number'],
    ['an order by a path', '/orders/track', { number: '../', email: 'ada@example.com' }, 404],
    ['another customer’s order', '/orders/track', { number: '100001', email: 'ada@example.com' }, 404],
    ['no staff password', '/admin/session', { password: '' }, 400, 'password'],
    ['a staff password of 17 kB', '/admin/session', { password: 'x'.repeat(17 * 1024) }, 413],
    ['a wrong staff password', '/admin/session', { password: 'wrong-wrong-wrong' }, 401],
    ['an alert on no product', '/alerts', { productId: 'x', kind: 'stock', email: 'ada@example.com' }, 400],
  ])('%s', async (_, path, payload, status, field) => {
    const refused = await refusal({ method: 'POST', url: `/api${path}`, payload })
    expect([refused.status, refused.body]).toEqual([status, expect.anything()])
    if (field !== undefined)
      expect(Object.keys(refused.body.fields ?? {}), JSON.stringify(refused.body)).toContain(field)
  })

  type OrderCase = [what: string, changes: Record<string, unknown>, line: Record<string, unknown>, status: number]
  const withQuantity = (quantity: unknown): OrderCase => [
    `the quantity ${JSON.stringify(quantity)}`,
    {},
    { quantity },
    400,
  ]

  it.each<OrderCase>([
    ['a price of its own', {}, { price: 0.01 }, 409],
    ['no lines', { items: [] }, {}, 400],
    ['too many lines', { items: Array.from({ length: 101 }, () => ({ productId: 1, quantity: 1 })) }, {}, 400],
    ...[0, -1, 1.5, '2', 1e21, null, 1000].map((quantity) => withQuantity(quantity)),
    ['a product that there is not', {}, { productId: 999_999 }, 422],
    ['a line break in the address', { customerEmail: 'a@b.co\r\nBcc: x@y.zz' }, {}, 400],
    ['a line break in the name', { customerName: 'Ada\nByron' }, {}, 400],
    ['an unknown state', { shippingAddress: { state: 'ZZ' } }, {}, 400],
    ['a card', { cardNumber: '4242424242424242' }, {}, 400],
    ['a card in a name', { customerName: 'Ada 4242 4242 4242 4242' }, {}, 400],
  ])('an order with %s', async (_, changes, line, status) => {
    const payload = anOrder(await aCountedProduct(shop), changes, line)
    const refused = await refusal({ method: 'POST', url: '/api/orders', payload })
    expect([refused.status, refused.body]).toEqual([status, expect.anything()])
    expect(JSON.stringify({ ...refused.body, requestId: '' })).not.toMatch(/4242/)
  })

  it.each(['a'.repeat(256), 'a\u0001b'])('the idempotency key %j', async (key) => {
    const payload = anOrder(await aCountedProduct(shop))
    const { status } = await refusal({
      method: 'POST',
      url: '/api/orders',
      payload,
      headers: { 'idempotency-key': key },
    })
    expect(status).toBe(400)
  })

  type AddressCase = [url: string, status: number]
  it.each<AddressCase>([
    ...['0', '-1', '1.5', '1e3', '0x10', '%207', 'abc', 'NaN', '9007199254740993', '1%00'].map((id): AddressCase => [
      `/api/products/${id}`,
      404,
    ]),
    ['/api/products?category=a&category=b', 400],
    ['/api/products?category[$ne]=x', 400],
    ['/api/products?search[$regex]=.*', 400],
    [`/api/products?search=${'a'.repeat(101)}`, 400],
    ['/api/products?featured=yes', 400],
    ['/api/products?limit=-1', 400],
    ['/api/products?sort=DROP', 400],
    ['/api/%zz', 400],
    ['/api/..%2f..%2fetc/passwd', 404],
    ['/api/nope', 404],
    ['/api/user/orders/%7B%22$gt%22:%22%22%7D', 404],
    ['/api/admin/orders?status=lost', 400],
    ['/api/admin/products?sort=$where', 400],
    ['/api/admin/imports/../../etc', 404],
  ])('the address %s', async (url, status) => {
    expect((await refusal({ method: 'GET', url })).status).toBe(status)
  })
})

it('nothing of all this is stored or logged, or was long in coming', async () => {
  // The line of a request knows its route, and neither address nor body.
  const lines = log.filter((line) => line.includes('"msg":"request"'))
  expect(lines.length).toBeGreaterThan(1000)
  expect(log.filter((line) => line.includes(CANARY))).toEqual([])
  const slow = lines.filter((line) => (JSON.parse(line) as { ms: number }).ms > patient(2000))
  expect(slow).toEqual([])
  expect(await readStored()).toEqual(stored)
  const failed = await shop.shop.jobs.failed()
  expect(failed).toEqual([])
})
