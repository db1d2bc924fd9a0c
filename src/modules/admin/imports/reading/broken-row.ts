import { lenientCells } from './parse-cells.ts'
import type { FileRow } from './read-file.ts'
import { MAX_LINE_CHARACTERS } from './split-records.ts'

/** A row with the cells that it has without its broken quotation marks; null where those are no row of the table. */
export function withoutBrokenQuotes(
  row: FileRow,
  { delimiter, columns }: { readonly delimiter: string; readonly columns: readonly unknown[] },
): FileRow | null {
  const [text = ''] = row.cells
  if (row.problem === null) return row
  if (text.length > MAX_LINE_CHARACTERS) return null
  const cells = lenientCells(text, delimiter)
  return cells.length === columns.length ? { ...row, cells } : null
}
