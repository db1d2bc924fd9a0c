import { readFile } from 'node:fs/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aChoice } from './bff/testing/privacy-shop.ts'
import { changeTime } from './modules/catalog/persistence/change-time.ts'
import { listProducts } from './modules/catalog/testing/list-products.ts'
import { aPurchase } from './modules/orders/testing/order-builder.ts'
import { eventually } from './testing/eventually.ts'
import { quickPasswords } from './testing/quick-passwords.ts'
import { freshDatabaseUri } from './testing/test-database.ts'
import { startShop, type RunningShop } from './testing/start-shop.ts'

/** Settings that make a shop take its database for MongoDB, which the tests' own one speaks, too. */
const WITH_MONGODB = {
  MONGODB_URI: 'mongodb://database.invalid/shop',
  JWT_SECRET: 'Vq3nB8xT1mZr6KpWd0YhLs5JcGu9EaFo',
  SMTP_URL: 'log',
}

let shop: RunningShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const stored = (name: string) => shop.shop.database.connection.collection<{ _id: number | string }>(name)

describe('a process that dies with work in hand', () => {
  it('has every process read what changed, because its last change may not have been announced', async () => {
    const cheapest = async () =>
      (await listProducts(shop.shop.catalog, { sort: 'price-low', limit: 1, offset: 0 })).products[0]?.id
    const [dearest] = (await listProducts(shop.shop.catalog, { sort: 'price-high', limit: 1, offset: 0 })).products
    const { order } = await shop.shop.orders.placeOrder(
      aPurchase({ customerId: 'ada', lines: [{ productId: dearest?.id ?? 0, quantity: 1, sentPriceCents: null }] }),
    )
    expect(order.id).toBeGreaterThan(0)
    await stored('products').updateOne({ _id: dearest?.id ?? 0 }, { $set: { priceCents: 1, ...changeTime() } })
    expect(await cheapest()).not.toBe(dearest?.id)

    await eventually(async () => expect(await stored('outbox').countDocuments({ status: 'done' })).toBeGreaterThan(0))
    await stored('outbox').updateOne(
      { status: 'done' },
      { $set: { status: 'active', leaseUntil: new Date(Date.now() - 1) } },
    )
    await eventually(async () => expect(await cheapest()).toBe(dearest?.id), { withinMs: 15_000 })
  })
})

it.each<[where: string, env: Record<string, string>, level: number, setting: string]>([
  ['a database server', WITH_MONGODB, 40, 'MONGODB_URI'],
  ['a data folder in production', { NODE_ENV: 'production', SMTP_URL: 'log' }, 40, 'DATA_DIR'],
  ['a try-out', {}, 30, 'DATA_DIR'],
])('a shop that begins in %s says so once, because the setting may be mistyped', async (_, env, level, setting) => {
  const databaseUri = freshDatabaseUri()
  const start = async () => {
    const lines: string[] = []
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) })
    const { stop } = await startShop(env, { databaseUri, logger })
    return { said: lines.filter((line) => line.includes('no shop yet')), stop }
  }
  const first = await start()
  const second = await start()
  await second.stop()
  await first.stop()
  const where = setting === 'MONGODB_URI' ? new URL(databaseUri).pathname.slice(1) : expect.stringContaining('/')
  expect(first.said.map((line) => JSON.parse(line))).toEqual([
    {
      level,
      time: expect.any(Number),
      where,
      msg: `there is no shop yet in this database; a new one begins. If yours is elsewhere, correct ${setting}`,
    },
  ])
  expect(second.said).toEqual([])
})

it('a start does not take the shop of a version before there were schema steps for none', async () => {
  const databaseUri = freshDatabaseUri()
  const first = await startShop({}, { databaseUri })
  await first.shop.database.connection.collection('meta').deleteMany({})
  const lines: string[] = []
  const second = await startShop(
    {},
    { databaseUri, logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }) },
  )
  expect(lines.filter((line) => line.includes('schema step is done')).length).toBeGreaterThan(10)
  expect(lines.filter((line) => line.includes('no shop yet'))).toEqual([])
  await second.stop()
  await first.stop()
})

it('a start makes no model and hashes no password, which the first who needs one waits for', async () => {
  const databaseUri = freshDatabaseUri()
  const first = await startShop({}, { databaseUri })
  const passwords = quickPasswords()
  const hash = vi.spyOn(passwords, 'hash')
  const second = await startShop({}, { databaseUri, passwords })
  expect(second.shop.database.connection.modelNames()).toEqual([])
  expect(hash).not.toHaveBeenCalled()
  const payload = aChoice('0b6f9d2e-4c1a-4f57-9f0e-3d2a1c5b7e88', true)
  expect(await second.inject({ method: 'POST', url: '/api/consent', payload })).toMatchObject({ statusCode: 204 })
  expect(second.shop.database.connection.modelNames()).toContain('consents')
  await second.stop()
  await first.stop()
})

describe('a shop that sends mails', () => {
  async function warnings(settings: Readonly<Record<string, string>>) {
    const lines: Record<string, unknown>[] = []
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const { stop } = await startShop({ SEED_DEMO: 'false', ...settings }, { logger })
    await stop()
    return lines.filter(({ msg }) => /^(?:PUBLIC_URL|MAIL_FROM)/.test(String(msg)))
  }

  it('warns when its links lead nowhere, and when it has no address of its own', async () => {
    expect(await warnings({ SMTP_URL: 'smtp://127.0.0.1:1', ROLE: 'all' })).toEqual([
      expect.objectContaining({ level: 40, links: 'http://127.0.0.1:3000' }),
      expect.objectContaining({ level: 40, from: 'Superprinter <no-reply@superprinter.example>' }),
    ])
    const own = { PUBLIC_URL: 'http://localhost:3000', MAIL_FROM: 'My Shop <orders@shop.example>' }
    expect(await warnings({ SMTP_URL: 'smtp://127.0.0.1:1', ...own })).toEqual([])
    expect(await warnings({})).toEqual([])
  })
})

describe('the table of events in docs/architecture.md', () => {
  const names = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '').toSorted()

  it('says what the shop registers', async () => {
    // What staff's pages hear is registered with their app, for the first of their calls.
    await fetch(`${shop.url}/api/admin/me`)
    const text = await readFile('docs/architecture.md', 'utf8')
    const written = [...text.matchAll(/^\| `([\w.-]+)`( ⇄)? \|([^|]*)\|([^|]*)\|$/gm)].map(
      ([, event, broadcast, durable, live]) => ({
        event,
        broadcast: broadcast !== undefined,
        durable: names(durable),
        live: names(live),
      }),
    )
    const registered = shop.shop.events.registrations().map(({ event, broadcast, durable, live }) => ({
      event,
      broadcast,
      durable: durable.toSorted(),
      live: live.toSorted(),
    }))
    const byEvent = (a: { event?: string | undefined }, b: { event?: string | undefined }) =>
      String(a.event).localeCompare(String(b.event))
    expect(written.toSorted(byEvent)).toEqual(registered.toSorted(byEvent))
  })
})
