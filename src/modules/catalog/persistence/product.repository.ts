import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { readAll, readBatches } from '#platform/database/read-all'
import { readInPieces } from '#platform/database/read-in-pieces'
import { insertAll } from '#platform/database/write-all'
import type { Product } from '../domain/product.ts'
import type { StockLine } from '../domain/stock.ts'
import { changeTime, type ChangeTime } from './change-time.ts'
import { productCollection, productModel, type ProductDocument } from './product.model.ts'

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
  // A sale is not an edit: `updatedAt` stays, so that an open form does not become outdated.
  /**
   * Takes pieces of counted products at the end of the transaction, which fails when one no longer has enough.
   * @returns the change time that these products have then
   */
  takePieces(tx: Transaction, lines: readonly StockLine[]): Date
  returnPieces(tx: Transaction, lines: readonly StockLine[]): Promise<void>
  /** Sets what its reviews, which have changed, make of a product. Returns false when the product is gone. */
  setRating(tx: Transaction, productId: number, rating: Pick<Product, 'rating' | 'reviewCount'>): Promise<boolean>
  /** Notes that reviews of these products changed, though no rating did. */
  markReviewsChanged(tx: Transaction, productIds: readonly number[]): Promise<void>
}

const MAX_BY_NAME = 100
/** Of a pass over all products: some milliseconds of the processor, between which others are answered. */
const READ_AT_ONCE = 200

export const SEARCH_FIELDS = {
  sku: 1,
  name: 1,
  brand: 1,
  category: 1,
  priceCents: 1,
  inStock: 1,
  isFeatured: 1,
  isBusinessProduct: 1,
  rating: 1,
  tags: 1,
  features: 1,
  specifications: 1,
  specificationsText: 1,
  description: 1,
  stockQuantity: 1,
  updatedAt: 1,
  fits: 1,
  costPerPage: 1,
  pageYield: 1,
  supplyColor: 1,
} as const
/** The fields of a product that the search index needs. */
export type SearchFields = Pick<Product, 'id' | Exclude<keyof typeof SEARCH_FIELDS, 'specificationsText'>>
export type SearchFieldsDocument = Pick<ProductDocument, keyof typeof SEARCH_FIELDS | '_id'>

export function toProduct(document: ProductDocument): Product {
  return {
    id: document._id,
    sku: document.sku ?? null,
    slug: document.slug,
    name: document.name,
    description: document.description,
    brand: document.brand,
    category: document.category,
    priceCents: document.priceCents,
    originalPriceCents: document.originalPriceCents,
    image: document.image,
    images: document.images,
    tags: document.tags,
    inStock: document.inStock,
    stockQuantity: document.stockQuantity,
    awaitsPrice: document.awaitsPrice ?? (document.priceCents === 0 && !document.inStock),
    isFeatured: document.isFeatured,
    isBusinessProduct: document.isBusinessProduct,
    rating: document.rating,
    reviewCount: document.reviewCount,
    specifications: specificationsOf(document),
    features: document.features,
    fits: document.fits ?? [],
    pageYield: document.pageYield ?? null,
    supplyColor: document.supplyColor ?? null,
    linkedIds: document.linkedIds ?? [],
    costPerPage: document.costPerPage ?? null,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  }
}

export function toDocument(product: Product, change: ChangeTime): ProductDocument {
  const { specifications } = product
  return {
    _id: product.id,
    ...(product.sku === null ? {} : { sku: product.sku }),
    slug: product.slug,
    name: product.name,
    description: product.description,
    brand: product.brand,
    category: product.category,
    priceCents: product.priceCents,
    originalPriceCents: product.originalPriceCents,
    image: product.image,
    images: [...product.images],
    tags: [...product.tags],
    inStock: product.inStock,
    stockQuantity: product.stockQuantity,
    awaitsPrice: product.awaitsPrice,
    isFeatured: product.isFeatured,
    isBusinessProduct: product.isBusinessProduct,
    rating: product.rating,
    reviewCount: product.reviewCount,
    specificationsText: typeof specifications === 'string' ? specifications : null,
    specifications:
      typeof specifications === 'string'
        ? []
        : Object.entries(specifications).map(([name, value]) => ({ name, value })),
    features: [...product.features],
    ...supplyFields(product),
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    ...change,
  }
}

/** What only some products have is absent in the others, so that the indexes hold those alone. */
function supplyFields({ fits, pageYield, supplyColor, linkedIds, costPerPage }: Product): Partial<ProductDocument> {
  return {
    ...(fits.length > 0 && { fits: [...fits] }),
    ...(pageYield !== null && { pageYield }),
    ...(supplyColor !== null && { supplyColor }),
    ...(linkedIds.length > 0 && { linkedIds: [...linkedIds] }),
    ...(costPerPage !== null && { costPerPage }),
  }
}

function specificationsOf({
  specificationsText,
  specifications,
}: Pick<ProductDocument, 'specificationsText' | 'specifications'>): Product['specifications'] {
  return specificationsText ?? Object.fromEntries(specifications.map(({ name, value }) => [name, value]))
}

