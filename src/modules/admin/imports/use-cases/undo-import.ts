import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { importFinished, importProgressed } from '../../events.ts'
import { createRevertProducts, type WrittenProduct } from '../../product-changes/product-changes.api.ts'
import type { ProductImport, RowResult } from '../import.ts'
import type { SupplierProductsRepository } from '../persistence/supplier-products.repository.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'

export type UndoImport = (job: { readonly importId: string }, signal: AbortSignal) => Promise<void>

/**
 * Reverts what an import wrote, from the last group to the first, each group once and in one transaction: created
 * products are deleted, and changed fields get their old values. A product that was edited since stays as it is and is
 * listed in the result.
 */
export function createUndoImport(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'writeProducts'>
  readonly imports: ImportRepository
  readonly rows: ImportRowsRepository
  readonly supplierProducts: Pick<SupplierProductsRepository, 'revert'>
}): UndoImport {
  const { database, events, clock, imports, rows, supplierProducts } = deps
  const revertProducts = createRevertProducts(deps.catalog)

  return async function undoImport({ importId }, signal) {
    const found = await imports.find(importId)
    if (found === null || found.state !== 'undoing') return
    const done = (await imports.undoneDownTo(importId)) ?? Number.POSITIVE_INFINITY
    for (const firstLine of await rows.firstLinesBackwards(importId, found.run)) {
      if (firstLine >= done) continue
      signal.throwIfAborted()
      const results = await rows.group(importId, found.run, firstLine)
      await database.transaction(async (tx) => {
        await undoGroup(tx, found, firstLine, results)
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
      await supplierProducts.revert(tx, importId)
      await events.publish(tx, importFinished, { importId, state: 'undone', preview: false })
    })
  }

  function undoGroup(
    tx: Transaction,
    { id }: ProductImport,
    firstLine: number,
    results: readonly RowResult[],
  ): Promise<void> {
    return revertProducts(tx, results.flatMap(writtenBy), (reverted) =>
      imports.recordUndone(tx, { id, firstLine, ...reverted }),
    )
  }
}

/** The product that a row wrote, if it did. */
function writtenBy({ productId, outcome, changes, mark }: RowResult): WrittenProduct[] {
  if (productId === null || mark === null || (outcome !== 'created' && outcome !== 'updated')) return []
  return [{ productId, outcome, changes, mark }]
}
