import mongoose from 'mongoose'
import { expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { createProductChangeRepository } from './product-change.repository.ts'
import { WrittenProducts } from './written-products.ts'

it('names the collection of products as the server does, by which one that was restored is another', async () => {
  const { database, drop } = await openTestDatabase()
  const { db } = database.connection
  if (db === undefined) throw new Error('the database is not connected')
  const stored = createProductChangeRepository(database, new WrittenProducts())
  expect(await stored.collectionId()).toBeNull()
  const uuid = new mongoose.mongo.UUID()
  const listed = vi.spyOn(db, 'listCollections').mockReturnValue({
    toArray: async () => [{ name: 'products', info: { readOnly: false, uuid } }],
  } as unknown as ReturnType<typeof db.listCollections>)
  expect(await stored.collectionId()).toBe(uuid.toString('hex'))
  expect(listed).toHaveBeenCalledWith({ name: 'products' }, { nameOnly: false })
  await drop()
})
