import type { MadeChange } from './change-history.ts'
import type { KeptProduct } from './written-product.ts'

/** How many of the products that an undo has kept are named with it. */
const MAX_NAMED = 100

/** What an undo came to so far. */
export interface UndoResult {
  /** New products that it deleted. */
  readonly removed: number
  /** Products that have their old values again. */
  readonly restored: number
  /** Products that were changed since and stay as they are; the first hundred are named. */
  readonly keptCount: number
  readonly kept: readonly KeptProduct[]
}

/** What an undo makes of some products; all that it keeps are named. */
export type Reverted = Pick<UndoResult, 'removed' | 'restored' | 'kept'>

export const NOTHING_UNDONE: UndoResult = { removed: 0, restored: 0, keptCount: 0, kept: [] }

/** An undo's result as it is stored. A version before this one named all products, and counted none. */
export type StoredUndo = Pick<UndoResult, 'kept'> & Partial<UndoResult>

/** A stored result with all that a version before this one left out. */
export function undoResultOf({ removed = 0, restored = 0, kept, keptCount = kept.length }: StoredUndo): UndoResult {
  return { removed, restored, keptCount, kept: kept.slice(0, MAX_NAMED) }
}

/** Whether an undo is known to have kept a product by its name alone, which is all that a version before this one noted. */
export function isNamedAsKept(undo: UndoResult | null, productId: number): boolean {
  return undo?.kept.some((kept) => kept.productId === productId) === true
}

/** The result when some more products are gone through. */
export function withReverted(result: UndoResult, { removed, restored, kept }: Reverted): UndoResult {
  return {
    removed: result.removed + removed,
    restored: result.restored + restored,
    keptCount: result.keptCount + kept.length,
    kept: [...result.kept, ...kept].slice(0, MAX_NAMED),
  }
}

/** The result when changes that were kept are taken back after all. */
export function withTakenBack(result: UndoResult, changes: readonly MadeChange[]): UndoResult {
  const ids = new Set(changes.map(({ productId }) => productId))
  const removed = changes.filter(({ outcome }) => outcome === 'created').length
  return {
    removed: result.removed + removed,
    restored: result.restored + changes.length - removed,
    keptCount: result.keptCount - changes.length,
    kept: result.kept.filter(({ productId }) => !ids.has(productId)),
  }
}
