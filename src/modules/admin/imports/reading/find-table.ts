import { MAX_COLUMNS } from '../import.ts'
import { countKnown } from './columns.ts'
import { joinHeaders } from './joined-headers.ts'
import { parseCells } from './parse-cells.ts'
import { RecordSplitter, TooManyOpenQuotes, type RawRecord } from './split-records.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Where the table is in a file, and what separates its cells. */
export interface TablePlace {
  readonly delimiter: string
  /** The line with the names of the columns; the file's first line is 1. */
  readonly headerLine: number
  /** The line above it that names groups of columns, which belongs to the header; null for most. */
  readonly upperLine: number | null
}

/** Lines above the header: the supplier's address, the date, a note about the prices. */
const MAX_LINES_ABOVE = 40
const MAX_LINES_LOOKED_AT = 80
/** A header has names; a row of products has numbers. */
const NUMERIC = /^[\s$€£]*\d[\d.,'\s]*(?:[$€£%][\s$€£%]*)?$/u

/**
 * Finds the header and the delimiter in the beginning of a file: the line that names the most fields, and the delimiter
 * that makes it so; where no name is known, the first line as wide as most.
 * @param head the first part of the text, which may end within a row
 * @param known the delimiter, where it is known
 */
export function findTable(head: string, known?: string): TablePlace {
  // Excel writes this line for itself; it says what separates the cells.
  const stated = known ?? /^sep=(.)\r?\n/.exec(head)?.[1]
  const only = DELIMITERS.filter((each) => each === stated)
  const delimiters = only.length > 0 ? only : DELIMITERS
  let best: TablePlace & { readonly score: number } = {
    delimiter: ',',
    headerLine: 0,
    upperLine: null,
    score: -Infinity,
  }
  for (const delimiter of delimiters) {
    const found = findHeader(recordsOf(head, delimiter), delimiter)
    if (found !== null && found.score > best.score) best = { delimiter, ...found }
  }
  return { delimiter: best.delimiter, headerLine: best.headerLine, upperLine: best.upperLine }
}

function recordsOf(head: string, delimiter: string): readonly RawRecord[] {
  const splitter = new RecordSplitter(delimiter)
  try {
    return [...splitter.push(head), ...splitter.end()].slice(0, MAX_LINES_LOOKED_AT)
  } catch (error) {
    // With the wrong delimiter, quotation marks stand where they cannot.
    if (error instanceof TooManyOpenQuotes) return []
    throw error
  }
}

function findHeader(
  records: readonly RawRecord[],
  delimiter: string,
): (Pick<TablePlace, 'headerLine' | 'upperLine'> & { readonly score: number }) | null {
  const rows = records.map(({ line, text, problem }) => ({
    line,
    problem,
    // A line of more is refused when it is the header.
    cells: problem === null ? parseCells(text, delimiter).slice(0, MAX_COLUMNS + 1) : [],
  }))
  const width = usualWidth(rows.map(({ cells }) => cells.length))
  let best: { readonly index: number; readonly score: number; readonly known: number } | null = null
  for (const [index, { cells, problem }] of rows.slice(0, MAX_LINES_ABOVE).entries()) {
    const filled = cells.filter((cell) => cell.trim() !== '')
    if (problem !== null || filled.length === 0) continue
    const known = countKnown(filled)
    const numbers = filled.filter((cell) => NUMERIC.test(cell)).length
    const fits = cells.length === width ? 1 : 0
    const isFull = filled.length >= Math.max(2, width * 0.6) ? 1 : 0
    // Lines further down count less: a product can be called like a column.
    const score = known * 4 + (fits + isFull) * 2 + Math.min(width, 12) * 0.5 - numbers * 3 - index * 0.05
    if (best === null || score > best.score) best = { index, score, known }
  }
  const [first] = rows
  // Where nothing is known, a first line that cannot be read is the header that is broken.
  if (first !== undefined && first.problem !== null && (best === null || best.known === 0))
    return { headerLine: first.line, upperLine: null, score: 0 }
  return best === null ? null : { ...linesOfHeader(rows, best.index), score: best.score }
}

/** The line that is the header, or the two of which it consists. */
function linesOfHeader(
  rows: readonly { readonly line: number; readonly cells: readonly string[] }[],
  at: number,
): Pick<TablePlace, 'headerLine' | 'upperLine'> {
  const [above, header, below, next] = [rows[at - 1], rows[at], rows[at + 1], rows[at + 2]]
  const headerLine = header?.line ?? 1
  if (header === undefined) return { headerLine, upperLine: null }
  if (below !== undefined && below.line === headerLine + 1 && isLowerPart(header.cells, below.cells, next?.cells ?? []))
    return { headerLine: below.line, upperLine: headerLine }
  const isUpper =
    above !== undefined && above.line === headerLine - 1 && isUpperPart(above.cells, header.cells, below?.cells ?? [])
  return { headerLine, upperLine: isUpper ? above.line : null }
}

const isFilled = (cell: string | undefined) => cell !== undefined && cell.trim() !== ''

/** Names alone, some of them where the header has none and the next row has values: the header was in merged cells. */
function isLowerPart(header: readonly string[], below: readonly string[], next: readonly string[]): boolean {
  const filled = below.filter(isFilled)
  return (
    filled.length > 0 &&
    filled.every((cell) => !/\d/.test(cell)) &&
    below.some((cell, index) => isFilled(cell) && !isFilled(header[index]) && isFilled(next[index]))
  )
}

/** Names of groups, without which the header says less. */
function isUpperPart(above: readonly string[], header: readonly string[], next: readonly string[]): boolean {
  const filled = above.filter(isFilled)
  if (filled.length < 2 || filled.some((cell) => /\d/.test(cell))) return false
  const names = header.filter(isFilled).map((cell) => cell.trim())
  return (
    new Set(names).size < names.length ||
    countKnown(joinHeaders(above, header)) > countKnown(header) ||
    above.some((cell, index) => isFilled(cell) && !isFilled(header[index]) && isFilled(next[index]))
  )
}

/** The width that most rows have. */
function usualWidth(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1
}
