import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import type { EventBus } from '#platform/events/event-bus'
import { createLogger } from '#platform/log/logger'
import { eventually } from '../../../testing/eventually.ts'
import { createLiveEvents, publishNow } from '../../../testing/events.ts'
import { patient } from '../../../testing/patience.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { demoProducts } from '../demo-catalog/demo-catalog.ts'
import { FACET_NAMES, FACETS } from '../domain/product-facets.ts'
import { PRICE_RANGES, type ProductQuery } from '../domain/product-query.ts'
import type { StaffProductQuery } from '../domain/staff-query.ts'
import { ProductNotFound } from '../errors.ts'
import { changeTime } from '../persistence/change-time.ts'
import { productsChanged } from '../events.ts'
import { createCatalogModule, type CatalogModule } from '../index.ts'
import { toDocument } from '../persistence/product-mapping.ts'
import { productCollection, searchableCollection } from '../persistence/product-document.ts'
import { createDatabaseSearch } from './database/database-search.ts'
import { createWordUpdater } from './database/word-updater.ts'
import { aProduct, plainEncoder, storeProducts } from '../testing/product-builder.ts'
import { shownList } from '../testing/shown-list.ts'

const logger = createLogger('silent')
const everything = { limit: 1000, offset: 0 }

let db: TestDatabase
let events: EventBus
let memory: CatalogModule
let database: CatalogModule

function open(searchIn: 'memory' | 'database'): CatalogModule {
  return createCatalogModule({
    database: db.database,
    counters: createCounters(db.database),
    events,
    clock: systemClock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn,
    readModelStore: null,
    logger,
  })
}

const products = [
  ...demoProducts.map((demo, i) =>
    aProduct({
      ...demo,
      id: i + 1,
      rating: (i % 9) / 2 + 0.5,
      inStock: i % 5 !== 0,
      stockQuantity: i % 5 === 0 ? 0 : i % 7,
      updatedAt: new Date(Date.UTC(2026, 0, 1 + (i % 28))),
      costPerPage: i % 3 === 0 ? null : { blackMills: i % 2 === 0 ? null : i, colorMills: 200 - i },
      linkedIds: i % 4 === 0 ? [901, 902] : [],
    }),
  ),
  aProduct({ id: 901, name: 'Café Printer', brand: '', priceCents: 10_000, features: ['Prints on parchment'] }),
  aProduct({ id: 902, name: 'Cafe Printer', brand: 'Ünique', priceCents: 30_000, sku: 'UN-77-X' }),
  aProduct({ id: 903, name: 'a$b {"$gt": ""}', brand: '$where', category: '$ne', priceCents: 50_000 }),
  aProduct({ id: 904, name: 'ÉCLAIR 𝒳 9000', brand: 'hp', priceCents: 50_001, isFeatured: true, tags: ['bestseller'] }),
  aProduct({ id: 906, name: 'Wireless Printer Stand', brand: 'Nobel', category: 'Photo Printers', rating: 0.5 }),
  aProduct({ id: 907, name: 'The Printer Cover', brand: 'Nobel', category: 'covers', rating: 0.4 }),
  aProduct({ id: 908, name: 'Printer Printer', brand: 'Nobel', category: 'supplies', rating: 0.3 }),
  aProduct({ id: 909, name: 'Duplex Laser', brand: 'Nobel', category: 'photo-printers', rating: 0.2 }),
]

beforeAll(async () => {
  db = await openTestDatabase()
  events = createLiveEvents(logger)
  memory = open('memory')
  database = open('database')
  await db.database.buildIndexes()
  await storeProducts(db.database, products)
  await memory.start()
  await database.start()
})
afterAll(() => db.drop())

