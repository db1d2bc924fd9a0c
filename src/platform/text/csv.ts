import Papa from 'papaparse'

/**
 * How a spreadsheet program recognizes a formula. A cell that has the mark already gets a second one, which reading
 * takes off.
 */
const FORMULA = /^'*[=+\-@\t\r\0]/

/** Begins a file for people: without it Excel takes UTF-8 for something else. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as CSV with a mark before every cell that a spreadsheet would take for a formula; reading such a file takes the
 * mark off again.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const neutral = rows.map((cells) => cells.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell)))
  return `${Papa.unparse(neutral, { newline: '\r\n' })}\r\n`
}
