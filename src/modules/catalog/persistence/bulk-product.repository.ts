import type { Database, Transaction } from '#platform/database/database'
import { refusingDuplicates } from '#platform/database/duplicate-key'
import { readAll } from '#platform/database/read-all'
import { insertAll, updateAll } from '#platform/database/write-all'
import type { ProductContent, ProductKeys } from '../domain/bulk.ts'
import type { Product } from '../domain/product.ts'
import { slugOf } from '../domain/words.ts'
import { SkuTaken } from '../errors.ts'
import { changeTime, type ChangeTime } from './change-time.ts'
import { deletionCollection, productCollection, type ProductDocument } from './product-document.ts'
import { toDocument, toProduct } from './product-mapping.ts'
import type { WrittenProducts } from './written-products.ts'

export interface BulkProductRepository {
  /** Products that carry one of these article numbers or one of these names. */
  findByKeys(tx: Transaction | null, keys: ProductKeys): Promise<readonly Product[]>
  /** Whether none of these was edited, sold, restocked or deleted since. */
  areUnchanged(tx: Transaction, products: readonly Product[]): Promise<boolean>
  /** @throws SkuTaken */
  insert(tx: Transaction, products: readonly Product[]): Promise<void>
  /** @throws SkuTaken */
  change(
    tx: Transaction,
    changes: readonly { readonly id: number; readonly set: Partial<ProductContent> }[],
    now: Date,
  ): Promise<void>
  remove(tx: Transaction, ids: readonly number[]): Promise<void>
}

/** Absent rather than null or empty in a stored product. */
type Absent = 'sku' | 'fits' | 'pageYield' | 'supplyColor'
type Update = { $set: Partial<ProductDocument>; $unset?: Partial<Record<Absent, true>> }

function updateOf(set: Partial<ProductContent>, now: Date, change: ChangeTime): Update {
  const { sku, specifications, images, tags, features, fits, pageYield, supplyColor, ...plain } = set
  const document: Partial<ProductDocument> = { ...plain, updatedAt: now, ...change }
  if (images !== undefined) document.images = [...images]
  if (tags !== undefined) document.tags = [...tags]
  if (features !== undefined) document.features = [...features]
  if (set.name !== undefined) document.slug = slugOf(set.name)
  if (specifications !== undefined) {
    const isText = typeof specifications === 'string'
    document.specificationsText = isText ? specifications : null
    document.specifications = isText ? [] : Object.entries(specifications).map(([name, value]) => ({ name, value }))
  }
  const given: { readonly [Field in Absent]: ProductDocument[Field] | null } = {
    sku,
    fits: fits?.length === 0 ? null : fits && [...fits],
    pageYield,
    supplyColor,
  }
  const entries = Object.entries(given)
  Object.assign(document, Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)))
  const gone = entries.filter(([, value]) => value === null).map(([field]) => [field, true] as const)
  return gone.length === 0 ? { $set: document } : { $set: document, $unset: Object.fromEntries(gone) }
}

/** Beside a product's own number, its SKU is the only thing that no other product may have. */
function refusingTakenSkus<Result>(write: Promise<Result>, skus: readonly (string | null)[]): Promise<Result> {
  return refusingDuplicates(write, () => new SkuTaken(skus.length === 1 ? (skus[0] ?? null) : null))
}

type StateDocument = Pick<ProductDocument, '_id' | 'updatedAt' | 'stockQuantity' | 'inStock'>

/** An edit changes the time; sales and returns change only the stock. */
function isAsIn(document: StateDocument | undefined, product: Product): boolean {
  return (
    document?.updatedAt.getTime() === product.updatedAt.getTime() &&
    document.stockQuantity === product.stockQuantity &&
    document.inStock === product.inStock
  )
}

/**
 * Writes many products at once with the driver: the documents are built field by field here, and mongoose's casting of
 * tens of thousands of them would take most of an import's time.
 */
export function createBulkProductRepository(database: Database, written: WrittenProducts): BulkProductRepository {
  const collection = productCollection(database)
  const deletions = deletionCollection(database)
  const inOrder = <Row extends { readonly id: number }>(rows: readonly Row[]) => [...rows].sort((a, b) => a.id - b.id)

  return {
    async findByKeys(tx, { skus, names }) {
      const found = new Map<number, Product>()
      const filters = [
        ...(skus.length === 0 ? [] : [{ sku: { $in: [...skus] } }]),
        ...(names.length === 0 ? [] : [{ name: { $in: [...names] } }]),
      ]
      for (const filter of filters) {
        for (const document of await readAll(database, collection, { filter, tx }))
          found.set(document._id, toProduct(document))
      }
      return [...found.values()]
    },
    async areUnchanged(tx, products) {
      if (products.length === 0) return true
      const states = await readAll<ProductDocument, StateDocument>(database, collection, {
        filter: { _id: { $in: products.map(({ id }) => id) } },
        projection: { updatedAt: 1, stockQuantity: 1, inStock: 1 },
        tx,
      })
      const byId = new Map(states.map((state) => [state._id, state]))
      return products.every((product) => isAsIn(byId.get(product.id), product))
    },
    async insert(tx, products) {
      if (products.length === 0) return
      const change = changeTime()
      const documents: ProductDocument[] = []
      for (const product of products) documents.push(toDocument(product, change))
      await refusingTakenSkus(
        insertAll(database, collection, documents, tx),
        products.map(({ sku }) => sku),
      )
      tx.onCommit(() => written.keep(products, change.changedAt))
    },
    // Every write of several products follows the order of their ids, so that two of them cannot deadlock.
    async change(tx, changes, now) {
      if (changes.length === 0) return
      const change = changeTime()
      const updates = inOrder(changes).map(({ id, set }) => ({ q: { _id: id }, u: updateOf(set, now, change) }))
      await refusingTakenSkus(
        updateAll(database, collection, updates, tx),
        changes.map(({ set }) => set.sku ?? null),
      )
    },
    async remove(tx, ids) {
      if (ids.length === 0) return
      await collection.deleteMany({ _id: { $in: [...ids] } }, { session: tx.session })
      const change = changeTime()
      const notes = ids.map((id) => ({ updateOne: { filter: { _id: id }, update: { $set: change }, upsert: true } }))
      await deletions.bulkWrite(notes, { session: tx.session, ordered: true })
    },
  }
}
