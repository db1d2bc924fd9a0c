import type { Database } from '#platform/database/database'
import { readAll, readBatches } from '#platform/database/read-all'
import type { Product } from '../domain/product.ts'
import { spansSince } from './change-time.ts'
import { deletionCollection, productCollection, type DeletionDocument, type ProductDocument } from './product.model.ts'
import { toProduct } from './product.repository.ts'

/** A product with the times of its last writes, in ms; 0 when there was none. */
export interface StoredProduct {
  readonly product: Product
  readonly changedAt: number
  readonly reviewsChangedAt: number
}

/** A product that was written at that time (ms), or deleted (null). */
export interface ProductChange {
  readonly id: number
  readonly changedAt: number | null
}

/** What an index of the catalog reads. */
export interface ProductChangeRepository {
  /** All products, in batches. */
  readAll(): AsyncIterable<readonly StoredProduct[]>
  findMany(ids: readonly number[]): Promise<readonly StoredProduct[]>
  /** Which products were written or deleted since a time in ms, in batches, and some from before that time. */
  listChanges(sinceMs: number): AsyncIterable<readonly ProductChange[]>
}

const BATCH = 100
const LISTED_AT_ONCE = 5000
/** The built-in database looks up so many values by an index. */
const MOST_SPANS = 4000

function toStored(document: ProductDocument): StoredProduct {
  return {
    product: toProduct(document),
    changedAt: document.changedAt?.getTime() ?? 0,
    reviewsChangedAt: document.reviewsChangedAt?.getTime() ?? 0,
  }
}

export function createProductChangeRepository(database: Database): ProductChangeRepository {
  const products = productCollection(database)
  const deletions = deletionCollection(database)

  return {
    async *readAll() {
      for await (const documents of readBatches(database, products, { filter: {}, batchSize: BATCH }))
        yield documents.map(toStored)
    },
    async findMany(ids) {
      if (ids.length === 0) return []
      return (await readAll(database, products, { filter: { _id: { $in: [...ids] } } })).map(toStored)
    },
    async *listChanges(sinceMs) {
      const spans = spansSince(sinceMs)
      for (let i = 0; i < spans.length; i += MOST_SPANS) {
        const filter = { changedIn: { $in: spans.slice(i, i + MOST_SPANS) } }
        const written = readBatches<ProductDocument, Pick<ProductDocument, '_id' | 'changedAt'>>(database, products, {
          filter,
          projection: { _id: 1, changedAt: 1 },
          batchSize: LISTED_AT_ONCE,
        })
        for await (const documents of written)
          yield documents.map(({ _id, changedAt }) => ({ id: _id, changedAt: changedAt?.getTime() ?? 0 }))
        const deleted = readBatches<DeletionDocument, Pick<DeletionDocument, '_id'>>(database, deletions, {
          filter,
          projection: { _id: 1 },
          batchSize: LISTED_AT_ONCE,
        })
        for await (const documents of deleted) yield documents.map(({ _id }) => ({ id: _id, changedAt: null }))
      }
    },
  }
}
