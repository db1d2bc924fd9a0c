import { toDecimal } from '#platform/money'
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

/** What an undo of these changes does. */
export function turnedAround(changes: readonly ShownChange[]): ShownChange[] {
  return changes.map(({ field, before, after }) => ({ field, before: after, after: before }))
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
