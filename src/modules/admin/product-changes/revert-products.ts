import type { CatalogModule, Product, ProductContent } from '#modules/catalog'
import type { Transaction } from '#platform/database/database'
import { fingerprintOf, fingerprintWithStockOf, STOCK_FIELDS } from './fingerprint.ts'
import type { KeptProduct, WrittenProduct } from './written-product.ts'

/** What an undo makes of some products. */
export interface Reverted {
  readonly removed: number
  readonly restored: number
  readonly kept: readonly KeptProduct[]
}

/**
 * Reverts what was written to some products inside the caller's transaction: created ones are deleted, and changed
 * fields get their old values. A product that was edited since stays as it is.
 * @param record notes the outcome; when it answers false, it was noted before, and nothing is written
 */
export type RevertProducts = (
  tx: Transaction,
  written: readonly WrittenProduct[],
  record: (reverted: Reverted) => Promise<boolean>,
) => Promise<void>

export function createRevertProducts(catalog: Pick<CatalogModule, 'findProducts' | 'writeProducts'>): RevertProducts {
  return async function revertProducts(tx, written, record) {
    const found = await catalog.findProducts(
      written.map(({ productId }) => productId),
      tx,
    )
    const { remove, change, kept } = reverse(written, new Map(found.map((product) => [product.id, product])))
    const isFirst = await record({ removed: remove.length, restored: change.length, kept })
    if (isFirst && remove.length + change.length > 0) await catalog.writeProducts(tx, { remove, change })
  }
}

function reverse(written: readonly WrittenProduct[], products: ReadonlyMap<number, Product>) {
  const remove: number[] = []
  const change: { id: number; set: Partial<ProductContent> }[] = []
  const kept: KeptProduct[] = []
  for (const each of written) {
    const product = products.get(each.productId)
    // It was deleted since; there is nothing left to revert.
    if (product === undefined) continue
    // A new product that was sold, restocked or reviewed since is in use.
    const isEdited =
      each.outcome === 'created'
        ? fingerprintWithStockOf(product) !== each.mark || product.reviewCount > 0
        : fingerprintOf(product) !== each.mark || stockMoved(each, product)
    if (isEdited) kept.push({ productId: product.id, name: product.name })
    else if (each.outcome === 'created') remove.push(product.id)
    else change.push({ id: product.id, set: oldValues(each) })
  }
  return { remove, change, kept }
}

/** Whether a stock field was set that has another value now. */
function stockMoved({ changes }: WrittenProduct, product: Product): boolean {
  return STOCK_FIELDS.some((field) =>
    changes.some((change) => change.field === field && JSON.stringify(product[field]) !== change.after),
  )
}

function oldValues({ changes }: WrittenProduct): Partial<ProductContent> {
  return Object.fromEntries(
    changes.map(({ field, before }) => [field, JSON.parse(before ?? 'null')]),
  ) as Partial<ProductContent>
}
