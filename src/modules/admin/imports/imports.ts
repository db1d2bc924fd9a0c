import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import type { AuditLog } from '../audit/audit.api.ts'
import type { Imports } from './imports.api.ts'
import { createImportFileRepository } from './persistence/import-file.repository.ts'
import { createImportRowsRepository } from './persistence/import-rows.repository.ts'
import { createSupplierProductsRepository } from './persistence/supplier-products.repository.ts'
import { createSupplierRepository } from './persistence/supplier.repository.ts'
import type { Suppliers } from './suppliers.api.ts'
import { createImportRepository } from './persistence/import.repository.ts'
import { keptUntil } from './rules/kept-until.ts'
import { doTooManyLeave } from './rules/supplier-rules.ts'
import { readingOf } from './rules/reading-of.ts'
import { createExportProducts } from './use-cases/export-products.ts'
import { createGetImport } from './use-cases/get-import.ts'
import { createLifecycle } from './use-cases/lifecycle.ts'
import { createPrepareGroups } from './use-cases/prepare-groups.ts'
import { createReadResults } from './use-cases/read-results.ts'
import { createBeginImport } from './use-cases/begin-import.ts'
import { createFindCandidates } from './use-cases/find-candidates.ts'
import { createLeaveList } from './use-cases/leave-list.ts'
import { createManageSuppliers } from './use-cases/manage-suppliers.ts'
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
}

export function createImports(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly catalog: Pick<
    CatalogModule,
    'findProducts' | 'listIdsForStaff' | 'findProductsByKeys' | 'areUnchanged' | 'writeProducts'
  >
}): ImportsFeature {
  const { database, clock } = deps
  const imports = createImportRepository(database)
  const files = createImportFileRepository(database)
  const rows = createImportRowsRepository(database, clock)
  const getImport = createGetImport(imports)
  const suppliers = createSupplierRepository(database)
  const supplierProducts = createSupplierProductsRepository(database)
  const findCandidates = createFindCandidates({ ...deps, supplierProducts })
  const shared = { ...deps, imports, files, rows, getImport, suppliers, supplierProducts, findCandidates }
  const prepareGroups = createPrepareGroups(shared)
  const startWriting = createWriteGroup(shared)

  return {
    api: {
      storeFile: createStoreFile(shared),
      deleteFile: ({ fileId }) => files.remove(fileId),
      begin: createBeginImport(shared),
      async list(page) {
        const [found, total] = await Promise.all([imports.list(page), imports.count()])
        return { imports: found, total }
      },
      get: getImport,
      keptUntil,
      doTooManyLeave,
      readingOf,
      ...createReadResults(shared),
      ...createLifecycle(shared),
      exportProducts: createExportProducts(deps.catalog),
    },
    suppliers: createManageSuppliers(shared),
    runImport: createRunImport({ ...shared, prepareGroups, startWriting, leaveList: createLeaveList(shared) }),
    undoImport: createUndoImport(shared),
  }
}
