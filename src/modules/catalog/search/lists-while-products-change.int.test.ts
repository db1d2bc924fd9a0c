import { setImmediate } from 'node:timers/promises'
import mongoose from 'mongoose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import { createLogger } from '#platform/log/logger'
import { createLiveEvents } from '../../../testing/events.ts'
import { patient } from '../../../testing/patience.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { ProductQuery } from '../domain/product-query.ts'
import { createCatalogModule, type CatalogModule } from '../index.ts'
import { aProduct, plainEncoder, storeProducts } from '../testing/product-builder.ts'

/** More than a search in the database ranks by how well they fit. */
const PRODUCTS = 620
const RANKED = 500
/** These an import changes and removes; nobody touches the others. */
const isMoving = (id: number) => id % 10 === 0
const STANDING = Array.from({ length: PRODUCTS }, (_, index) => index + 1).filter((id) => !isMoving(id))
const PAGE = 24
/** New products have names behind all others and another brand. */
const NAMES_BEHIND = 'Zebra Printer'

const QUERIES: readonly Partial<ProductQuery>[] = [
  {},
  ...(['featured', 'price-low', 'price-high', 'name', 'rating', 'page-cost'] as const).map((sort) => ({ sort })),
  { category: 'printers', brands: ['HP', 'Zebra'], sort: 'price-low' },
  { inStock: true },
  { price: { least: 10_000, most: 30_000 }, sort: 'rating' },
  { choices: { function: ['print'] } },
  { search: 'printer' },
  { search: 'printer', inStock: true, sort: 'price-high' },
  { search: 'hp printer' },
]

describe.each(['memory', 'database'] as const)(
  'lists while an import creates, changes and removes products, searched in %s',
  { timeout: patient(60_000) },
  (searchIn) => {
    let db: TestDatabase
    let catalog: CatalogModule

    beforeEach(async () => {
      db = await openTestDatabase()
      const counters = createCounters(db.database)
      catalog = createCatalogModule({
        database: db.database,
        counters,
        events: createLiveEvents(createLogger('silent')),
        clock: systemClock,
        picturesFolder: 'dist/pictures',
        encoder: plainEncoder,
        searchIn,
        readModelStore: null,
        logger: createLogger('silent'),
      })
      await db.database.buildIndexes()
      const number = (id: number) => String(id).padStart(3, '0')
      await storeProducts(
        db.database,
        Array.from({ length: PRODUCTS }, (_, index) =>
          aProduct({ id: index + 1, name: `HP Printer ${number(index + 1)}` }),
        ),
      )
      await counters.take('products', PRODUCTS)
      await catalog.start()
    })
    afterEach(() => db.drop())

    /** Asks again and again while an import runs. */
    async function whileImporting(ask: () => Promise<void>, { mayRemove = true } = {}): Promise<void> {
      const { id: _, slug: __, ...content } = aProduct({ id: 1, brand: 'Zebra' })
      const state = { isRunning: true }
      const importing = (async () => {
        for (let group = 1; group <= 10; group++) {
          await db.database.transaction(async (tx) => {
            const create = [0, 1, 2].map((one) => ({
              ...content,
              name: `${NAMES_BEHIND} ${group}-${one}`,
              isFeatured: true,
              rating: (group % 5) + 0.5,
            }))
            const change = Array.from({ length: 6 }, (_, at) => ({
              id: 10 * (1 + ((group * 6 + at) % 30)),
              set: {
                priceCents: 5_000 + group * 997,
                rating: group % 5,
                inStock: group % 2 === 0,
                isFeatured: group % 3 === 0,
              },
            }))
            await catalog.writeProducts(tx, { create, change })
          })
          if (mayRemove) await db.database.transaction((tx) => catalog.deleteProduct(tx, PRODUCTS - 10 * group))
        }
      })().finally(() => (state.isRunning = false))
      while (state.isRunning) {
        await ask()
        await setImmediate()
      }
      await importing
    }

    it('show no product twice in any page, and miss none that stays as it was', async () => {
      let asked = 0
      await whileImporting(async () => {
        const query = QUERIES[asked++ % QUERIES.length] ?? {}
        const { ids, total } = await catalog.findIds({ ...query, limit: 1000, offset: 0 })
        expect([query, ids.length - new Set(ids).size]).toEqual([query, 0])
        const found = new Set(ids)
        expect([query, STANDING.filter((id) => !found.has(id))]).toEqual([query, []])
        expect(total).toBeGreaterThanOrEqual(STANDING.length)
        for (const offset of [PAGE, RANKED - PAGE / 2]) {
          const page = await catalog.findIds({ ...query, limit: PAGE, offset })
          expect([query, offset, page.ids.length, new Set(page.ids).size]).toEqual([query, offset, PAGE, PAGE])
        }
      })
      expect(asked).toBeGreaterThan(QUERIES.length)
    })

    it('show each product once in all of their pages together, where the order is by what does not change', async () => {
      const walk: Partial<ProductQuery> = { sort: 'name', brands: ['HP'], category: 'printers' }
      let walked = 0
      await whileImporting(
        async () => {
          const seen: number[] = []
          for (let offset = 0; offset < PRODUCTS; offset += PAGE) {
            const { ids } = await catalog.findIds({ ...walk, limit: PAGE, offset })
            seen.push(...ids)
          }
          expect(seen.toSorted((one, other) => one - other)).toEqual(
            Array.from({ length: PRODUCTS }, (_, at) => at + 1),
          )
          walked++
        },
        { mayRemove: false },
      )
      expect(walked).toBeGreaterThan(0)
    })

    it('show no product twice, and miss none, when one goes before all others while they are read', async () => {
      const { toArray } = mongoose.mongo.FindCursor.prototype
      const { id: _, slug: __, ...content } = aProduct({ id: 1, isFeatured: true, brand: 'Zebra' })
      const create = [{ ...content, name: NAMES_BEHIND }]
      for (const query of QUERIES) {
        let reads = 0
        const reading = vi.spyOn(mongoose.mongo.FindCursor.prototype, 'toArray').mockImplementation(async function (
          this: mongoose.mongo.FindCursor<unknown>,
        ) {
          if (++reads === 2) await db.database.transaction((tx) => catalog.writeProducts(tx, { create, change: [] }))
          return toArray.call(this)
        })
        const { ids } = await catalog.findIds({ ...query, limit: 1000, offset: 0 })
        reading.mockRestore()
        expect([query, ids.length - new Set(ids).size]).toEqual([query, 0])
        expect([query, STANDING.filter((id) => !ids.includes(id))]).toEqual([query, []])
      }
    })
  },
)
