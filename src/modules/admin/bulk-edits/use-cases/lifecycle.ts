import { randomUUID } from 'node:crypto'
import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import type { AuditLog } from '../../audit/audit.api.ts'
import { NOTHING_UNDONE } from '../../product-changes/product-changes.api.ts'
import type { BulkEdit, BulkEdits } from '../bulk-edits.api.ts'
import { BulkEditNotReady, NothingChosen } from '../errors.ts'
import { takeBulkEditStep } from '../jobs.ts'
import { NOTHING_DONE, type BulkEditRepository } from '../persistence/bulk-edit.repository.ts'
import { auditEntry } from './audit-entry.ts'
import { keptUntil } from './kept-until.ts'

/** What staff do with a bulk edit: its new state, the line in the log and the job that goes on are one transaction. */
export function createLifecycle(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly catalog: Pick<CatalogModule, 'listIdsForStaff'>
  readonly bulkEdits: BulkEditRepository
  readonly get: BulkEdits['get']
}): Pick<BulkEdits, 'preview' | 'start' | 'stop' | 'undo'> {
  const { database, jobs, clock, audit, catalog, bulkEdits, get } = deps

  return {
    async preview(choice, edit, by) {
      const ids = 'ids' in choice ? [...new Set(choice.ids)] : await catalog.listIdsForStaff(choice.found)
      if (ids.length === 0) throw new NothingChosen()
      const now = clock.now()
      const bulkEdit: BulkEdit = {
        ...NOTHING_DONE,
        id: randomUUID(),
        by: by.person,
        edit,
        state: 'previewing',
        matched: ids.length,
        undo: null,
        createdAt: now,
        finishedAt: null,
      }
      await database.transaction(async (tx) => {
        await bulkEdits.insert(tx, bulkEdit, ids, keptUntil(now, 'preview'))
        await jobs.enqueue(tx, takeBulkEditStep, { bulkEditId: bulkEdit.id, step: 'previewing' })
      })
      return bulkEdit
    },

    async start(id, by) {
      const before = await get(id)
      const started = await database.transaction(async (tx) => {
        const set = { ...NOTHING_DONE, partsDone: 0, state: 'running' as const }
        const moved = await bulkEdits.move(tx, id, ['previewed'], set)
        if (moved === null) return null
        await bulkEdits.keep(tx, id, keptUntil(clock.now(), 'made'))
        await audit.record(tx, auditEntry('products.bulk-edited', before, by))
        await jobs.enqueue(tx, takeBulkEditStep, { bulkEditId: id, step: 'running' })
        return moved
      })
      if (started === null) throw new BulkEditNotReady('Only a preview that is complete can be made, and only once.')
      return started
    },

    async stop(id, by) {
      const stopped = await database.transaction(async (tx) => {
        const set = { state: 'stopped' as const, finishedAt: clock.now() }
        const moved = await bulkEdits.move(tx, id, ['running'], set)
        if (moved !== null) await audit.record(tx, auditEntry('products.bulk-edit-stopped', moved, by))
        return moved
      })
      if (stopped !== null) return stopped
      const found = await get(id)
      if (found.state !== 'stopped') throw new BulkEditNotReady('Only a bulk edit that is under way can be stopped.')
      return found
    },

    async undo(id, by) {
      await get(id)
      const undoing = await database.transaction(async (tx) => {
        const set = { done: 0, partsDone: 0, state: 'undoing' as const, undo: NOTHING_UNDONE }
        const moved = await bulkEdits.move(tx, id, ['finished', 'stopped'], set)
        if (moved === null) return null
        await bulkEdits.keep(tx, id, keptUntil(clock.now(), 'preview'))
        await audit.record(tx, auditEntry('products.bulk-edit-undone', moved, by))
        await jobs.enqueue(tx, takeBulkEditStep, { bulkEditId: id, step: 'undoing' })
        return moved
      })
      if (undoing === null) throw new BulkEditNotReady('Only a bulk edit that is over can be undone, and only once.')
      return undoing
    },
  }
}
