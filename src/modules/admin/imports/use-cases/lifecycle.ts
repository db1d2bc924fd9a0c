import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import type { AuditLog } from '../../audit/audit.api.ts'
import { FileRefused, ImportNotReady } from '../errors.ts'
import { importFinished } from '../../events.ts'
import type { ProductImport } from '../import.ts'
import type { Imports } from '../imports.api.ts'
import { importProducts, undoImport } from '../jobs.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import { canNameProducts, mapColumns } from '../reading/columns.ts'
import { beginEntry, stopEntry } from '../rules/audit-entries.ts'
import { expiryOf, KEPT_DAYS, keptUntil } from '../rules/kept-until.ts'
import type { GetImport } from './get-import.ts'
import { INITIAL_PROGRESS } from './receive-file.ts'

/** What staff do with an import that exists. Each resolves to its new state and happens once, however often it is requested. */
export function createLifecycle(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly getImport: GetImport
  readonly files: Pick<ImportFileRepository, 'keep'>
  readonly imports: ImportRepository
  readonly rows: ImportRowsRepository
}): Pick<Imports, 'start' | 'remap' | 'cancel' | 'undo'> {
  const { database, events, jobs, clock, audit, getImport, files, imports, rows } = deps

  /** @throws ImportNotReady when its file and rows are not kept any more */
  function refuseExpired(productImport: ProductImport, message: string): void {
    if (keptUntil(productImport) < clock.now()) throw new ImportNotReady(message)
  }

  /** Begins another reading of the same file, and deletes the rows of the one before. */
  async function readAgain(
    tx: Transaction,
    before: ProductImport,
    states: readonly ('previewed' | 'previewing')[],
    set: Partial<Omit<ProductImport, 'id'>>,
  ): Promise<ProductImport | null> {
    const next = await imports.move(
      before.id,
      { states, run: before.run },
      { ...INITIAL_PROGRESS, ...set, run: before.run + 1 },
      tx,
    )
    if (next === null) return null
    await files.keep(tx, before.id, expiryOf(clock.now(), next.preview ? 'preview' : 'imported'))
    await rows.removeRun(tx, before.id, before.run)
    await jobs.enqueue(tx, importProducts, { importId: next.id, run: next.run })
    return next
  }

  return {
    async start(id, by) {
      const found = await getImport(id)
      if (
        found.state === 'previewed' &&
        !canNameProducts(
          found.columns.map(({ field }) => field),
          found.mode,
        )
      )
        throw FileRefused.columns()
      refuseExpired(found, `A preview can be started for ${KEPT_DAYS.preview} days. Send the file again.`)
      const started = await database.transaction(async (tx) => {
        const next = await readAgain(tx, found, ['previewed'], { preview: false, state: 'queued' })
        if (next !== null) await audit.record(tx, beginEntry('import.started', next, by))
        return next
      })
      if (started === null) throw new ImportNotReady('Only a preview that is complete can be started.')
      return started
    },

    async remap(id, { mapping, mode, blank }) {
      const found = await getImport(id)
      refuseExpired(found, `A preview can be changed for ${KEPT_DAYS.preview} days. Send the file again.`)
      const fields = mapColumns(
        found.columns.map(({ header }) => header),
        mapping,
      )
      const columns = found.columns.map((column, index) => ({ ...column, field: fields[index] ?? null }))
      const set = {
        columns,
        mode: mode ?? found.mode,
        blank: blank ?? found.blank,
        preview: true,
        state: 'previewing' as const,
      }
      const next = await database.transaction((tx) => readAgain(tx, found, ['previewed', 'previewing'], set))
      if (next === null) throw new ImportNotReady('The columns can be changed only before the import is started.')
      return next
    },

    async cancel(id, by) {
      await getImport(id)
      const stopped = await database.transaction(async (tx) => {
        const moved = await imports.move(
          id,
          { states: ['previewing', 'previewed', 'queued', 'running'] },
          { state: 'cancelled', finishedAt: clock.now() },
          tx,
        )
        if (moved === null) throw new ImportNotReady('This import is over already.')
        await audit.record(tx, stopEntry('import.cancelled', moved, by))
        await events.publish(tx, importFinished, { importId: id, state: 'cancelled', preview: moved.preview })
        return moved
      })
      return stopped
    },

    async undo(id, by) {
      const found = await getImport(id)
      if (found.preview || found.created + found.updated === 0)
        throw new ImportNotReady('This import has changed no product.')
      refuseExpired(found, `An import can be undone for ${KEPT_DAYS.imported} days.`)
      const set = { state: 'undoing' as const, undo: { removed: 0, restored: 0, kept: [] }, finishedAt: null }
      const undoing = await database.transaction(async (tx) => {
        const moved = await imports.beginUndo(id, set, tx)
        if (moved === null) return null
        await jobs.enqueue(tx, undoImport, { importId: id })
        await audit.record(tx, stopEntry('import.undone', moved, by))
        return moved
      })
      if (undoing === null) throw new ImportNotReady('Only an import that is over can be undone, and only once.')
      return undoing
    },
  }
}
