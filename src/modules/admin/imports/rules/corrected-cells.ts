import type { CorrectedCell, ProductImport, RowResult } from '../import.ts'
import type { FileRow } from '../reading/read-file.ts'
import { reasonsOf } from './failure-groups.ts'

/** Puts what staff have corrected in the place of what the file says. */
export function correctWith({ columns, mends }: Pick<ProductImport, 'columns' | 'mends'>): (row: FileRow) => FileRow {
  const byLine = new Map<number, CorrectedCell[]>()
  for (const cell of mends) byLine.set(cell.line, [...(byLine.get(cell.line) ?? []), cell])
  const headers = columns.map(({ header }) => header)
  return (row) => {
    const corrected = byLine.get(row.line)
    if (corrected === undefined || row.problem !== null) return row
    // A row that is too short becomes as long as the cell that was added to it needs.
    const cells = [...row.cells, ...headers.slice(row.cells.length).map(() => '')]
    for (const { header, text } of corrected) cells[headers.indexOf(header)] = text
    return { ...row, cells }
  }
}

/** A failed row whose reason staff leave out is skipped and fails no more. */
export function skipWith({ skips }: Pick<ProductImport, 'skips'>): (result: RowResult) => RowResult {
  const skipped = new Set(skips)
  return (result) =>
    result.outcome === 'failed' && reasonsOf(result.reason ?? '').some(({ plain }) => skipped.has(plain))
      ? { ...result, outcome: 'skipped', reason: `Left out: ${result.reason}` }
      : result
}
