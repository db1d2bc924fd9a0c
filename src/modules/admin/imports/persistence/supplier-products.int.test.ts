import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectDatabase, type Database } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { openTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import { createManageSuppliers } from '../use-cases/manage-suppliers.ts'
import { createSupplierNotesRepository } from './supplier-notes.repository.ts'
import { createSupplierProductsRepository } from './supplier-products.repository.ts'

const PRODUCTS = 2000
let db: TestDatabase
let database: Database
/** How many documents were removed in transactions, and outside of them. */
let removed = { inside: 0, outside: 0 }

beforeAll(async () => {
  db = await openTestDatabase()
  const uri = new URL(db.uri)
  uri.searchParams.set('monitorCommands', 'true')
  database = await connectDatabase(uri.href, createLogger('silent'))
  const inside = new Set<number>()
  const client = database.connection.getClient()
  client.on('commandStarted', ({ requestId, command }) => {
    if (command['autocommit'] === false) inside.add(requestId)
  })
  client.on('commandSucceeded', ({ requestId, commandName, reply }) => {
    if (commandName === 'delete')
      removed[inside.has(requestId) ? 'inside' : 'outside'] += Number((reply as { n: number }).n)
  })
})
afterAll(async () => {
  await database.close()
  await db.drop()
})

const rows = () =>
  database.collection<{ _id: string; supplierId: string; productId: number; leftWith: string | null }>(
    'supplier_products',
  )
beforeEach(async () => {
  await rows().deleteMany({})
  await rows().insertMany(
    Array.from({ length: PRODUCTS }, (_, productId) => ({
      _id: `one:${productId}`,
      supplierId: 'one',
      productId,
      addedBy: productId % 2 === 0 ? 'this' : 'other',
      importId: 'this',
      leftWith: null,
    })),
  )
  await rows().insertOne({ _id: 'other:1', supplierId: 'other', productId: 1, leftWith: null })
  removed = { inside: 0, outside: 0 }
})

it('a supplier goes with all that is noted of their list, of which no commit holds everybody up', async () => {
  const nothing = async () => {}
  const suppliers = createManageSuppliers({
    database,
    supplierProducts: createSupplierProductsRepository(database),
    suppliers: { find: async (id: string) => ({ id, name: 'Acme' }), remove: nothing },
    sources: { remove: nothing },
    fetches: { removeOfSupplier: nothing },
    jobs: { endDaily: nothing },
    audit: { record: nothing },
    clock: { now: () => new Date() },
  } as unknown as Parameters<typeof createManageSuppliers>[0])
  await suppliers.remove('one', { name: 'Ada', address: null } as never)
  expect((await rows().find({}).toArray()).map(({ supplierId }) => supplierId)).toEqual(['other'])
  expect(removed).toEqual({ inside: 0, outside: PRODUCTS })
})

it('what only an undone list has had is forgotten before the commit that ends the undo', async () => {
  const notes = createSupplierNotesRepository(database)
  const by = { supplierId: 'one', importId: 'this' }
  await notes.forgetAdded(by)
  expect(removed).toEqual({ inside: 0, outside: PRODUCTS / 2 })
  await database.transaction((tx) => notes.revert(tx, { ...by, undone: new Map() }, { notes: [], ofUndone: [] }))
  expect(removed.inside).toBe(0)
  expect(await rows().countDocuments({ supplierId: 'one' })).toBe(PRODUCTS / 2)
})

it('what is missing is found among all of a list, and again among some', async () => {
  const products = createSupplierProductsRepository(database)
  await rows().updateMany({ productId: { $in: [3, 1500, 7] } }, { $set: { importId: 'before' } })
  await rows().updateOne({ _id: 'one:9' }, { $set: { importId: 'before', leftWith: 'before' } })
  expect(await products.listMissing('one', 'this')).toEqual([3, 7, 1500])
  expect(await products.findMissing('one', 'this', [3, 4, 9, 1500])).toEqual([3, 1500])
  expect((await products.listOnList('one')).length).toBe(PRODUCTS - 1)
})
