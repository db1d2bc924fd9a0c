import type { Database, Transaction } from '#platform/database/database'
import { readAll, readBatches } from '#platform/database/read-all'
import type { Product } from '../domain/product.ts'
import { spansSince } from './change-time.ts'
import {
  deletionCollection,
  productCollection,
  type DeletionDocument,
  type ProductDocument,
} from './product-document.ts'
import { toProduct } from './product-mapping.ts'
import type { WrittenProducts } from './written-products.ts'

/** A product with the times of its last writes, in ms; 0 when there was none. */
export interface StoredProduct {
  readonly product: Product
  readonly changedAt: number
  readonly reviewsChangedAt: number
}

/** A product as a sale has left it, whose transaction is committed. */
export interface SoldProduct extends StoredProduct {
  /** When it was written last before that, in ms. */
  readonly changedBefore: number
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
  /** @param tx reads as this transaction sees them */
  findMany(ids: readonly number[], tx?: Transaction): Promise<readonly StoredProduct[]>
  /** Which products were written or deleted since a time in ms, in batches, and some from before that time. */
  listChanges(sinceMs: number): AsyncIterable<readonly ProductChange[]>
  /**
   * What the server calls the collection of products. No other collection has ever had that name, also none that was
   * restored under the same one; null where the server gives none, as the built-in database does.
   */
  collectionId(): Promise<string | null>
}

const BATCH = 100
const LISTED_AT_ONCE = 5000
/** The built-in database looks up so many values by an index. */
const MAX_SPANS = 4000

type TimedDocument = Pick<ProductDocument, '_id' | 'changedAt'>

function toStored(document: ProductDocument): StoredProduct {
  return {
    product: toProduct(document),
    changedAt: document.changedAt?.getTime() ?? 0,
    reviewsChangedAt: document.reviewsChangedAt?.getTime() ?? 0,
  }
}

/** @param written what this process has just written, and need not read while it is still so */
export function createProductChangeRepository(database: Database, written: WrittenProducts): ProductChangeRepository {
  const products = productCollection(database)
  const deletions = deletionCollection(database)

  async function find(ids: readonly number[], tx: Transaction | null = null): Promise<StoredProduct[]> {
    if (ids.length === 0) return []
    return (await readAll(database, products, { filter: { _id: { $in: [...ids] } }, tx })).map(toStored)
  }

  /** The change time (ms) of each of these products that is there. */
  async function findTimes(ids: readonly number[]): Promise<ReadonlyMap<number, number | undefined>> {
    const found = await readAll<ProductDocument, TimedDocument>(database, products, {
      filter: { _id: { $in: [...ids] } },
      projection: { changedAt: 1 },
    })
    return new Map(found.map(({ _id, changedAt }) => [_id, changedAt?.getTime()]))
  }

  return {
    async *readAll() {
      for await (const documents of readBatches(database, products, { filter: {}, batchSize: BATCH }))
        yield documents.map(toStored)
    },
    async findMany(ids, tx = undefined) {
      if (tx !== undefined) return find(ids, tx)
      const known = written.take(ids)
      if (known.length === 0) return find(ids)
      const times = await findTimes(known.map(({ product }) => product.id))
      const found: StoredProduct[] = []
      const current = new Set<number>()
      for (const { product, changedAt } of known) {
        if (times.get(product.id) !== changedAt) continue
        current.add(product.id)
        found.push({ product, changedAt, reviewsChangedAt: 0 })
      }
      return current.size === ids.length ? found : [...found, ...(await find(ids.filter((id) => !current.has(id))))]
    },
    async *listChanges(sinceMs) {
      const spans = spansSince(sinceMs)
      for (let i = 0; i < spans.length; i += MAX_SPANS) {
        const filter = { changedIn: { $in: spans.slice(i, i + MAX_SPANS) } }
        const changed = readBatches<ProductDocument, TimedDocument>(database, products, {
          filter,
          projection: { _id: 1, changedAt: 1 },
          batchSize: LISTED_AT_ONCE,
        })
        for await (const documents of changed)
          yield documents.map(({ _id, changedAt }) => ({ id: _id, changedAt: changedAt?.getTime() ?? 0 }))
        const deleted = readBatches<DeletionDocument, Pick<DeletionDocument, '_id'>>(database, deletions, {
          filter,
          projection: { _id: 1 },
          batchSize: LISTED_AT_ONCE,
        })
        for await (const documents of deleted) yield documents.map(({ _id }) => ({ id: _id, changedAt: null }))
      }
    },
    async collectionId() {
      const { db } = database.connection
      const filter = { name: products.collectionName }
      const [found] = (await db?.listCollections(filter, { nameOnly: false }).toArray()) ?? []
      return found?.info?.uuid?.toString('hex') ?? null
    },
  }
}
