/** The apostrophe that spreadsheets, and the shop's own CSV files, put before a cell that begins like a formula. */
const NEUTRALIZED = /^'(?='*[=+\-@\t\r])/

/**
 * The cells of a row without their quotation marks. `RecordSplitter` has decided what a row is; in one that it calls broken
 * they are what can be made of it.
 * @param delimiter one character
 */
export function parseCells(text: string, delimiter: string): string[] {
  const cells = text.includes('"') ? quotedCells(text, delimiter) : text.split(delimiter)
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i] ?? ''
    if (cell.startsWith("'")) cells[i] = cell.replace(NEUTRALIZED, '')
  }
  return cells
}

function quotedCells(text: string, delimiter: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= text.length;) {
    const end = endOfCell(text, at, delimiter)
    cells.push(unquoted(text.slice(at, end)))
    at = end + 1
  }
  return cells
}

/** Where the delimiter behind a cell stands, or the row ends. */
function endOfCell(text: string, at: number, delimiter: string): number {
  let from = at
  if (text[at] === '"') {
    from = text.indexOf('"', at + 1)
    while (from !== -1 && text[from + 1] === '"') from = text.indexOf('"', from + 2)
    if (from === -1) return text.length
  }
  const end = text.indexOf(delimiter, from)
  return end === -1 ? text.length : end
}

function unquoted(cell: string): string {
  if (cell.length < 2 || !cell.startsWith('"') || !cell.endsWith('"')) return cell
  return cell.slice(1, -1).replaceAll('""', '"')
}
