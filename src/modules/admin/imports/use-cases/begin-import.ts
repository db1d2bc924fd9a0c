import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { NoteMade } from '#platform/database/repeatable-calls'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import type { Jobs } from '#platform/jobs/jobs'
import type { Actor, AuditLog } from '../../audit/audit.api.ts'
import { FileRefused, SupplierNotFound } from '../errors.ts'
import { INITIAL_PROGRESS, type ProductImport } from '../import.ts'
import type { ImportRequest, Imports, StoredFile } from '../imports.api.ts'
import { importProducts } from '../jobs.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import { canNameProducts } from '../reading/columns.ts'
import type { FoundFile } from '../reading/find-file.ts'
import { beginEntry } from '../rules/audit-entries.ts'
import { foundOf, recognizedOf } from '../rules/found-file.ts'
import { expiryOf } from '../rules/kept-until.ts'
import { answersOf, mapColumns, readMapping } from '../rules/mapping.ts'
import { rulesFor } from '../rules/supplier-rules.ts'
import type { Supplier } from '../supplier.ts'
import { keyOfColumns, type ReadLikeBefore } from './read-like-before.ts'

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
  readonly suppliers: Pick<SupplierRepository, 'find' | 'findByColumns'>
  readonly readLikeBefore: ReadLikeBefore
}): Imports['begin'] {
  return async function beginImport(file, request, by, note) {
    try {
      return await begin(file, request, by, note)
    } catch (error) {
      // With its answer lost the import may have begun all the same; a file that nothing needs ends within a day.
      if (!isDatabaseUnavailable(error)) await deps.files.remove(file.fileId)
      throw error
    }
  }

  async function begin(file: StoredFile, request: ImportRequest, by: Actor, note?: NoteMade): Promise<ProductImport> {
    const { fileId, fileName, sizeBytes } = file
    const { until, mapping } = request
    const supplier = await findSupplier(file.found, request)
    const { found } = await deps.readLikeBefore(file, supplier?.reading ?? null)
    const { encoding, twice, rowsTotal } = found
    const headerKey = keyOfColumns(found)
    const corrected = request.corrects === undefined ? null : await deps.imports.find(request.corrects)
    const former = corrected ?? supplier?.reading ?? null
    const last =
      until === 'columns' && mapping === undefined && former === null
        ? await deps.imports.findFinishedLike(headerKey)
        : former
    const headers = found.columns.map(({ header }) => header)
    const fields = mapColumns(headers, recognizedOf(found), mapping === undefined ? {} : readMapping(mapping))
    if (until !== 'columns' && twice !== null && former === null) throw FileRefused.duplicateHeader(twice)
    if (until === 'import') {
      // What could be read wrongly is not imported without somebody looking at it.
      if (encoding !== 'utf-8') throw FileRefused.notUtf8()
      if (!canNameProducts(fields, request.mode)) throw FileRefused.columns()
    }
    if (rowsTotal === 0) throw FileRefused.noProducts()
    const answers = last === null ? null : answersOf(last, found, fields, corrected !== null)
    // Where no column is known, there is nothing to preview before staff have said what they are.
    const asks =
      until === 'columns' || (answers?.columns.map(({ field }) => field) ?? fields).every((field) => field === null)
    const state = until === 'import' ? 'queued' : asks ? 'mapping' : 'previewing'
    const preview = until !== 'import'
    const created: ProductImport = {
      id: fileId,
      fileName,
      sizeBytes,
      mode: request.mode,
      blank: request.blank,
      preview,
      ...foundOf(found, fields),
      // Failed rows come without the lines beside their table.
      ...(corrected !== null && { priceNote: corrected.priceNote ?? null }),
      state,
      headerKey,
      categories: [],
      unpriced: false,
      mends: [],
      skips: [],
      supplier: corrected?.supplier ?? (supplier === null ? null : rulesFor(supplier)),
      corrects: corrected?.id ?? null,
      mayManyLeave: false,
      ...answers,
      createdAt: deps.clock.now(),
      ...INITIAL_PROGRESS,
      run: 1,
    }
    await deps.database.transaction(async (tx) => {
      await deps.files.keep(tx, fileId, expiryOf(deps.clock.now(), preview ? 'preview' : 'imported'))
      await deps.imports.insert(tx, created)
      if (state !== 'mapping') await deps.jobs.enqueue(tx, importProducts, { importId: fileId, run: 1 })
      await deps.audit.record(tx, beginEntry(preview ? 'import.previewed' : 'import.started', created, by))
      await note?.(tx, fileId)
    })
    return created
  }

  /** Whose list it is: as the request says, or the supplier whose lists have these columns. @throws SupplierNotFound */
  async function findSupplier(
    found: FoundFile,
    { until, mapping, supplierId }: ImportRequest,
  ): Promise<Supplier | null> {
    if (supplierId === undefined)
      return until === 'columns' && mapping === undefined ? deps.suppliers.findByColumns(keyOfColumns(found)) : null
    const supplier = await deps.suppliers.find(supplierId)
    if (supplier === null) throw new SupplierNotFound()
    return supplier
  }
}
