import { setImmediate } from 'node:timers/promises'
import type { Product } from '#modules/catalog'
import type { ProductImport } from '../import.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import { readRows } from '../reading/read-file.ts'
import { decideGroup, keysOf, withRepeats, type Decided, type ReadyRow, type RowKeys } from '../rules/decide-group.ts'
import { correctWith } from '../rules/corrected-cells.ts'
import { readRow } from '../rules/read-row.ts'
import { rowRulesOf } from '../rules/row-rules.ts'
import type { FindCandidates } from './find-candidates.ts'

/** Rows that are written together. */
export interface Group {
  readonly rows: readonly ReadyRow[]
  /** The last line of the group before; line 1 is the header. */
  readonly from: number
  /** Its own last line. */
  readonly to: number
  readonly keys: RowKeys
  /** The decision and the products it is based on; null when only the group's own transaction can decide. */
  readonly early: { readonly products: readonly Product[]; readonly decided: readonly Decided[] } | null
}

/** Reads the groups of rows that are not written yet, and decides them by the current products. */
export type PrepareGroups = (productImport: ProductImport) => AsyncGenerator<Group, void>

export function createPrepareGroups(deps: {
  readonly findCandidates: FindCandidates
  readonly files: Pick<ImportFileRepository, 'readTable'>
}): PrepareGroups {
  const { findCandidates, files } = deps

  return async function* prepareGroups(productImport) {
    const rules = rowRulesOf(productImport)
    const correct = correctWith(productImport)
    const seen = new Map<string, number>()
    let from = productImport.lastLine
    for await (const read of readRows(files.readTable(productImport.id), productImport)) {
      // Long computations leave the process free for requests, here and below.
      await setImmediate()
      const all: ReadyRow[] = []
      for (const row of read) all.push(withRepeats(readRow(correct(row), rules), seen))
      // Of rows that were written before this process began, only the keys of their products are needed in `seen`. A
      // group may have both, when a version of the shop that made other groups began the import.
      const rows = all.filter(({ row }) => row.line > productImport.lastLine)
      const to = rows.at(-1)?.row.line
      if (to === undefined) continue
      const keys = keysOf(rows)
      // Two products may have the same name: only the group's transaction sees whether another one was added since.
      const candidates = keys.names.length > 0 ? null : await findCandidates(null, keys, productImport)
      await setImmediate()
      yield {
        rows,
        from,
        to,
        keys,
        early: candidates && {
          products: [...candidates.products, ...candidates.byGtin.values(), ...candidates.byFormerSku.values()],
          // What the groups before have meant is known when they are written.
          decided: decideGroup(productImport, rows, candidates, new Set()),
        },
      }
      from = to
    }
  }
}
