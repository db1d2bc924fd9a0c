import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock'
import { createCounters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { createLogger } from '#platform/logger'
import { eventually } from '../../testing/eventually.ts'
import { createLiveEvents, publishNow } from '../../testing/events.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { productsChanged } from './events.ts'
import { createCatalogModule, type CatalogModule } from './index.ts'
import { changeTime } from './persistence/change-time.ts'
import { productModel } from './persistence/product.model.ts'
import { createProductRepository } from './persistence/product.repository.ts'
import { createReviewRepository } from './persistence/review.repository.ts'
import { listProducts } from './testing/list-products.ts'
import { aProduct, plainEncoder, storeProducts } from './testing/product-builder.ts'
import { createAddReview } from './use-cases/add-review.ts'

const logger = createLogger('silent')
let db: TestDatabase
let events: EventBus
let catalog: CatalogModule

function openCatalog(bus: EventBus): CatalogModule {
  return createCatalogModule({
    database: db.database,
    counters: createCounters(db.database),
    events: bus,
    clock: systemClock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn: 'memory',
    keptIndex: null,
    logger,
  })
}

beforeEach(async () => {
  db = await openTestDatabase()
  events = createLiveEvents(logger)
  catalog = openCatalog(events)
  await db.database.buildIndexes()
})
afterEach(() => db.drop())

const everything = { limit: 1000, offset: 0 }

async function stockOf(id: number) {
  const [product] = await catalog.findProducts([id])
  return product === undefined ? null : { inStock: product.inStock, stockQuantity: product.stockQuantity }
}

type Lines = readonly { productId: number; quantity: number }[]

async function sell(tx: Transaction, lines: Lines, seller = catalog) {
  const sale = await seller.openSale(
    tx,
    lines.map(({ productId }) => productId),
  )
  const sold = sale.offer(lines)
  sale.take(lines)
  await sale.close()
  return sold
}
const take = (lines: Lines) => db.database.transaction((tx) => sell(tx, lines))

describe('the demo catalog', () => {
  it('fills an empty catalog once, with ratings that come from the reviews', async () => {
    const made = await catalog.seedDemoCatalog()
    expect(made).toBeGreaterThanOrEqual(64)
    expect(await catalog.seedDemoCatalog()).toBe(0)
    await catalog.start()

    const { products, total } = await listProducts(catalog, everything)
    expect(total).toBe(made)
    expect(new Set(products.map((product) => product.category)).size).toBe(7)
    expect(products.find(({ name }) => name === 'HP LaserJet Pro M404dn')?.costPerPage).toEqual({
      blackMills: 20,
      colorMills: null,
    })
    for (const product of products) {
      const reviews = await catalog.listReviews(product.id)
      expect(product.reviewCount).toBe(reviews.length)
      const average = reviews.reduce((sum, review) => sum + review.rating, 0) / (reviews.length || 1)
      expect(Math.abs(product.rating - average)).toBeLessThanOrEqual(0.0501)
      expect(reviews.map((review) => review.createdAt.getTime())).toEqual(
        reviews.map((review) => review.createdAt.getTime()).sort((a, b) => b - a),
      )
    }
  })

  it('is seeded once when two processes start at the same time', async () => {
    const other = openCatalog(createLiveEvents(logger))
    const made = await Promise.all([catalog.seedDemoCatalog(), other.seedDemoCatalog()])
    await catalog.start()
    expect(made.toSorted((a, b) => a - b)[0]).toBe(0)
    expect((await listProducts(catalog, everything)).total).toBe(made[0] + made[1])
  })

  it('has a drawing behind every picture', async () => {
    await catalog.seedDemoCatalog()
    await catalog.start()
    const { products } = await listProducts(catalog, everything)
    const fileNames = products.flatMap((product) => product.images)
    expect(fileNames.length).toBeGreaterThanOrEqual(products.length)
    for (const fileName of fileNames) {
      const image = await catalog.findImage(fileName)
      expect(image?.contentType).toBe('image/svg+xml')
      expect(String(image?.body)).toContain('<svg')
    }
  })

  it('leaves a catalog with products alone', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    expect(await catalog.seedDemoCatalog()).toBe(0)
  })
})

describe('pictures', () => {
  it.each(['nothing.svg', '../secret', '..%2f..', '', '.env', 'a/b.svg', 'constructor', `${'x'.repeat(400)}.svg`])(
    'there is none called %j',
    async (fileName) => {
      expect(await catalog.findImage(fileName)).toBeNull()
    },
  )
})

