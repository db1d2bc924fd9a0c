import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { FileRefused, ImportNotFound, ImportNotReady } from '../errors.ts'
import { importFinished } from '../../events.ts'
import type { Alongside, BlankRule, ImportField, ImportMode, ProductImport } from '../import.ts'
import { importProducts, undoImport } from '../jobs.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import { canNameProducts, mapColumns } from '../reading/columns.ts'
import { clearedAt, KEPT_DAYS, keptUntil } from '../rules/kept-until.ts'
import { UNREAD } from './receive-file.ts'

export interface NewMapping {
  readonly mapping: Readonly<Record<string, ImportField | null>>
  readonly mode?: ImportMode
  readonly blank?: BlankRule
}

/** What staff do with an import that exists. Each answers its new state, and happens once however often it is asked for. */
export function createSteerImport(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Jobs
  readonly clock: Clock
  readonly files: Pick<ImportFileRepository, 'keep'>
  readonly imports: ImportRepository
  readonly rows: ImportRowsRepository
}) {
  const { database, events, jobs, clock, files, imports, rows } = deps

  async function get(id: string): Promise<ProductImport> {
    const found = await imports.find(id)
    if (found === null) throw new ImportNotFound()
    return found
  }

  /** @throws ImportNotReady when its file and rows are promised no longer */
  function refuseOld(found: ProductImport, what: string): void {
    if (keptUntil(found) < clock.now()) throw new ImportNotReady(what)
  }

  /** Begins another reading of the same file; what the one before said goes with it. */
  async function readAgain(
    tx: Transaction,
    before: ProductImport,
    states: readonly ('previewed' | 'previewing')[],
    set: Partial<Omit<ProductImport, 'id'>>,
  ): Promise<ProductImport | null> {
    const next = await imports.move(
      before.id,
      { states, run: before.run },
      { ...UNREAD, ...set, run: before.run + 1 },
      tx,
    )
    if (next === null) return null
    await files.keep(tx, before.id, clearedAt(clock.now(), next.preview ? 'preview' : 'imported'))
    await rows.removeRun(tx, before.id, before.run)
    await jobs.enqueue(tx, importProducts, { importId: next.id, run: next.run })
    return next
  }

  return {
    get,

    /** @throws ImportNotReady unless it is previewed @throws FileRefused without a column for the name */
    async start(id: string, alongside?: Alongside): Promise<ProductImport> {
      const found = await get(id)
      if (
        found.state === 'previewed' &&
        !canNameProducts(
          found.columns.map(({ field }) => field),
          found.mode,
        )
      )
        throw FileRefused.columns()
      refuseOld(found, `A preview can be started for ${KEPT_DAYS.preview} days. Send the file again.`)
      const started = await database.transaction(async (tx) => {
        const next = await readAgain(tx, found, ['previewed'], { preview: false, state: 'queued' })
        if (next !== null) await alongside?.(tx, next)
        return next
      })
      if (started === null) throw new ImportNotReady('Only a preview that is complete can be started.')
      return started
    },

    /** Another mapping for a file that is previewed; it is previewed again. @throws ImportNotReady @throws MappingRefused */
    async remap(id: string, { mapping, mode, blank }: NewMapping): Promise<ProductImport> {
      const found = await get(id)
      refuseOld(found, `A preview can be changed for ${KEPT_DAYS.preview} days. Send the file again.`)
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

    /** Stops after the group of rows under way; what is written stays and can be undone. @throws ImportNotReady */
    async cancel(id: string, alongside?: Alongside): Promise<ProductImport> {
      await get(id)
      const stopped = await database.transaction(async (tx) => {
        const moved = await imports.move(
          id,
          { states: ['previewing', 'previewed', 'queued', 'running'] },
          { state: 'cancelled', finishedAt: clock.now() },
          tx,
        )
        if (moved === null) throw new ImportNotReady('This import is over already.')
        await alongside?.(tx, moved)
        await events.publish(tx, importFinished, { importId: id, state: 'cancelled' })
        return moved
      })
      return stopped
    },

    /** Has a job take back what the import wrote. @throws ImportNotReady when nothing was written, or it was undone before */
    async undo(id: string, alongside?: Alongside): Promise<ProductImport> {
      const found = await get(id)
      if (found.preview || found.created + found.updated === 0)
        throw new ImportNotReady('This import has changed no product.')
      refuseOld(found, `An import can be undone for ${KEPT_DAYS.imported} days.`)
      const set = { state: 'undoing' as const, undo: { removed: 0, restored: 0, kept: [] }, finishedAt: null }
      const undoing = await database.transaction(async (tx) => {
        const moved = await imports.beginUndo(id, set, tx)
        if (moved === null) return null
        await jobs.enqueue(tx, undoImport, { importId: id })
        await alongside?.(tx, moved)
        return moved
      })
      if (undoing === null) throw new ImportNotReady('Only an import that is over can be undone, and only once.')
      return undoing
    },
  }
}
