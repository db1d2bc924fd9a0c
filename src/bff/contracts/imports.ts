import { z } from 'zod'
import { IsoTime, pageQuery } from './common.ts'

export const IMPORT_MODES = ['create', 'upsert'] as const
export const BLANK_RULES = ['keep', 'clear'] as const
/** previewing → previewed → queued → running → finished | cancelled | failed; finished → undoing → undone. */
export const IMPORT_STATES = [
  'previewing',
  'previewed',
  'queued',
  'running',
  'finished',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const

/** Product fields that a column can be mapped to; snake_case and camelCase headers are recognized automatically. */
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

export const ImportColumn = z.object({
  /** The header as it is in the file. */
  header: z.string(),
  /** Up to 3 values of the first rows. */
  samples: z.array(z.string()),
  /** The field that the header was recognized as or mapped to; null when the column is not imported. */
  field: z.enum(IMPORT_FIELDS).nullable(),
})

/** The state of an import. The counters are stored, so they are correct after a reload and after a restart. */
export const Import = z.object({
  id: z.string(),
  fileName: z.string(),
  sizeBytes: z.int(),
  mode: z.enum(IMPORT_MODES),
  blank: z.enum(BLANK_RULES),
  preview: z.boolean(),
  state: z.enum(IMPORT_STATES),
  delimiter: z.string(),
  columns: z.array(ImportColumn),
  /** Data rows in the file; null until counted. */
  rowsTotal: z.int().nullable(),
  rowsRead: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Rows with a warning: no price, a price change over 50 %. */
  flagged: z.int(),
  rowsPerSecond: z.number(),
  secondsLeft: z.int().nullable(),
  /** A sentence for staff when the state is `failed`. */
  problem: z.string().nullable(),
  /** After an undo: how many products were removed and restored, and which were kept because of later edits. */
  undo: z
    .object({ removed: z.int(), restored: z.int(), kept: z.array(z.object({ productId: z.int(), name: z.string() })) })
    .nullable(),
  createdAt: IsoTime,
  startedAt: IsoTime.nullable(),
  finishedAt: IsoTime.nullable(),
  /** Until then its file and rows can be read, and it can be started or undone. */
  keptUntil: IsoTime,
})
export type Import = z.infer<typeof Import>
export const ImportList = z.array(Import)

/** GET /api/admin/imports (X-Total-Count). */
export const ImportsQuery = z.object({
  ...pageQuery(200),
})

/** The multipart fields of POST /api/admin/imports, sent with the part `file`. */
export const StartImportFields = z.object({
  mode: z.enum(IMPORT_MODES).default('create'),
  blank: z.enum(BLANK_RULES).default('keep'),
  preview: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** A JSON object from header to field or null, if staff mapped columns by hand. */
  mapping: z.string().max(20_000).optional(),
})

/** PUT /api/admin/imports/{id}/mapping: another mapping of a previewed file; it is previewed again. */
export const MappingBody = z.object({
  mapping: z.record(z.string(), z.enum(IMPORT_FIELDS).nullable()),
  mode: z.enum(IMPORT_MODES).optional(),
  blank: z.enum(BLANK_RULES).optional(),
})

export const ROW_OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const
export const ImportRowsQuery = z.object({
  outcome: z.enum(ROW_OUTCOMES).optional(),
  flagged: z.enum(['true']).optional(),
  ...pageQuery(),
})
/** One row: GET /api/admin/imports/{id}/rows (X-Total-Count). The header is line 1. */
export const ImportRow = z.object({
  line: z.int(),
  outcome: z.enum(ROW_OUTCOMES),
  name: z.string(),
  productId: z.int().nullable(),
  /** Why it was skipped or failed. */
  reason: z.string().nullable(),
  warnings: z.array(z.string()),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportRowList = z.array(ImportRow)
