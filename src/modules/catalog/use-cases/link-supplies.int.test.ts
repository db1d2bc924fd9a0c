import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '../domain/product.ts'
import { productsChanged } from '../events.ts'
import { systemClock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import { createLiveEvents } from '../../../testing/events.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createBulkProductRepository } from '../persistence/bulk-product.repository.ts'
import { productCollection } from '../persistence/product-document.ts'
import { createProductRepository } from '../persistence/product.repository.ts'
import { createSupplyLinkRepository } from '../persistence/supply-link.repository.ts'
import { WrittenProducts } from '../persistence/written-products.ts'
import { aProduct, storeProducts } from '../testing/product-builder.ts'
import { createLinkSupplies, type LinkSupplies } from './link-supplies.ts'
import { NewProducts } from './new-products.ts'
import { createWriteProducts } from './write-products.ts'

let db: TestDatabase
let linkSupplies: LinkSupplies
let newProducts: NewProducts
let announced: (readonly number[] | null)[]

beforeEach(async () => {
  db = await openTestDatabase()
  announced = []
  newProducts = new NewProducts()
  const events = createLiveEvents()
  events.listen(productsChanged, 'test.listens', ({ payload }) => void announced.push(payload.productIds))
  linkSupplies = createLinkSupplies({
    database: db.database,
    events,
    links: createSupplyLinkRepository(db.database),
    newProducts,
  })
  await db.database.buildIndexes()
})
afterEach(() => db.drop())

const printer = aProduct({ id: 1, sku: 'BR-2460', name: 'Brother HL-L2460DW', brand: 'Brother' })
const toner = (fields: Partial<Product> & Pick<Product, 'id'>) =>
  aProduct({
    name: `Toner ${fields.id}`,
    brand: 'Brother',
    category: 'supplies',
    fits: ['HL-L2460DW'],
    pageYield: 2000,
    supplyColor: 'black',
    priceCents: 8000,
    ...fields,
  })

async function stored(id: number): Promise<Pick<Product, 'linkedIds' | 'costPerPage'> | null> {
  const product = await createProductRepository(db.database).find(id)
  return product === null ? null : { linkedIds: product.linkedIds, costPerPage: product.costPerPage }
}

describe('linking supplies', () => {
  it('finds a machine by its SKU, by its name and, among those of the same brand, by the name without the brand', async () => {
    await storeProducts(db.database, [
      printer,
      toner({ id: 2 }),
      toner({ id: 3, brand: 'Refill', fits: ['BR-2460'] }),
      toner({ id: 4, brand: 'Refill', fits: ['Other 9', 'Brother HL-L2460DW'] }),
      toner({ id: 5, brand: 'Refill' }),
      toner({ id: 6, category: 'printers' }),
    ])
    await linkSupplies([1], 'any')
    expect((await stored(1))?.linkedIds).toEqual([2, 3, 4])
    for (const id of [2, 3, 4]) expect(await stored(id)).toEqual({ linkedIds: [1], costPerPage: null })
    for (const id of [5, 6]) expect((await stored(id))?.linkedIds).toEqual([])
  })

  it('works the cost of a page out again when a supply gets cheaper, comes and goes', async () => {
    await storeProducts(db.database, [printer, toner({ id: 2 })])
    await linkSupplies([2], 'any')
    expect(await stored(1)).toEqual({ linkedIds: [2], costPerPage: { blackMills: 40, colorMills: null } })

    await productCollection(db.database).updateOne({ _id: 2 }, { $set: { priceCents: 6000 } })
    await linkSupplies([2], 'any')
    expect((await stored(1))?.costPerPage?.blackMills).toBe(30)

    await storeProducts(db.database, [toner({ id: 3, pageYield: 6000 })])
    await linkSupplies([3], 'any')
    expect(await stored(1)).toEqual({ linkedIds: [2, 3], costPerPage: { blackMills: 13, colorMills: null } })

    await productCollection(db.database).deleteMany({ category: 'supplies' })
    await linkSupplies([2, 3], 'any')
    expect(await stored(1)).toEqual({ linkedIds: [], costPerPage: null })
  })

  it('follows a machine that gets another name, and finds supplies that were there before it', async () => {
    await storeProducts(db.database, [toner({ id: 2 }), toner({ id: 3, fits: ['HL-L9'] }), printer])
    await linkSupplies([1], 'any')
    await productCollection(db.database).updateOne({ _id: 1 }, { $set: { name: 'Brother HL-L9', sku: 'BR-9' } })
    await linkSupplies([1], 'any')
    expect(await stored(1)).toEqual({ linkedIds: [3], costPerPage: { blackMills: 40, colorMills: null } })
    expect((await stored(2))?.linkedIds).toEqual([])
    expect((await stored(3))?.linkedIds).toEqual([1])
  })

  it('links new products that have a partner, and takes others as they were written, once', async () => {
    const other = aProduct({ id: 5, sku: 'OTHER', name: 'Other 5' })
    await storeProducts(db.database, [printer, toner({ id: 2 }), other])
    for (const both of [[printer, other], [toner({ id: 2 })]]) {
      newProducts.keep(both)
      await linkSupplies(
        both.map(({ id }) => id),
        'new',
      )
      expect((await stored(1))?.linkedIds).toEqual([2])
      await productCollection(db.database).updateMany({}, { $unset: { linkedIds: true, costPerPage: true } })
    }

    await storeProducts(db.database, [toner({ id: 6, fits: ['OTHER'] })])
    newProducts.keep([{ ...other, sku: 'AS-WRITTEN' }])
    await linkSupplies([5], 'new')
    expect((await stored(5))?.linkedIds).toEqual([])
    await linkSupplies([5], 'new')
    expect((await stored(5))?.linkedIds).toEqual([6])
  })

  it('reads all products when it does not know how one of them was written', async () => {
    const machine = aProduct({ id: 5, sku: 'OTHER', name: 'Other 5' })
    await storeProducts(db.database, [machine, toner({ id: 6, fits: ['OTHER'] })])
    newProducts.keep([{ ...machine, sku: null, name: 'As it was written' }])
    await linkSupplies([5, 6], 'new')
    expect((await stored(5))?.linkedIds).toEqual([6])
  })

  it('reads what was edited, also when another process has linked it while it was new', async () => {
    const machine = aProduct({ id: 5, sku: 'EDITED', name: 'Other 5' })
    await storeProducts(db.database, [machine, toner({ id: 6, fits: ['EDITED'] })])
    newProducts.keep([{ ...machine, sku: 'AS-WRITTEN' }])
    await linkSupplies([5], 'any')
    expect((await stored(5))?.linkedIds).toEqual([6])
  })

  it('knows the new products of a list once they are committed', async () => {
    const products = createBulkProductRepository(db.database, new WrittenProducts())
    const counters = createCounters(db.database, { products: 1 })
    const deps = { products, counters, events: createLiveEvents(), clock: systemClock, newProducts }
    const write = createWriteProducts(deps)
    const create = [aProduct({ id: 1, sku: 'A-1' }), aProduct({ id: 2, sku: 'A-2' })]
    const aborted = db.database.transaction(async (tx) => {
      await write(tx, { create })
      throw new Error('aborted')
    })
    await expect(aborted).rejects.toThrow('aborted')
    expect(newProducts.take([1, 2])).toBeNull()
    const ids = await db.database.transaction((tx) => write(tx, { create }))
    expect(newProducts.take(ids)?.map(({ sku }) => sku)).toEqual(['A-1', 'A-2'])
    expect(newProducts.take(ids)).toBeNull()
  })

  it('keeps the names of a bounded number of new products', () => {
    newProducts.keep(Array.from({ length: 600 }, (_, at) => aProduct({ id: at + 1 })))
    newProducts.keep(Array.from({ length: 600 }, (_, at) => aProduct({ id: at + 1001 })))
    expect(newProducts.take([1])).toBeNull()
    expect(newProducts.take([1600])).toHaveLength(1)
    newProducts.keep(Array.from({ length: 1001 }, (_, at) => aProduct({ id: at + 1 })))
    expect(newProducts.take([1])).toBeNull()
  })

  it('finds a machine among more names than the database takes in one command', async () => {
    const named = (id: number) => Array.from({ length: 200 }, (_, at) => `${id}-${at} ${'印'.repeat(190)}`)
    const supplies = Array.from({ length: 80 }, (_, at) => toner({ id: at + 2, fits: named(at + 2) }))
    const machines = [named(2)[0] ?? '', named(81)[199] ?? ''].map((name, at) => ({
      ...printer,
      id: 200 + at,
      name,
      sku: null,
    }))
    await storeProducts(db.database, machines)
    const links = createSupplyLinkRepository(db.database)
    const found = await db.database.transaction((tx) => links.findNamed(tx, supplies))
    expect(found.map(({ product }) => product.id)).toEqual([200, 201])
  })

  it('announces what it changed, leaves the time of the last edit alone, and does nothing the second time', async () => {
    await storeProducts(db.database, [printer, toner({ id: 2 }), aProduct({ id: 3 })])
    await linkSupplies([1, 2, 3], 'any')
    await linkSupplies([1, 2, 3], 'any')
    expect(announced).toEqual([[1, 2]])
    const { updatedAt } = (await createProductRepository(db.database).find(1)) as Product
    expect(updatedAt).toEqual(printer.updatedAt)
  })
})
