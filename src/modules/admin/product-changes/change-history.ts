import type { Transaction } from '#platform/database/database'
import type { WrittenProduct } from './written-product.ts'

/** What a price list or a bulk edit made of a product, and when. */
export interface MadeChange extends WrittenProduct {
  /** The import or the bulk edit. */
  readonly madeBy: string
  readonly madeAt: Date
}

/** The changes of one kind: those of price lists, or those of bulk edits. */
export interface ChangeHistory {
  /** Those of these products that were made after this moment and are not undone. */
  findStanding(tx: Transaction, productIds: readonly number[], after: Date): Promise<readonly MadeChange[]>
  /** Those that were undone but for these products, which had been changed after them. */
  findKept(tx: Transaction, productIds: readonly number[]): Promise<readonly MadeChange[]>
  /** Notes that some that one undo has kept are taken back after all. */
  takeBack(tx: Transaction, madeBy: string, changes: readonly MadeChange[]): Promise<void>
}
