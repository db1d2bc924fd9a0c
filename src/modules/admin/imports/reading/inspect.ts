import { FileRefused, FileTooLarge } from '../errors.ts'
import { MAX_COLUMNS, MAX_ROWS, type FileFormat, type PriceNote } from '../import.ts'
import { ColumnSurvey, type SurveyedColumn } from './column-survey.ts'
import { readHeaders } from './columns.ts'
import { decodePieces } from './encodings.ts'
import { currencyInLine } from './currencies.ts'
import { findTable, type TablePlace } from './find-table.ts'
import { joinHeaders } from './joined-headers.ts'
import { parseCells } from './parse-cells.ts'
import { piecesInLine } from './price-units.ts'
import { parseRecords, splitRecords } from './read-file.ts'
import { TooManyOpenQuotes, type RawRecord } from './split-records.ts'

/** What is known of a file before it is imported. */
export interface Inspection extends FileFormat {
  readonly columns: readonly SurveyedColumn[]
  /** A line outside of the table that says for how many pieces its prices are. */
  readonly priceNote: PriceNote | null
  /** A name that two columns have; they are told apart by a number. */
  readonly twice: string | null
  readonly rowsTotal: number
}

/** The header is looked for in so much text. */
const HEAD_CHARACTERS = 64 * 1024
/** How many columns may have their values listed. */
const MAX_LISTED_COLUMNS = 12

/**
 * Reads a whole stored file once: where its table is, what its columns hold, how many rows it has.
 * @param open reads the file from the beginning
 * @param known its delimiter, where that is known
 * @throws FileRefused when it is no price list @throws FileTooLarge when it has too many rows
 */
export async function inspect(
  open: () => AsyncIterable<Buffer>,
  encoding: string,
  known?: string,
): Promise<Inspection> {
  const head = await headOf(decodePieces(open(), encoding))
  if (head === '') throw FileRefused.empty()
  const place = findTable(head, known)
  if (place.headerLine === 0) throw FileRefused.empty()
  try {
    return await survey(open(), { encoding, ...place })
  } catch (error) {
    if (error instanceof TooManyOpenQuotes)
      throw new FileRefused(
        'QUOTES_NOT_CLOSED',
        'Failed to process CSV file: too many quotation marks are opened and not closed.',
      )
    if (error instanceof TypeError) throw FileRefused.notUtf8()
    throw error
  }
}

async function headOf(texts: AsyncIterable<string>): Promise<string> {
  let head = ''
  try {
    for await (const text of texts) {
      head += text
      if (head.length >= HEAD_CHARACTERS) break
    }
  } catch (error) {
    if (error instanceof TypeError) throw FileRefused.notUtf8()
    throw error
  }
  return head.slice(0, HEAD_CHARACTERS)
}

async function survey(
  pieces: AsyncIterable<Buffer>,
  { upperLine, ...format }: FileFormat & Pick<TablePlace, 'upperLine'>,
): Promise<Inspection> {
  let named: ReturnType<typeof readHeaders> | null = null
  let columns: readonly ColumnSurvey[] = []
  const beside = new BesideTable()
  let rowsTotal = 0
  let upper: RawRecord | null = null
  for await (const records of splitRecords(pieces, format)) {
    let rows = records
    if (named === null) {
      const at = records.findIndex(({ line }) => line === format.headerLine)
      const above = at === -1 ? records : records.slice(0, at)
      upper = above.find(({ line }) => line === upperLine) ?? upper
      for (const { text } of above) beside.push(parseCells(text, format.delimiter))
      const header = records[at]
      if (header === undefined) continue
      named = headersOf(header, upper, format.delimiter)
      columns = named.headers.map((each) => new ColumnSurvey(each))
      rows = records.slice(at + 1)
    }
    rowsTotal += rows.length
    if (rowsTotal > MAX_ROWS) throw new FileTooLarge('rows')
    for (const { cells, problem } of parseRecords(rows, format.delimiter)) {
      if (problem !== null) continue
      if (isSparse(cells)) beside.push(cells)
      if (cells.length < columns.length) continue
      for (const [index, column] of columns.entries()) column.push((cells[index] ?? '').trim())
    }
  }
  if (named === null) throw FileRefused.empty()
  return {
    ...format,
    columns: describe(columns, beside.currency),
    priceNote: beside.note,
    twice: named.twice,
    rowsTotal,
  }
}

/** Whether a row is a line of text rather than a product. */
function isSparse(cells: readonly string[]): boolean {
  let filled = 0
  for (const cell of cells) if (cell !== '' && ++filled > MAX_CELLS_OF_NOTE) return false
  return true
}

/** Each column is surveyed on every row, and its name compared with all that the shop knows. */
const MAX_HEADER_CHARACTERS = 100_000
const MAX_CELLS_OF_NOTE = 2
const MAX_NOTE_LENGTH = 200

/** What the lines above and below a table say of all its prices. */
class BesideTable {
  note: PriceNote | null = null
  currency: string | null = null

  push(cells: readonly string[]): void {
    const filled = cells.filter((cell) => cell.trim() !== '')
    const text = filled.join(' ').trim()
    if (filled.length > MAX_CELLS_OF_NOTE || text.length > MAX_NOTE_LENGTH) return
    const pieces = this.note === null ? piecesInLine(text) : null
    if (pieces !== null) this.note = { text, pieces }
    this.currency ??= currencyInLine(text)
  }
}

function headersOf(record: RawRecord, upper: RawRecord | null, delimiter: string): ReturnType<typeof readHeaders> {
  if (record.text.length > MAX_HEADER_CHARACTERS) throw FileRefused.headerTooLong()
  if (record.problem !== null) throw new FileRefused('HEADER_BROKEN', `Failed to process CSV file. ${record.problem}`)
  const cellsOf = ({ text }: RawRecord) => {
    if (text.length > MAX_HEADER_CHARACTERS) throw FileRefused.headerTooLong()
    const cells = parseCells(text, delimiter)
    if (cells.findLastIndex((cell) => cell.trim() !== '') >= MAX_COLUMNS) throw FileRefused.headerTooLong()
    return cells
  }
  return readHeaders(upper === null ? cellsOf(record) : joinHeaders(cellsOf(upper), cellsOf(record)))
}

function describe(surveys: readonly ColumnSurvey[], currency: string | null): readonly SurveyedColumn[] {
  // Columns of one file are written by one program: where all that show their format agree, the others have it, too.
  const shown = new Set(surveys.flatMap(({ shownFormat }) => shownFormat ?? []))
  const common = shown.size === 1 ? ([...shown][0] ?? null) : null
  let listed = 0
  return surveys.map((survey) => {
    const column = survey.end({ numbers: common, currency })
    if (column.values.length > 0) listed += 1
    return listed > MAX_LISTED_COLUMNS ? { ...column, values: [] } : column
  })
}
