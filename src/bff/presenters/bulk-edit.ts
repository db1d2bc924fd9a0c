import type { z } from 'zod'
import type { BulkEdit as BulkEditContract, BulkEditFields } from '#contracts/bulk-edits'
import type { BulkEdit } from '#modules/admin'
import type { BulkEdit as Edit } from '#modules/catalog'
import { parseDecimal, toDecimal } from '#platform/shared-kernel/money'

/** What was sent as the catalog takes it: tenths of a percent, and cents. */
export function toBulkEdit({ price, ...fields }: z.output<typeof BulkEditFields>): Edit {
  const plain = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  if (price === undefined) return plain
  const { by, value, ending } = price
  const cents = (parseDecimal(value.replace(/^[+-]/, '')) ?? 0) * (value.startsWith('-') ? -1 : 1)
  return { ...plain, price: { by, ending, value: by === 'percent' ? cents / 10 : cents } }
}

export function presentBulkEdit({ by, edit, ...bulkEdit }: BulkEdit): BulkEditContract {
  return {
    id: bulkEdit.id,
    person: by?.name ?? null,
    summary: summaryOf(edit),
    state: bulkEdit.state,
    matched: bulkEdit.matched,
    done: bulkEdit.done,
    changed: bulkEdit.changed,
    refused: bulkEdit.refused,
    left: bulkEdit.left,
    undo: bulkEdit.undo && presentUndo(bulkEdit.undo),
    createdAt: bulkEdit.createdAt.toISOString(),
    finishedAt: bulkEdit.finishedAt?.toISOString() ?? null,
  }
}

function presentUndo({ restored, keptCount, kept }: NonNullable<BulkEdit['undo']>): BulkEditContract['undo'] {
  return { restored, keptCount, kept: [...kept] }
}

function summaryOf({ price, stock, category, isFeatured, isBusinessProduct, inStock }: Edit): string {
  const flag = (value: boolean | undefined, yes: string, no: string) => (value === undefined ? [] : [value ? yes : no])
  return [
    ...(price === undefined ? [] : [`price ${priceChange(price)}${price.ending === '99' ? ', ending in .99' : ''}`]),
    ...(stock === undefined ? [] : [stock.mode === 'set' ? `stock ${stock.pieces}` : `stock ${signed(stock.pieces)}`]),
    ...(category === undefined ? [] : [`category ${category}`]),
    ...flag(inStock, 'in stock', 'out of stock'),
    ...flag(isFeatured, 'featured', 'not featured'),
    ...flag(isBusinessProduct, 'business product', 'no business product'),
  ].join(' · ')
}

function priceChange({ by, value }: NonNullable<Edit['price']>): string {
  const sign = value < 0 ? '\u2212' : '+'
  return by === 'percent' ? `${sign}${Math.abs(value) / 10} %` : `${sign}$${toDecimal(Math.abs(value))}`
}

function signed(pieces: number): string {
  return pieces < 0 ? `\u2212${-pieces}` : `+${pieces}`
}
