import { countKnown } from './columns.ts'
import { parseCells } from './parse-cells.ts'
import { RecordSplitter, TooManyOpenQuotes, type RawRecord } from './split-records.ts'

export const DELIMITERS = [',', ';', '\t', '|'] as const

/** Where the table is in a file, and what separates its cells. */
export interface TablePlace {
  readonly delimiter: string
  /** The line with the names of the columns; the file's first line is 1. */
  readonly headerLine: number
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
  const told = known ?? /^sep=(.)\r?\n/.exec(head)?.[1]
  const delimiters = DELIMITERS.find((each) => each === told) === undefined ? DELIMITERS : [told ?? ',']
  let best = { delimiter: ',', headerLine: 0, score: -Infinity }
  for (const delimiter of delimiters) {
    const found = findHeader(recordsOf(head, delimiter), delimiter)
    if (found !== null && found.score > best.score) best = { delimiter, ...found }
  }
  return { delimiter: best.delimiter, headerLine: best.headerLine }
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
): { readonly headerLine: number; readonly score: number } | null {
  const rows = records.map(({ line, text, problem }) => ({
    line,
    problem,
    cells: problem === null ? (parseCells([text], delimiter)[0] ?? []) : [],
  }))
  const width = usualWidth(rows.map(({ cells }) => cells.length))
  let best: { readonly headerLine: number; readonly score: number; readonly known: number } | null = null
  for (const [index, { line, cells, problem }] of rows.slice(0, MAX_LINES_ABOVE).entries()) {
    const filled = cells.filter((cell) => cell.trim() !== '')
    if (problem !== null || filled.length === 0) continue
    const known = countKnown(filled)
    const numbers = filled.filter((cell) => NUMERIC.test(cell)).length
    const fits = cells.length === width ? 1 : 0
    const isFull = filled.length >= Math.max(2, width * 0.6) ? 1 : 0
    // Lines further down count less: a product can be called like a column.
    const score = known * 4 + (fits + isFull) * 2 + Math.min(width, 12) * 0.5 - numbers * 3 - index * 0.05
    if (best === null || score > best.score) best = { headerLine: line, score, known }
  }
  const [first] = rows
  // Where nothing is known, a first line that cannot be read is the header that is broken.
  return first !== undefined && first.problem !== null && (best === null || best.known === 0)
    ? { headerLine: first.line, score: 0 }
    : best
}

/** The width that most rows have. */
function usualWidth(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1
}
