import type { WrittenReview, Product, ProductContent, ProductEdit, ReviewKey } from '#modules/catalog'
import type { NoteMade } from '#platform/database/repeatable-calls'
import type { Actor } from '../audit/audit.api.ts'
import type { ShownChange } from '../product-changes/product-changes.api.ts'

/** One change of a product: by a person, by a price list, or by a bulk edit. */
export interface ProductChange {
  readonly at: Date
  readonly source: 'person' | 'import' | 'bulk-edit'
  /** Who did it; null when the shop acted by itself. */
  readonly person: string | null
  /** The file of a price list; null otherwise. */
  readonly fileName: string | null
  readonly isUndo: boolean
  readonly changes: readonly ShownChange[]
}

/**
 * People's edits are lines of the log, which keeps them for good; price lists and bulk edits are what is kept for their
 * undo, for 90 days. Nothing is stored twice, and the newest hundred of each are looked at.
 */
export type ProductHistory = (productId: number) => Promise<readonly ProductChange[]>

/** What staff do with products and their pictures. Each change is one transaction with its line in the audit log. */
export interface StaffProducts {
  /** @throws SkuTaken */
  create(content: ProductContent, by: Actor, note?: NoteMade): Promise<Product>
  /**
   * Changes only the fields that were sent.
   * @throws ProductNotFound
   * @throws EditedMeanwhile
   * @throws StockChanged
   * @throws SkuTaken
   */
  update(id: number, edit: ProductEdit, by: Actor): Promise<Product>
  /** Removes a product and its reviews from the catalog. @throws ProductNotFound */
  delete(id: number, by: Actor): Promise<void>
  /** The latest changes of a product, newest first; sales are none of them. */
  readonly history: ProductHistory
  /**
   * Takes a review out of the shop, of which its author is told by mail.
   * @throws ReviewNotFound
   * @throws ReviewHiddenMeanwhile when somebody else has hidden it for another reason
   */
  hideReview(key: ReviewKey, reason: string, by: Actor): Promise<WrittenReview>
  /**
   * Puts a review back into the shop; one that is shown already stays so.
   * @param hiddenAtWas since when it was hidden as far as the person saw
   * @throws ReviewNotFound
   * @throws ReviewHiddenMeanwhile when somebody else has hidden it since then
   */
  showReview(key: ReviewKey, hiddenAtWas: Date, by: Actor): Promise<WrittenReview>
  /** Logs uploaded pictures. */
  recordUploads(count: number, by: Actor): Promise<void>
}
