import type { FieldChange, UndoResult } from '../product-changes/product-changes.api.ts'
import type { ImportSupplier } from './supplier-terms.ts'

/** Fields of a product that a column of a price list can fill (specification 2, section 5). */
export const IMPORT_FIELDS = [
  'sku',
  'name',
  'description',
  'category',
  'brand',
  'price',
  'originalPrice',
  'image',
  'images',
  'specifications',
  'features',
  'stockQuantity',
  'inStock',
  'isFeatured',
  'isBusinessProduct',
  'tags',
  'fits',
  'pageYield',
  'supplyColor',
  'gtin',
  'priceUnit',
  'currency',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

export type ImportMode = 'create' | 'upsert'
/** What an empty cell does to an existing product: it keeps the value, or sets it to a new product's default. */
export type BlankRule = 'keep' | 'clear'
export type ImportState =
  /** A sample is read; staff say what the columns are before all rows are. */
  | 'mapping'
  | 'previewing'
  | 'previewed'
  | 'queued'
  | 'running'
  | 'finished'
  | 'cancelled'
  | 'failed'
  | 'undoing'
  | 'undone'
export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed'
export const ROW_OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const

export const MAX_BYTES = 50 * 1024 * 1024
export const MAX_ROWS = 100_000
export const MAX_COLUMNS = 1000

/** Whether a point or a comma stands before the cents. */
export type NumberFormat = 'point' | 'comma'

/** A value of a column, and how many rows have it. */
export interface ColumnValue {
  readonly text: string
  readonly rows: number
}

export interface ImportColumn {
  readonly header: string
  readonly samples: readonly string[]
  readonly field: ImportField | null
  /** How its numbers are read; null when that is not known, or makes no difference. */
  readonly numbers: NumberFormat | null
  /** A number that means two things without `numbers`, or else one with a separator. */
  readonly example: string | null
  readonly isAmbiguous: boolean
  /** The currency that its amounts name, most of them. */
  readonly currency: string | null
  /** For how many pieces its prices are; absent where the name of the column does not say, and staff have not said. */
  readonly pieces?: number
  /** Of a column that may say for how many pieces the price of a row is: what it says. */
  readonly units?: PriceUnits
  /** Its different values, the most frequent first; none when there are too many to be groups of products. */
  readonly values: readonly ColumnValue[]
}

/** How the bytes of a file become rows. */
export interface FileFormat {
  readonly encoding: string
  readonly delimiter: string
  /** The line with the names of the columns; lines above it are the supplier's letterhead. */
  readonly headerLine: number
}

/** What staff know of the encoding of a file that is not UTF-8. */
export interface EncodingChoice {
  readonly encoding: string
  /** Words of the file with letters beyond ASCII, as they read in this encoding. */
  readonly samples: readonly string[]
}

/** What the cells of a column say of the pieces that a price is for. */
export interface PriceUnits {
  readonly pieces: readonly number[]
  /** Whether no cell says something else. */
  readonly isWhole: boolean
}

/** What a line above or below the table says: that prices are for so many pieces. */
export interface PriceNote {
  readonly text: string
  readonly pieces: number
}

/** A value of the category column, and the category that staff have said it is. */
export interface CategoryMatch {
  readonly value: string
  readonly category: string
}

/** A cell that staff have corrected. */
export interface CorrectedCell {
  readonly line: number
  readonly header: string
  readonly text: string
}

/** How many cells of one file can be corrected by hand. */
export const MAX_CORRECTIONS = 500

/** One price list and its progress. */
export interface ProductImport {
  readonly id: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly mode: ImportMode
  readonly blank: BlankRule
  /** Whether the current or last reading of the file is a preview, which writes no products. */
  readonly preview: boolean
  readonly state: ImportState
  readonly delimiter: string
  readonly encoding: string
  readonly headerLine: number
  /** The encodings that it may have, the chosen one first; none in UTF-8. */
  readonly encodings: readonly EncodingChoice[]
  /** Whether staff should look at the samples of its encoding before they go on. */
  readonly isEncodingSure: boolean
  /** Of a workbook: the sheet that is read, and all that have a table. */
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly columns: readonly ImportColumn[]
  readonly categories: readonly CategoryMatch[]
  /** Absent where the list says nothing of the kind. */
  readonly priceNote?: PriceNote | null
  /** Whether rows with words instead of a price ("on request") are imported without one. */
  readonly unpriced: boolean
  /** Cells as staff have corrected them, under the name by which they are stored; the file stays as it came. */
  readonly mends: readonly CorrectedCell[]
  /** Reasons whose rows staff leave out; see `reasonsOf`. */
  readonly skips: readonly string[]
  /** A hash of the columns' names: lists with the same one come from the same supplier. */
  readonly headerKey: string
  /** Whose list it is, with the rules that it is read by; null for a list of nobody in particular. */
  readonly supplier: ImportSupplier | null
  /** The import whose failed rows it has; null for a list that was sent whole. */
  readonly corrects: string | null
  /** How many of the supplier's products are not on this list, of how many that were on the one before. */
  readonly left: number
  readonly leftOf: number
  /** Whether staff have confirmed that many products left. */
  readonly mayManyLeave: boolean
  readonly rowsTotal: number
  /** Counts the readings of this file, so that a job of an older one does nothing. */
  readonly run: number
  /** The last line whose outcome is stored; the import continues after it. */
  readonly lastLine: number
  readonly rowsRead: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
  readonly flagged: number
  /** Time spent on rows in ms, without pauses between processes. */
  readonly workedMs: number
  readonly problem: string | null
  readonly undo: UndoResult | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** What became of one row. The header is line 1. */
export interface RowResult {
  readonly line: number
  readonly outcome: RowOutcome
  readonly name: string
  readonly productId: number | null
  readonly reason: string | null
  readonly warnings: readonly string[]
  readonly changes: readonly FieldChange[]
  /** What the product costs the shop; only in a preview of a supplier with a price rule, and absent in older rows. */
  readonly costCents?: number | null
  /** Of a written row: the fingerprint of the product right after, see `fingerprintOf`; null otherwise. */
  readonly mark: string | null
}

/** The products that the rows stand for; a row that failed or was skipped stands for none. */
export function productsMeantBy(rows: readonly RowResult[]): readonly number[] {
  return rows.flatMap(({ outcome, productId }) =>
    productId === null || outcome === 'failed' || outcome === 'skipped' ? [] : [productId],
  )
}

/** How far an import is before its first row. */
export const INITIAL_PROGRESS = {
  lastLine: 1,
  rowsRead: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  flagged: 0,
  left: 0,
  leftOf: 0,
  workedMs: 0,
  problem: null,
  undo: null,
  startedAt: null,
  finishedAt: null,
} as const