/** What both must answer alike, in this order. */
const LISTS: readonly Partial<ProductQuery>[] = [
  {},
  ...(['featured', 'price-low', 'price-high', 'name', 'rating', 'page-cost'] as const).map((sort) => ({ sort })),
  ...PRICE_RANGES.map((price) => ({ price })),
  { category: 'printers' },
  { category: 'Printers' },
  { category: '$ne' },
  { brands: ['HP'] },
  { brands: ['HP', 'Canon', '$where'], inStock: true, sort: 'price-low' },
  { brands: [] },
  { brands: [''] },
  { featured: true, sort: 'name' },
  { featured: false, business: true },
  { inStock: true, price: '100-300', category: 'scanners', sort: 'price-high' },
  { limit: 5, offset: 0 },
  { limit: 5, offset: 5, sort: 'rating' },
  { limit: 0, offset: 0 },
  { limit: 5, offset: 999_999 },
  { search: 'hp', sort: 'name' },
  { search: 'printer', sort: 'price-low', limit: 3, offset: 2 },
  // No product of this brand is of the category that is named, and only some print.
  { search: 'printers', brands: ['Nobel'] },
  { search: '  ' },
  { search: '!!!' },
  ...FACET_NAMES.flatMap((facet) => [
    ...FACETS[facet].map((value) => ({ choices: { [facet]: [value] } })),
    { choices: { [facet]: FACETS[facet] }, category: 'printers' },
  ]),
  { choices: { technology: ['laser'], color: ['yes'], duplex: ['yes'] }, price: { most: 40_000 } },
  { choices: { technology: ['laser', 'thermal'], connection: ['wifi'] }, price: { least: 20_000, most: 30_000 } },
  { choices: { function: ['fax'] }, price: { least: 1 }, brands: ['HP'], inStock: true, sort: 'price-low' },
  { choices: { duplex: [] }, price: {} },
  { measures: { grams: { most: 9_999 } }, sort: 'name' },
  { measures: { grams: { least: 10_000 }, ppm: { least: 30, most: 42 } } },
  { measures: { ppm: {} }, category: 'printers' },
  { category: 'supplies', modelsLike: 'hp 404' },
  { category: 'supplies', models: ['hp-laserjet-pro-m404dn', 'brother-hl-l2460dw'], inStock: true },
  { models: ['nobody-1', '$ne'], modelsLike: 'zz' },
  { models: ['brother-hl-l2460dw Brother'] },
  { except: { brands: ['HP', 'Nobody'], choices: ['connection=wifi', 'technology=laser'], words: ['canon', '$ne'] } },
  { except: { brands: [], choices: [], words: [] }, search: 'hp', sort: 'price-low' },
  { choices: { paper: ['tabloid', 'large'] }, search: 'canon', sort: 'name' },
  { choices: { technology: ['impact'] }, search: 'zzqq', sort: 'name', category: 'nowhere' },
]

/** Exact words and beginnings of words; each finds the same products in the same order. */
const SEARCHES = [
  'hp',
  'HP LaserJet Pro M404dn',
  'm404',
  '404',
  '404dn',
  'laserjet m404',
  'LASER JET m404',
  'm 404 dn',
  'hp4155e',
  'envy',
  'photo printers',
  'Photo-Printers',
  'cafe',
  'CAFÉ',
  'un77x',
  'un 77',
  'UN-77',
  'hp-lj-m404dn',
  'parchment',
  'duplex colour laser',
  'black and white',
  'all-in-one',
  '4x6',
  'small office',
  'receipt printer',
  'fax zzqq',
  'printer under 200',
  'cheap printer',
  'printers',
  'prints on parchment',
  'bestseller',
  'the printer for a cafe',
  'p',
  'éclair',
  'the printer',
  'printer printer',
  'printer without wifi',
  'not hp',
  'laser -brother',
  'printer under 10 kg',
  'at least 40 ppm',
  '$where',
  '{"$gt": ""}',
  'zzqq of xxkk',
  '.*',
]

