import Papa from 'papaparse'
import { FileRefused, FileTooLarge } from '../errors.ts'
import { MAX_ROWS } from '../import.ts'
import { findDelimiter, readHeaders } from './columns.ts'
import { RecordSplitter, TooManyOpenQuotes, type RawRecord } from './split-records.ts'

/** A parsed row: its cells, or why it could not be parsed. */
export interface FileRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly problem: string | null
}

/** With 500, visitors waited twice as long for a list while an import ran, and the import was no faster. */
const ROWS_AT_ONCE = 200
const CHARACTERS_AT_ONCE = 1024 * 1024
/** The apostrophe that spreadsheets, and our own CSV files, put before a cell that begins like a formula. */
const NEUTRALIZED = /^'(?=[=+\-@\t\r])/

/**
 * The bytes of a file as text, piece by piece.
 * @throws FileRefused when they are not UTF-8
 */
async function* decode(pieces: AsyncIterable<Buffer>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw FileRefused.notUtf8()
    throw error
  }
}

/** Only rows with quotation marks need a parser; most rows of most price lists have none. */
function parseCells(texts: readonly string[], delimiter: string): string[][] {
  const quoted = texts.filter((text) => text.includes('"'))
  const parsed = quoted.length === 0 ? [] : Papa.parse<string[]>(quoted.join('\n'), { delimiter, newline: '\n' }).data
  let next = 0
  return texts.map((text) =>
    (text.includes('"') ? (parsed[next++] ?? []) : text.split(delimiter)).map((cell) => cell.replace(NEUTRALIZED, '')),
  )
}

function parseRecords(records: readonly RawRecord[], delimiter: string): FileRow[] {
  const cells = parseCells(
    records.flatMap(({ text, problem }) => (problem === null ? [text] : [])),
    delimiter,
  )
  let next = 0
  return records.map(({ line, text, problem }) => ({
    line,
    problem,
    cells: problem === null ? (cells[next++] ?? []) : [text],
  }))
}

/** Splits rows into groups that fit into one document each. The same file always gives the same groups. */
function* inGroups(records: readonly RawRecord[]): Iterable<readonly RawRecord[]> {
  let group: RawRecord[] = []
  let characters = 0
  for (const record of records) {
    if (group.length >= ROWS_AT_ONCE || (group.length > 0 && characters + record.text.length > CHARACTERS_AT_ONCE)) {
      yield group
      group = []
      characters = 0
    }
    group.push(record)
    characters += record.text.length
  }
  if (group.length > 0) yield group
}

/**
 * A file's rows in groups, the header not among them.
 * @throws FileRefused when the text is not UTF-8
 */
export async function* readRows(pieces: AsyncIterable<Buffer>): AsyncIterable<readonly FileRow[]> {
  let delimiter = ','
  const splitter = new RecordSplitter((firstLine) => (delimiter = findDelimiter(firstLine)))
  let isHeader = true
  function* groups(records: readonly RawRecord[]) {
    const rows = isHeader ? records.slice(1) : records
    if (records.length > 0) isHeader = false
    for (const group of inGroups(rows)) yield parseRecords(group, delimiter)
  }
  for await (const text of decode(pieces)) yield* groups(splitter.push(text))
  yield* groups(splitter.end())
}

/** What is known of a file before it is imported. */
export interface Inspection {
  readonly delimiter: string
  readonly headers: readonly string[]
  /** Up to three values of each column. */
  readonly samples: readonly (readonly string[])[]
  readonly rowsTotal: number
}

const SAMPLES = 3
const MAX_SAMPLE_LENGTH = 100

/**
 * Inspects a file while it is uploaded.
 * @throws FileRefused when it is no price list @throws FileTooLarge when it has too many rows
 */
export async function inspect(pieces: AsyncIterable<Buffer>): Promise<Inspection> {
  let delimiter = ','
  let rowsTotal = 0
  let header: RawRecord | null = null
  const first: RawRecord[] = []
  const splitter = new RecordSplitter((firstLine) => (delimiter = findDelimiter(firstLine)))
  function count(records: readonly RawRecord[]): void {
    for (const record of records) {
      if (header === null) {
        header = record
        continue
      }
      rowsTotal += 1
      if (first.length < SAMPLES) first.push(record)
    }
    if (rowsTotal > MAX_ROWS) throw new FileTooLarge('rows')
  }

  let isEmpty = true
  try {
    for await (const text of decode(refuseBinary(pieces))) {
      if (text !== '') isEmpty = false
      count(splitter.push(text))
    }
    count(splitter.end())
  } catch (error) {
    if (error instanceof TooManyOpenQuotes)
      throw new FileRefused(
        'QUOTES_NOT_CLOSED',
        'Failed to process CSV file: too many quotation marks are opened and not closed.',
      )
    throw error
  }
  const headerRecord = header as RawRecord | null
  if (isEmpty || headerRecord === null) throw FileRefused.empty()
  if (headerRecord.problem !== null)
    throw new FileRefused('HEADER_BROKEN', `Failed to process CSV file. ${headerRecord.problem}`)
  const headers = readHeaders(parseCells([headerRecord.text], delimiter)[0] ?? [])
  const rows = parseRecords(first, delimiter).filter(({ problem }) => problem === null)
  const samples = headers.map((_, column) => rows.map(({ cells }) => (cells[column] ?? '').slice(0, MAX_SAMPLE_LENGTH)))
  return { delimiter, headers, samples, rowsTotal }
}

/** Text has no zero bytes; UTF-16 has one beside every letter of English. */
async function* refuseBinary(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst && piece.length >= 2 && (piece.readUInt16BE(0) === 0xfffe || piece.readUInt16BE(0) === 0xfeff))
      throw FileRefused.notUtf8()
    if (isFirst && BINARY.some((start) => piece.subarray(0, start.length).equals(start))) throw FileRefused.notText()
    // A single zero byte in a text only makes its row fail; see `readText`.
    if (piece.includes(0)) {
      if (looksLikeUtf16(piece)) throw FileRefused.notUtf8()
      if (looksLikeData(piece)) throw FileRefused.notText()
    }
    isFirst = false
    yield piece
  }
}

/** First bytes of workbooks, archives, pictures and documents that were renamed to .csv. */
const BINARY = ['504b0304', 'd0cf11e0', '89504e47', 'ffd8ff', '25504446', '1f8b', '47494638', '7f454c46'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

function looksLikeUtf16(piece: Buffer): boolean {
  const part = piece.subarray(0, 2000)
  const zeros = part.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  return zeros > part.length / 3
}

/** Whether there are more control characters than a text with a few mistakes has. */
function looksLikeData(piece: Buffer): boolean {
  const controls = piece.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0)
  return controls > Math.max(2, piece.length / 500)
}
