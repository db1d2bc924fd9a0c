import { randomUUID } from 'node:crypto'
import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import type { AuditLog } from '../audit/audit.api.ts'
import {
  NOTHING_UNDONE,
  shownChanges,
  withItsUndo,
  type ProductReverts,
} from '../product-changes/product-changes.api.ts'
import type { BulkEdit, BulkEdits } from './bulk-edits.api.ts'
import { BulkEditNotFound, BulkEditNotReady, NothingChosen } from './errors.ts'
import { takeBulkEditStep } from './jobs.ts'
import { createBulkEditRepository, NOTHING_DONE } from './persistence/bulk-edit.repository.ts'
import { auditEntry } from './use-cases/audit-entry.ts'
import { createBulkEditHistory } from './use-cases/change-history.ts'
import { keptUntil } from './use-cases/kept-until.ts'
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
  const { database, jobs, clock, audit, catalog } = deps
  const bulkEdits = createBulkEditRepository(database)
  deps.reverts.addHistory(createBulkEditHistory(bulkEdits))

  async function get(id: string): Promise<BulkEdit> {
    const found = await bulkEdits.find(id)
    if (found === null) throw new BulkEditNotFound()
    return found.bulkEdit
  }

  return {
    takeStep: createTakeStep({ ...deps, bulkEdits }),
    api: {
      get,
      list: () => bulkEdits.list(LISTED),

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

      async rows(id, outcome, limit) {
        const { state, matched } = await get(id)
        const isOver = state === 'stopped' || state === 'undoing' || state === 'undone'
        const rows = []
        for (let part = 0, seen = 0; seen < matched && rows.length < limit; part += 1) {
          const stored = await bulkEdits.part(id, part)
          // What a bulk edit that was stopped did not reach still holds its preview.
          if (stored.ids.length === 0 || (isOver && stored.writtenAt === undefined)) break
          seen += stored.ids.length
          rows.push(...stored.rows.filter((row) => row.outcome === outcome))
        }
        return rows
          .slice(0, limit)
          .map(({ version: _version, mark: _mark, changes, ...row }) => ({ ...row, changes: shownChanges(changes) }))
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

      async changesOf(productId, limit) {
        const parts = await bulkEdits.writtenPartsOf(productId, limit)
        const changes = await Promise.all(
          parts.map(async ({ bulkEditId, writtenAt: at, rows, keptIds }) => {
            const bulkEdit = (await bulkEdits.find(bulkEditId))?.bulkEdit
            const row = rows.find((each) => each.productId === productId)
            if (bulkEdit === undefined || row === undefined) return []
            const made = { bulkEdit, at, changes: shownChanges(row.changes) }
            return withItsUndo(made, bulkEdit, { productId, isKept: keptIds.includes(productId) })
          }),
        )
        return changes.flat()
      },
    },
  }
}
