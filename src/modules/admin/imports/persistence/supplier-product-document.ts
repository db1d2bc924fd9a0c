import type { Collection, Database, IndexDescription } from '#platform/database/database'

export interface SupplierProductDocument {
  /** "<supplier>:<product>" */
  _id: string
  supplierId: string
  productId: number
  /** The EAN or UPC by which the list names it; absent where it never did. */
  gtin?: string
  /** The last import that named it by that; absent in notes of a version before this one. */
  gtinBy?: string
  /** The import that brought it into the list, and the last one that had it. */
  addedBy: string
  importId: string
  /** The import with which it was found to have left the list; null while it is on it. */
  leftWith: string | null
}

const INDEXES: readonly IndexDescription[] = [
  { key: { supplierId: 1, productId: 1 }, name: 'products_of_supplier' },
  // Counts what is on each list without reading it.
  { key: { supplierId: 1, leftWith: 1 }, name: 'on_list' },
  { key: { gtin: 1 }, name: 'gtin', sparse: true },
  { key: { productId: 1 }, name: 'suppliers_of_product' },
]

/** The collection of all notes, and its indexes. */
export function supplierProductCollection(database: Database): Collection<SupplierProductDocument> {
  return database.collection('supplier_products', INDEXES)
}

/** Whose list notes a product, and by which import. */
export interface NotedBy {
  readonly supplierId: string
  readonly importId: string
}

/** A supplier has one note of a product. */
export function idOf(supplierId: string, productId: number): string {
  return `${supplierId}:${productId}`
}
