import { toDecimal } from '#platform/shared-kernel/money'
import { changesBetween, type Actor, type NewAuditEntry } from '../../audit/audit.api.ts'
import type { BulkEdit } from '../bulk-edits.api.ts'

/**
 * The line of a bulk edit that somebody makes, stops or undoes: what it does, and to how many. The values are with the bulk
 * edit.
 */
export function auditEntry(
  action: 'products.bulk-edited' | 'products.bulk-edit-stopped' | 'products.bulk-edit-undone',
  bulkEdit: BulkEdit,
  by: Actor,
): NewAuditEntry {
  const { changed, edit } = bulkEdit
  const { price, stock, ...fields } = edit
  const details = {
    products: changed,
    ...(price && { price: `${changeText(price)}${price.ending === '99' ? ', ending in .99' : ''}` }),
    ...(stock && { stock: stock.mode === 'set' ? stock.pieces : signed(String(stock.pieces)) }),
    ...fields,
  }
  return { action, subject: `bulk edit ${bulkEdit.id}`, by, changes: changesBetween({}, details) }
}

function changeText({ by, value }: NonNullable<BulkEdit['edit']['price']>): string {
  return by === 'percent' ? `${signed(String(value / 10))} %` : signed(toDecimal(value))
}

function signed(number: string): string {
  return number.startsWith('-') ? number : `+${number}`
}
