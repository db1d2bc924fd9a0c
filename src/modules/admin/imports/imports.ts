import type { CatalogModule } from '#modules/catalog'
import { readLongPage } from '#platform/shared-kernel/found-page'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import type { FetchRemoteFile } from '#platform/remote-file/fetch-remote-file'
import type { Seal } from '#platform/security/seal'
import type { AuditLog } from '../audit/audit.api.ts'
import type { ProductReverts } from '../product-changes/product-changes.api.ts'
import { createBeginDueFetch, createBeginFetch, type BeginDueFetch } from './fetching/begin-fetch.ts'
import { createFetchList, type FetchList } from './fetching/fetch-list.ts'
import { importFetchedListWhenItWasRead } from './fetching/import-fetched.ts'
import { createListFetchRepository } from './persistence/list-fetch.repository.ts'
import { createListSourceRepository } from './persistence/list-source.repository.ts'
import type { MailRecipients } from './fetching/mail-recipients.ts'
import { mailStaffWhenListWasFetched } from './subscribers/mail-staff-when-list-was-fetched.ts'
import { createManageSources } from './fetching/manage-sources.ts'
import type { Imports } from './imports.api.ts'
import { createImportFileRepository } from './persistence/import-file.repository.ts'
import { createImportRowsRepository } from './persistence/import-rows.repository.ts'
import { createSupplierNotesRepository } from './persistence/supplier-notes.repository.ts'
import { createSupplierProductsRepository } from './persistence/supplier-products.repository.ts'
import { createSupplierRepository } from './persistence/supplier.repository.ts'
import type { Suppliers } from './suppliers.api.ts'
import { createImportUndoRepository } from './persistence/import-undo.repository.ts'
import { createImportRepository } from './persistence/import.repository.ts'
import { createWrittenRowsRepository } from './persistence/written-rows.repository.ts'
import { keptUntil } from './rules/kept-until.ts'
import { doTooManyLeave } from './rules/supplier-rules.ts'
import { readingOf } from './rules/reading-of.ts'
import { createChangePreview } from './use-cases/change-preview.ts'
import { createCorrectFailed } from './use-cases/correct-failed.ts'
import { createFailedRows, createFailureReasons } from './use-cases/failed-rows.ts'
import { createExportProducts } from './use-cases/export-products.ts'
import { createGetImport } from './use-cases/get-import.ts'
import { createLifecycle } from './use-cases/lifecycle.ts'
import { createPrepareGroups } from './use-cases/prepare-groups.ts'
import { createReadResults } from './use-cases/read-results.ts'
import { createBeginImport } from './use-cases/begin-import.ts'
import { createFindCandidates } from './use-cases/find-candidates.ts'
import { createImportHistory } from './use-cases/change-history.ts'
import { createLeaveList } from './use-cases/leave-list.ts'
import { createListsOfProduct } from './use-cases/lists-of-product.ts'
import { createManageSuppliers } from './use-cases/manage-suppliers.ts'
import { createReadAgain } from './use-cases/read-again.ts'
import { createReadLikeBefore } from './use-cases/read-like-before.ts'
import { createStoreFile } from './use-cases/receive-file.ts'
import { createRunImport, type RunImport } from './use-cases/run-import.ts'
import { createUndoImport, type UndoImport } from './use-cases/undo-import.ts'
import { createWriteGroup } from './use-cases/write-group.ts'

/** The price lists: their API, and what the module connects to jobs. */
export interface ImportsFeature {
  readonly api: Imports
  readonly suppliers: Suppliers
  readonly runImport: RunImport
  readonly undoImport: UndoImport
  readonly beginDueFetch: BeginDueFetch
  readonly fetchList: FetchList
}

/**
 * Builds price lists on their collections, and registers what goes on with a list that was fetched.
 * @param deps.seal for the passwords with which lists are fetched
 */
export function createImports(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Pick<Jobs, 'enqueue' | 'enqueueMany' | 'repeatDaily' | 'endDaily'>
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly fetchRemoteFile: FetchRemoteFile
  readonly seal: Seal
  readonly mailRecipients: MailRecipients
  readonly shopUrl: string
  readonly reverts: ProductReverts
  readonly catalog: Pick<
    CatalogModule,
    'findProducts' | 'listIdsForStaff' | 'findProductsByKeys' | 'areUnchanged' | 'writeProducts'
  >
}): ImportsFeature {
  const { database, clock } = deps
  const imports = createImportRepository(database)
  const undos = createImportUndoRepository(database)
  const files = createImportFileRepository(database)
  const rows = createImportRowsRepository(database, clock)
  const writtenRows = createWrittenRowsRepository(database)
  deps.reverts.addHistory(createImportHistory({ clock, undos, writtenRows }))
  const getImport = createGetImport(imports)
  const suppliers = createSupplierRepository(database)
  const supplierProducts = createSupplierProductsRepository(database)
  const supplierNotes = createSupplierNotesRepository(database)
  const findCandidates = createFindCandidates({ ...deps, supplierProducts })
  const readLikeBefore = createReadLikeBefore({ files, clock })
  const sources = createListSourceRepository(database)
  const fetches = createListFetchRepository(database)
  const stores = {
    imports,
    undos,
    files,
    rows,
    writtenRows,
    suppliers,
    supplierProducts,
    supplierNotes,
    sources,
    fetches,
  }
  const failureReasons = createFailureReasons(rows)
  const failedRows = createFailedRows({ files, failureReasons })
  const shared = { ...deps, ...stores, getImport, findCandidates, readLikeBefore, failureReasons, failedRows }
  const beginFetch = createBeginFetch(shared)
  const prepareGroups = createPrepareGroups(shared)
  const startWriting = createWriteGroup(shared)

  const storeFile = createStoreFile(shared)
  const readAgain = createReadAgain(shared)
  const begin = createBeginImport(shared)
  const api: Imports = {
    storeFile,
    deleteFile: ({ fileId }) => files.remove(fileId),
    begin,
    correctFailed: createCorrectFailed({ ...shared, storeFile, begin }),
    async list(page) {
      const { rows, total } = await readLongPage(page, { list: () => imports.list(page), count: imports.count })
      return { imports: rows, total }
    },
    get: getImport,
    keptUntil,
    doTooManyLeave,
    readingOf,
    ...createReadResults(shared),
    ...createChangePreview({ ...shared, readAgain }),
    ...createLifecycle({ ...shared, readAgain }),
    exportProducts: createExportProducts(deps.catalog),
  }
  importFetchedListWhenItWasRead({ ...shared, api })
  mailStaffWhenListWasFetched({ ...shared, api })

  return {
    api,
    suppliers: {
      ...createManageSuppliers(shared),
      ...createManageSources({ ...shared, beginFetch }),
      listsOfProduct: createListsOfProduct(shared),
    },
    beginDueFetch: createBeginDueFetch({ ...shared, beginFetch }),
    fetchList: createFetchList({ ...shared, api }),
    runImport: createRunImport({ ...shared, prepareGroups, startWriting, leaveList: createLeaveList(shared) }),
    undoImport: createUndoImport(shared),
  }
}
