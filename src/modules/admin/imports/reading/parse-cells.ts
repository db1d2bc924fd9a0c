import Papa from 'papaparse'

/** The apostrophe that spreadsheets, and the shop's own CSV files, put before a cell that begins like a formula. */
const NEUTRALIZED = /^'(?='*[=+\-@\t\r])/

/** The cells of rows. Only rows with quotation marks need a parser; most rows of most price lists have none. */
export function parseCells(texts: readonly string[], delimiter: string): string[][] {
  const quoted = texts.filter((text) => text.includes('"'))
  const parsed = quoted.length === 0 ? [] : Papa.parse<string[]>(quoted.join('\n'), { delimiter, newline: '\n' }).data
  let next = 0
  return texts.map((text) =>
    (text.includes('"') ? (parsed[next++] ?? []) : text.split(delimiter)).map((cell) => cell.replace(NEUTRALIZED, '')),
  )
}
