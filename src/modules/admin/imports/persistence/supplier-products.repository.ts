import type { mongo } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import { supplierProductCollection, type NotedBy, type SupplierProductDocument } from './supplier-product-document.ts'

/** Which product came from whose list, and which of them are on the list no more. */
export interface SupplierProductsRepository {
  /** The products that were on the supplier's last list. */
  listOnList(supplierId: string): Promise<readonly number[]>
  /** The products on the list that an import did not have, in the order of their ids. */
  listMissing(supplierId: string, importId: string): Promise<readonly number[]>
  /** Those of these products that are on the list still, and that an import did not have. */
  findMissing(supplierId: string, importId: string, productIds: readonly number[]): Promise<readonly number[]>
  markLeft(tx: Transaction, supplierId: string, importId: string, productIds: readonly number[]): Promise<void>
  /** The products that lists name by these EANs, the newest first; also such as were deleted since. */
  findByGtins(
    tx: Transaction | null,
    gtins: readonly string[],
  ): Promise<readonly { readonly gtin: string; readonly productId: number }[]>
  /** Which of these products an import has named by an EAN. */
  findNamedBy(tx: Transaction | null, by: NotedBy, productIds: readonly number[]): Promise<readonly number[]>
  /** Which of these products any list of the supplier has had. */
  findNoted(tx: Transaction | null, supplierId: string, productIds: readonly number[]): Promise<readonly number[]>
  /** How many products of each supplier are on its list. */
  counts(supplierIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Whose lists name a product, by supplier: whether it was sold out because it left them. */
  suppliersOf(productId: number, limit: number): Promise<ReadonlyMap<string, boolean>>
  /**
   * Forgets what a supplier's list had. Outside of a transaction others are answered meanwhile: of 100,000 products a
   * commit holds up everybody.
   */
  removeOfSupplier(supplierId: string, tx?: Transaction): Promise<void>
}

export function createSupplierProductsRepository(database: Database): SupplierProductsRepository {
  const products = supplierProductCollection(database)

  /** Those of the products of which this is noted. */
  async function idsOf(
    tx: Transaction | null,
    noted: mongo.Filter<SupplierProductDocument>,
    productIds: readonly number[],
  ): Promise<readonly number[]> {
    if (productIds.length === 0) return []
    const found = await products
      .find(
        { ...noted, productId: { $in: [...productIds] } },
        { projection: { productId: 1 }, ...(tx && { session: tx.session }) },
      )
      .toArray()
    return found.map(({ productId }) => productId)
  }

  /** Of all that is noted so, which may be 100,000. */
  async function numbersOf(filter: mongo.Filter<SupplierProductDocument>): Promise<readonly number[]> {
    const found = await readAll<SupplierProductDocument, Pick<SupplierProductDocument, 'productId'>>(
      database,
      products,
      { filter, projection: { productId: 1 } },
    )
    return found.map(({ productId }) => productId)
  }

  /** On the list still, and not on that of an import. */
  const missing = (supplierId: string, importId: string) => ({
    supplierId,
    leftWith: null,
    importId: { $ne: importId },
  })

  return {
    listOnList: (supplierId) => numbersOf({ supplierId, leftWith: null }),
    async listMissing(supplierId, importId) {
      const found = await numbersOf(missing(supplierId, importId))
      return found.toSorted((a, b) => a - b)
    },
    findMissing: (supplierId, importId, productIds) => idsOf(null, missing(supplierId, importId), productIds),
    async markLeft(tx, supplierId, importId, productIds) {
      await products.updateMany(
        { supplierId, productId: { $in: [...productIds] } },
        { $set: { leftWith: importId } },
        { session: tx.session },
      )
    },
    async findByGtins(tx, gtins) {
      if (gtins.length === 0) return []
      const found = await products
        .find(
          { gtin: { $in: [...gtins] } },
          { projection: { gtin: 1, productId: 1 }, sort: { productId: -1 }, ...(tx && { session: tx.session }) },
        )
        .toArray()
      return found.map(({ gtin = '', productId }) => ({ gtin, productId }))
    },
    findNamedBy: (tx, { supplierId, importId }, productIds) => idsOf(tx, { supplierId, gtinBy: importId }, productIds),
    findNoted: (tx, supplierId, productIds) => idsOf(tx, { supplierId }, productIds),
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
    async removeOfSupplier(supplierId, tx) {
      await products.deleteMany({ supplierId }, { session: tx?.session })
    },
  }
}
