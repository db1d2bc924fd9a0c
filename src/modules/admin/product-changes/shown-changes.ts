import { toDecimal } from '#platform/shared-kernel/money'
import { isNamedAsKept, type UndoResult } from './undo-result.ts'
import type { FieldChange, ShownChange } from './written-product.ts'

/** Stored changes as staff read them: the contract's names, and readable values instead of JSON. */
export function shownChanges(changes: readonly FieldChange[]): ShownChange[] {
  // "awaitsPrice" follows from the price and the stock, so it is shown only when nothing else changed.
  return changes
    .filter(({ field }) => changes.length === 1 || field !== 'awaitsPrice')
    .map(({ field, before, after }) => ({
      field: field.replace(/Cents$/, ''),
      before: textOf(field, before),
      after: textOf(field, after),
    }))
}

/** What was made of a product, as its history shows it. */
interface ShownMade {
  readonly at: Date
  readonly changes: readonly ShownChange[]
}

/**
 * What a price list or a bulk edit made of a product, and before it in the history what its undo did, where that has taken
 * it back.
 * @param by the price list or the bulk edit, as it is now
 * @param isKept whether its undo is noted to have left the product as it was
 */
export function withItsUndo<Made extends ShownMade>(
  made: Made,
  by: { readonly state: string; readonly undo: UndoResult | null; readonly finishedAt: Date | null },
  { productId, isKept }: { readonly productId: number; readonly isKept: boolean },
): readonly (Made & { readonly isUndo: boolean })[] {
  const { state, undo, finishedAt } = by
  const entry = { ...made, isUndo: false }
  if (state !== 'undone' || finishedAt === null || isKept || isNamedAsKept(undo, productId)) return [entry]
  const changes = made.changes.map(({ field, before, after }) => ({ field, before: after, after: before }))
  return [{ ...made, at: finishedAt, isUndo: true, changes }, entry]
}

function textOf(field: string, json: string | null): string | null {
  if (json === null) return null
  const value = JSON.parse(json) as unknown
  if (value === null) return null
  if (typeof value === 'number' && field.endsWith('Cents')) return toDecimal(value)
  if (Array.isArray(value)) return value.join(' | ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${String(each)}`)
      .join('\n')
  return String(value)
}
