import type { CatalogModule, Product, ProductContent } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { importFinished, importProgressed } from '../../events.ts'
import type { KeptProduct, ProductImport, RowResult } from '../import.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import { fingerprintOf, fingerprintWithStockOf, STOCK_FIELDS } from '../rules/decide-row.ts'

interface Reversal {
  readonly remove: number[]
  readonly change: { id: number; set: Partial<ProductContent> }[]
  readonly kept: KeptProduct[]
}

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
}): UndoImport {
  const { database, events, clock, catalog, imports, rows } = deps

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
      await events.publish(tx, importFinished, { importId, state: 'undone', preview: false })
    })
  }

  async function undoGroup(
    tx: Transaction,
    { id }: ProductImport,
    firstLine: number,
    results: readonly RowResult[],
  ): Promise<void> {
    const written = results.filter((row) => row.mark !== null && row.productId !== null)
    const products = new Map(
      (
        await catalog.findProducts(
          written.map((row) => row.productId ?? 0),
          tx,
        )
      ).map((product) => [product.id, product]),
    )
    const { remove, change, kept } = reverse(written, products)
    const isFirst = await imports.recordUndone(tx, {
      id,
      firstLine,
      removed: remove.length,
      restored: change.length,
      kept,
    })
    if (isFirst && remove.length + change.length > 0) await catalog.writeProducts(tx, { remove, change })
  }
}

function reverse(written: readonly RowResult[], products: ReadonlyMap<number, Product>): Reversal {
  const reversal: Reversal = { remove: [], change: [], kept: [] }
  for (const row of written) {
    const product = products.get(row.productId ?? 0)
    // It was deleted since; there is nothing left to revert.
    if (product === undefined) continue
    // A new product that was sold, restocked or reviewed since is in use.
    const isEdited =
      row.outcome === 'created'
        ? fingerprintWithStockOf(product) !== row.mark || product.reviewCount > 0
        : fingerprintOf(product) !== row.mark || stockMoved(row, product)
    if (isEdited) reversal.kept.push({ productId: product.id, name: product.name })
    else if (row.outcome === 'created') reversal.remove.push(product.id)
    else reversal.change.push({ id: product.id, set: oldValues(row) })
  }
  return reversal
}

/** Whether the import set a stock field that has another value now. */
function stockMoved(row: RowResult, product: Product): boolean {
  return STOCK_FIELDS.some((field) =>
    row.changes.some((change) => change.field === field && JSON.stringify(product[field]) !== change.after),
  )
}

function oldValues({ changes }: RowResult): Partial<ProductContent> {
  return Object.fromEntries(
    changes.map(({ field, before }) => [field, JSON.parse(before ?? 'null')]),
  ) as Partial<ProductContent>
}
