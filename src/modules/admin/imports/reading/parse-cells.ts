import Papa from 'papaparse'

/** The apostrophe that spreadsheets, and the shop's own CSV files, put before a cell that begins like a formula. */
const NEUTRALIZED = /^'(?='*[=+\-@\t\r])/

/** One for each delimiter: V8 forgets what it compiled of a parser when the last one is collected. */
const parsers = new Map<string, Papa.Parser>()

/**
 * The cells of a row without their quotation marks. `RecordSplitter` has decided what a row is; in one that it calls
 * broken they are what can be made of it.
 * @param delimiter one character
 */
export function parseCells(text: string, delimiter: string): string[] {
  // Only rows with quotation marks need a parser; most rows of most price lists have none.
  const cells = text.includes('"') ? quotedCells(text, delimiter) : text.split(delimiter)
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i] ?? ''
    if (cell.startsWith("'")) cells[i] = cell.replace(NEUTRALIZED, '')
  }
  return cells
}

function quotedCells(text: string, delimiter: string): string[] {
  const parser = parsers.get(delimiter) ?? new Papa.Parser({ delimiter, newline: '\n' })
  parsers.set(delimiter, parser)
  const { data } = parser.parse(text, 0, false) as Papa.ParseResult<string[]>
  return data[0] ?? []
}
