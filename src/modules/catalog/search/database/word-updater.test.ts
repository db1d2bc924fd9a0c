import { mongo } from 'mongoose'
import { expect, it } from 'vitest'
import type { Database } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import type { searchableCollection } from '../../persistence/product-document.ts'
import { toDocument } from '../../persistence/product-mapping.ts'
import { aProduct } from '../../testing/product-builder.ts'
import { createWordUpdater } from './word-updater.ts'

type Products = ReturnType<typeof searchableCollection>

/** So many stored products without words, and what is written to them. */
function storedProducts(count: number) {
  const change = { changedAt: new Date(), changeKind: 'content' } as never
  const documents = Array.from({ length: count }, (_, i) => toDocument(aProduct({ id: i + 1 }), change))
  const written = new Set<number>()
  const atOnce: number[] = []
  const database = {
    connection: {
      db: {
        async command({ filter, limit }: { filter: { $and: [{ _id: { $gt: number } }] }; limit: number }) {
          const from = filter.$and[0]._id.$gt
          const firstBatch = documents.filter(({ _id }) => _id > from && !written.has(_id)).slice(0, limit)
          return { cursor: { id: 0, firstBatch: firstBatch.map((document) => mongo.BSON.serialize(document)) } }
        },
      },
      getClient: () => ({ startSession: () => ({ endSession: async () => {} }) }),
    },
  } as unknown as Database
  const products = {
    collectionName: 'products',
    async bulkWrite(writes: readonly { updateOne: { filter: { _id: number } } }[]) {
      atOnce.push(writes.length)
      for (const { updateOne } of writes) written.add(updateOne.filter._id)
    },
  } as unknown as Products
  return { database, products, written, atOnce }
}

it.each([500, 501])('gives all of %i products their words, however many that are', async (count) => {
  const { database, products, written, atOnce } = storedProducts(count)
  const words = createWordUpdater({ database, products, logger: createLogger('silent'), onCorrected: () => {} })
  await words.resync()
  expect(written.size).toBe(count)
  // Others are answered after so many.
  expect(Math.max(...atOnce)).toBe(50)
  await words.stop()
})
