import type { ImportColumn, ImportField } from '../import.ts'
import { wordsOf } from '../reading/header-words.ts'
import { isSpreadsheetError } from './doubtful-cells.ts'

/** How the last line of a list begins that has the sums, or says that the list is at its end. */
const TOTALS =
  /^(sub ?totals?|grand total|totals?|summe|gesamt\w*|zwischensumme|total general|sommes?|suma|ende der (preis)?liste|end of (price ?)?list|fin de (la )?(liste|lista)|anzahl( artikel| positionen)?|number of (items|articles|lines)|nombre d articles|count|positionen|ubertrag|carried forward)\b/

/** What stands below the headers of some lists: "EUR", "Stk.", "Pcs". */
const UNITS =
  /^(eur|euro|usd|gbp|chf|pln|[€$£]|stk|stuck|st|pcs?|pieces?|units?|each|ea|uds?|unid|qty|stuks?|kg|g|mm|cm|netto|brutto|net|gross|ht|ttc|%)\.?$/

/** Why a row is none of a product although it has all its cells; null for most. */
export function asideOf(
  cells: readonly string[],
  columns: readonly Pick<ImportColumn, 'field' | 'header'>[],
): string | null {
  const filled: string[] = []
  for (const cell of cells) if (cell.trim() !== '') filled.push(cell)
  if (filled.length === 0) return 'The row is empty.'
  if (columns.length > 2 && repeatsHeaders(cells, columns)) return 'The row repeats the names of the columns.'
  const cellOf = (field: ImportField) => cellIn(cells, columns, field)
  // Formulas are filled in further down than there are products.
  if (cellOf('sku') === '' && cellOf('name') === '' && filled.every((cell) => isSpreadsheetError(cell.trim())))
    return 'The row is empty.'
  const hasKey = columns.some(({ field }) => field === 'sku')
  // "Count" with the number of products beside it is called like nothing that is sold.
  const isNamed = cellOf('sku') !== '' && /[^\d\s.,:]/.test(cellOf('name'))
  if (!isNamed && TOTALS.test(wordsOf(filled[0] ?? ''))) return 'The row has the sums of the list.'
  if (!isNamed && filled.every((cell) => UNITS.test(wordsOf(cell) || cell.trim())))
    return 'The row has the units of the columns.'
  // A line with nothing but a title, in a list whose products have a number and a price, is a heading.
  if (
    filled.length === 1 &&
    columns.length >= 4 &&
    hasKey &&
    cellOf('price') === '' &&
    (cellOf('sku') === '' || / |^\D+$/.test(cellOf('sku')))
  )
    return 'The row is a heading.'
  return null
}

function repeatsHeaders(cells: readonly string[], columns: readonly Pick<ImportColumn, 'header'>[]): boolean {
  for (let i = 0; i < columns.length; i++)
    if (columns[i]?.header !== (cells[i] ?? '').replaceAll(/\s+/gu, ' ').trim()) return false
  return true
}

/** The cell of the column that fills a field, without space around it. */
function cellIn(cells: readonly string[], columns: readonly Pick<ImportColumn, 'field'>[], field: ImportField): string {
  for (let i = 0; i < columns.length; i++) if (columns[i]?.field === field) return (cells[i] ?? '').trim()
  return ''
}