describe('the search in the database answers as the one in memory', () => {
  it.each(LISTS)('lists %j', async (query) => {
    const asked = { ...everything, ...query }
    expect(await shownList(database, asked)).toEqual(await shownList(memory, asked))
  })

  it.each([...LISTS, { search: 'printer', brands: ['HP', 'Nobody'], price: '100-300' as const }])(
    'counts the choices of %j',
    async (query) => {
      expect(await database.countFacets(query)).toEqual(await memory.countFacets(query))
    },
  )

  it.each(SEARCHES)('finds for "%s" the same products, best first', async (search) => {
    const [found, expected] = await Promise.all([
      shownList(database, { ...everything, search }),
      shownList(memory, { ...everything, search }),
    ])
    expect(found).toEqual(expected)
    expect(await database.countFacets({ search })).toEqual(await memory.countFacets({ search }))
  })

  it('shows the pages of a search without a gap and without repeating a product', async () => {
    const pages = []
    for (let offset = 0; offset < 30; offset += 6)
      pages.push(...(await database.findIds({ search: 'printer', limit: 6, offset })).ids)
    expect(pages).toEqual((await database.findIds({ search: 'printer', limit: 30, offset: 0 })).ids)
    expect(new Set(pages).size).toBe(pages.length)
  })

  it('does not correct typos, which only the one in memory does', async () => {
    expect((await memory.findIds({ ...everything, search: 'offciejet' })).total).toBeGreaterThan(0)
    expect(await database.findIds({ ...everything, search: 'offciejet' })).toMatchObject({ ids: [], total: 0 })
    expect(await database.suggest('offciejet')).toEqual([])
  })

  it.each(['la', 'laser', 'hp', 'photo p', 'canon', 'x', '', 'caf', 'printer p', 'the printer', 'zzqq hp', '!!'])(
    'suggests for "%s"',
    async (text) => {
      expect(await database.suggest(text)).toEqual(await memory.suggest(text))
    },
  )

  it.each<Partial<StaffProductQuery>>([
    {},
    { stock: 'in' },
    { stock: 'out', sort: 'name' },
    { stock: 'low', category: 'printers' },
    ...(['newest', 'name', 'price-low', 'price-high', 'stock-low', 'stock-high', 'updated'] as const).map((sort) => ({
      sort,
    })),
    { search: 'laser', sort: 'updated', limit: 4, offset: 1 },
    // Staff are never shown what has only some of the words.
    { search: 'laser zzqqxx' },
  ])("lists for the staff's table %j", async (query) => {
    const ids = async (catalog: CatalogModule) => {
      const page = await catalog.listProductsForStaff({ ...everything, ...query })
      return { ids: page.products.map(({ id }) => id), total: page.total }
    }
    expect(await ids(database)).toEqual(await ids(memory))
  })

  it('counts the catalog, and tells when its products were edited', async () => {
    expect(await database.stats()).toEqual(await memory.stats())
    for (const query of [
      { afterId: 0, limit: 1000 },
      { afterId: 50, limit: 3 },
      { afterId: 904, limit: 3 },
    ])
      expect(await database.listEditTimes(query)).toEqual(await memory.listEditTimes(query))
  })

  it('gives the texts of products that exist, in the order asked for', async () => {
    const texts = async (catalog: CatalogModule) =>
      (await catalog.texts([902, 3, 777, 1])).map(({ json, hash }) => `${json} ${hash}`)
    expect(await texts(database)).toEqual(await texts(memory))
    expect(await database.texts([])).toEqual([])
  })

  it('knows what is linked to a product, and follows it when nothing else about the product changes', async () => {
    const links = async (id: number) => [await database.listLinkedIds(id), await memory.listLinkedIds(id)]
    expect(await links(1)).toEqual([
      [901, 902],
      [901, 902],
    ])
    expect(await links(2)).toEqual([[], []])
    for (const linkedIds of [[903], [904], []]) {
      const shown = memory.changes.shownVersionOf(2)
      const fields = { changedAt: new Date() }
      await productCollection(db.database).updateOne(
        { _id: 2 },
        linkedIds.length === 0 ? { $set: fields, $unset: { linkedIds: true } } : { $set: { ...fields, linkedIds } },
      )
      await publishNow(events, productsChanged, { productIds: [2] })
      expect(await links(2)).toEqual([linkedIds, linkedIds])
      expect(memory.changes.shownVersionOf(2)).not.toBe(shown)
    }
    for (const catalog of [memory, database]) await expect(catalog.listLinkedIds(777)).rejects.toThrow(ProductNotFound)
  })

  it('finds a changed product by its new words, and not by its old ones', async () => {
    const before = [database.changes.arrangement, database.changes.versionOf(901)]
    await productCollection(db.database).updateOne(
      { _id: 901 },
      { $set: { name: 'Bakery Plotter', tags: ['bestseller'], changedAt: new Date() } },
    )
    await publishNow(events, productsChanged, { productIds: [901] })
    for (const query of [
      { search: 'bakery' },
      { search: 'cafe' },
      { sort: 'featured' as const },
      { sort: 'name' as const },
    ]) {
      const [found, expected] = await Promise.all([
        database.findIds({ ...everything, ...query }),
        memory.findIds({ ...everything, ...query }),
      ])
      expect(found.ids.toSorted()).toEqual(expected.ids.toSorted())
    }
    expect((await database.findIds({ ...everything, search: 'bakery' })).ids).toEqual([901])
    expect([database.changes.arrangement, database.changes.versionOf(901)]).not.toEqual(before)
  })

  it('counts for the filter panel what was announced before, whose words are being written', async () => {
    const search = createDatabaseSearch({ database: db.database, encoder: plainEncoder, logger })
    const count = async () => JSON.stringify((await search.countFacets({})).choices)
    const before = await count()
    await productCollection(db.database).updateOne(
      { _id: 901 },
      { $set: { specifications: [{ name: 'Technology', value: 'Laser' }], changedAt: new Date() } },
    )
    const refreshed = search.refresh([901])
    const asked = await count()
    await refreshed
    expect(asked).not.toBe(before)
    expect(asked).toBe(await count())
    await publishNow(events, productsChanged, { productIds: [901] })
  })

  it('finds by its words what changed without being announced', async () => {
    const search = createDatabaseSearch({ database: db.database, encoder: plainEncoder, logger, isCutOff: () => true })
    await search.start()
    try {
      const change = changeTime()
      await productCollection(db.database).updateOne({ _id: 907 }, { $set: { name: 'Unheard Heron', ...change } })
      await eventually(async () =>
        expect(await search.list({ ...everything, search: 'unheard heron' })).toMatchObject({ ids: [907], total: 1 }),
      )
    } finally {
      await search.close()
    }
    await publishNow(events, productsChanged, { productIds: [907] })
  })

  it('counts changes that it cannot hear of, so that nothing kept of them stays', async () => {
    const search = createDatabaseSearch({ database: db.database, encoder: plainEncoder, logger, isCutOff: () => true })
    await search.start()
    try {
      const { arrangement } = search.changes
      const version = search.changes.versionOf(901)
      await eventually(() => {
        expect(search.changes.arrangement).toBeGreaterThan(arrangement)
        expect(search.changes.versionOf(901)).toBeGreaterThan(version)
      })
    } finally {
      await search.close()
    }
  })

  it('tells that words were corrected when they could not be written at first', async () => {
    const stored = searchableCollection(db.database)
    let isAway = true
    const failing = Object.create(stored, {
      bulkWrite: {
        async value(...writes: Parameters<typeof stored.bulkWrite>) {
          if (isAway) throw new Error('not primary')
          return stored.bulkWrite(...writes)
        },
      },
    }) as typeof stored
    const onCorrected = vi.fn()
    const words = createWordUpdater({ database: db.database, products: failing, logger, onCorrected })
    await stored.updateOne({ _id: 902 }, { $set: { name: 'Late Heron', changedAt: new Date() } })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await expect(words.update([902])).rejects.toThrow('not primary')
      isAway = false
      expect(onCorrected).not.toHaveBeenCalled()
      vi.advanceTimersByTime(10_000)
    } finally {
      vi.useRealTimers()
    }
    await eventually(() => expect(onCorrected).toHaveBeenCalledOnce())
    expect((await stored.findOne({ _id: 902 }))?.sortName).toBe('late heron')
  })

  /** The stored products, whose words are written when `before` allows it. */
  function writingAfter(before: () => Promise<void>) {
    const stored = searchableCollection(db.database)
    return Object.create(stored, {
      bulkWrite: {
        async value(...writes: Parameters<typeof stored.bulkWrite>) {
          await before()
          return stored.bulkWrite(...writes)
        },
      },
    }) as typeof stored
  }
  const renameUnheard = (id: number, name: string) =>
    productCollection(db.database).updateOne({ _id: id }, { $set: { name, changedAt: new Date() } })
  const sortNameOf = async (id: number) => (await searchableCollection(db.database).findOne({ _id: id }))?.sortName

  /** Words that are written when the test says so. */
  function heldWords() {
    const held: (() => void)[] = []
    const products = writingAfter(() => new Promise<void>((resolve) => void held.push(resolve)))
    const words = createWordUpdater({ database: db.database, products, logger, onCorrected: () => {} })
    const settles = (settled: Promise<void>) => {
      const seen = { is: false }
      void settled.then(() => (seen.is = true))
      return seen
    }
    return { held, words, settles }
  }

  it('lets lists wait for what was announced before them, and for nothing that comes later', async () => {
    const { held, words, settles } = heldWords()
    for (const [id, name] of [
      [901, 'Earlier Heron'],
      [902, 'Later Heron'],
    ] as const)
      await renameUnheard(id, name)
    const first = words.update([901])
    await eventually(() => expect(held).toHaveLength(1))
    const list = settles(words.settled())
    const second = words.update([902])
    expect(list.is).toBe(false)
    held[0]?.()
    await first
    await eventually(() => expect(held).toHaveLength(2))
    expect(list.is).toBe(true)
    const next = settles(words.settled())
    expect(next.is).toBe(false)
    held[1]?.()
    await second
    await eventually(() => expect(next.is).toBe(true))
  })

  it('lets no list wait for more than fifty products at once, but staff, and few not for many', async () => {
    const { held, words, settles } = heldWords()
    await renameUnheard(3, 'Many Heron')
    const many = words.update(Array.from({ length: 51 }, (_, i) => i + 1))
    await eventually(() => expect(held).toHaveLength(1))
    const [list, staff] = [settles(words.settled()), settles(words.allSettled())]
    await renameUnheard(902, 'Few Heron')
    const few = words.update([902])
    await eventually(() => expect(held).toHaveLength(2))
    held[1]?.()
    await few
    expect(await sortNameOf(902)).toBe('few heron')
    expect([list.is, staff.is]).toEqual([true, false])
    held[0]?.()
    await many
    await eventually(() => expect(staff.is).toBe(true))
    expect(await sortNameOf(3)).toBe('many heron')
    await publishNow(events, productsChanged, { productIds: [3, 902] })
  })

  it('takes its answers for outdated when the words of many products are written, for which no list waits', async () => {
    const search = createDatabaseSearch({ database: db.database, encoder: plainEncoder, logger })
    const refreshed = search.refresh(Array.from({ length: 51 }, (_, i) => i + 1))
    const { arrangement } = search.changes
    await refreshed
    expect(search.changes.arrangement).toBeGreaterThan(arrangement)
  })

  it('takes its answers for outdated after a check, also when another process was quicker to correct the words', async () => {
    const products = searchableCollection(db.database)
    const [quick, slow] = [vi.fn(), vi.fn()]
    const open = (onCorrected: () => void) =>
      createWordUpdater({ database: db.database, products, logger, onCorrected })
    await renameUnheard(902, 'Quick Heron')
    await open(quick).resync()
    await eventually(() => expect(quick).toHaveBeenCalled())
    expect(await sortNameOf(902)).toBe('quick heron')
    await open(slow).resync()
    await eventually(() => expect(slow).toHaveBeenCalled())
  })

  it('checks all words again when changes were missed while it checked them', async () => {
    let proceed = () => {}
    const held = new Promise<void>((resolve) => (proceed = resolve))
    const writes = vi.fn(() => held)
    const products = writingAfter(writes)
    const words = createWordUpdater({ database: db.database, products, logger, onCorrected: () => {} })
    await renameUnheard(903, 'First Heron')
    await words.resync()
    // It has read all products by then.
    await eventually(() => expect(writes).toHaveBeenCalled())
    await renameUnheard(902, 'Missed Heron')
    await words.resync()
    proceed()
    await eventually(async () => expect(await sortNameOf(902)).toBe('missed heron'))
    await words.stop()
  })

  it('checks all words later when the database went away meanwhile', async () => {
    let isAway = true
    const products = writingAfter(async () => {
      if (isAway) throw new Error('not primary')
    })
    const onCorrected = vi.fn()
    const words = createWordUpdater({ database: db.database, products, logger, onCorrected })
    await renameUnheard(902, 'Patient Heron')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await words.resync()
      await vi.waitFor(() => expect(onCorrected).toHaveBeenCalled(), patient(5000))
      expect(await sortNameOf(902)).not.toBe('patient heron')
      isAway = false
      vi.advanceTimersByTime(10_000)
    } finally {
      vi.useRealTimers()
    }
    await eventually(async () => expect(await sortNameOf(902)).toBe('patient heron'))
    await words.stop()
  })

  it('writes no words any more once it is stopped, also none that it would have tried again', async () => {
    const writes = vi.fn(async () => {
      throw new Error('not primary')
    })
    const products = writingAfter(writes)
    const words = createWordUpdater({ database: db.database, products, logger, onCorrected: () => {} })
    await renameUnheard(902, 'Stopped Heron')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await expect(words.update([902])).rejects.toThrow('not primary')
      await words.stop()
      vi.advanceTimersByTime(10_000)
    } finally {
      vi.useRealTimers()
    }
    await words.settled()
    expect(writes).toHaveBeenCalledOnce()
  })

  it('finds a product by its last words when it changes again while they are written', async () => {
    const renamed: Promise<void>[] = []
    for (const name of ['First Draft', 'Second Draft', 'Third Zincograph']) {
      await productCollection(db.database).updateOne({ _id: 903 }, { $set: { name, changedAt: new Date() } })
      renamed.push(publishNow(events, productsChanged, { productIds: [903] }))
    }
    await Promise.all(renamed)
    expect((await database.findIds({ ...everything, search: 'zincograph' })).ids).toEqual([903])
    expect((await database.findIds({ ...everything, search: 'draft' })).ids).toEqual([])
  })

  it('finds what was stored while no process listened, after its next start', async () => {
    await storeProducts(db.database, [aProduct({ id: 905, name: 'Nightly Arrival' })])
    await productCollection(db.database).updateOne({ _id: 902 }, { $set: { name: 'Renamed Overnight' } })
    const started = open('database')
    await started.start()
    expect((await started.findIds({ ...everything, search: 'nightly' })).ids).toEqual([905])
    await eventually(async () =>
      expect((await started.findIds({ ...everything, search: 'overnight' })).ids).toEqual([902]),
    )
  })

  it('leaves a product that changes while its words are written to the announcement of that change', async () => {
    const stored = searchableCollection(db.database)
    const rename = (name: string, changedAt: number) =>
      stored.updateOne({ _id: 904 }, { $set: { name, changedAt: new Date(changedAt) } })
    const racing = Object.create(stored, {
      bulkWrite: {
        async value(...writes: Parameters<typeof stored.bulkWrite>) {
          await rename('Second Heron', 2)
          return stored.bulkWrite(...writes)
        },
      },
    }) as typeof stored
    await rename('First Heron', 1)
    const words = createWordUpdater({ database: db.database, products: racing, logger, onCorrected: () => {} })
    await words.update([904])
    expect((await stored.findOne({ _id: 904 }))?.sortName).toBe('eclair x 9000')
    await publishNow(events, productsChanged, { productIds: [904] })
    expect((await stored.findOne({ _id: 904 }))?.sortName).toBe('second heron')
  })

  it('knows at its start what a version before it did not store of any product', async () => {
    const stored = searchableCollection(db.database)
    const { _id, ...one } = (await stored.findOne({ _id: 1 })) ?? {}
    const storedFields = { ...aProduct({ id: 1 }), ...toDocument(aProduct({ id: 1 }), changeTime()) }
    const fields = Object.keys(one).filter((field) => !(field in storedFields))
    expect(fields).toContain('grams')
    for (const [i, field] of fields.entries()) await stored.updateOne({ _id: i + 1 }, { $unset: { [field]: 1 } })
    await open('database').start()
    for (const field of fields)
      expect([field, await stored.countDocuments({ [field]: { $exists: false } })]).toEqual([field, 0])
  })
})

