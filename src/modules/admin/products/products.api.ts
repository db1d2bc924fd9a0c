import type { Product, ProductContent, ProductEdit } from '#modules/catalog'
import type { Actor } from '../audit/audit.api.ts'

/** What staff do with products and their pictures. Each change is one transaction with its line in the audit log. */
export interface StaffProducts {
  /** @throws SkuTaken */
  create(content: ProductContent, by: Actor): Promise<Product>
  /** Changes only the fields that were sent. @throws ProductNotFound @throws EditedMeanwhile @throws StockChanged @throws SkuTaken */
  update(id: number, edit: ProductEdit, by: Actor): Promise<Product>
  /** Removes a product and its reviews from the catalog. @throws ProductNotFound */
  delete(id: number, by: Actor): Promise<void>
  /** Logs uploaded pictures, and starts the job that deletes pictures nothing has shown for 120 days. */
  recordUploads(count: number, by: Actor): Promise<void>
}
