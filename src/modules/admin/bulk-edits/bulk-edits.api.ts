import type { BulkEdit as Edit, StaffProductFilters } from '#modules/catalog'
import type { Actor } from '../audit/audit.api.ts'
import type { FieldChange, ShownChange, UndoResult } from '../product-changes/product-changes.api.ts'

/** `stopped`: some products were changed, those behind them (`done`) were not looked at. */
export type BulkEditState = 'previewing' | 'previewed' | 'running' | 'finished' | 'stopped' | 'undoing' | 'undone'

/** `left`: edited or deleted since the preview, so that what it was previewed with is not true any more. */
export type BulkEditOutcome = 'changed' | 'refused' | 'left'

/** A change of many products at once: previewed by a job, made by a job, undone by a job. */
export interface BulkEdit {
  readonly id: string
  /** Who made it; null when that was not a person of the staff. */
  readonly by: { readonly id: string; readonly name: string } | null
  readonly edit: Edit
  readonly state: BulkEditState
  /** How many products were chosen. */
  readonly matched: number
  /** How many of them the present step is through. */
  readonly done: number
  readonly changed: number
  readonly refused: number
  readonly left: number
  readonly undo: UndoResult | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

/** What becomes of one product. */
export interface BulkEditRow<Change = FieldChange> {
  readonly productId: number
  readonly name: string
  readonly outcome: BulkEditOutcome
  readonly reason: string | null
  readonly changes: readonly Change[]
}

/** Which products: these, or all that the table shows over all its pages. */
export type BulkEditChoice = { readonly ids: readonly number[] } | { readonly found: StaffProductFilters }

/** Bulk edits of products. Every step is a job, and counts once however often its job runs. */
export interface BulkEdits {
  /** Chooses products and starts the job that works out what would change. @throws NothingChosen */
  preview(choice: BulkEditChoice, edit: Edit, by: Actor): Promise<BulkEdit>
  /** Newest first. */
  list(): Promise<readonly BulkEdit[]>
  /** @throws BulkEditNotFound */
  get(id: string): Promise<BulkEdit>
  /** The first products with this outcome. @throws BulkEditNotFound */
  rows(id: string, outcome: BulkEditOutcome, limit: number): Promise<readonly BulkEditRow<ShownChange>[]>
  /** Makes what was previewed. @throws BulkEditNotFound @throws BulkEditNotReady */
  start(id: string, by: Actor): Promise<BulkEdit>
  /**
   * Changes no more products; those that were changed stay so, and can be changed back. Nothing when it was stopped before.
   * @throws BulkEditNotFound @throws BulkEditNotReady when it is not under way
   */
  stop(id: string, by: Actor): Promise<BulkEdit>
  /** Reverts what was made. @throws BulkEditNotFound @throws BulkEditNotReady when it was undone before */
  undo(id: string, by: Actor): Promise<BulkEdit>
  /** What bulk edits did to one product, newest first. */
  changesOf(productId: number, limit: number): Promise<readonly BulkEditChange[]>
}

/** One bulk edit in the history of a product. */
export interface BulkEditChange {
  readonly bulkEdit: Pick<BulkEdit, 'id' | 'by'>
  readonly at: Date
  readonly isUndo: boolean
  readonly changes: readonly ShownChange[]
}
