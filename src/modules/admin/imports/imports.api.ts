import type { NoteMade } from '#platform/database/repeatable-calls'
import type {
  BlankRule,
  EncodingChoice,
  ImportField,
  ImportMode,
  CorrectedCell,
  NumberFormat,
  PriceNote,
  ProductImport,
  RowOutcome,
  RowResult,
} from './import.ts'
import type { FoundFile } from './reading/find-file.ts'
import type { Actor } from '../audit/audit.api.ts'
import type { ShownChange } from '../product-changes/product-changes.api.ts'

import type { ExportProducts } from './use-cases/export-products.ts'
import type { FailureGroup } from './rules/failure-groups.ts'

export type { ProductImport } from './import.ts'

/** A file that is stored and belongs to no import yet; it is deleted after a day. */
export interface StoredFile {
  readonly fileId: string
  readonly fileName: string
  readonly sizeBytes: number
  /** Of its bytes (SHA-256). */
  readonly digest: string
  readonly found: FoundFile
}

/** How a file is to be imported. */
export interface ImportRequest {
  readonly mode: ImportMode
  readonly blank: BlankRule
  /** How far to go without asking: `columns` reads a sample and waits for staff. */
  readonly until: 'columns' | 'preview' | 'import'
  /** JSON: header → field or null. */
  readonly mapping?: string
  /** The import whose failed rows the file has: it is read as that one was. */
  readonly corrects?: string
  /** Whose list it is, where that is known; otherwise its columns tell. */
  readonly supplierId?: string
}

/** What staff answered about the columns of a list; what is left out stays as the list was understood. */
export interface NewMapping {
  readonly mapping: Readonly<Record<string, ImportField | null>>
  readonly mode?: ImportMode | undefined
  readonly blank?: BlankRule | undefined
  /** How the numbers of columns are written, by header. */
  readonly numbers?: Readonly<Record<string, NumberFormat>> | undefined
  /** For how many pieces the prices of columns are, by header. */
  readonly pieces?: Readonly<Record<string, number>> | undefined
  /** Which of the shop's categories the values of the category column are. */
  readonly categories?: Readonly<Record<string, string>> | undefined
  /** Whether rows with words instead of a price are imported without one. */
  readonly unpriced?: boolean | undefined
  /** Cells that staff have corrected, beside those that they have corrected before. */
  readonly mends?: readonly CorrectedCell[] | undefined
  /** Reasons whose rows are left out; as before without it. */
  readonly skips?: readonly string[] | undefined
  /** Whose list it is; null for nobody's, and as before without it. */
  readonly supplierId?: string | null | undefined
}

/** How a file is understood, for staff to check and to change before all its rows are read. */
export interface ImportReading {
  readonly encoding: string
  readonly isEncodingSure: boolean
  readonly encodings: readonly EncodingChoice[]
  readonly headerLine: number
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly unpriced: boolean
  /** How many cells staff have corrected, and the reasons whose rows are left out. */
  readonly mended: number
  readonly skips: readonly string[]
  /** A line outside of the table that says for how many pieces its prices are. */
  readonly priceNote: PriceNote | null
  /** Columns whose prices are for a number of pieces that is known: by their name, or as staff have said. */
  readonly pieces: readonly { readonly header: string; readonly pieces: number }[]
  /** Columns that fill nothing and may say for how many pieces the price of a row is, with what they say. */
  readonly units: readonly { readonly header: string; readonly pieces: readonly number[] }[]
  /** The columns with numbers. */
  readonly numbers: readonly {
    readonly header: string
    readonly format: NumberFormat | null
    /** Whether some of its numbers mean two things. */
    readonly isAmbiguous: boolean
    readonly currency: string | null
    readonly example: string
    /** What the example means in each format; null where it is no number in it. */
    readonly point: string | null
    readonly comma: string | null
  }[]
  /** The different values of columns that could be the category, each with the shop's category, or null. */
  readonly values: readonly {
    readonly header: string
    readonly values: readonly { readonly text: string; readonly rows: number; readonly category: string | null }[]
  }[]
}

/** A page of the rows of an import: of one outcome, or those that need a look (`flagged`). */
export interface RowsQuery {
  readonly outcome?: RowOutcome
  readonly flagged?: boolean
  readonly limit: number
  readonly offset: number
}

/** A row as staff see it: changes name the column, and have readable values instead of JSON. */
export type ShownRow = Omit<RowResult, 'mark' | 'costCents'> & {
  /** What the product costs the shop, and its share of the price in percent; null where they are not known. */
  readonly costCents: number | null
  readonly margin: number | null
}

/** One price list in the history of a product. */
export interface ImportedChange {
  readonly fileName: string
  readonly at: Date
  readonly isUndo: boolean
  readonly changes: readonly ShownChange[]
}

