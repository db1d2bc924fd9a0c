import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '#platform/config/config'
import { createLogger } from '#platform/log/logger'
import { createShop } from '../shop.ts'
import { eventually } from '../testing/eventually.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { STAFF_PASSWORD, startShop, type RunningShop } from '../testing/start-shop.ts'
import { freshDatabaseUri } from '../testing/test-database.ts'
import { importClient } from './testing/import-client.ts'
import { aCountedProduct, aProvedCustomer, anOrder } from './testing/shop-requests.ts'
import { staffScript } from './testing/staff-requests.ts'

let shop: RunningShop
/** The commands that the shop sends, such as "find products". */
const sent: string[] = []

beforeAll(async () => {
  const uri = new URL(freshDatabaseUri())
  uri.searchParams.set('monitorCommands', 'true')
  shop = await startShop({ ORDER_LIMIT_FACTOR: '1000' }, { databaseUri: uri.href })
  shop.shop.database.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    sent.push(`${commandName} ${String(command[commandName])}`)
  })
})
afterAll(() => shop.stop())

/** Of several collections, and the end of a transaction. */
const TRANSACTIONS = '1'

/**
 * What is sent about these collections while something is done. What the process does besides at any time, such as to look
 * for jobs, to send mails and to ask who is signed in, is about others.
 */
async function commandsOf(work: () => Promise<unknown>, collections: readonly string[]): Promise<string[]> {
  sent.length = 0
  await work()
  return sent.filter((command) => collections.some((name) => command.endsWith(` ${name}`)))
}

/** Opens a shop, and closes it again. Returns what it has asked until it was open. */
async function commandsOfStart(databaseUri: string): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-start-'))
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ADMIN_PASSWORD: STAFF_PASSWORD })
  const opening = await createShop({ config, logger: createLogger('silent'), databaseUri, passwords: quickPasswords() })
  const asked = new Set<string>()
  opening.database.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    asked.add(`${commandName} ${String(command[commandName])}`)
  })
  await opening.start()
  const commands = [...asked].sort()
  await opening.stop()
  await rm(dataDir, { recursive: true, force: true })
  return commands
}

describe('what the shop asks its database', () => {
  // The built-in database reads a collection when it is asked for, and all of its file before it takes a write.
  it('is to read the catalog and a few small collections, until a shop that was there before is open again', async () => {
    const uri = new URL(freshDatabaseUri())
    uri.searchParams.set('monitorCommands', 'true')
    expect(await commandsOfStart(uri.href)).toContain('createIndexes products')
    const again = await commandsOfStart(uri.href)
    // Whether orders are to be summed up is asked when it is open.
    expect(again.filter((command) => !/^(hello|getMore) |^find orders$/.test(command))).toEqual([
      'dbStats 1',
      'find daily_jobs',
      'find meta',
      'find outbox',
      'find product_deletions',
      'find products',
      'listCollections 1',
    ])
  })

  it('is nothing for lists, details, facets, searches, suggestions and sitemaps', async () => {
    const product = await aCountedProduct(shop)
    const paths = [
      '/api/products?limit=24&sort=price-low',
      `/api/products/${product.id}`,
      '/api/products/facets?category=printers',
      '/api/products?search=duplex%20printer',
      '/api/products?search=duplxe%20prnter',
      '/api/search-suggestions?q=las',
      '/sitemap.xml',
    ]
    const ask = async () => {
      for (const path of paths) await request(shop.app.server).get(path).expect(200)
    }
    // Again when the index looked meanwhile for changes that it may have missed.
    await eventually(async () =>
      expect(await commandsOf(ask, ['products', 'reviews', 'orders', 'counters'])).toEqual([]),
    )
  })

  it('is four commands for an order, and hardly more for twenty that come together', async () => {
    const product = await aCountedProduct(shop, 60)
    const { bearer, email } = await aProvedCustomer(shop)
    const place = async (session: string) => {
      const order = anOrder(product, { customerEmail: email, sessionId: session })
      await request(shop.app.server).post('/api/orders').set(bearer).send(order).expect(201)
    }
    // The first of a customer makes what the others find, and those of a process have their numbers from the server.
    await place('first')
    const ofOrders = ['ordering_customers', 'products', 'counters', 'orders', TRANSACTIONS]
    // Again when a job of the process had a transaction of its own meanwhile.
    await eventually(async () =>
      expect(await commandsOf(() => place(randomUUID()), ofOrders)).toEqual([
        'find ordering_customers',
        'find products',
        'bulkWrite 1',
        'commitTransaction 1',
      ]),
    )
    const together = Array.from({ length: 20 }, (_, i) => `together ${i}`)
    const ofTwenty = await commandsOf(() => Promise.all(together.map(place)), ofOrders)
    expect(ofTwenty.length).toBeLessThan(2 * together.length)
  })

  it('is two commands for who places an order, and two before its mail goes to their own address', async () => {
    const product = await aCountedProduct(shop, 60)
    const { bearer, email } = await aProvedCustomer(shop)
    const placeAndMail = async () => {
      const order = anOrder(product, { customerEmail: email, sessionId: randomUUID() })
      await request(shop.app.server).post('/api/orders').set(bearer).send(order).expect(201)
      await eventually(() => expect(sent.join()).toMatch(/aggregate mail_permits.*update outbox/))
    }
    // Again when another mail went out meanwhile.
    await eventually(async () =>
      expect(await commandsOf(placeAndMail, ['sessions', 'users', 'mail_permits'])).toEqual([
        'find sessions',
        'find users',
        'insert mail_permits',
        'aggregate mail_permits',
      ]),
    )
  })

  it.each(['create', 'upsert'] as const)('is few commands for 200 rows of an import (%s)', async (mode) => {
    const imports = importClient(shop, await staffScript(shop))
    const price = mode === 'create' ? '9.00' : '10.00'
    const importRows = (count: number) => async () => {
      const rows = Array.from({ length: count }, (_, i) => `Q${count}-${i},Quill ${count} ${i},Quill,${price},5`)
      const { created, updated } = await imports.run(`sku,name,brand,price,stock\n${rows.join('\n')}\n`, { mode })
      expect(created + updated).toBe(count)
    }
    const ofImports = ['products', 'counters', 'import_rows', 'product_alerts', TRANSACTIONS]
    const few = await commandsOf(importRows(200), ofImports)
    const many = await commandsOf(importRows(1000), ofImports)
    // A dozen, and more where the index does not come after; for each row there would be hundreds.
    expect((many.length - few.length) / 4).toBeLessThan(20)
  })
})
