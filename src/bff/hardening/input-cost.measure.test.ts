import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswordHasher } from '#platform/security/passwords'
import { patient } from '../../testing/patience.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCustomer } from '../testing/shop-requests.ts'
import { staffScript } from '../testing/staff-requests.ts'
import { MAX_ADDRESS_LENGTH } from './long-addresses.ts'

/** What one request may cost, in ms of processor time; what grows with the square of its input takes seconds. */
const MAX_MS = 60
const IN_ADDRESS = 1500
const IN_BODY = 15_000

/** Texts that make expressions, parsers and searches worse than linear slow. */
const ATTACKS: Readonly<Record<string, (length: number) => string>> = {
  slashes: (length) => '/'.repeat(length),
  spaces: (length) => `a${' '.repeat(length)}a`,
  commas: (length) => ','.repeat(length),
  'one letter': (length) => 'a'.repeat(length),
  'one digit': (length) => '1'.repeat(length),
  'many words': (length) => 'a '.repeat(length / 2),
  'many digits': (length) => '1 '.repeat(length / 2),
  'many addresses': (length) => 'a@a.'.repeat(length / 4),
  'signs of expressions': (length) => '(a+)+$'.repeat(length / 6),
  quotes: (length) => '"<'.repeat(length / 2),
  'line breaks': (length) => ' \n'.repeat(length / 2),
  accents: (length) => 'é́'.repeat(length / 8),
}

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Call {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** What never ends has no cost to wait for. */
const STREAM = /\/(?:stream|changes)$/

let shop: RunningShop
let bearers: { customer: string; staff: string }
let calls: { method: string; path: string; call: Call }[]
let asked = 0

beforeAll(async () => {
  shop = await startShop({ TRUST_PROXY: '127.0.0.1,::1,::ffff:127.0.0.1' }, { passwords: createPasswordHasher() })
  bearers = { customer: (await aCustomer(shop)).bearer.Authorization, staff: (await staffScript(shop)).Authorization }
  const { paths } = (await (await fetch(`${shop.url}/api/docs/json`)).json()) as {
    paths: Record<string, Record<string, Call>>
  }
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, call]) =>
      STREAM.test(path) || path.endsWith('/logout') || (method === 'delete' && path.endsWith('/session'))
        ? []
        : [{ method: method.toUpperCase(), path, call }],
    ),
  )
})
afterAll(() => shop.stop())

/** Every text of a body, at every depth, is the attack. */
function filled(schema: Schema, text: string): unknown {
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice !== undefined) return filled(choice, text)
  if (schema.properties !== undefined)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, filled(each, text)]))
  if (schema.type === 'array') return schema.items === undefined ? [text] : [filled(schema.items, text)]
  return text
}

/**
 * The processor time of a request in ms, the least of eight: it does not grow with the other work of the machine, and a
 * garbage collection, or what the process still does for other tests, does not come eight times in a row.
 */
async function cost(method: string, path: string, body?: string): Promise<number> {
  let best = Infinity
  for (let attempt = 0; attempt < 8 && best > MAX_MS; attempt += 1) {
    asked += 1
    const before = process.cpuUsage()
    const answer = await fetch(`${shop.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        // Another visitor each time: what is looked for is the cost, not the limit.
        'X-Forwarded-For': `203.0.${Math.floor(asked / 250)}.${asked % 250}`,
        Authorization: path.startsWith('/api/admin') ? bearers.staff : bearers.customer,
        Accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    await answer.arrayBuffer()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

const encoded = (text: string) => encodeURIComponent(text).slice(0, IN_ADDRESS).replace(/%.?$/, '')

describe.each(Object.entries(ATTACKS))('%s', (_name, attack) => {
  it('cost little in the address of every page and call', async () => {
    const text = encoded(attack(IN_ADDRESS))
    const raw = attack(IN_ADDRESS)
      .replaceAll(/[\s"<]/g, '%20')
      .slice(0, IN_ADDRESS)
    const pages = ['/', '/products/', '/images/products/', '/assets/', '/sitemap-products-', '/nowhere/'].flatMap(
      (path) => [`${path}${text}`, `${path}${raw}x`, `${path}?search=${text}&category=${text}&sort=${text}`],
    )
    const paths = calls
      .filter(({ method }) => method === 'GET')
      .map(({ path, call }) => {
        const query = (call.parameters ?? []).filter((each) => each.in === 'query')
        const share = encoded(attack(Math.floor(IN_ADDRESS / Math.max(1, query.length))))
        const length = Math.floor(1200 / Math.max(1, query.length))
        return `${path.replaceAll(/\{\w+\}/g, text.slice(0, 190).replace(/%.?$/, ''))}?${query
          .map(({ name }) => `${name}=${share.slice(0, length).replace(/%.?$/, '')}`)
          .join('&')}`
      })
    for (const path of [...pages, ...paths])
      expect(await cost('GET', path), path.slice(0, 60)).toBeLessThan(patient(MAX_MS))
  })

  it('cost little in every field of every body', async () => {
    const text = attack(IN_BODY)
    for (const { method, path, call } of calls) {
      const schema = call.requestBody?.content['application/json']?.schema
      if (schema === undefined) continue
      const body = JSON.stringify(filled(schema, text))
      const address = path.replaceAll(/\{\w+\}/g, '1')
      expect(await cost(method, address, body), `${method} ${path}`).toBeLessThan(patient(MAX_MS))
    }
  })
})

describe('an address that is too long', () => {
  const ask = (path: string, accept: string) => request(shop.app.server).get(path).set('Accept', accept)

  it('is refused with 414 before anything reads it', async () => {
    for (const path of [`/a${'/'.repeat(15_000)}x`, `/products?search=${'a'.repeat(15_000)}`, `/%${'2'.repeat(9000)}`])
      expect(await cost('GET', path)).toBeLessThan(patient(MAX_MS))
    const call = await ask(`/api/products?search=${'a'.repeat(3000)}`, 'application/json').expect(414)
    expect(call.body).toMatchObject({ code: 'ADDRESS_TOO_LONG', message: expect.stringContaining('2,048') })
    const page = await ask(`/products?search=${'a'.repeat(3000)}`, 'text/html').expect(414)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { headers } of [call, page]) expect(headers['content-security-policy']).toContain("script-src 'self'")
  })

  it('has more than 2,048 characters', async () => {
    const address = '/api/nowhere?search='
    await ask(`${address}${'a'.repeat(MAX_ADDRESS_LENGTH - address.length)}`, '*/*').expect(404)
    await ask(`${address}${'a'.repeat(MAX_ADDRESS_LENGTH - address.length + 1)}`, '*/*').expect(414)
  })
})