/**
 * Price lists: stored, previewed, imported by a job, undone by a job. What staff do with
 * them is in the audit log.
 */
export interface Imports {
  /** Stores a file while it arrives, and inspects it. @throws FileRefused @throws FileTooLarge */
  storeFile(input: {
    readonly fileName: string
    readonly mimeType: string
    readonly bytes: AsyncIterable<Buffer>
  }): Promise<StoredFile>
  /** Deletes a stored file that belongs to no import. */
  deleteFile(file: StoredFile): Promise<void>
  /**
   * Creates an import from a stored file, and starts a job that reads it.
   * @throws FileRefused
   * @throws MappingRefused
   * @throws SupplierNotFound
   */
  begin(file: StoredFile, request: ImportRequest, by: Actor, note?: NoteMade): Promise<ProductImport>
  /** Newest first. `total` counts all imports, up to the next thousand behind the page. */
  list(page: {
    readonly limit: number
    readonly offset: number
  }): Promise<{ readonly imports: readonly ProductImport[]; readonly total: number }>
  /** The moment until which its file and rows can be read, and it can be undone or started. */
  keptUntil(productImport: ProductImport): Date
  /** Whether so many of the supplier's products left the list that the start must be confirmed. */
  doTooManyLeave(productImport: ProductImport): boolean
  /** How its file is understood. */
  readingOf(productImport: ProductImport): ImportReading
  /** @throws ImportNotFound */
  get(id: string): Promise<ProductImport>
  /** The outcomes of the rows, in the order of the file. @throws ImportNotFound */
  listRows(id: string, query: RowsQuery): Promise<{ readonly rows: readonly ShownRow[]; readonly total: number }>
  /**
   * The cells of one row as they are read; none for a line that cannot be taken apart.
   * @throws ImportNotFound
   * @throws ImportFileGone
   */
  cells(
    id: string,
    line: number,
  ): Promise<readonly { readonly header: string; readonly field: ImportField | null; readonly text: string }[]>
  /** Why rows failed, the most frequent reason first. @throws ImportNotFound */
  failures(id: string): Promise<readonly FailureGroup[]>
  /**
   * The failed rows as they are in the file, with the reason, as CSV in pieces.
   * @throws ImportNotFound
   * @throws ImportFileGone
   */
  failedCsv(id: string): Promise<{ readonly fileName: string; readonly text: AsyncIterable<string> }>
  /** The original file. @throws ImportNotFound @throws ImportFileGone */
  file(id: string): Promise<{ readonly fileName: string; readonly bytes: AsyncIterable<Buffer> }>
  /**
   * Imports a previewed file.
   * @param options.mayManyLeave staff have confirmed that many of the supplier's products left the list
   * @throws ImportNotFound @throws ImportNotReady @throws TooManyLeft @throws FileRefused without a column for the name
   */
  start(id: string, by: Actor, options?: { readonly mayManyLeave?: boolean }): Promise<ProductImport>
  /**
   * Previews the failed rows of an import that is over as a list of their own.
   * @throws ImportNotFound
   * @throws ImportFileGone
   * @throws ImportNotReady
   */
  correctFailed(id: string, by: Actor): Promise<ProductImport>
  /**
   * Previews a file with these columns.
   * @throws ImportNotFound
   * @throws ImportNotReady
   * @throws MappingRefused
   * @throws SupplierNotFound
   */
  remap(id: string, mapping: NewMapping): Promise<ProductImport>
  /**
   * Reads the file in another encoding, and asks for its columns again.
   * @throws ImportNotFound
   * @throws ImportNotReady
   * @throws FileRefused
   */
  readAs(id: string, encoding: string): Promise<ProductImport>
  /**
   * Reads another sheet of the workbook, and asks for its columns.
   * @throws ImportNotFound
   * @throws ImportNotReady
   * @throws MappingRefused
   * @throws FileRefused
   */
  readSheet(id: string, sheet: string): Promise<ProductImport>
  /**
   * Stops after the current group of rows; what is written stays and can be undone.
   * @throws ImportNotFound
   * @throws ImportNotReady
   */
  cancel(id: string, by: Actor): Promise<ProductImport>
  /**
   * Starts a job that reverts what the import wrote.
   * @throws ImportNotFound
   * @throws ImportNotReady when nothing was written, or it was undone before
   */
  undo(id: string, by: Actor): Promise<ProductImport>
  /** What price lists of the last 90 days did to one product. */
  changesOf(productId: number, limit: number): Promise<readonly ImportedChange[]>
  /** The products that match as a price list that imports again unchanged, in pieces. */
  readonly exportProducts: ExportProducts
}