describe('products', () => {
  it('come back field by field as they were stored', async () => {
    const product = aProduct({
      id: 5,
      sku: 'A-5',
      originalPriceCents: 25_000,
      images: ['a.svg', 'b.svg'],
      tags: ['sale'],
      isFeatured: true,
      rating: 4.3,
      reviewCount: 3,
      specifications: { Technology: 'Laser', '802.11': 'ac', '10': 'ten', Width: '15 in' },
      features: ['Quiet'],
    })
    const lines = aProduct({ id: 6, specifications: 'Speed: 30 ppm' })
    await storeProducts(db.database, [product, lines])
    expect(await catalog.getProduct(5)).toEqual(product)
    expect(await catalog.getProduct(6)).toEqual(lines)
  })

  it('that do not exist are not found', async () => {
    await expect(catalog.getProduct(1)).rejects.toMatchObject({ kind: 'not-found', code: 'PRODUCT_NOT_FOUND' })
    await expect(catalog.listReviews(1)).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
    expect(await catalog.findProducts([1, 2])).toEqual([])
    expect(await catalog.findProducts([])).toEqual([])
  })

  it('have no sku or one of their own', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 }), aProduct({ id: 2 }), aProduct({ id: 3, sku: 'X' })])
    await expect(storeProducts(db.database, [aProduct({ id: 4, sku: 'X' })])).rejects.toMatchObject({ code: 11000 })
  })
})

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
    expect(await catalog.countFacets({ brands: ['HP'] })).toMatchObject({
      total: 1,
      categories: [
        { category: 'photo-printers', count: 0 },
        { category: 'printers', count: 1 },
        { category: 'scanners', count: 0 },
      ],
      choices: { function: { print: 1 } },
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

  it('search and suggest', async () => {
    expect(
      (await listProducts(catalog, { ...everything, search: 'm404' })).products.map((product) => product.id),
    ).toEqual([1])
    expect((await listProducts(catalog, { ...everything, search: 'no such thing' })).products).toEqual([])
    expect(await catalog.suggest('cano')).toEqual(['Canon PIXMA G620', 'Canon'])
  })

  it('show what another process changed, as soon as it says so', async () => {
    const products = productModel(db.database.connection)
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
      const other = openCatalog(createLiveEvents(logger))
      await other.deleteProduct(tx, 3)
      await sell(tx, [{ productId: 1, quantity: 10 }], other)
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
    const products = productModel(db.database.connection)
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
    await take([{ productId: 1, quantity: 1 }])
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

describe('reviews of one product at the same moment', () => {
  it('wait for each other, and none starts over', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    const reviews = createReviewRepository(db.database)
    let inserts = 0
    const addReview = createAddReview({
      database: db.database,
      events,
      clock: systemClock,
      products: createProductRepository(db.database),
      reviews: {
        ...reviews,
        insertOfCustomer: (...args) => {
          inserts += 1
          return reviews.insertOfCustomer(...args)
        },
      },
    })
    const review = { productId: 1, customerName: 'Ada', customerTitle: null, rating: 4, comment: 'Quiet.' }
    await Promise.all(['c1', 'c2', 'c3', 'c4', 'c5'].map((customerId) => addReview({ ...review, customerId })))
    expect(inserts).toBe(5)
    expect(await catalog.getProduct(1)).toMatchObject({ rating: 4, reviewCount: 5 })
  })
})

describe('a review of a product that is being deleted', () => {
  it('leaves nothing behind, whichever of the two comes first', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => index + 1)
    await storeProducts(
      db.database,
      ids.map((id) => aProduct({ id })),
    )
    const review = { customerName: 'Ada', customerTitle: null, rating: 5, comment: 'Quiet.' }
    for (const productId of ids) {
      await Promise.allSettled([
        ...['c1', 'c2', 'c3', 'c4'].map((customerId) => catalog.addReview({ ...review, productId, customerId })),
        db.database.transaction((tx) => catalog.deleteProduct(tx, productId)),
      ])
    }
    expect(await productModel(db.database.connection).countDocuments({})).toBe(0)
    expect(await db.database.connection.collection('reviews').countDocuments({})).toBe(0)
  })
})

describe('taking stock', () => {
  beforeEach(async () => {
    await storeProducts(db.database, [
      aProduct({ id: 1, name: 'Counted', stockQuantity: 5 }),
      aProduct({ id: 2, name: 'Made to order', stockQuantity: 0 }),
      aProduct({ id: 3, name: 'Sold out', stockQuantity: 0, inStock: false }),
      aProduct({ id: 4, name: 'Off sale', stockQuantity: 7, inStock: false }),
    ])
    await catalog.start()
  })

  it('takes pieces down, and the last one takes the product out of stock, in lists too', async () => {
    await take([{ productId: 1, quantity: 4 }])
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 1 })
    await take([{ productId: 1, quantity: 1 }])
    expect(await stockOf(1)).toEqual({ inStock: false, stockQuantity: 0 })
    expect((await listProducts(catalog, { ...everything, inStock: true })).products.map(({ id }) => id)).toEqual([2])
    expect((await catalog.getProduct(1)).inStock).toBe(false)
  })

  it('adds up two lines of one product', async () => {
    await expect(
      take([
        { productId: 1, quantity: 3 },
        { productId: 1, quantity: 3 },
      ]),
    ).rejects.toMatchObject({
      kind: 'conflict',
      code: 'INSUFFICIENT_STOCK',
      details: { lines: [{ productId: 1, productName: 'Counted', requested: 6, available: 5 }] },
    })
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 5 })
  })

  it('never takes down what is made to order', async () => {
    await take([{ productId: 2, quantity: 40 }])
    expect(await stockOf(2)).toEqual({ inStock: true, stockQuantity: 0 })
  })

  it('names every line that cannot be served, and takes nothing', async () => {
    await expect(
      take([
        { productId: 1, quantity: 1 },
        { productId: 4, quantity: 1 },
        { productId: 3, quantity: 2 },
      ]),
    ).rejects.toMatchObject({
      details: {
        lines: [
          { productId: 3, productName: 'Sold out', requested: 2, available: 0 },
          { productId: 4, productName: 'Off sale', requested: 1, available: 0 },
        ],
      },
    })
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 5 })
  })

  it('names products that do not exist', async () => {
    await expect(
      take([
        { productId: 1, quantity: 1 },
        { productId: 77, quantity: 1 },
      ]),
    ).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'UNKNOWN_PRODUCT',
      details: { lines: [{ productId: 77, productName: null }] },
    })
  })

  it('gives the last pieces to as many as there are, however many ask at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => take([{ productId: 1, quantity: 1 }])))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'INSUFFICIENT_STOCK' })
    expect(await stockOf(1)).toEqual({ inStock: false, stockQuantity: 0 })
  })

  it('puts pieces back; what was sold out is in stock again, what is not counted or off sale stays as it is', async () => {
    await take([{ productId: 1, quantity: 5 }])
    await db.database.transaction((tx) =>
      catalog.returnStock(
        tx,
        [1, 1, 2, 3, 4, 99].map((productId) => ({ productId, quantity: 2 })),
      ),
    )
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 4 })
    expect(await stockOf(2)).toEqual({ inStock: true, stockQuantity: 0 })
    expect(await stockOf(3)).toEqual({ inStock: true, stockQuantity: 2 })
    expect(await stockOf(4)).toEqual({ inStock: false, stockQuantity: 9 })
    expect((await listProducts(catalog, { ...everything, inStock: true })).total).toBe(3)
  })

  it('offers the orders of one sale what those before them have left', async () => {
    await db.database.transaction(async (tx) => {
      const sale = await catalog.openSale(tx, [1, 2])
      const lines = (quantity: number) => [{ productId: 1, quantity }]
      expect(sale.offer(lines(3)).map(({ stockQuantity }) => stockQuantity)).toEqual([5])
      sale.take(lines(3))
      expect(() => sale.offer(lines(3))).toThrow(
        expect.objectContaining({ details: { lines: [expect.objectContaining({ requested: 3, available: 2 })] } }),
      )
      sale.take(lines(2))
      expect(() => sale.offer(lines(1))).toThrow(
        expect.objectContaining({ details: { lines: [expect.objectContaining({ available: 0 })] } }),
      )
      await sale.close()
    })
    expect(await stockOf(1)).toEqual({ inStock: false, stockQuantity: 0 })
  })

  it('announces nothing when the transaction fails', async () => {
    const heard: unknown[] = []
    events.listen(productsChanged, 'test.listens', ({ payload }) => void heard.push(payload))
    await expect(
      db.database.transaction(async (tx) => {
        await sell(tx, [{ productId: 1, quantity: 1 }])
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(heard).toEqual([])
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 5 })
    await take([{ productId: 1, quantity: 1 }])
    expect(heard).toEqual([{ productIds: [1] }])
  })
})
