import type { CatalogModule, Product } from '#modules/catalog'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { importProgressed } from '../../events.ts'
import { fingerprintOf, type FieldChange } from '../../product-changes/product-changes.api.ts'
import type { ProductImport, RowResult } from '../import.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import type { SupplierProductsRepository } from '../persistence/supplier-products.repository.ts'
import { doTooManyLeave } from '../rules/supplier-rules.ts'
import { ImportTakenOver } from './write-group.ts'

const AT_ONCE = 200

/** What of a supplier's products is not on a list any more. */
export interface LeaveList {
  /** Counts them for a preview, by the rows that were read. */
  count(productImport: ProductImport, signal: AbortSignal): Promise<{ readonly left: number; readonly leftOf: number }>
  /**
   * Takes them off sale as the supplier's rule says, after all rows of an import are written.
   * @throws ImportTakenOver
   */
  apply(productImport: ProductImport, signal: AbortSignal): Promise<void>
}

/**
 * The products that were on a supplier's last list and are not on this one. They are written like rows that stand
 * behind the last line, so that a worker that takes over goes on after them, and an undo puts them back.
 */
export function createLeaveList(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'writeProducts'>
  readonly imports: Pick<ImportRepository, 'advance' | 'find' | 'isFollowed'>
  readonly rows: Pick<ImportRowsRepository, 'firstLinesBackwards' | 'group' | 'insert'>
  readonly supplierProducts: Pick<SupplierProductsRepository, 'listOnList' | 'listMissing' | 'findMissing' | 'markLeft'>
}): LeaveList {
  const { database, events, catalog, imports, rows, supplierProducts } = deps

  async function count({ id, run, supplier, corrects }: ProductImport, signal: AbortSignal) {
    // Of rows that failed before, the others are on the list still.
    if (supplier === null || corrects !== null) return { left: 0, leftOf: 0 }
    const before = await supplierProducts.listOnList(supplier.id)
    const missing = new Set(before)
    for (const firstLine of before.length === 0 ? [] : await rows.firstLinesBackwards(id, run)) {
      signal.throwIfAborted()
      for (const { productId } of (await rows.group(id, run, firstLine)).rows)
        if (productId !== null) missing.delete(productId)
    }
    // Products that staff have deleted did not leave with this list.
    let left = 0
    const ids = [...missing]
    for (let at = 0; at < ids.length; at += AT_ONCE)
      left += (await catalog.findProducts(ids.slice(at, at + AT_ONCE))).length
    return { left, leftOf: before.length - missing.size + left }
  }

  async function apply(productImport: ProductImport, signal: AbortSignal): Promise<void> {
    const { id, supplier, corrects, mayManyLeave, startedAt, createdAt } = productImport
    if (supplier === null || corrects !== null || supplier.whenLeft === 'keep') return
    // After a worker's death a newer list may have come in between: what is on sale, that one says.
    if (await imports.isFollowed(supplier.id, startedAt ?? createdAt)) return
    // Counted again, because the catalog went on since the preview.
    const counted = await count(productImport, signal)
    if (!mayManyLeave && doTooManyLeave({ supplier, ...counted })) return
    // Once: the database looks at all that is on the list for it.
    const missing = await supplierProducts.listMissing(supplier.id, id)
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      signal.throwIfAborted()
      const ids = await supplierProducts.findMissing(supplier.id, id, missing.slice(at, at + AT_ONCE))
      if (ids.length > 0) await database.transaction((tx) => leave(tx, productImport, supplier.id, ids))
    }
  }

  async function leave(
    tx: Transaction,
    { id, run, state }: ProductImport,
    supplierId: string,
    ids: readonly number[],
  ): Promise<void> {
    const from = (await imports.find(id, tx))?.lastLine ?? 0
    const products = (await catalog.findProducts(ids, tx)).filter(
      // What awaits a price would be on sale with it.
      ({ inStock, awaitsPrice }) => inStock || awaitsPrice,
    )
    const results = products
      .toSorted((a, b) => a.id - b.id)
      .map((product, index) => resultOf(product, from + index + 1))
    await supplierProducts.markLeft(tx, supplierId, id, ids)
    if (results.length > 0)
      await catalog.writeProducts(tx, { change: products.map((product) => ({ id: product.id, set: SOLD_OUT })) })
    // Asked also where nothing is written but who left: of an import that is over, nothing of this may stay.
    const to = from + results.length
    imports.advance(tx, { id, run, state, from, to, counts: { left: results.length } }, () => new ImportTakenOver())
    if (results.length === 0) return
    rows.insert(tx, { importId: id, run, preview: false, firstLine: from + 1, rows: results })
    await events.publish(tx, importProgressed, { importId: id })
  }

  return { count, apply }
}

const SOLD_OUT = { inStock: false, stockQuantity: 0, awaitsPrice: false } as const

function resultOf(product: Product, line: number): RowResult {
  const changes: FieldChange[] = Object.entries(SOLD_OUT).flatMap(([field, value]) => {
    const before = product[field as keyof typeof SOLD_OUT]
    return before === value ? [] : [{ field, before: JSON.stringify(before), after: JSON.stringify(value) }]
  })
  return {
    line,
    outcome: 'updated',
    name: product.name,
    productId: product.id,
    reason: 'It is not on the list any more.',
    warnings: [],
    changes,
    mark: fingerprintOf({ ...product, ...SOLD_OUT }),
  }
}
