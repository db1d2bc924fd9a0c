import type { Database, Transaction } from '#platform/database/database'
import { readAll, readBatches } from '#platform/database/read-all'
import { readInPieces } from '#platform/database/read-in-pieces'
import { insertAll } from '#platform/database/write-all'
import type { Product } from '../domain/product.ts'
import { changeTime } from './change-time.ts'
import { toDocument, toProduct } from './product-mapping.ts'
import { productCollection, type ProductDocument } from './product-document.ts'

/** Products as everybody sees them; what changes their stock is in `stock.repository.ts`. */
export interface ProductRepository {
  find(id: number): Promise<Product | null>
  findMany(ids: readonly number[], tx?: Transaction): Promise<readonly Product[]>
  /** The ids of at most 100 products with exactly one of these names. */
  findIdsByName(names: readonly string[]): Promise<readonly number[]>
  exists(id: number): Promise<boolean>
  /** Those of these ids that there is a product with. */
  existing(ids: readonly number[]): Promise<ReadonlySet<number>>
  isEmpty(tx?: Transaction): Promise<boolean>
  /** The pictures of all products, as they are stored. */
  streamImages(): AsyncIterable<string>
  insertMany(tx: Transaction, products: readonly Product[]): Promise<void>
  /** Sets what its reviews, which have changed, make of a product. Returns false when the product is gone. */
  setRating(tx: Transaction, productId: number, rating: Pick<Product, 'rating' | 'reviewCount'>): Promise<boolean>
  /** Notes that reviews of these products changed, though no rating did. */
  markReviewsChanged(tx: Transaction, productIds: readonly number[]): Promise<void>
}

const MAX_BY_NAME = 100
/** Of a pass over all products: some milliseconds of the processor, between which others are answered. */
const READ_AT_ONCE = 200
const ONLY_ID = { _id: 1 } as const

export function createProductRepository(database: Database): ProductRepository {
  const products = productCollection(database)

  return {
    async find(id) {
      const document = await products.findOne({ _id: id })
      return document === null ? null : toProduct(document)
    },
    async findMany(ids, tx) {
      if (ids.length === 0) return []
      return (await readInPieces(products, { _id: { $in: [...ids] } }, tx)).map(toProduct)
    },
    async findIdsByName(names) {
      const found = products.find({ name: { $in: [...names] } }, { projection: ONLY_ID, limit: MAX_BY_NAME })
      return (await found.toArray()).map(({ _id }) => _id).toSorted((a, b) => a - b)
    },
    async existing(ids) {
      const found = await readAll<ProductDocument, Pick<ProductDocument, '_id'>>(database, products, {
        filter: { _id: { $in: [...ids] } },
        projection: ONLY_ID,
      })
      return new Set(found.map(({ _id }) => _id))
    },
    async exists(id) {
      return (await products.findOne({ _id: id }, { projection: ONLY_ID })) !== null
    },
    async isEmpty(tx) {
      return (await products.findOne({}, { projection: ONLY_ID, session: tx?.session })) === null
    },
    async *streamImages() {
      const batches = readBatches<ProductDocument, Pick<ProductDocument, 'image' | 'images'>>(database, products, {
        filter: {},
        projection: { image: 1, images: 1 },
        batchSize: READ_AT_ONCE,
      })
      for await (const batch of batches) for (const { image, images } of batch) yield* [image, ...images]
    },
    async insertMany(tx, created) {
      const change = changeTime()
      const documents = created.map((product) => toDocument(product, change))
      await insertAll(database, products, documents, tx)
    },
    async setRating(tx, productId, { rating, reviewCount }) {
      const change = changeTime()
      const update = { rating, reviewCount, reviewsChangedAt: change.changedAt, ...change }
      const result = await products.updateOne({ _id: productId }, { $set: update }, { session: tx.session })
      return result.matchedCount === 1
    },
    async markReviewsChanged(tx, productIds) {
      const change = changeTime()
      const update = { reviewsChangedAt: change.changedAt, ...change }
      await products.updateMany({ _id: { $in: [...productIds] } }, { $set: update }, { session: tx.session })
    },
  }
}
