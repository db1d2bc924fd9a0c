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
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

export type ImportMode = 'create' | 'upsert'
/** What an empty cell does to an existing product: it keeps the value, or sets it to a new product's default. */
export type BlankRule = 'keep' | 'clear'
export type ImportState =
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

export interface ImportColumn {
  readonly header: string
  readonly samples: readonly string[]
  readonly field: ImportField | null
}

export interface KeptProduct {
  readonly productId: number
  readonly name: string
}

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
  readonly columns: readonly ImportColumn[]
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
  readonly undo: { readonly removed: number; readonly restored: number; readonly kept: readonly KeptProduct[] } | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** A field of a row that differs; values as JSON, so that an undo can put them back as they were. */
export interface RowChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** What became of one row. The header is line 1. */
export interface RowResult {
  readonly line: number
  readonly outcome: RowOutcome
  readonly name: string
  readonly productId: number | null
  readonly reason: string | null
  readonly warnings: readonly string[]
  readonly changes: readonly RowChange[]
  /** Of a written row: the fingerprint of the product right after, see `fingerprintOf`; null otherwise. */
  readonly mark: string | null
}
