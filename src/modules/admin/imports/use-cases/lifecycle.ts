import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import type { AuditLog } from '../../audit/audit.api.ts'
import { NOTHING_UNDONE } from '../../product-changes/product-changes.api.ts'
import { FileRefused, ImportNotReady, MappingRefused, SupplierNotFound, TooManyLeft } from '../errors.ts'
import { importFinished } from '../../events.ts'
import { INITIAL_PROGRESS, type ImportState, type ProductImport } from '../import.ts'
import type { Imports, NewMapping } from '../imports.api.ts'
import { importProducts, undoImport } from '../jobs.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import { canNameProducts } from '../reading/columns.ts'
import { isKnownEncoding } from '../reading/encodings.ts'
import { findFile, type FoundFile } from '../reading/find-file.ts'
import { beginEntry, stopEntry } from '../rules/audit-entries.ts'
import { foundOf, recognizedOf } from '../rules/found-file.ts'
import { expiryOf, KEPT_DAYS, keptUntil } from '../rules/kept-until.ts'
import { mapAgain } from '../rules/mapping.ts'
import { doTooManyLeave, readingFrom, rulesFor } from '../rules/supplier-rules.ts'
import type { GetImport } from './get-import.ts'
import { readSheet } from './open-workbook.ts'

/**
 * What staff do with an import that exists. Each resolves to its new state and happens once, however often it is
 * requested.
 */
export function createLifecycle(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly getImport: GetImport
  readonly files: Pick<ImportFileRepository, 'keep' | 'read' | 'readTable' | 'storeTable'>
  readonly imports: ImportRepository
  readonly rows: ImportRowsRepository
  readonly suppliers: Pick<SupplierRepository, 'find' | 'remember'>
}): Pick<Imports, 'start' | 'remap' | 'readAs' | 'readSheet' | 'cancel' | 'undo'> {
  const { database, events, jobs, clock, audit, getImport, files, imports, rows, suppliers } = deps

  /** @throws ImportNotReady when its file and rows are not kept any more */
  function refuseExpired(productImport: ProductImport, message: string): void {
    if (keptUntil(productImport) < clock.now()) throw new ImportNotReady(message)
  }

  /** Begins another reading of the same file, and deletes the rows of the one before. */
  async function readAgain(
    tx: Transaction,
    before: ProductImport,
    states: readonly ('mapping' | 'previewed' | 'previewing')[],
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

  /** Asks for the columns of a file again that was read anew. @param csv the sheet of a workbook @throws ImportNotReady */
  async function storeReading(
    before: ProductImport,
    found: FoundFile,
    csv: readonly Buffer[] | null,
  ): Promise<ProductImport> {
    const next = await database.transaction(async (tx) => {
      const moved = await imports.move(
        before.id,
        { states: CAN_READ_AGAIN, run: before.run },
        {
          ...INITIAL_PROGRESS,
          ...foundOf(found, recognizedOf(found)),
          mends: [],
          skips: [],
          state: 'mapping',
          run: before.run + 1,
        },
        tx,
      )
      if (moved === null) return null
      await rows.removeRun(tx, before.id, before.run)
      // With the rest: the import may be started meanwhile, and reads the sheet that was looked at.
      if (csv !== null) await files.storeTable(before.id, csv, clock.now(), tx)
      await files.keep(tx, before.id, expiryOf(clock.now(), 'preview'))
      return moved
    })
    if (next === null)
      throw new ImportNotReady('The file can be read in another way only before the import is started.')
    return next
  }

  /** Whose list it is, as staff say now. @throws SupplierNotFound */
  async function chosenSupplier(found: ProductImport, { supplierId }: NewMapping): Promise<ProductImport['supplier']> {
    if (supplierId === undefined) return found.supplier
    if (supplierId === null) return null
    const supplier = await suppliers.find(supplierId)
    if (supplier === null) throw new SupplierNotFound()
    return rulesFor(supplier)
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
        const next = await readAgain(tx, found, ['previewed'], { preview: false, state: 'queued', mayManyLeave })
        if (next === null) return null
        if (next.supplier !== null && next.corrects === null)
          await suppliers.remember(tx, next.supplier.id, readingFrom(next))
        await audit.record(tx, beginEntry('import.started', next, by))
        return next
      })
      if (started === null) throw new ImportNotReady('Only a preview that is complete can be started.')
      return started
    },

    async remap(id, next) {
      const found = await getImport(id)
      refuseExpired(found, PREVIEW_OVER)
      const set = {
        ...mapAgain(found, next),
        supplier: await chosenSupplier(found, next),
        preview: true,
        state: 'previewing' as const,
      }
      const moved = await database.transaction((tx) =>
        readAgain(tx, found, ['mapping', 'previewed', 'previewing'], set),
      )
      if (moved === null) throw new ImportNotReady('The columns can be changed only before the import is started.')
      return moved
    },

    async readSheet(id, sheet) {
      const before = await getImport(id)
      refuseExpired(before, PREVIEW_OVER)
      if (!before.sheets.includes(sheet)) throw new MappingRefused(`The workbook has no sheet "${sheet}".`)
      if (!CAN_READ_AGAIN.includes(before.state))
        throw new ImportNotReady('The sheet can be changed only before the import is started.')
      const { csv, ...read } = await readSheet(files, id, sheet)
      async function* table() {
        yield* csv
      }
      return storeReading(before, { ...(await findFile(table, UTF8, ',')), ...read }, csv)
    },

    async readAs(id, encoding) {
      const before = await getImport(id)
      refuseExpired(before, PREVIEW_OVER)
      const others = before.encodings.map((each) => each.encoding).filter((each) => each !== encoding)
      if (others.length === before.encodings.length || !isKnownEncoding(encoding))
        throw new MappingRefused(`The file cannot be read as "${encoding}".`)
      const found = await findFile(() => files.read(id), { encoding, isSure: true, others })
      return storeReading(before, found, null)
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

/** Whether there is something to undo. A supplier's list also says which products are on it, changed or not. */
function hasEffect({ preview, created, updated, left, unchanged, supplier }: ProductImport): boolean {
  return !preview && created + updated + left + (supplier === null ? 0 : unchanged) > 0
}

const PREVIEW_OVER = `A preview can be changed for ${KEPT_DAYS.preview} days. Send the file again.`
const CAN_READ_AGAIN: readonly ImportState[] = ['mapping', 'previewed']
const UTF8 = { encoding: 'utf-8', isSure: true, others: [] } as const
