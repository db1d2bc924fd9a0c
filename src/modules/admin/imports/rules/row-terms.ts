import type { ImportColumn } from '../import.ts'
import { currencyOf } from '../reading/currencies.ts'
import { mayBeMeters, readPieces } from '../reading/price-units.ts'
import { CellRefused, shortened } from './read-cells.ts'

/** A longer cell is a text. */
const MAX_LENGTH = 60

type TermColumn = Pick<ImportColumn, 'field' | 'header' | 'numbers' | 'currency' | 'pieces' | 'units'>

/**
 * For how many pieces the prices of a row are, by the column that says so.
 * @returns null where no column does
 * @throws CellRefused
 */
export function piecesOfRow(
  cells: readonly string[],
  columns: readonly TermColumn[],
  warn: (warning: string) => void,
): number | null {
  const index = columns.findIndex(({ field }) => field === 'priceUnit')
  const column = columns[index]
  if (column === undefined) return null
  const cell = (cells[index] ?? '').trim()
  if (cell === '') {
    const prices = columns.filter((each) => each.field === 'price' || each.field === 'originalPrice')
    const isSaidElsewhere = prices.every(({ pieces }) => pieces !== undefined)
    if (!isSaidElsewhere && column.units?.pieces.some((each) => each > 1) === true)
      warn(`“${column.header}” is empty: the price is read for one piece.`)
    return 1
  }
  const pieces = readPieces(cell, column.numbers, mayBeMeters(column.header))
  if (pieces === null) throw new CellRefused(`priceUnit must be like 1, 100 or 1000, not "${shortened(cell)}"`)
  return pieces
}

/** For how many pieces a price is; null when the list says that it is for several, and not which. */
export function piecesOfPrice(
  ofRow: number | null,
  { pieces: ofColumn }: Pick<ImportColumn, 'pieces'>,
  { hasPriceNote }: { readonly hasPriceNote: boolean },
): number | null {
  if (ofRow !== null && (ofRow > 1 || ofColumn === undefined)) return ofRow
  return ofColumn ?? (hasPriceNote ? null : 1)
}

/** @throws CellRefused for a row in another currency than most of the list, whose amounts would be taken for that one */
export function checkCurrency(cell: string, { currency: usual }: TermColumn): void {
  if (cell.length > MAX_LENGTH) return
  const currency = /^[a-z]{3}$/i.test(cell) ? cell.toUpperCase() : currencyOf(cell)
  if (currency !== null && usual !== null && currency !== usual)
    throw new CellRefused(`currency is ${currency}, and that of most of the list ${usual}`)
}
