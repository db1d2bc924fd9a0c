import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { createLiveEvents } from '../../../testing/events.ts'
import { createRandom, type Random } from '../../../testing/random.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import type { Product } from '../domain/product.ts'
import { createCatalogModule, openReadModelStore, type CatalogModule } from '../index.ts'
import { toProduct } from '../persistence/product-mapping.ts'
import { productCollection } from '../persistence/product-document.ts'
import { plainEncoder } from '../testing/product-builder.ts'
import { shownList } from '../testing/shown-list.ts'
import { Typos } from './memory/typos.ts'
import { randomContent, randomFilters, randomQuery, randomSearch, randomStaffQuery } from './testing/random-catalog.ts'

/** Each with how many products it begins with. Further ones may be tried by hand: none has ever to differ. */
const SEEDS = [
  [1, 0],
  [2, 20],
  [3, 60],
] as const
const ROUNDS = 2
const CHANGES = 5
const ASKED = 6

const logger = createLogger('silent')
const everything = { limit: 1000, offset: 0 }

/** Only the index in memory corrects typos. */
beforeAll(() => void vi.spyOn(Typos.prototype, 'similarTo').mockReturnValue([]))
afterAll(() => vi.restoreAllMocks())

async function openShops() {
  const { database, drop } = await openTestDatabase()
  const counters = createCounters(database)
  const events = createLiveEvents(logger)
  const folder = mkdtempSync(join(tmpdir(), 'random-catalogs-'))
  /** @param options.hears whether it is told of changes; otherwise it knows what is stored when it is opened */
  async function open(
    searchIn: 'memory' | 'database',
    options: { readonly hears?: boolean; readonly isKept?: boolean } = {},
  ): Promise<CatalogModule> {
    const shop = createCatalogModule({
      database,
      counters,
      events: options.hears === true ? events : createLiveEvents(logger),
      clock: systemClock,
      picturesFolder: 'dist/pictures',
      encoder: plainEncoder,
      searchIn,
      readModelStore: options.isKept === true ? openReadModelStore({ base: folder, logger }) : null,
      logger,
    })
    await shop.start()
    return shop
  }
  await database.buildIndexes()
  return {
    open,
    transaction: (work: (tx: Transaction) => Promise<unknown>) => database.transaction(work),
    products: async () => (await productCollection(database).find().sort({ _id: 1 }).toArray()).map(toProduct),
    async close() {
      await drop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Sells, takes back, edits, deletes, creates or imports something. @param number of the SKU of what is new */
function randomChange(
  random: Random,
  shop: CatalogModule,
  products: readonly Product[],
  number: number,
): (tx: Transaction) => Promise<unknown> {
  const content = randomContent(random, number)
  const create = [1, 2, 3].map((i) => randomContent(random, number + i / 10))
  const set = Object.fromEntries(Object.entries(content).filter(() => random.below(4) === 0))
  const some = products.filter(() => random.below(8) === 0)
  const lines = some
    .filter(({ inStock, stockQuantity }) => inStock && stockQuantity > 0)
    .map(({ id }) => ({ productId: id, quantity: 1 }))
  const [first] = some
  const add = random.pick([
    (tx: Transaction) => shop.createProduct(tx, content),
    (tx: Transaction) =>
      shop.writeProducts(tx, { create, change: some.map(({ id }) => ({ id, set: { ...set, sku: null } })) }),
  ])
  if (first === undefined) return add
  return random.pick([
    add,
    (tx: Transaction) => shop.returnStock(tx, [{ productId: first.id, quantity: 2 }]),
    (tx: Transaction) => shop.updateProduct(tx, first.id, set),
    (tx: Transaction) => shop.deleteProduct(tx, first.id),
    async (tx: Transaction) => {
      const sale = await shop.openSale(
        tx,
        lines.map(({ productId }) => productId),
      )
      sale.take(lines)
      await sale.close()
    },
  ])
}

type Question = readonly [name: string, asked: unknown, ask: (shop: CatalogModule) => Promise<unknown>]

function* questions(random: Random, products: readonly Product[]): Iterable<Question> {
  const ids = products.map(({ id }) => id)
  for (let i = 0; i < ASKED; i++) {
    const query = randomQuery(random, products)
    yield ['list', query, (shop) => shownList(shop, query)]
    const filters = randomFilters(random, products)
    yield ['counts', filters, (shop) => shop.countFacets(filters)]
    const search = randomSearch(random, products)
    yield ['search', search, (shop) => shownList(shop, { ...everything, search })]
    yield ['reading', search, (shop) => shop.countFacets({ search })]
    yield ['suggestions', search, (shop) => shop.suggest(search)]
    const staff = randomStaffQuery(random, products)
    yield [
      'staff',
      staff,
      async (shop) => {
        const { products: page, total } = await shop.listProductsForStaff(staff)
        return [page.map(({ id }) => id), total]
      },
    ]
  }
  yield ['stats', null, (shop) => shop.stats()]
  yield ['edits', null, (shop) => shop.listEditTimes({ afterId: 2, limit: 9 })]
  yield ['texts', ids, async (shop) => (await shop.texts([...ids, 9999])).map(({ json, hash }) => `${json} ${hash}`)]
}

describe('a random catalog is searched alike', () => {
  it.each(SEEDS)('by all that answer, before and after changes (seed %i)', async (seed, size) => {
    const random = createRandom(seed)
    const shops = await openShops()
    const created = Array.from({ length: size }, (_, i) => randomContent(random, i))
    const memory = await shops.open('memory', { hears: true })
    const database = await shops.open('database', { hears: true })
    await shops.transaction((tx) => memory.writeProducts(tx, { create: created }))
    await (await shops.open('memory', { isKept: true })).stop()
    for (let round = 0; round <= ROUNDS; round++) {
      const products = await shops.products()
      const anew = await shops.open('memory')
      const kept = await shops.open('memory', { isKept: true })
      for (const [name, asked, ask] of questions(random, products)) {
        const expected = await ask(memory)
        for (const [other, shop] of Object.entries({ database, anew, kept })) {
          const question = `${other}, seed ${seed}, round ${round}: ${name} ${JSON.stringify(asked)}`
          expect(await ask(shop), question).toEqual(expected)
        }
      }
      await kept.stop()
      for (let i = 0; i < CHANGES; i++)
        await shops.transaction(randomChange(random, memory, await shops.products(), 100 * round + 90 + i))
    }
    await shops.close()
  })
})
