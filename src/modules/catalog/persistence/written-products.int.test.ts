import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { aProduct } from '../testing/product-builder.ts'
import { createBulkProductRepository } from './bulk-product.repository.ts'
import { createProductChangeRepository, type StoredProduct } from './product-change.repository.ts'
import { WrittenProducts } from './written-products.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await openTestDatabase()
  await db.database.buildIndexes()
})
afterEach(() => db.drop())

function repositories() {
  const written = new WrittenProducts()
  return {
    written,
    bulk: createBulkProductRepository(db.database, written),
    changes: createProductChangeRepository(db.database, written),
  }
}

const products = [
  aProduct({ id: 1, sku: 'A-1', specifications: { '802.11': 'yes', 2: 'two' }, tags: ['new'] }),
  aProduct({ id: 2, sku: null, specifications: 'Weight: 2 kg' }),
  aProduct({ id: 3, pageYield: 100, supplyColor: 'black', fits: ['X'] }),
]

it('gives new products as they are read from the database', async () => {
  const { bulk, changes } = repositories()
  await db.database.transaction((tx) => bulk.insert(tx, products))
  const kept = await changes.findMany([1, 2, 3])
  const read = await changes.findMany([1, 2, 3])
  expect(kept).toStrictEqual(read)
  const factsOf = ({ product }: StoredProduct) => JSON.stringify(product.specifications)
  expect(kept.map(factsOf)).toEqual(read.map(factsOf))
  expect(kept[0]?.product).toBe(products[0])
  expect(read[0]?.product).not.toBe(products[0])
})

it('reads again what was changed or deleted since it was written', async () => {
  const { bulk, changes } = repositories()
  await db.database.transaction((tx) => bulk.insert(tx, products))
  await db.database.transaction(async (tx) => {
    await bulk.change(tx, [{ id: 2, set: { priceCents: 77 } }], new Date())
    await bulk.remove(tx, [3])
  })
  const found = await changes.findMany([1, 2, 3, 4])
  expect(found.map(({ product }) => [product.id, product.priceCents])).toEqual([
    [1, products[0]?.priceCents],
    [2, 77],
  ])
})

it('knows nothing of what was not committed', async () => {
  const { bulk, changes } = repositories()
  const aborted = db.database.transaction(async (tx) => {
    await bulk.insert(tx, products)
    throw new Error('aborted')
  })
  await expect(aborted).rejects.toThrow('aborted')
  expect(await changes.findMany([1, 2, 3])).toEqual([])
})

it('keeps a bounded number', () => {
  const { written } = repositories()
  const many = Array.from({ length: 600 }, (_, i) => aProduct({ id: i + 1 }))
  written.keep(many, new Date())
  written.keep([aProduct({ id: 700 })], new Date())
  expect(written.take([1, 700])).toHaveLength(2)
  written.keep(many, new Date())
  expect(written.take([2, 700])).toHaveLength(1)
})
