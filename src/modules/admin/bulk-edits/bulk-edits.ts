import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import type { AuditLog } from '../audit/audit.api.ts'
import type { ProductReverts } from '../product-changes/product-changes.api.ts'
import type { BulkEdits } from './bulk-edits.api.ts'
import { BulkEditNotFound } from './errors.ts'
import { createBulkEditRepository } from './persistence/bulk-edit.repository.ts'
import { createBulkEditHistory } from './use-cases/change-history.ts'
import { createLifecycle } from './use-cases/lifecycle.ts'
import { createReadResults } from './use-cases/read-results.ts'
import { createTakeStep, type TakeStep } from './use-cases/take-step.ts'

const LISTED = 20

/** Bulk edits of products: their API, and what the module connects to jobs. */
export function createBulkEdits(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly reverts: ProductReverts
  readonly catalog: Pick<CatalogModule, 'listIdsForStaff' | 'findProducts' | 'editInBulk' | 'writeProducts'>
}): { readonly api: BulkEdits; readonly takeStep: TakeStep } {
  const bulkEdits = createBulkEditRepository(deps.database)
  deps.reverts.addHistory(createBulkEditHistory(bulkEdits))

  const get: BulkEdits['get'] = async (id) => {
    const found = await bulkEdits.find(id)
    if (found === null) throw new BulkEditNotFound()
    return found.bulkEdit
  }
  const shared = { ...deps, bulkEdits, get }

  return {
    takeStep: createTakeStep(shared),
    api: {
      get,
      list: () => bulkEdits.list(LISTED),
      ...createLifecycle(shared),
      ...createReadResults(shared),
    },
  }
}
