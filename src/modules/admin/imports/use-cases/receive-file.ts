import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import type { Actor, AuditLog } from '../../audit/audit.api.ts'
import { FileRefused, FileTooLarge, MappingRefused } from '../errors.ts'
import { IMPORT_FIELDS, MAX_BYTES, type ImportField, type ProductImport } from '../import.ts'
import type { ImportRequest, Imports, StoredFile } from '../imports.api.ts'
import { importProducts } from '../jobs.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import { canNameProducts, headerKeyOf, mapColumns, recognizeColumns } from '../reading/columns.ts'
import { findEncoding, findFile, type FoundFile } from '../reading/find-file.ts'
import { isWorkbook, readWorkbook } from '../reading/workbook.ts'
import { beginEntry } from '../rules/audit-entries.ts'
import { expiryOf } from '../rules/kept-until.ts'

const CSV_TYPES: readonly string[] = ['text/csv', 'application/csv', 'text/plain']

/**
 * Stores and inspects a price list while it is uploaded; a file that cannot be read is deleted again.
 * @throws FileRefused @throws FileTooLarge
 */
export function createStoreFile(deps: {
  readonly files: ImportFileRepository
  readonly clock: Clock
}): Imports['storeFile'] {
  async function readCsv(fileId: string, stored: AsyncIterable<Buffer>): Promise<FoundFile> {
    return findFile(() => deps.files.read(fileId), await findEncoding(stored))
  }

  async function readXlsx(fileId: string, stored: AsyncIterable<Buffer>): Promise<FoundFile> {
    for await (const _piece of stored);
    const read = await openWorkbook(deps.files, fileId, null, deps.clock.now())
    const utf8 = { encoding: 'utf-8', isSure: true, others: [] }
    return { ...(await findFile(() => deps.files.readTable(fileId), utf8, ',')), ...read }
  }

  return async function storeFile(input) {
    const isXlsx = isWorkbook(input)
    if (!isXlsx && !CSV_TYPES.includes(input.mimeType) && !/\.csv$/i.test(input.fileName)) throw FileRefused.wrongType()
    const fileId = randomUUID()
    let sizeBytes = 0
    async function* measured() {
      for await (const part of input.bytes) {
        sizeBytes += part.length
        if (sizeBytes > MAX_BYTES) throw new FileTooLarge('bytes')
        yield part
      }
    }
    try {
      const stored = deps.files.store(fileId, measured(), deps.clock.now())
      const found = isXlsx ? await readXlsx(fileId, stored) : await readCsv(fileId, stored)
      return { fileId, fileName: plainName(input.fileName), sizeBytes, found }
    } catch (error) {
      await deps.files.remove(fileId)
      throw error
    }
  }
}

/**
 * Reads a sheet of a stored workbook, and stores it as a table of rows beside it.
 * @param sheet null for the first one that has a table
 * @throws FileRefused
 */
export async function openWorkbook(
  files: Pick<ImportFileRepository, 'read' | 'storeTable'>,
  fileId: string,
  sheet: string | null,
  now: Date,
): Promise<{ readonly sheet: string; readonly sheets: readonly string[] }> {
  const pieces: Buffer[] = []
  for await (const piece of files.read(fileId)) pieces.push(piece)
  const read = await readWorkbook(Buffer.concat(pieces), sheet)
  await files.storeTable(fileId, read.csv, now)
  return { sheet: read.sheet, sheets: read.sheets }
}

/** A file name to show and to offer for download, without a path. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- it removes control characters on purpose
  return last.replaceAll(/[\u0000-\u001f\u007f"<>|:*?\u202a-\u202e\u2066-\u2069]/g, '').slice(-120) || 'products.csv'
}

/**
 * Creates an import from a stored file, and starts a job that reads it.
 * @throws FileRefused when it has no rows or no column for the name @throws MappingRefused
 */
