import { z } from 'zod'
import { CATEGORIES } from './catalog.ts'
import { DecimalAmount, IsoTime, line, pageQuery } from './common.ts'
import { WHEN_LEFT } from './suppliers.ts'
import { KeptProduct } from './undo.ts'

const IMPORT_MODES = ['create', 'upsert'] as const
const BLANK_RULES = ['keep', 'clear'] as const
/**
 * mapping (waits for staff) → previewing → previewed → queued → running → finished | cancelled | failed; finished →
 * undoing → undone.
 */
const IMPORT_STATES = [
  'mapping',
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
  'gtin',
  'priceUnit',
  'currency',
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

/** Whether a point or a comma stands before the cents. */
const NUMBER_FORMATS = ['point', 'comma'] as const

/** How a file is understood, to be checked before all its rows are read. */
export const ImportReading = z.object({
  encoding: z.string(),
  /** False when the samples should be looked at first. */
  isEncodingSure: z.boolean(),
  /** The encodings that it may have, the chosen one first, with words as they read in it; none in UTF-8 and UTF-16. */
  encodings: z.array(z.object({ encoding: z.string(), samples: z.array(z.string()) })),
  /** The line with the names of the columns. */
  headerLine: z.int(),
  /** Of a workbook: the sheet that is read, and all that have a table. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Whether rows with words instead of a price are imported without one. */
  unpriced: z.boolean(),
  /** How many cells staff have corrected, and the reasons whose rows are left out. */
  mended: z.int(),
  skips: z.array(z.string()),
  /** A line beside the table that says that prices are for several pieces. */
  priceNote: z.object({ text: z.string(), pieces: z.int() }).nullable(),
  /** Columns whose prices are for a number of pieces that is known. */
  pieces: z.array(z.object({ header: z.string(), pieces: z.int() })),
  /** Columns that fill nothing and may say for how many pieces the price of a row is. */
  units: z.array(z.object({ header: z.string(), pieces: z.array(z.int()) })),
  /** Columns whose numbers have separators, or whose amounts name a currency. */
  numbers: z.array(
    z.object({
      header: z.string(),
      format: z.enum(NUMBER_FORMATS).nullable(),
      /** Whether some of its numbers mean two things until the format is known. */
      isAmbiguous: z.boolean(),
      currency: z.string().nullable(),
      example: z.string(),
      /** What the example means in each format. */
      point: z.string().nullable(),
      comma: z.string().nullable(),
    }),
  ),
  /** The values of columns that could be the category, with the category that each is taken for. */
  values: z.array(
    z.object({
      header: z.string(),
      values: z.array(z.object({ text: z.string(), rows: z.int(), category: z.string().nullable() })),
    }),
  ),
})
export type ImportReading = z.infer<typeof ImportReading>

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
  /** Null in lists, and when the import has begun. */
  reading: ImportReading.nullable(),
  /** Data rows in the file; null until counted. */
  rowsTotal: z.int().nullable(),
  rowsRead: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /**
   * Rows with a warning: no price, a price change over 50 %, one that is rounded, a cell that a spreadsheet may have
   * changed.
   */
  flagged: z.int(),
  /** Whose list it is; null for nobody's in particular. */
  supplier: z
    .object({ id: z.string(), name: z.string(), hasPriceRule: z.boolean(), whenLeft: z.enum(WHEN_LEFT) })
    .nullable(),
  /** Products that were on the supplier's last list and are not on this one, of how many. */
  left: z.int(),
  leftOf: z.int(),
  /** Whether so many left that the start asks for `mayManyLeave`. */
  doTooManyLeave: z.boolean(),
  rowsPerSecond: z.number(),
  secondsLeft: z.int().nullable(),
  /** A sentence for staff when the state is `failed`. */
  problem: z.string().nullable(),
  /**
   * After an undo: how many products were removed, restored, and kept because of later changes; up to 100 of the last are
   * named.
   */
  undo: z.object({ removed: z.int(), restored: z.int(), keptCount: z.int(), kept: z.array(KeptProduct) }).nullable(),
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
  /** `columns` reads a sample, and waits for the mapping before it previews. */
  preview: z.enum(['true', 'false', 'columns']).default('false'),
  /** A JSON object from header to field or null, if staff mapped columns by hand. */
  mapping: z.string().max(20_000).optional(),
})

/** PUT /api/admin/imports/{id}/encoding */
export const EncodingBody = z.object({ encoding: line({ max: 20, message: 'Choose an encoding', isIdentifier: true }) })

/** PUT /api/admin/imports/{id}/sheet */
export const SheetBody = z.object({ sheet: z.string().max(100) })

/** PUT /api/admin/imports/{id}/mapping: what the columns are; the file is previewed with it. */
export const MappingBody = z.object({
  mapping: z.record(z.string(), z.enum(IMPORT_FIELDS).nullable()),
  /** From header to number format. */
  numbers: z.record(z.string(), z.enum(NUMBER_FORMATS)).optional(),
  /** From header of a column with prices to the number of pieces that they are for. */
  pieces: z.record(z.string(), z.int().min(1).max(10_000)).optional(),
  /** From value of the category column to category. */
  categories: z
    .record(z.string().max(200), z.enum(CATEGORIES))
    .refine((categories) => Object.keys(categories).length <= 500, 'Use at most 500 values')
    .optional(),
  /** Imports rows with words instead of a price ("on request") without one, so that they are not for sale. */
  unpriced: z.boolean().optional(),
  /** Cells of this file that staff have corrected. The header is line 1. */
  mends: z
    .array(z.object({ line: z.int().min(2).max(1_000_000), header: z.string().max(200), text: z.string().max(5000) }))
    .max(500, 'Use at most 500 cells')
    .optional(),
  /** Reasons of failed rows (GET failures) whose rows are left out. */
  skips: z.array(z.string().max(500)).max(50, 'Use at most 50 reasons').optional(),
  /** Whose list it is; null for nobody's. */
  supplierId: line({ max: 60, message: 'Choose a supplier', isIdentifier: true }).nullable().optional(),
  mode: z.enum(IMPORT_MODES).optional(),
  blank: z.enum(BLANK_RULES).optional(),
})

/** POST /api/admin/imports/{id}/start */
export const StartBody = z.object({
  /** Says that a supplier's list is complete although many products left it. */
  mayManyLeave: z.boolean().optional(),
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
  /** Of a preview under a price rule: what the product costs the shop, and its margin in percent of the price. */
  cost: DecimalAmount.nullable(),
  margin: z.int().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportRowList = z.array(ImportRow)

/** GET /api/admin/imports/{id}/rows/{line}: the cells of a row as they are read. */
export const ImportCells = z.array(
  z.object({ header: z.string(), field: z.enum(IMPORT_FIELDS).nullable(), text: z.string() }),
)
export type ImportCells = z.infer<typeof ImportCells>

/** GET /api/admin/imports/{id}/failures: why rows failed, the most frequent reason first. */
export const ImportFailure = z.object({
  reason: z.string(),
  /** The field whose cells are not valid. */
  field: z.enum(IMPORT_FIELDS).nullable(),
  rows: z.int(),
  values: z.array(z.object({ text: z.string(), rows: z.int() })),
})
export type ImportFailure = z.infer<typeof ImportFailure>
export const ImportFailureList = z.array(ImportFailure)
