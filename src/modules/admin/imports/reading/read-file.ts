import Papa from 'papaparse'
import { FileRefused, FileTooLarge } from '../errors.ts'
import { MOST_ROWS } from '../import.ts'
import { findDelimiter, readHeaders } from './columns.ts'
import { RecordSplitter, TooManyOpenQuotes, type RawRecord } from './split-records.ts'

/** A row taken apart: its cells, or why it could not be. */
export interface FileRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly problem: string | null
}

const ROWS_AT_ONCE = 500
const CHARACTERS_AT_ONCE = 1024 * 1024
/** What spreadsheets put before a cell that begins like a formula, and we put there ourselves when we write one. */
const NEUTRALISED = /^'(?=[=+\-@\t\r])/

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

/** Only quotation marks need a parser; most rows of most price lists have none. */
function parseCells(texts: readonly string[], delimiter: string): string[][] {
  const quoted = texts.filter((text) => text.includes('"'))
  const parsed = quoted.length === 0 ? [] : Papa.parse<string[]>(quoted.join('\n'), { delimiter, newline: '\n' }).data
  let next = 0
  return texts.map((text) =>
    (text.includes('"') ? (parsed[next++] ?? []) : text.split(delimiter)).map((cell) => cell.replace(NEUTRALISED, '')),
  )
}

function takeApart(records: readonly RawRecord[], delimiter: string): FileRow[] {
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

/** Groups that are the same whenever the same file is read, and that fit into one document each. */
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
    for (const group of inGroups(rows)) yield takeApart(group, delimiter)
  }
  for await (const text of decode(pieces)) yield* groups(splitter.push(text))
  yield* groups(splitter.end())
}

/** What can be said of a file before anybody works on it. */
export interface Inspection {
  readonly delimiter: string
  readonly headers: readonly string[]
  /** Up to three values of each column. */
  readonly samples: readonly (readonly string[])[]
  readonly rowsTotal: number
}

const SAMPLES = 3
const LONGEST_SAMPLE = 100

/**
 * Looks through a file while it arrives.
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
    if (rowsTotal > MOST_ROWS) throw new FileTooLarge('rows')
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
  const found = header as RawRecord | null
  if (isEmpty || found === null) throw FileRefused.empty()
  if (found.problem !== null) throw new FileRefused('HEADER_BROKEN', `Failed to process CSV file. ${found.problem}`)
  const headers = readHeaders(parseCells([found.text], delimiter)[0] ?? [])
  const rows = takeApart(first, delimiter).filter(({ problem }) => problem === null)
  const samples = headers.map((_, column) => rows.map(({ cells }) => (cells[column] ?? '').slice(0, LONGEST_SAMPLE)))
  return { delimiter, headers, samples, rowsTotal }
}

/** Text has no zero bytes; UTF-16 has one beside every letter of English. */
async function* refuseBinary(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst && piece.length >= 2 && (piece.readUInt16BE(0) === 0xfffe || piece.readUInt16BE(0) === 0xfeff))
      throw FileRefused.notUtf8()
    if (isFirst && BINARY.some((start) => piece.subarray(0, start.length).equals(start))) throw FileRefused.notText()
    // A zero byte in a text of somebody's costs its row and no other; see `readText`.
    if (piece.includes(0)) {
      if (looksLikeUtf16(piece)) throw FileRefused.notUtf8()
      if (looksLikeData(piece)) throw FileRefused.notText()
    }
    isFirst = false
    yield piece
  }
}

/** Workbooks, archives, pictures and documents that were only given another name. */
const BINARY = ['504b0304', 'd0cf11e0', '89504e47', 'ffd8ff', '25504446', '1f8b', '47494638', '7f454c46'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

function looksLikeUtf16(piece: Buffer): boolean {
  const part = piece.subarray(0, 2000)
  const zeros = part.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  return zeros > part.length / 3
}

/** More than a slip here and there: bytes that no text has. */
function looksLikeData(piece: Buffer): boolean {
  const controls = piece.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0)
  return controls > Math.max(2, piece.length / 500)
}
