import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import type { AuditLog } from '../../audit/audit.api.ts'
import { NOTHING_UNDONE } from '../../product-changes/product-changes.api.ts'
import { FileRefused, ImportNotReady, TooManyLeft } from '../errors.ts'
import { importFinished } from '../../events.ts'
import type { ProductImport } from '../import.ts'
import type { Imports } from '../imports.api.ts'
import { undoImport } from '../jobs.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import type { ImportUndoRepository } from '../persistence/import-undo.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import { canNameProducts } from '../reading/columns.ts'
import { beginEntry, stopEntry } from '../rules/audit-entries.ts'
import { KEPT_DAYS, keptUntil } from '../rules/kept-until.ts'
import { doTooManyLeave, readingFrom } from '../rules/supplier-rules.ts'
import type { GetImport } from './get-import.ts'
import type { ReadAgain } from './read-again.ts'

/**
 * How staff start, cancel and undo an import. Each resolves to its new state and happens once, however often it is
 * requested.
 */
export function createLifecycle(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly getImport: GetImport
  readonly imports: Pick<ImportRepository, 'move'>
  readonly undos: Pick<ImportUndoRepository, 'begin'>
  readonly readAgain: ReadAgain
  readonly suppliers: Pick<SupplierRepository, 'remember'>
}): Pick<Imports, 'start' | 'cancel' | 'undo'> {
  const { database, events, jobs, clock, audit, getImport, imports, undos, readAgain, suppliers } = deps

  /** @throws ImportNotReady when its file and rows are not kept any more */
  function refuseExpired(productImport: ProductImport, message: string): void {
    if (keptUntil(productImport) < clock.now()) throw new ImportNotReady(message)
  }

  return {
    async start(id, by, { mayManyLeave = false } = {}) {
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
      if (found.state === 'previewed' && !mayManyLeave && doTooManyLeave(found))
        throw new TooManyLeft(found.left, found.leftOf)
      const started = await database.transaction(async (tx) => {
        const set = { preview: false, state: 'queued', mayManyLeave } as const
        const next = await readAgain(tx, found, { states: ['previewed'], set })
        if (next === null) return null
        if (next.supplier !== null && next.corrects === null)
          await suppliers.remember(tx, next.supplier.id, readingFrom(next))
        await audit.record(tx, beginEntry('import.started', next, by))
        return next
      })
      if (started === null) throw new ImportNotReady('Only a preview that is complete can be started.')
      return started
    },

    async cancel(id, by) {
      await getImport(id)
      const stopped = await database.transaction(async (tx) => {
        const moved = await imports.move(
          id,
          { states: ['mapping', 'previewing', 'previewed', 'queued', 'running'] },
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
      if (!hasEffect(found)) throw new ImportNotReady('This import has changed no product.')
      refuseExpired(found, `An import can be undone for ${KEPT_DAYS.imported} days.`)
      const set = { state: 'undoing' as const, undo: NOTHING_UNDONE, finishedAt: null }
      const undoing = await database.transaction(async (tx) => {
        const moved = await undos.begin(id, set, tx)
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

/** Whether there is something to undo. A supplier's list also says which products are on it, changed or not. */
function hasEffect({ preview, created, updated, left, unchanged, supplier }: ProductImport): boolean {
  return !preview && created + updated + left + (supplier === null ? 0 : unchanged) > 0
}
