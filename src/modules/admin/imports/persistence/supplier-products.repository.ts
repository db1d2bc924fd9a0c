import type { Database, IndexDescription, Transaction } from '#platform/database/database'

interface SupplierProductDocument {
  /** "<supplier>:<product>" */
  _id: string
  supplierId: string
  productId: number
  /** The EAN or UPC by which the list names it; absent where it never did. */
  gtin?: string
  /** The import that brought it into the list, and the last one that had it. */
  addedBy: string
  importId: string
  /** The import with which it was found to have left the list; null while it is on it. */
  leftWith: string | null
}

const INDEXES: readonly IndexDescription[] = [
  { key: { supplierId: 1, productId: 1 }, name: 'products_of_supplier' },
  { key: { gtin: 1 }, name: 'gtin', sparse: true },
  { key: { productId: 1 }, name: 'suppliers_of_product' },
]

/** Which product came from whose list, and which of them are on the list no more. */
export interface SupplierProductsRepository {
  /** Notes the products of a group of rows. */
  note(
    tx: Transaction,
    from: { readonly supplierId: string; readonly importId: string },
    products: readonly { readonly productId: number; readonly gtin: string | null }[],
  ): Promise<void>
  /** The products that were on the supplier's last list. */
  listOnList(supplierId: string): Promise<readonly number[]>
  /** Some of the products that an import did not have, in the order of their ids, after this one. */
  listMissing(supplierId: string, importId: string, afterId: number, limit: number): Promise<readonly number[]>
  markLeft(tx: Transaction, supplierId: string, importId: string, productIds: readonly number[]): Promise<void>
  /** The products that lists name by these numbers. */
  findByGtins(tx: Transaction | null, gtins: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** After the undo of an import: what it added is forgotten, and what left with it is back. */
  revert(tx: Transaction, importId: string): Promise<void>
  /** How many products of each supplier are on its list. */
  counts(supplierIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Whose lists name a product, by supplier: whether it was sold out because it left them. */
  suppliersOf(productId: number, limit: number): Promise<ReadonlyMap<string, boolean>>
  removeOfSupplier(tx: Transaction, supplierId: string): Promise<void>
}

export function createSupplierProductsRepository(database: Database): SupplierProductsRepository {
  const products = database.collection<SupplierProductDocument>('supplier_products', INDEXES)
  const idOf = (supplierId: string, productId: number) => `${supplierId}:${productId}`

  return {
    async note(tx, { supplierId, importId }, noted) {
      if (noted.length === 0) return
      const inOrder = noted.toSorted((a, b) => a.productId - b.productId)
      const writes = inOrder.map(({ productId, gtin }) => ({
        updateOne: {
          filter: { _id: idOf(supplierId, productId) },
          update: {
            $set: { supplierId, productId, importId, leftWith: null, ...(gtin === null ? {} : { gtin }) },
            $setOnInsert: { addedBy: importId },
          },
          upsert: true,
        },
      }))
      await products.bulkWrite(writes, { session: tx.session, ordered: true })
    },
    async listOnList(supplierId) {
      const found = await products.find({ supplierId, leftWith: null }, { projection: { productId: 1 } }).toArray()
      return found.map(({ productId }) => productId)
    },
    async listMissing(supplierId, importId, afterId, limit) {
      const found = await products
        .find(
          { supplierId, productId: { $gt: afterId }, leftWith: null, importId: { $ne: importId } },
          { projection: { productId: 1 }, sort: { productId: 1 }, limit },
        )
        .toArray()
      return found.map(({ productId }) => productId)
    },
    async markLeft(tx, supplierId, importId, productIds) {
      await products.updateMany(
        { _id: { $in: productIds.map((productId) => idOf(supplierId, productId)) } },
        { $set: { leftWith: importId } },
        { session: tx.session },
      )
    },
    async findByGtins(tx, gtins) {
      if (gtins.length === 0) return new Map()
      const found = await products
        .find(
          { gtin: { $in: [...gtins] } },
          { projection: { gtin: 1, productId: 1 }, sort: { productId: -1 }, ...(tx && { session: tx.session }) },
        )
        .toArray()
      return new Map(found.map(({ gtin, productId }) => [gtin ?? '', productId]))
    },
    async revert(tx, importId) {
      await products.deleteMany({ addedBy: importId }, { session: tx.session })
      await products.updateMany({ leftWith: importId }, { $set: { leftWith: null } }, { session: tx.session })
    },
    async counts(supplierIds) {
      const counted = await Promise.all(
        supplierIds.map(
          async (supplierId) => [supplierId, await products.countDocuments({ supplierId, leftWith: null })] as const,
        ),
      )
      return new Map(counted)
    },
    async suppliersOf(productId, limit) {
      const found = await products.find({ productId }, { projection: { supplierId: 1, leftWith: 1 }, limit }).toArray()
      return new Map(found.map(({ supplierId, leftWith }) => [supplierId, leftWith !== null]))
    },
    async removeOfSupplier(tx, supplierId) {
      await products.deleteMany({ supplierId }, { session: tx.session })
    },
  }
}
