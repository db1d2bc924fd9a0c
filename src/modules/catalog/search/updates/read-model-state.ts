import { setImmediate } from 'node:timers/promises'
import type { StoredProduct } from '../../persistence/product-change.repository.ts'
import type { ChangeCounts } from '../catalog-changes.ts'
import type { ProductTexts } from '../disk/product-texts.ts'
import { CatalogIndex } from '../memory/catalog-index.ts'

/** The read model at one moment. The index and the texts are of the same products. */
export interface ReadModelState {
  readonly index: CatalogIndex
  readonly texts: ProductTexts
  /** All changes up to this time (ms) are in it, except in the overlap that a resync reads again (`change-time.ts`). */
  readonly completeUntilMs: number
  /** Whether all of it was made by code that knows the same facts and words of a product as this (`catalog-code.ts`). */
  readonly isOfThisCode: boolean
}

/**
 * A state of no product.
 * @param texts of no product, too
 */
export function emptyState(texts: ProductTexts, completeUntilMs: number): ReadModelState {
  return { index: new CatalogIndex(), texts, completeUntilMs, isOfThisCode: true }
}

/** What was read of products, by their ids. */
export function foundById(stored: readonly StoredProduct[]): ReadonlyMap<number, StoredProduct> {
  return new Map(stored.map((each) => [each.product.id, each]))
}

/** What was read of some of them. */
export function foundOf(ids: readonly number[], found: ReadonlyMap<number, StoredProduct>): readonly StoredProduct[] {
  return ids.flatMap((id) => found.get(id) ?? [])
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
  const stored = foundOf(ids, found)
  texts.update(ids, stored, changes)
  return index.update(
    ids,
    stored.map(({ product }) => product),
  )
}

/** To be called before each change of a state: reads long products in steps between which others are answered. */
export async function beforeChange({ index }: ReadModelState, stored: readonly StoredProduct[]): Promise<void> {
  for (const _ of index.readAhead(stored.map(({ product }) => product))) await setImmediate()
}

/** To be called after each change of a state: lets others be answered, and makes room for the next one. */
export async function afterChange({ index, texts }: ReadModelState): Promise<void> {
  await setImmediate()
  for (const part of [index, texts]) for (const _ of part.makeRoom()) await setImmediate()
}
