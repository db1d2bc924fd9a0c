import type { StoredProduct } from '../../persistence/product-change.repository.ts'
import type { ChangeCounts } from '../catalog-changes.ts'
import type { ProductTexts } from '../disk/product-texts.ts'
import type { CatalogIndex } from '../memory/catalog-index.ts'

/** The read model at one moment. The index and the texts are of the same products. */
export interface ReadModelState {
  readonly index: CatalogIndex
  readonly texts: ProductTexts
  /** All changes up to this time (ms) are in it, except in the overlap that a resync reads again (`change-time.ts`). */
  readonly completeUntilMs: number
  /** Whether all of it was made by code that knows the same facts and words of a product as this (`catalog-code.ts`). */
  readonly isOfThisCode: boolean
}

/** What was read of products, by their ids. */
export function foundById(stored: readonly StoredProduct[]): ReadonlyMap<number, StoredProduct> {
  return new Map(stored.map((each) => [each.product.id, each]))
}

/**
 * Brings both parts to what was read of these products.
 * @param changes where it is counted what changed
 * @returns what `CatalogIndex.update` returns
 */
export function updateState(
  { index, texts }: ReadModelState,
  ids: readonly number[],
  found: ReadonlyMap<number, StoredProduct>,
  changes?: ChangeCounts,
): boolean {
  const stored = ids.flatMap((id) => found.get(id) ?? [])
  texts.update(ids, stored, changes)
  return index.update(
    ids,
    stored.map(({ product }) => product),
  )
}
