import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCounters } from '#platform/database/counters'
import { eventually } from '../../testing/eventually.ts'
import { createLiveEvents, publishNow } from '../../testing/events.ts'
import { productsChanged } from './events.ts'
import type { CatalogModule } from './index.ts'
import { changeTime } from './persistence/change-time.ts'
import { productCollection } from './persistence/product-document.ts'
import { listProducts } from './testing/list-products.ts'
import { catalogOn, openCatalog, type OpenCatalog } from './testing/open-catalog.ts'
import { aProduct, storeProducts } from './testing/product-builder.ts'
import { sell } from './testing/sell.ts'

const everything = { limit: 1000, offset: 0 }
let db: OpenCatalog['db']
let events: OpenCatalog['events']
let catalog: OpenCatalog['catalog']

beforeEach(async () => {
  ;({ db, events, catalog } = await openCatalog())
})
afterEach(() => db.drop())

describe('lists, counts and suggestions', () => {
  beforeEach(async () => {
    await storeProducts(db.database, [
      aProduct({ id: 1, name: 'HP LaserJet Pro M404dn', priceCents: 27_900, isFeatured: true }),
      aProduct({ id: 2, name: 'Canon PIXMA G620', brand: 'Canon', category: 'photo-printers', priceCents: 30_000 }),
      aProduct({
        id: 3,
        name: 'Epson RapidReceipt',
        brand: 'Epson',
        category: 'scanners',
        priceCents: 50_001,
        inStock: false,
        stockQuantity: 0,
      }),
    ])
    await catalog.start()
  })

  it('filter and page, and tell how many there are', async () => {
    const page = await listProducts(catalog, { limit: 1, offset: 1, sort: 'price-low' })
    expect(page.total).toBe(3)
    expect(page.products.map((product) => product.name)).toEqual(['Canon PIXMA G620'])
    expect((await listProducts(catalog, { ...everything, price: '100-300', inStock: true })).total).toBe(2)
    expect(await listProducts(catalog, { ...everything, category: 'nowhere' })).toEqual({ products: [], total: 0 })
  })

  it('count what each choice would leave', async () => {
    const counted = await catalog.countFacets({ brands: ['HP'] })
    const countOf = (wanted: string) =>
      counted.choices[catalog.panelOrder.choices.findIndex(({ facet, value }) => `${facet}=${value}` === wanted)]
    expect([countOf('function=print'), countOf('color=yes'), countOf('technology=impact')]).toEqual([1, 0, null])
    expect(counted).toMatchObject({
      total: 1,
      categories: [
        { category: 'photo-printers', count: 0 },
        { category: 'printers', count: 1 },
        { category: 'scanners', count: 0 },
      ],
      brands: [
        { brand: 'Canon', count: 1 },
        { brand: 'Epson', count: 1 },
        { brand: 'HP', count: 1 },
      ],
      priceRanges: [
        { range: 'all', count: 1 },
        { range: 'under-100', count: 0 },
        { range: '100-300', count: 1 },
        { range: '300-500', count: 0 },
        { range: 'over-500', count: 0 },
      ],
      inStock: 1,
    })
  })

  it('keep a brand of which a choice leaves nothing, with 0', async () => {
    const brandsFor = async (filters: Parameters<CatalogModule['countFacets']>[0]) =>
      (await catalog.countFacets(filters)).brands.map(({ brand, count }) => `${brand} ${count}`)
    expect(await brandsFor({ category: 'printers' })).toEqual(['HP 1'])
    expect(await brandsFor({ price: 'under-100' })).toEqual(['Canon 0', 'Epson 0', 'HP 0'])
    expect(await brandsFor({ category: 'printers', brands: ['Canon'] })).toEqual(['Canon 0', 'HP 1'])
    expect(await brandsFor({ search: 'm404', brands: ['HP'] })).toEqual(['HP 1'])
  })

  it('find a product by a word of its name, and suggest names and brands', async () => {
    expect(
      (await listProducts(catalog, { ...everything, search: 'm404' })).products.map((product) => product.id),
    ).toEqual([1])
    expect((await listProducts(catalog, { ...everything, search: 'no such thing' })).products).toEqual([])
    expect(await catalog.suggest('cano')).toEqual(['Canon PIXMA G620', 'Canon'])
  })

  it('show what another process changed, as soon as it says so', async () => {
    const products = productCollection(db.database)
    await products.updateOne({ _id: 1 }, { $set: { name: 'HP Color LaserJet', priceCents: 9_900 } })
    await products.deleteOne({ _id: 3 })
    await storeProducts(db.database, [aProduct({ id: 4, name: 'Zebra ZD421', brand: 'Zebra' })])
    await publishNow(events, productsChanged, { productIds: [1, 3, 4] })

    expect(
      (await listProducts(catalog, { ...everything, sort: 'price-low' })).products.map(({ id, name }) => [id, name]),
    ).toEqual([
      [1, 'HP Color LaserJet'],
      [4, 'Zebra ZD421'],
      [2, 'Canon PIXMA G620'],
    ])
    expect((await listProducts(catalog, { ...everything, search: 'm404' })).total).toBe(0)
    expect(await catalog.suggest('zeb')).toEqual(['Zebra ZD421', 'Zebra'])

    await products.updateMany({}, { $set: { brand: 'Nobody', ...changeTime() } })
    await publishNow(events, productsChanged, { productIds: null })
    expect((await catalog.countFacets({})).brands).toEqual([{ brand: 'Nobody', count: 3 }])
    expect((await catalog.getProduct(2)).brand).toBe('Nobody')
  })

  it('show what another process changed without a word, after a resync', async () => {
    await db.database.transaction(async (tx) => {
      const other = catalogOn(db.database, createLiveEvents())
      await other.deleteProduct(tx, 3)
      await sell(other, tx, [{ productId: 1, quantity: 10 }])
    })
    const inStock = { ...everything, inStock: true }
    expect((await listProducts(catalog, everything)).total).toBe(3)
    events.resync()
    await eventually(async () => {
      expect((await listProducts(catalog, everything)).total).toBe(2)
      expect((await catalog.findIds(inStock)).ids).toEqual([2])
    })
  })

  it('never show what was before a change that they have heard of', async () => {
    const products = productCollection(db.database)
    for (let turn = 0; turn < 20; turn++) {
      const inStock = turn % 2 === 1
      await products.updateOne({ _id: 1 }, { $set: { inStock } })
      void publishNow(events, productsChanged, { productIds: [1] })
      const [page, facets] = await Promise.all([
        listProducts(catalog, { ...everything, inStock: true }),
        catalog.countFacets({}),
      ])
      expect(page.products.some(({ id }) => id === 1)).toBe(inStock)
      expect(facets.inStock).toBe(page.total)
    }
  })

  it('hand out the texts of products in the order of the ids, and leave out those that are gone', async () => {
    const { ids } = await catalog.findIds({ ...everything, sort: 'price-low' })
    expect(ids).toEqual([1, 2, 3])
    const texts = await catalog.texts([3, 77, 1])
    expect(texts.map(({ json }) => (JSON.parse(json.toString()) as { name: string }).name)).toEqual([
      'Epson RapidReceipt',
      'HP LaserJet Pro M404dn',
    ])
    expect(await catalog.texts([])).toEqual([])
  })

  it('count a change, so that what was made before is known to be out of date', async () => {
    const [before, others] = [catalog.changes.versionOf(1), catalog.changes.versionOf(2)]
    await db.database.transaction((tx) => sell(catalog, tx, [{ productId: 1, quantity: 1 }]))
    expect(catalog.changes.versionOf(1)).toBeGreaterThan(before)
    expect(catalog.changes.versionOf(2)).toBe(others)
  })

  it('show no product twice and miss none while a price list is written', async () => {
    const { id: _, slug: __, ...content } = aProduct({ id: 1, name: 'Imported' })
    await createCounters(db.database).take('products', 10)
    async function write(): Promise<void> {
      for (let group = 0; group < 10; group++)
        await db.database.transaction(async (tx) => {
          const create = Array.from({ length: 30 }, (_, i) => ({ ...content, name: `Imported ${group * 30 + i}` }))
          const change = [1, 2, 3].map((id) => ({ id, set: { brand: `B${group}` } }))
          await catalog.writeProducts(tx, { create, change })
        })
    }
    const state = { isWriting: true }
    const writing = write().finally(() => (state.isWriting = false))
    let before = 0
    while (state.isWriting) {
      const { ids, total } = await catalog.findIds({ ...everything, sort: 'name' })
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBe(total)
      expect(ids).toEqual(expect.arrayContaining([1, 2, 3]))
      expect(total).toBeGreaterThanOrEqual(before)
      expect(await catalog.texts(ids)).toHaveLength(total)
      before = total
    }
    await writing
    expect((await catalog.findIds(everything)).total).toBe(303)
  })

  it('put changes that come in a burst together', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        await storeProducts(db.database, [aProduct({ id: 100 + i, brand: 'Burst' })])
        await publishNow(events, productsChanged, { productIds: [100 + i] })
      }),
    )
    expect((await listProducts(catalog, { ...everything, brands: ['Burst'] })).total).toBe(50)
  })
})
