import Papa from 'papaparse'
import { MAX_COLUMNS } from '../import.ts'

/** The apostrophe that spreadsheets, and the shop's own CSV files, put before a cell that begins like a formula. */
const NEUTRALIZED = /^'(?='*[=+\-@\t\r])/

/** One for each delimiter: V8 forgets what it compiled of a parser when the last one is collected. */
const parsers = new Map<string, Papa.Parser>()

/** Far more than a list can have columns, so that a row of more is known to have too many, and mostly how many. */
const MAX_CELLS = 10 * MAX_COLUMNS + 10

/**
 * The cells of a row without their quotation marks. `RecordSplitter` has decided what a row is; in one that it calls
 * broken they are what can be made of it.
 * @param delimiter one character
 * @returns of a row with more cells than any list, what is behind them as the last one, unless it is blank
 */
export function parseCells(text: string, delimiter: string): string[] {
  // A line of millions of delimiters would be as many cells.
  const end = endOfCells(text, delimiter)
  const row = text.slice(0, end)
  // Only rows with quotation marks need a parser; most rows of most price lists have none.
  const cells = withoutMarks(row.includes('"') ? quotedCells(row, delimiter) : row.split(delimiter))
  const rest = text.slice(end)
  if (rest !== '' && rest.replaceAll(delimiter, '').replaceAll('"', '').trim() !== '') cells.push(rest)
  return cells
}

/** Where the last cell ends that is looked at. */
function endOfCells(text: string, delimiter: string): number {
  if (text.length < MAX_CELLS) return text.length
  let at = 0
  for (let cells = 1; ; cells += 1) {
    const end = text.indexOf(delimiter, text[at] === '"' ? endOfQuotes(text, at) : at)
    if (end === -1) return text.length
    if (cells === MAX_CELLS) return end
    at = end + 1
  }
}

/** Where the quotation mark is closed that a cell begins with. */
function endOfQuotes(text: string, begin: number): number {
  let mark = text.indexOf('"', begin + 1)
  while (mark !== -1 && text[mark + 1] === '"') mark = text.indexOf('"', mark + 2)
  return mark === -1 ? text.length : mark + 1
}

function withoutMarks(cells: string[]): string[] {
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i] ?? ''
    if (cell.startsWith("'")) cells[i] = cell.replace(NEUTRALIZED, '')
  }
  return cells
}

/**
 * The cells of a row with a broken quotation mark, as if the marks that are not doubled were not there.
 * @param delimiter one character
 */
export function lenientCells(text: string, delimiter: string): string[] {
  const cells = text.split(delimiter, MAX_CELLS)
  return withoutMarks(
    cells.map((cell) =>
      cell
        .trim()
        .replace(/^"/, '')
        .replace(/"$/, '')
        .replaceAll(/""?/g, (marks) => marks.slice(1)),
    ),
  )
}

function quotedCells(text: string, delimiter: string): string[] {
  const parser = parsers.get(delimiter) ?? new Papa.Parser({ delimiter, newline: '\n' })
  parsers.set(delimiter, parser)
  const { data } = parser.parse(text, 0, false) as Papa.ParseResult<string[]>
  return data[0] ?? []
}
