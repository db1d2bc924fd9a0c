import type { BlankRule, CategoryMatch, ImportField, ImportMode, NumberFormat } from './import.ts'
import type { SupplierRules } from './supplier-terms.ts'

/** How the last list of a supplier was understood; the next one with the same columns is read in the same way. */
export interface SupplierReading {
  readonly headerKey: string
  readonly encoding: string
  /** Between the cells of a CSV. */
  readonly delimiter: string
  /** Of a workbook. */
  readonly sheet: string | null
  readonly mode: ImportMode
  readonly blank: BlankRule
  readonly unpriced: boolean
  readonly columns: readonly {
    readonly header: string
    readonly field: ImportField | null
    readonly numbers: NumberFormat | null
    /** As in `ImportColumn`; absent also in lists of an earlier version. */
    readonly pieces?: number
    readonly currency?: string | null
  }[]
  readonly categories: readonly CategoryMatch[]
}

/** Who sends price lists, and what the shop knows about them. */
export interface Supplier extends SupplierRules {
  readonly id: string
  /** Null until a list of theirs was imported, and when no other is left after an undo. */
  readonly reading: SupplierReading | null
  readonly createdAt: Date
  /** How often staff changed it or its source: a change says which one was seen. */
  readonly version: number
}
