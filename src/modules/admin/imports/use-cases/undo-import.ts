import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { importFinished, importProgressed } from '../../events.ts'
import { createRevertProducts, type WrittenProduct } from '../../product-changes/product-changes.api.ts'
import type { ProductImport, RowResult } from '../import.ts'
import type { EarlierNote, SupplierProductsRepository } from '../persistence/supplier-products.repository.ts'
import type { ImportRowsRepository, StoredGroup } from '../persistence/import-rows.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import { readingFrom } from '../rules/supplier-rules.ts'

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
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'writeProducts'>
  readonly imports: ImportRepository
  readonly rows: ImportRowsRepository
  readonly suppliers: Pick<SupplierRepository, 'remember'>
  readonly supplierProducts: Pick<SupplierProductsRepository, 'restore' | 'revert'>
}): UndoImport {
  const { database, events, clock, imports, rows, suppliers, supplierProducts } = deps
  const revertProducts = createRevertProducts(deps.catalog)

  return async function undoImport({ importId }, signal) {
    const found = await imports.find(importId)
    if (found === null || found.state !== 'undoing') return
    const done = (await imports.undoneDownTo(importId)) ?? Number.POSITIVE_INFINITY
    for (const firstLine of await rows.firstLinesBackwards(importId, found.run)) {
      if (firstLine >= done) continue
      signal.throwIfAborted()
      const group = await rows.group(importId, found.run, firstLine)
      await database.transaction(async (tx) => {
        await undoGroup(tx, found, firstLine, group)
        await events.publish(tx, importProgressed, { importId })
      })
    }
    await database.transaction(async (tx) => {
      const moved = await imports.move(
        importId,
        { states: ['undoing'] },
        { state: 'undone', finishedAt: clock.now() },
        tx,
      )
      if (moved === null) return
      if (found.supplier !== null) await forgetList(tx, found, found.supplier.id)
      await events.publish(tx, importFinished, { importId, state: 'undone', preview: false })
    })
  }

  /** The supplier's next list is read as if the undone one had never come. */
  async function forgetList(tx: Transaction, { id, corrects }: ProductImport, supplierId: string): Promise<void> {
    await supplierProducts.revert(tx, { supplierId, importId: id })
    if (corrects !== null) return
    const newest = await imports.findNewestOf(supplierId, tx)
    await suppliers.remember(tx, supplierId, newest && readingFrom(newest))
  }

  function undoGroup(
    tx: Transaction,
    { id, supplier }: ProductImport,
    firstLine: number,
    { rows: results, notesBefore }: StoredGroup,
  ): Promise<void> {
    return revertProducts(tx, results.flatMap(writtenBy), async (reverted) => {
      const isFirst = await imports.recordUndone(tx, { id, firstLine, ...reverted })
      if (isFirst && supplier !== null)
        await supplierProducts.restore(
          tx,
          { supplierId: supplier.id, importId: id },
          notesBefore,
          await undoneOf(tx, notesBefore),
        )
      return isFirst
    })
  }

  async function undoneOf(tx: Transaction, notes: readonly EarlierNote[]): Promise<ReadonlySet<string>> {
    const undone = new Set<string>()
    for (const id of new Set(
      notes.flatMap(({ importId, leftWith, gtinBy }) => [importId, leftWith ?? importId, gtinBy ?? importId]),
    )) {
      const state = (await imports.find(id, tx))?.state
      if (state === 'undone' || state === 'undoing') undone.add(id)
    }
    return undone
  }
}

/** The product that a row wrote, if it did. */
function writtenBy({ productId, outcome, changes, mark }: RowResult): WrittenProduct[] {
  if (productId === null || mark === null || (outcome !== 'created' && outcome !== 'updated')) return []
  return [{ productId, outcome, changes, mark }]
}
