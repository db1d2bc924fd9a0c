import { BYTE_ORDER_MARK, toCsv } from '#platform/text/csv'
import type { ProductImport } from '../import.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import { withoutBrokenQuotes } from '../reading/broken-row.ts'
import { readRows } from '../reading/read-file.ts'
import { correctWith } from '../rules/corrected-cells.ts'

/** Why the rows of an import failed, by line. */
export type FailureReasons = (productImport: Pick<ProductImport, 'id' | 'run'>) => Promise<ReadonlyMap<number, string>>

export function createFailureReasons(
  rows: Pick<ImportRowsRepository, 'firstLinesBackwards' | 'group'>,
): FailureReasons {
  return async function failureReasons({ id, run }) {
    const reasons = new Map<number, string>()
    for (const firstLine of await rows.firstLinesBackwards(id, run)) {
      for (const row of (await rows.group(id, run, firstLine)).rows)
        if (row.outcome === 'failed') reasons.set(row.line, row.reason ?? '')
    }
    return reasons
  }
}

/**
 * The failed rows of an import as CSV in pieces, below the names of its columns; with the reason in a column of its
 * own, or without, to be corrected. Of the latter, a row whose cells cannot be told apart is left out: a row without
 * values stands for it, which a preview counts among those that are skipped.
 */
export type FailedRows = (productImport: ProductImport, columns: 'with-reason' | 'as-sent') => AsyncIterable<string>

export function createFailedRows(deps: {
  readonly files: Pick<ImportFileRepository, 'readTable'>
  readonly failureReasons: FailureReasons
}): FailedRows {
  return async function* failedRows(productImport, columns) {
    const withReason = (cells: readonly string[], reason: string) =>
      columns === 'with-reason' ? [...cells, reason] : [...cells]
    const headers = productImport.columns.map(({ header }) => header)
    // People correct the one in a spreadsheet; the shop itself reads the other.
    yield (columns === 'with-reason' ? BYTE_ORDER_MARK : '') + toCsv([withReason(headers, 'reason')])
    const reasons = await deps.failureReasons(productImport)
    if (reasons.size === 0) return
    const correct = correctWith(productImport)
    for await (const group of readRows(deps.files.readTable(productImport.id), productImport)) {
      const failed = group.filter(({ line }) => reasons.has(line)).map(correct)
      const known =
        columns === 'with-reason' ? failed : failed.flatMap((row) => withoutBrokenQuotes(row, productImport) ?? [])
      if (known.length > 0)
        yield toCsv(
          known.map(({ line, cells }) =>
            withReason(fitted(cells, productImport.columns.length), reasons.get(line) ?? ''),
          ),
        )
      yield LEFT_OUT.repeat(failed.length - known.length)
    }
  }
}

/** As many cells as there are columns, so that the reason is always in its own column. */
function fitted(cells: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? cells.slice(index).join(' ') : (cells[index] ?? ''),
  )
}

/** One empty cell: too few values for a product, whatever is added to them. */
const LEFT_OUT = '""\r\n'