export function toSearchFields(document: SearchFieldsDocument): SearchFields {
  return {
    id: document._id,
    sku: document.sku ?? null,
    name: document.name,
    brand: document.brand,
    category: document.category,
    priceCents: document.priceCents,
    inStock: document.inStock,
    isFeatured: document.isFeatured,
    isBusinessProduct: document.isBusinessProduct,
    rating: document.rating,
    tags: document.tags,
    features: document.features,
    specifications: specificationsOf(document),
    description: document.description,
    stockQuantity: document.stockQuantity,
    updatedAt: document.updatedAt,
    fits: document.fits ?? [],
    costPerPage: document.costPerPage ?? null,
    pageYield: document.pageYield ?? null,
    supplyColor: document.supplyColor ?? null,
  }
}

export function createProductRepository(database: Database): ProductRepository {
  const products = database.model(productModel)
  const rows = productCollection(database)
  const among = (ids: readonly number[]) => trusted({ $in: [...ids] })

  return {
    async find(id) {
      const document = await products().findById(id).lean()
      return document === null ? null : toProduct(document)
    },
    async findMany(ids, tx) {
      if (ids.length === 0) return []
      return (await readInPieces(rows, { _id: { $in: [...ids] } }, tx)).map(toProduct)
    },
    async findIdsByName(names) {
      const found = await products()
        .find({ name: trusted({ $in: [...names] }) }, { _id: 1 })
        .limit(MAX_BY_NAME)
        .lean()
      return found.map(({ _id }) => _id).toSorted((a, b) => a - b)
    },
    async existing(ids) {
      const found = await readAll<ProductDocument, Pick<ProductDocument, '_id'>>(database, rows, {
        filter: { _id: { $in: [...ids] } },
        projection: { _id: 1 },
      })
      return new Set(found.map(({ _id }) => _id))
    },
    async exists(id) {
      return (await products().exists({ _id: id })) !== null
    },
    async isEmpty(tx) {
      return (await rows.findOne({}, { projection: { _id: 1 }, session: tx?.session })) === null
    },
    async *streamImages() {
      const batches = readBatches<ProductDocument, Pick<ProductDocument, 'image' | 'images'>>(database, rows, {
        filter: {},
        projection: { image: 1, images: 1 },
        batchSize: READ_AT_ONCE,
      })
      for await (const batch of batches) for (const { image, images } of batch) yield* [image, ...images]
    },
    async insertMany(tx, created) {
      const change = changeTime()
      const documents = created.map((product) => toDocument(product, change))
      await insertAll(database, rows, documents, tx)
    },
    takePieces(tx, lines) {
      const change = changeTime()
      tx.writeAtEnd(
        rows,
        // The guard for the last pieces comes first: after it the stock is 0, so the second can never take again.
        lines.flatMap(({ productId: _id, quantity }) => [
          {
            filter: { _id, inStock: true, stockQuantity: quantity },
            update: { $set: { stockQuantity: 0, inStock: false, ...change } },
          },
          {
            filter: { _id, inStock: true, stockQuantity: { $gt: quantity } },
            update: { $inc: { stockQuantity: -quantity }, $set: change },
          },
        ]),
        {
          mustFind: lines.length,
          // A transaction sees one moment of the database, so only a server that breaks this promise gets here.
          onMiss: () => new Error('Stock was taken by another sale in the meantime.'),
        },
      )
      return change.changedAt
    },
    async returnPieces(tx, lines) {
      if (lines.length === 0) return
      const change = changeTime()
      await products().bulkWrite(
        // What still has pieces comes first: what had none has some afterwards and must not match again. A
        // product that is in stock with 0 is not counted and matches neither.
        lines.flatMap(({ productId, quantity }) => [
          {
            updateOne: {
              filter: { _id: productId, stockQuantity: trusted({ $gt: 0 }) },
              update: { $inc: { stockQuantity: quantity }, $set: change },
            },
          },
          {
            updateOne: {
              filter: { _id: productId, inStock: false, stockQuantity: 0, priceCents: trusted({ $gt: 0 }) },
              update: { $set: { stockQuantity: quantity, inStock: true, ...change } },
            },
          },
          {
            // A product that has lost its price must not be sold.
            updateOne: {
              filter: {
                _id: productId,
                inStock: false,
                stockQuantity: 0,
                priceCents: 0,
                awaitsPrice: trusted({ $ne: true }),
              },
              update: { $set: { stockQuantity: quantity, awaitsPrice: true, ...change } },
            },
          },
        ]),
        { session: tx.session, ordered: true },
      )
    },
    async setRating(tx, productId, { rating, reviewCount }) {
      const change = changeTime()
      const update = { rating, reviewCount, reviewsChangedAt: change.changedAt, ...change }
      const result = await products().updateOne({ _id: productId }, { $set: update }, { session: tx.session })
      return result.matchedCount === 1
    },
    async markReviewsChanged(tx, productIds) {
      const change = changeTime()
      const update = { reviewsChangedAt: change.changedAt, ...change }
      await products().updateMany({ _id: among(productIds) }, { $set: update }, { session: tx.session })
    },
  }
}
