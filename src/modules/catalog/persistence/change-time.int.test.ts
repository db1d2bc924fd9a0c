import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { createLiveEvents } from '../../../testing/events.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createCatalogModule, type CatalogModule } from '../index.ts'
import { aProduct, plainEncoder, storeProducts } from '../testing/product-builder.ts'
import { changeTime, spansSince } from './change-time.ts'
import { deletionCollection, productCollection, type ProductDocument } from './product-document.ts'

let db: TestDatabase
let catalog: CatalogModule
beforeEach(async () => {
  db = await openTestDatabase()
  const logger = createLogger('silent')
  catalog = createCatalogModule({
    database: db.database,
    counters: createCounters(db.database, { products: 100 }),
    events: createLiveEvents(logger),
    clock: systemClock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn: 'memory',
    readModelStore: null,
    logger,
  })
  await db.database.buildIndexes()
})
afterEach(() => db.drop())

async function stored(id: number): Promise<ProductDocument> {
  const product = await productCollection(db.database).findOne({ _id: id })
  if (product === null) throw new Error(`product ${id} is missing`)
  return product
}

const inTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => db.database.transaction(work)
async function sell(tx: Transaction, quantity: number) {
  const sale = await catalog.openSale(tx, [1])
  sale.take([{ productId: 1, quantity }])
  await sale.close()
}
const review = { customerName: 'Zoë Park', customerTitle: null, rating: 5, comment: 'Call Zoë Park.' }

