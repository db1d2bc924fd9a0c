import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import type { Alongside, ProductImport, RowResult } from './import.ts'
import { ImportFileGone } from './errors.ts'
import { importProducts, undoImport } from './jobs.ts'
import { createImportFileRepository } from './persistence/import-file.repository.ts'
import { createImportRowsRepository, type RowsQuery } from './persistence/import-rows.repository.ts'
import { createImportRepository } from './persistence/import.repository.ts'
import { toCsv } from '#platform/csv'
import { readRows } from './reading/read-file.ts'
import { columnOf, readable } from './rules/decide-row.ts'
import { keptUntil } from './rules/kept-until.ts'
import { createBeginImport, createStoreFile, type ImportWishes, type StoredFile } from './use-cases/receive-file.ts'
import { createRunImport } from './use-cases/run-import.ts'
import { createSteerImport, type NewMapping } from './use-cases/steer-import.ts'
import { createUndoImport } from './use-cases/undo-import.ts'

/** A row as people read it: its changes by the names of columns and in plain words instead of JSON. */
export type ShownRow = Omit<RowResult, 'mark'>

/** Price lists: taken in, previewed, imported by a job, taken back (design, sections 4 and 6). */
export interface ImportsService {
  /** Stores a file while it arrives and looks through it. @throws FileRefused @throws FileTooLarge */
  storeFile(input: {
    readonly fileName: string
    readonly mimeType: string
    readonly bytes: AsyncIterable<Buffer>
  }): Promise<StoredFile>
  /** Throws a stored file away that nobody wants any more. */
  forgetFile(file: StoredFile): Promise<void>
  /** @throws FileRefused @throws MappingRefused */
  begin(file: StoredFile, wishes: ImportWishes, alongside?: Alongside): Promise<ProductImport>
  /** Newest first, and how many there are. */
  list(page: {
    readonly limit: number
    readonly offset: number
  }): Promise<{ readonly imports: readonly ProductImport[]; readonly total: number }>
  /** Until when its file and rows can be read, and it can be undone or started. */
  keptUntil(found: ProductImport): Date
  /** @throws ImportNotFound */
  get(id: string): Promise<ProductImport>
  /** What became of the rows, in the order of the file. @throws ImportNotFound */
  listRows(id: string, query: RowsQuery): Promise<{ readonly rows: readonly ShownRow[]; readonly total: number }>
  /** The failed rows as they came with the reason, as CSV in pieces. @throws ImportNotFound @throws ImportFileGone */
  failedCsv(id: string): Promise<{ readonly fileName: string; readonly text: AsyncIterable<string> }>
  /** The file as it came. @throws ImportNotFound @throws ImportFileGone */
  file(id: string): Promise<{ readonly fileName: string; readonly bytes: AsyncIterable<Buffer> }>
  /** @throws ImportNotFound @throws ImportNotReady @throws FileRefused */
  start(id: string, alongside?: Alongside): Promise<ProductImport>
  /** @throws ImportNotFound @throws ImportNotReady @throws MappingRefused */
  remap(id: string, mapping: NewMapping): Promise<ProductImport>
  /** @throws ImportNotFound @throws ImportNotReady */
  cancel(id: string, alongside?: Alongside): Promise<ProductImport>
  /** @throws ImportNotFound @throws ImportNotReady */
  undo(id: string, alongside?: Alongside): Promise<ProductImport>
  /**
   * Rewrites what imports say, should a supplier's list name somebody who is to be forgotten. What an import wrote into
   * products stays as it is there, so that an undo puts it back.
   */
  redact(rewrite: (text: string) => string): Promise<void>
}

export function createImports(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Jobs
  readonly clock: Clock
  /** Writes the end of an import down, in its transaction. */
  readonly noteEnd?: Alongside
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'findProductsByKeys' | 'areUnchanged' | 'writeProducts'>
}): ImportsService {
  const { database, jobs } = deps
  const imports = createImportRepository(database)
  const files = createImportFileRepository(database)
  const rows = createImportRowsRepository(database, deps.clock)
  const parts = { ...deps, imports, files, rows }
  const runImport = createRunImport(parts)
  const runUndo = createUndoImport(parts)
  const { get, start, remap, cancel, undo } = createSteerImport(parts)

  jobs.handle(importProducts, (payload, { signal }) => runImport(payload, signal))
  jobs.handle(undoImport, ({ importId }, { signal }) => runUndo(importId, signal))

  async function getKept(id: string): Promise<ProductImport> {
    const found = await get(id)
    if (keptUntil(found) < deps.clock.now()) throw new ImportFileGone()
    return found
  }

  async function* failedRows(found: ProductImport): AsyncIterable<string> {
    yield toCsv([[...found.columns.map(({ header }) => header), 'reason']])
    const reasons = await reasonsOf(found)
    if (reasons.size === 0) return
    for await (const group of readRows(files.read(found.id))) {
      const failed = group.filter(({ line }) => reasons.has(line))
      if (failed.length > 0)
        yield toCsv(failed.map(({ line, cells }) => [...fitted(cells, found.columns.length), reasons.get(line) ?? '']))
    }
  }

  async function reasonsOf({ id, run }: ProductImport): Promise<Map<number, string>> {
    const reasons = new Map<number, string>()
    for (const firstLine of await rows.firstLinesBackwards(id, run)) {
      for (const row of await rows.group(id, run, firstLine))
        if (row.outcome === 'failed') reasons.set(row.line, row.reason ?? '')
    }
    return reasons
  }

  return {
    storeFile: createStoreFile(parts),
    forgetFile: ({ fileId }) => files.remove(fileId),
    begin: createBeginImport(parts),
    async list(page) {
      const [found, total] = await Promise.all([imports.list(page), imports.count()])
      return { imports: found, total }
    },
    keptUntil,
    get,
    async listRows(id, query) {
      const { run } = await get(id)
      const page = await rows.page(id, run, query)
      return { rows: page.rows.map(show), total: page.total }
    },
    async failedCsv(id) {
      const found = await getKept(id)
      return { fileName: `failed-${found.fileName.replace(/\.[^.]*$/, '')}.csv`, text: failedRows(found) }
    },
    async file(id) {
      const found = await getKept(id)
      return { fileName: found.fileName, bytes: files.read(id) }
    },
    async redact(rewrite) {
      await imports.redact(rewrite)
      await rows.redact(rewrite)
    },
    start,
    remap,
    cancel,
    undo,
  }
}

/** The reason stands in its own column, however many cells a row has. */
function fitted(cells: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? cells.slice(index).join(' ') : (cells[index] ?? ''),
  )
}

function show({ mark: _mark, changes, ...row }: RowResult): ShownRow {
  // Beside the price and the stock that it follows from, the note that a product waits for its price says nothing new.
  const told = changes.filter(({ field }) => changes.length === 1 || field !== 'awaitsPrice')
  return {
    ...row,
    changes: told.map(({ field, before, after }) => ({
      field: columnOf(field),
      before: readable(field, before),
      after: readable(field, after),
    })),
  }
}
