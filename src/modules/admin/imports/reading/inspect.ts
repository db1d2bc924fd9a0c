import { FileRefused, FileTooLarge } from '../errors.ts'
import { MAX_ROWS, type ColumnValue, type FileFormat, type ImportColumn } from '../import.ts'
import { readHeaders } from './columns.ts'
import { decodePieces } from './encodings.ts'
import { findTable } from './find-table.ts'
import { currencyOf, NumberFormatFinder } from './number-format.ts'
import { parseCells } from './parse-cells.ts'
import { parseRecords, splitRecords } from './read-file.ts'
import { TooManyOpenQuotes, type RawRecord } from './split-records.ts'

/** What is known of a file before it is imported. */
export interface Inspection extends FileFormat {
  readonly columns: readonly Omit<ImportColumn, 'field'>[]
  /** A name that two columns have; they are told apart by a number. */
  readonly twice: string | null
  readonly rowsTotal: number
}

const SAMPLES = 3
const MAX_SAMPLE_LENGTH = 100
/** The header is looked for in so much text. */
const HEAD_CHARACTERS = 64 * 1024
/** A column with more different values does not hold groups of products. */
const MAX_VALUES = 60
const MAX_VALUE_LENGTH = 80
/** So many columns may have their values listed. */
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
  const { delimiter, headerLine } = findTable(head, known)
  if (headerLine === 0) throw FileRefused.empty()
  const format = { encoding, delimiter, headerLine }
  try {
    return await survey(open(), format)
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

async function survey(pieces: AsyncIterable<Buffer>, format: FileFormat): Promise<Inspection> {
  let named: { readonly headers: readonly string[]; readonly twice: string | null } | null = null
  let columns: readonly ColumnSurvey[] = []
  let rowsTotal = 0
  for await (const records of splitRecords(pieces, format)) {
    let rows = records
    if (named === null) {
      const at = records.findIndex(({ line }) => line === format.headerLine)
      const header = records[at]
      if (header === undefined) continue
      named = headersOf(header, format.delimiter)
      columns = named.headers.map(() => new ColumnSurvey())
      rows = records.slice(at + 1)
    }
    rowsTotal += rows.length
    if (rowsTotal > MAX_ROWS) throw new FileTooLarge('rows')
    for (const { cells, problem } of parseRecords(rows, format.delimiter)) {
      if (problem !== null || cells.length < columns.length) continue
      for (const [index, column] of columns.entries()) column.push((cells[index] ?? '').trim())
    }
  }
  if (named === null) throw FileRefused.empty()
  return { ...format, ...describe(named.headers, columns), twice: named.twice, rowsTotal }
}

function headersOf(record: RawRecord, delimiter: string): ReturnType<typeof readHeaders> {
  if (record.problem !== null) throw new FileRefused('HEADER_BROKEN', `Failed to process CSV file. ${record.problem}`)
  return readHeaders(parseCells([record.text], delimiter)[0] ?? [])
}

function describe(headers: readonly string[], surveys: readonly ColumnSurvey[]): Pick<Inspection, 'columns'> {
  const found = surveys.map((column) => column.end())
  // Columns of one file are written by one program: where all that show their format agree, the others have it, too.
  const shown = new Set(found.flatMap(({ numbers }) => numbers ?? []))
  const common = shown.size === 1 ? ([...shown][0] ?? null) : null
  let listed = 0
  return {
    columns: headers.map((header, index) => {
      const column = found[index] ?? new ColumnSurvey().end()
      if (column.values.length > 0) listed += 1
      return {
        header,
        ...column,
        numbers: column.numbers ?? (column.isAmbiguous ? common : null),
        values: listed > MAX_LISTED_COLUMNS ? [] : column.values,
      }
    }),
  }
}

/** Gathers what a column shows, cell by cell. */
class ColumnSurvey {
  readonly #samples: string[] = []
  readonly #numbers = new NumberFormatFinder()
  #values: Map<string, number> | null = new Map()
  #currency: string | null = null
  #rows = 0

  push(cell: string): void {
    if (this.#rows < SAMPLES) this.#samples.push(cell.slice(0, MAX_SAMPLE_LENGTH))
    this.#rows += 1
    if (cell === '') return
    if (cell.length <= MAX_NUMBER_LENGTH && /\d/.test(cell)) {
      this.#numbers.push(cell)
      this.#currency ??= currencyOf(cell)
    }
    if (this.#values === null) return
    if (cell.length > MAX_VALUE_LENGTH) this.#values = null
    else this.#values.set(cell, (this.#values.get(cell) ?? 0) + 1)
    if (this.#values !== null && this.#values.size > MAX_VALUES) this.#values = null
  }

  end(): Omit<ImportColumn, 'field' | 'header'> {
    const { format: numbers, example, isAmbiguous } = this.#numbers.end()
    return {
      samples: this.#samples,
      numbers,
      example,
      isAmbiguous,
      currency: this.#currency,
      values: this.#listValues(),
    }
  }

  #listValues(): readonly ColumnValue[] {
    const values = [...(this.#values ?? [])]
    // Numbers are no groups of products, and neither are values that every row has for itself.
    if (values.every(([text]) => /^[\d\s.,€$£%+-]*$/.test(text))) return []
    if (values.length > 10 && values.length > this.#rows / 2) return []
    return values.toSorted((a, b) => b[1] - a[1]).map(([text, rows]) => ({ text, rows }))
  }
}

const MAX_NUMBER_LENGTH = 40
