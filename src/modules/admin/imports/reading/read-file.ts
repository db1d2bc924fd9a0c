import { setImmediate } from 'node:timers/promises'
import type { FileFormat } from '../import.ts'
import { decodePieces } from './encodings.ts'
import { parseCells } from './parse-cells.ts'
import { RecordSplitter, type RawRecord } from './split-records.ts'

/** A parsed row: its cells, or why it could not be parsed. */
export interface FileRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly problem: string | null
}

/** With 500, visitors waited twice as long for a list while an import ran, and the import was no faster. */
const ROWS_AT_ONCE = 200
const CHARACTERS_AT_ONCE = 1024 * 1024
/** How much text is split at once; the process is free for requests in between. */
const SLICE = 128 * 1024

/** The rows of a file as they are split, in slices that hold no request up. The header is among them. */
export async function* splitRecords(
  pieces: AsyncIterable<Buffer>,
  { encoding, delimiter }: Pick<FileFormat, 'encoding' | 'delimiter'>,
): AsyncIterable<readonly RawRecord[]> {
  const splitter = new RecordSplitter(delimiter)
  for await (const text of decodePieces(pieces, encoding)) {
    for (let at = 0; at < text.length; at += SLICE) {
      yield splitter.push(text.slice(at, at + SLICE))
      await setImmediate()
    }
  }
  yield splitter.end()
}

/** Takes records apart into cells; a broken one is a row with its text in one cell. */
export function parseRecords(records: readonly RawRecord[], delimiter: string): FileRow[] {
  const rows: FileRow[] = []
  for (const { line, text, problem } of records)
    rows.push({ line, problem, cells: problem === null ? parseCells(text, delimiter) : [text] })
  return rows
}

/** Gathers rows to groups that fit into one document each. The same file always gives the same groups. */
class Groups {
  #group: RawRecord[] = []
  #characters = 0

  /** @returns the groups that are full */
  add(records: readonly RawRecord[]): (readonly RawRecord[])[] {
    const full: (readonly RawRecord[])[] = []
    for (const record of records) {
      const isFull = this.#group.length >= ROWS_AT_ONCE || this.#characters + record.text.length > CHARACTERS_AT_ONCE
      if (isFull && this.#group.length > 0) full.push(this.end())
      this.#group.push(record)
      this.#characters += record.text.length
    }
    return full
  }

  /** @returns what is left */
  end(): readonly RawRecord[] {
    const group = this.#group
    this.#group = []
    this.#characters = 0
    return group
  }
}

/**
 * A file's rows in groups, without the header and what stands above it.
 * @throws TypeError when the bytes are not in the encoding
 */
export async function* readRows(pieces: AsyncIterable<Buffer>, format: FileFormat): AsyncIterable<readonly FileRow[]> {
  const groups = new Groups()
  for await (const records of splitRecords(pieces, format)) {
    for (const group of groups.add(records.filter(({ line }) => line > format.headerLine)))
      yield parseRecords(group, format.delimiter)
  }
  const rest = groups.end()
  if (rest.length > 0) yield parseRecords(rest, format.delimiter)
}