describe('the change time of a product', () => {
  const writes: readonly [string, () => Promise<unknown>][] = [
    ['an edit', () => inTransaction((tx) => catalog.updateProduct(tx, 1, { name: 'New' }))],
    [
      'a price list',
      () => inTransaction((tx) => catalog.writeProducts(tx, { change: [{ id: 1, set: { priceCents: 5 } }] })),
    ],
    ['a sale', () => inTransaction((tx) => sell(tx, 1))],
    ['a sale of the last piece', () => inTransaction((tx) => sell(tx, 10))],
    ['a return of stock', () => inTransaction((tx) => catalog.returnStock(tx, [{ productId: 1, quantity: 1 }]))],
    [
      'a return of what was sold out',
      async () => {
        await inTransaction((tx) => sell(tx, 10))
        await inTransaction((tx) => catalog.returnStock(tx, [{ productId: 1, quantity: 1 }]))
      },
    ],
    ['a review', () => catalog.addReview({ productId: 1, customerId: 'c1', ...review }, async () => {})],
  ]

  it.each(writes)('moves with %s', async (_, write) => {
    await storeProducts(db.database, [aProduct({ id: 1 }), aProduct({ id: 2 })])
    const [before, other] = [await stored(1), await stored(2)]
    await write()
    const after = await stored(1)
    expect(after.changedAt?.getTime()).toBeGreaterThan(before.changedAt?.getTime() ?? NaN)
    expect(spansSince(Date.now())).toContain(after.changedIn)
    expect(await stored(2)).toEqual(other)
  })

  it('moves when a customer is erased, though no rating changes', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 })])
    await catalog.addReview({ productId: 1, customerId: 'c1', ...review }, async () => {})
    const before = await stored(1)
    await catalog.eraseReviewer({ customerId: 'c1' })
    const after = await stored(1)
    expect(after.changedAt?.getTime()).toBeGreaterThan(before.changedAt?.getTime() ?? NaN)
    expect(after.reviewsChangedAt?.getTime()).toBeGreaterThan(before.reviewsChangedAt?.getTime() ?? NaN)
  })

  it('is there from the beginning: created by staff, by a price list, by the demo catalog', async () => {
    await catalog.seedDemoCatalog()
    const {
      id: _,
      slug: __,
      rating: ___,
      reviewCount: ____,
      createdAt: _____,
      updatedAt: ______,
      ...content
    } = aProduct({
      id: 1,
    })
    await inTransaction((tx) => catalog.createProduct(tx, content))
    await inTransaction((tx) => catalog.writeProducts(tx, { create: [{ ...content, name: 'Another' }] }))
    const all = await productCollection(db.database).find({}).toArray()
    expect(all.length).toBeGreaterThan(60)
    for (const product of all) expect(spansSince(Date.now())).toContain(product.changedIn)
  })

  it('stays behind when a product is deleted, one by one or by a price list', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 }), aProduct({ id: 2 }), aProduct({ id: 3 })])
    await inTransaction((tx) => catalog.deleteProduct(tx, 1))
    await inTransaction((tx) => catalog.writeProducts(tx, { remove: [2] }))
    const deletions = await deletionCollection(db.database).find({}).sort({ _id: 1 }).toArray()
    expect(deletions.map(({ _id }) => _id)).toEqual([1, 2])
    for (const { changedIn } of deletions) expect(spansSince(Date.now())).toContain(changedIn)
  })

  it('is different for each of many writes in one millisecond', () => {
    const times = Array.from({ length: 100 }, () => changeTime().changedAt.getTime())
    expect(new Set(times).size).toBe(100)
  })

  it('is among those that are asked for after the clock was put back', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      changeTime()
      vi.setSystemTime(Date.now() + 3_600_000)
      changeTime()
      vi.setSystemTime(Date.now() - 3_600_000)
      expect(spansSince(Date.now())).toContain(changeTime().changedIn)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('products that were stored without a change time', () => {
  it('get one long ago, and those that were written meanwhile keep theirs', async () => {
    await storeProducts(db.database, [aProduct({ id: 1 }), aProduct({ id: 2 })])
    await productCollection(db.database).updateOne({ _id: 1 }, { $unset: { changedAt: '', changedIn: '' } })
    const second = await stored(2)
    const [step] = catalog.schemaSteps
    while ((await step?.runBatch()) === true);
    expect(await stored(1)).toMatchObject({ changedAt: new Date(0), changedIn: 0 })
    expect(await stored(2)).toEqual(second)
  })
})

describe('products whose pictures only a local network has', () => {
  it('lose those and keep the others, the first of which becomes the main one', async () => {
    const kept = ['/images/products/a.svg', 'https://cdn.example/a.png']
    await storeProducts(db.database, [
      aProduct({ id: 1, image: 'http://10.0.0.1/x.jpg', images: ['http://nas/x.jpg', ...kept] }),
      aProduct({ id: 2, image: 'http://10.0.0.1/x.jpg', images: ['http://10.0.0.1/x.jpg'] }),
      aProduct({ id: 3, image: kept[0] ?? '', images: kept }),
    ])
    const third = await stored(3)
    const [, step] = catalog.schemaSteps
    while ((await step?.runBatch()) === true);
    const first = await stored(1)
    expect(first).toMatchObject({ image: kept[0], images: kept })
    expect(spansSince(Date.now())).toContain(first?.changedIn)
    expect(await stored(2)).toMatchObject({ image: '', images: [] })
    expect(await stored(3)).toEqual(third)
  })
})

describe('products whose names were stored with accents apart', () => {
  it('have each letter as one character, but for a number that another product has', async () => {
    await storeProducts(db.database, [
      aProduct({ id: 1, name: 'Cafe\u0301 One', brand: 'Zu\u0308rich', sku: 'e\u0301-1' }),
      aProduct({ id: 2, name: 'Two', sku: 'é-2' }),
      aProduct({ id: 3, name: 'Cafe\u0301 Three', sku: 'e\u0301-2' }),
    ])
    const second = await stored(2)
    const [, , step] = catalog.schemaSteps
    while ((await step?.runBatch()) === true);
    const first = await stored(1)
    expect(first).toMatchObject({ name: 'Café One', brand: 'Zürich', sku: 'é-1' })
    expect(spansSince(Date.now())).toContain(first?.changedIn)
    expect(await stored(2)).toEqual(second)
    expect(await stored(3)).toMatchObject({ name: 'Café Three', sku: 'e\u0301-2' })
  })
})
