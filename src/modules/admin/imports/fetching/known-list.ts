import type { ImportColumn, ImportField, PriceNote } from '../import.ts'
import type { FoundFile } from '../reading/find-file.ts'
import type { SupplierReading } from '../supplier.ts'

/** What of a list is compared with the list before. */
interface FoundList extends Pick<FoundFile, 'encoding' | 'isEncodingSure' | 'sheet' | 'sheets'> {
  readonly columns: readonly Pick<ImportColumn, 'header' | 'numbers' | 'isAmbiguous' | 'currency'>[]
  readonly priceNote: PriceNote | null
}

/**
 * Why a list cannot be read as the one before was, as a sentence for staff; null when it can.
 * @param reading how the list before was understood; null when there was none
 */
export function differenceFrom(reading: SupplierReading | null, found: FoundList): string | null {
  const { columns, priceNote } = found
  if (reading === null) return 'It is the first list of this supplier: say what its columns are.'
  if (found.sheets.length > 1 && found.sheet !== reading.sheet)
    return 'The workbook does not have the sheet of the list before: choose the one with the prices.'
  if (!found.isEncodingSure && found.encoding !== reading.encoding)
    return 'It is not certain how the letters of the file are encoded: look whether its words are right.'
  const before = new Map(reading.columns.map((column) => [column.header, column]))
  const missing = [...before.keys()].filter((header) => columns.every((column) => column.header !== header))
  const added = columns.filter(({ header }) => !before.has(header)).map(({ header }) => header)
  if (missing.length + added.length > 0)
    return `The columns are not those of the list before.${named('Missing', missing)}${named('New', added)}`
  const used = columns.flatMap((column) => {
    const former = before.get(column.header)
    return former === undefined || former.field === null ? [] : [{ ...column, former }]
  })
  const rewritten = used.find(
    ({ numbers, former }) => former.numbers !== null && numbers !== null && former.numbers !== numbers,
  )
  if (rewritten !== undefined)
    return `The numbers in “${rewritten.header}” are written in another way than in the list before.`
  const changed = used.find(
    ({ currency, former }) =>
      AMOUNTS.has(former.field) && currency !== null && (former.currency ?? currency) !== currency,
  )
  if (changed !== undefined)
    return `The amounts in “${changed.header}” were in ${changed.former.currency} in the list before, and are in ${changed.currency}.`
  const isUnitKnown = used.some(
    ({ former: { field, pieces } }) => field === 'priceUnit' || (field === 'price' && pieces !== undefined),
  )
  if (priceNote !== null && !isUnitKnown)
    return `The list says “${priceNote.text}”: say for how many pieces its prices are.`
  const unclear = used.find(({ isAmbiguous, numbers, former }) => isAmbiguous && (numbers ?? former.numbers) === null)
  return unclear === undefined ? null : `It is not clear how the numbers in “${unclear.header}” are to be read.`
}

const AMOUNTS: ReadonlySet<ImportField | null> = new Set(['price', 'originalPrice', 'currency'])
const MAX_NAMED = 5

function named(what: string, headers: readonly string[]): string {
  if (headers.length === 0) return ''
  const more = headers.length > MAX_NAMED ? ` and ${headers.length - MAX_NAMED} more` : ''
  return ` ${what}: ${headers
    .slice(0, MAX_NAMED)
    .map((header) => `“${header}”`)
    .join(', ')}${more}.`
}

/** What a preview found. */
interface Previewed {
  readonly rowsTotal: number
  readonly failed: number
  readonly flagged: number
  readonly left: number
  readonly leftOf: number
}

/**
 * Why a list is not imported before a person has looked at it; null when nothing speaks against it.
 * @param doTooManyLeave whether the supplier's rule asks first
 */
export function doubtAbout(
  { rowsTotal, failed, flagged, left, leftOf }: Previewed,
  doTooManyLeave: boolean,
): string | null {
  const count = (value: number) => value.toLocaleString('en-US')
  if (doTooManyLeave)
    return `${count(left)} of ${count(leftOf)} products ${left === 1 ? 'is' : 'are'} no longer on the list. Look whether it is complete.`
  if (failed > rowsTotal / 2) return `${count(failed)} of ${count(rowsTotal)} rows cannot be imported.`
  if (flagged > rowsTotal / 2)
    return `${count(flagged)} of ${count(rowsTotal)} rows ${flagged === 1 ? 'needs' : 'need'} a review and ${flagged === 1 ? 'says' : 'say'} why.`
  return null
}
