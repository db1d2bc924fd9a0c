import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLiveEvents } from '../../testing/events.ts'
import { listProducts } from './testing/list-products.ts'
import { catalogOn, openCatalog, type OpenCatalog } from './testing/open-catalog.ts'
import { aProduct, storeProducts } from './testing/product-builder.ts'

const everything = { limit: 1000, offset: 0 }
let db: OpenCatalog['db']
let catalog: OpenCatalog['catalog']

beforeEach(async () => {
  ;({ db, catalog } = await openCatalog())
})
afterEach(() => db.drop())

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
    const other = catalogOn(db.database, createLiveEvents())
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

  it('have numbers that follow each other, because a number is taken with its product or not at all', async () => {
    const { id: _id, ...content } = aProduct({ id: 0, sku: 'X' })
    const create = (sku: string) => db.database.transaction((tx) => catalog.createProduct(tx, { ...content, sku }))
    const { id } = await create('X')
    await expect(create('X')).rejects.toMatchObject({ code: 'SKU_TAKEN' })
    expect((await create('Y')).id).toBe(id + 1)
    const many = await Promise.all(Array.from({ length: 8 }, (_, index) => create(`Z-${index}`)))
    expect(many.map((each) => each.id).toSorted((a, b) => a - b)).toEqual(many.map((_, index) => id + 2 + index))
  })
})