describe('what a search asks the database', () => {
  it('counts the products of no word that cannot be left out', async () => {
    const count = vi.spyOn(mongoose.mongo.Collection.prototype, 'countDocuments')
    try {
      for (const search of ['zzqq', '!!!']) {
        expect(await database.findIds({ ...everything, search })).toMatchObject({ ids: [], total: 0 })
        await database.listProductsForStaff({ ...everything, search: `${search} zzxx` })
      }
      expect(count).not.toHaveBeenCalled()
    } finally {
      count.mockRestore()
    }
  })

  it('reads the texts of no product to rank it', async () => {
    const command = vi.spyOn(mongoose.mongo.Db.prototype, 'command')
    try {
      await database.findIds({ ...everything, search: 'laser printer' })
      await database.suggest('las')
      const read = command.mock.calls
        .map(([{ projection }]) => Object.keys((projection ?? {}) as object))
        .filter((fields) => !fields.includes('changedAt'))
      expect(read.length).toBeGreaterThan(1)
      for (const text of ['description', 'features', 'specifications', 'specificationsText', 'fits'])
        expect(read.flat()).not.toContain(text)
      expect(read.flat()).toContain('wordWeights')
    } finally {
      command.mockRestore()
    }
  })

  it.each([
    {},
    { category: 'printers', choices: { technology: ['laser'] } },
    { search: 'laser', inStock: true },
  ] as const)('counts nothing twice for the panel of %j', async (filters) => {
    const { prototype } = mongoose.mongo.Collection
    const calls = (['countDocuments', 'aggregate'] as const).map((name) => vi.spyOn(prototype, name))
    try {
      await database.countFacets(filters)
      const asked = calls.flatMap(({ mock }) => mock.calls.map(([what]) => JSON.stringify(what)))
      expect(asked.length).toBeGreaterThan(5)
      expect(asked).toEqual([...new Set(asked)])
      // A choice alone is counted with the others of its facet.
      expect(asked.filter((what) => what.endsWith('"choices":{"$in":["duplex=yes"]}}]}'))).toEqual([])
    } finally {
      for (const call of calls) call.mockRestore()
    }
  })

  it('is nothing after a sale, which outdates lists only where a product is sold out', async () => {
    const search = createDatabaseSearch({ database: db.database, encoder: plainEncoder, logger })
    const [, product] = products
    if (product === undefined) throw new Error('there are two products')
    const sell = (left: Pick<typeof product, 'inStock' | 'stockQuantity'>) =>
      search.refreshSold([{ product: { ...product, ...left }, changedAt: 2, changedBefore: 1, reviewsChangedAt: 0 }])
    const versions = () => {
      const { changes } = search
      return [changes.arrangement, changes.shownVersionOf(product.id)]
    }
    const command = vi.spyOn(mongoose.mongo.Db.prototype, 'command')
    try {
      const [before, version] = [versions(), search.changes.versionOf(product.id)]
      await sell({ inStock: true, stockQuantity: 20 })
      expect(versions()).toEqual(before)
      expect(search.changes.versionOf(product.id)).toBeGreaterThan(version)
      await sell({ inStock: false, stockQuantity: 0 })
      expect(versions().map((each, i) => each > (before[i] ?? 0))).toEqual([true, true])
      expect(command.mock.calls.filter(([{ filter }]) => JSON.stringify(filter)?.includes('_id') === true)).toEqual([])
    } finally {
      command.mockRestore()
    }
  })

  it('asks for all brands once, until a product changes', async () => {
    const search = createDatabaseSearch({ database: db.database, encoder: plainEncoder, logger })
    const aggregate = vi.spyOn(mongoose.mongo.Collection.prototype, 'aggregate')
    try {
      const brands = await search.brands()
      expect(brands).toContain('Nobel')
      expect(await search.brands()).toEqual(brands)
      expect(aggregate).toHaveBeenCalledTimes(1)
      await search.refresh([1])
      expect(await search.brands()).toEqual(brands)
      expect(aggregate).toHaveBeenCalledTimes(2)
    } finally {
      aggregate.mockRestore()
    }
  })

  it('has three seconds, whatever is searched', async () => {
    const { prototype } = mongoose.mongo.Collection
    const calls = (['find', 'findOne', 'countDocuments', 'aggregate'] as const).map((name) => vi.spyOn(prototype, name))
    const command = vi.spyOn(mongoose.mongo.Db.prototype, 'command')
    try {
      await database.findIds({ ...everything, search: 'laser printer', brands: ['HP'] })
      await database.findIds({ ...everything, search: 'hp zzqq canon', sort: 'name' })
      await database.countFacets({ search: 'laser' })
      await database.suggest('las')
      await database.listProductsForStaff({ ...everything, search: 'hp' })
      await database.listEditTimes({ afterId: 0, limit: 10 })
      await database.stats()
      // What is found is read by its numbers, which takes no longer than there are numbers.
      const isSearch = (filter: unknown) => !/^\{"(?:_id":\{"\$in|changedIn)"/.test(JSON.stringify(filter))
      const asked = calls.map(({ mock }) =>
        mock.calls.filter(([filter]) => isSearch(filter)).map(([, options]) => options?.maxTimeMS),
      )
      const found = command.mock.calls
        // What is checked in the background is no search, and reads when a product changed.
        .filter(([{ filter, projection }]) => isSearch(filter) && !('changedAt' in (projection ?? {})))
        .map(([{ maxTimeMS }]) => maxTimeMS as number)
      const limits = [...asked, found]
      expect(limits.every(({ length }) => length > 0)).toBe(true)
      expect(limits.flat().filter((limit) => limit !== 3000)).toEqual([])
    } finally {
      for (const call of [...calls, command]) call.mockRestore()
    }
  })
})
