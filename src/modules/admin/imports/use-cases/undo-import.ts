import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { importFinished, importProgressed } from '../../events.ts'
import type { ProductReverts } from '../../product-changes/product-changes.api.ts'
import type { ProductImport } from '../import.ts'
import type { SupplierNotesRepository } from '../persistence/supplier-notes.repository.ts'
import type { ImportRowsRepository, StoredGroup } from '../persistence/import-rows.repository.ts'
import type { ImportUndoRepository } from '../persistence/import-undo.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import type { WrittenRowsRepository } from '../persistence/written-rows.repository.ts'
import { standingNotes, type NotesBefore, type UndoneLists } from '../rules/standing-notes.ts'
import { rowsKeptSince } from '../rules/kept-until.ts'
import { readingFrom } from '../rules/supplier-rules.ts'
import { writtenBy } from './change-history.ts'

export type UndoImport = (job: { readonly importId: string }, signal: AbortSignal) => Promise<void>

/**
 * Reverts what an import wrote, from the last group to the first, each group once and in one transaction: created
 * products are deleted, and changed fields get their old values. A product that was edited since stays as it is and is
 * listed in the result. What was noted of the supplier's products is put back with them.
 */
export function createUndoImport(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly reverts: Pick<ProductReverts, 'revert'>
  readonly imports: Pick<ImportRepository, 'find' | 'findNewestOf' | 'move'>
  readonly undos: Pick<ImportUndoRepository, 'undoneDownTo' | 'findUndone' | 'recordUndone'>
  readonly rows: Pick<ImportRowsRepository, 'firstLinesBackwards' | 'group' | 'notesBefore'>
  readonly writtenRows: Pick<WrittenRowsRepository, 'keep'>
  readonly suppliers: Pick<SupplierRepository, 'remember'>
  readonly supplierNotes: Pick<SupplierNotesRepository, 'restore' | 'listLeftWith' | 'forgetAdded' | 'revert'>
}): UndoImport {
  const { database, events, clock, imports, undos, rows, writtenRows, suppliers, supplierNotes, reverts } = deps

  return async function undoImport({ importId }, signal) {
    const found = await imports.find(importId)
    if (found === null || found.state !== 'undoing') return
    const done = (await undos.undoneDownTo(importId)) ?? Number.POSITIVE_INFINITY
    const undone = found.supplier === null ? new Map<string, NotesBefore>() : await undoneListsOf(found.supplier.id)
    for (const firstLine of await rows.firstLinesBackwards(importId, found.run)) {
      if (firstLine >= done) continue
      signal.throwIfAborted()
      const group = await rows.group(importId, found.run, firstLine)
      await database.transaction(async (tx) => {
        await undoGroup(tx, found, { firstLine, ...group }, undone)
        await events.publish(tx, importProgressed, { importId })
      })
    }
    if (found.supplier !== null) await supplierNotes.forgetAdded({ supplierId: found.supplier.id, importId })
    await database.transaction(async (tx) => {
      const moved = await imports.move(
        importId,
        { states: ['undoing'] },
        { state: 'undone', finishedAt: clock.now() },
        tx,
      )
      if (moved === null) return
      if (found.supplier !== null) await forgetList(tx, found, found.supplier.id, undone)
      await events.publish(tx, importFinished, { importId, state: 'undone', preview: false })
    })
  }

  /** The lists of a supplier that were undone, with what was noted before each. */
  async function undoneListsOf(supplierId: string): Promise<UndoneLists> {
    const undone = new Map<string, NotesBefore>()
    for (const { id, run } of await undos.findUndone(rowsKeptSince(clock.now()), { supplierId }))
      undone.set(id, await rows.notesBefore({ importId: id, run }))
    return undone
  }

  /** The supplier's next list is read as if the undone one had never come. */
  async function forgetList(
    tx: Transaction,
    { id: importId, corrects }: ProductImport,
    supplierId: string,
    undone: UndoneLists,
  ): Promise<void> {
    const returning = standingNotes(await supplierNotes.listLeftWith(supplierId, importId), undone)
    await supplierNotes.revert(tx, { supplierId, importId, undone }, returning)
    if (corrects !== null) return
    const newest = await imports.findNewestOf(supplierId, tx)
    await suppliers.remember(tx, supplierId, newest && readingFrom(newest))
  }

  function undoGroup(
    tx: Transaction,
    { id: importId, run, supplier, startedAt, createdAt }: ProductImport,
    { firstLine, rows: results, notesBefore, writtenAt }: StoredGroup & { readonly firstLine: number },
    undone: UndoneLists,
  ): Promise<void> {
    const made = { madeBy: importId, madeAt: writtenAt ?? startedAt ?? createdAt }
    return reverts.revert(tx, made, results.flatMap(writtenBy), async (reverted) => {
      const isFirst = await undos.recordUndone(tx, { id: importId, firstLine, reverted })
      const keptIds = reverted.kept.map(({ productId }) => productId)
      if (isFirst && keptIds.length > 0) await writtenRows.keep(tx, { importId, run, firstLine }, keptIds)
      if (isFirst && supplier !== null) {
        const by = { supplierId: supplier.id, importId, undone }
        await supplierNotes.restore(tx, by, standingNotes(notesBefore, undone))
      }
      return isFirst
    })
  }
}