export function createBeginImport(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly files: ImportFileRepository
  readonly imports: ImportRepository
}): Imports['begin'] {
  return async function beginImport(file, request, by) {
    try {
      return await begin(file, request, by)
    } catch (error) {
      await deps.files.remove(file.fileId)
      throw error
    }
  }

  async function begin(
    { fileId, fileName, sizeBytes, found }: StoredFile,
    { mode, blank, until, mapping }: ImportRequest,
    by: Actor,
  ): Promise<ProductImport> {
    const { encoding, twice, rowsTotal } = found
    const headers = found.columns.map(({ header }) => header)
    const headerKey = headerKeyOf(headers)
    const before = until === 'columns' && mapping === undefined ? await deps.imports.findFinishedLike(headerKey) : null
    const fields = mapColumns(headers, recognizedOf(found), mapping === undefined ? {} : readMapping(mapping))
    if (until !== 'columns' && twice !== null) throw FileRefused.duplicateHeader(twice)
    if (until === 'import') {
      // What could be read wrongly is not imported without somebody looking at it.
      if (encoding !== 'utf-8') throw FileRefused.notUtf8()
      if (!canNameProducts(fields, mode)) throw FileRefused.columns()
    }
    if (rowsTotal === 0) throw FileRefused.noProducts()
    // Where no column is known, there is nothing to preview before staff have said what they are.
    const state =
      until === 'import'
        ? 'queued'
        : until === 'columns' || fields.every((field) => field === null)
          ? 'mapping'
          : 'previewing'
    const preview = until !== 'import'
    const created: ProductImport = {
      id: fileId,
      fileName,
      sizeBytes,
      mode,
      blank,
      preview,
      ...foundOf(found, fields),
      state,
      headerKey,
      categories: [],
      unpriced: false,
      ...(before === null ? {} : answersOf(before, found)),
      createdAt: deps.clock.now(),
      ...INITIAL_PROGRESS,
      run: 1,
    }
    await deps.database.transaction(async (tx) => {
      await deps.files.keep(tx, fileId, expiryOf(deps.clock.now(), preview ? 'preview' : 'imported'))
      await deps.imports.insert(tx, created)
      if (state !== 'mapping') await deps.jobs.enqueue(tx, importProducts, { importId: fileId, run: 1 })
      await deps.audit.record(tx, beginEntry(preview ? 'import.previewed' : 'import.started', created, by))
    })
    return created
  }
}

/** What staff said the last time of a list with the same columns. */
function answersOf(
  { columns, categories, unpriced, mode, blank }: ProductImport,
  found: FoundFile,
): Pick<ProductImport, 'columns' | 'categories' | 'unpriced' | 'mode' | 'blank'> {
  const former = new Map(columns.map((column) => [column.header, column]))
  return {
    categories,
    unpriced,
    mode,
    blank,
    columns: found.columns.map((column) => ({
      ...column,
      field: former.get(column.header)?.field ?? null,
      numbers: column.numbers ?? former.get(column.header)?.numbers ?? null,
    })),
  }
}

/** Which field each column fills, by its name and its first values. */
export function recognizedOf({ columns }: FoundFile): readonly (ImportField | null)[] {
  return recognizeColumns(
    columns.map(({ header }) => header),
    columns.map(({ samples }) => samples),
  )
}

/** What an import stores of its file. */
export function foundOf(
  { encoding, delimiter, headerLine, encodings, isEncodingSure, sheet, sheets, columns, rowsTotal }: FoundFile,
  fields: readonly (ImportField | null)[],
): Pick<
  ProductImport,
  | 'encoding'
  | 'delimiter'
  | 'headerLine'
  | 'encodings'
  | 'isEncodingSure'
  | 'sheet'
  | 'sheets'
  | 'columns'
  | 'rowsTotal'
> {
  return {
    encoding,
    delimiter,
    headerLine,
    encodings,
    isEncodingSure,
    sheet,
    sheets,
    rowsTotal,
    columns: columns.map((column, index) => ({ ...column, field: fields[index] ?? null })),
  }
}

/** The counters before the first row. */
export const INITIAL_PROGRESS = {
  lastLine: 1,
  rowsRead: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  flagged: 0,
  workedMs: 0,
  problem: null,
  undo: null,
  startedAt: null,
  finishedAt: null,
} as const

function readMapping(json: string): Record<string, ImportField | null> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new MappingRefused('The mapping is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MappingRefused('The mapping must be an object from header to field.')
  const entries = Object.entries(value)
  const wrong = entries.find(([, field]) => field !== null && !(IMPORT_FIELDS as readonly unknown[]).includes(field))
  if (wrong !== undefined) throw new MappingRefused(`The column "${wrong[0]}" cannot be "${String(wrong[1])}".`)
  return Object.fromEntries(entries) as Record<string, ImportField | null>
}
