import { setImmediate } from 'node:timers/promises'
import type { Clock } from '#platform/time/clock'
import { shownChanges, withItsUndo } from '../../product-changes/product-changes.api.ts'
import { ImportFileGone } from '../errors.ts'
import type { ProductImport, RowResult } from '../import.ts'
import type { Imports, ShownRow } from '../imports.api.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { WrittenRowsRepository } from '../persistence/written-rows.repository.ts'
import { readRows } from '../reading/read-file.ts'
import { FailureGroups } from '../rules/failure-groups.ts'
import { marginOf } from '../rules/selling-price.ts'
import { correctWith } from '../rules/corrected-cells.ts'
import { keptUntil } from '../rules/kept-until.ts'
import type { FailedRows, FailureReasons } from './failed-rows.ts'
import type { GetImport } from './get-import.ts'

/** Reasons of failed rows that are looked at before others have their turn; a file may have a hundred thousand. */
const ADDED_AT_ONCE = 1000

/** What staff read of an import: its rows, its failed rows as a file, and the original file. */
export function createReadResults(deps: {
  readonly clock: Clock
  readonly getImport: GetImport
  readonly files: Pick<ImportFileRepository, 'read' | 'readTable'>
  readonly rows: Pick<ImportRowsRepository, 'page'>
  readonly writtenRows: Pick<WrittenRowsRepository, 'writtenOf'>
  readonly failureReasons: FailureReasons
  readonly failedRows: FailedRows
}): Pick<Imports, 'listRows' | 'cells' | 'failures' | 'failedCsv' | 'file' | 'changesOf'> {
  const { clock, getImport, files, rows, writtenRows, failureReasons, failedRows } = deps

  async function getKept(id: string): Promise<ProductImport> {
    const found = await getImport(id)
    if (keptUntil(found) < clock.now()) throw new ImportFileGone()
    return found
  }

  return {
    async changesOf(productId, limit) {
      const written = await writtenRows.writtenOf(productId, limit)
      const changes = await Promise.all(
        written.map(async ({ importId, row, isKept }) => {
          const found = await getImport(importId)
          const { fileName, startedAt, createdAt } = found
          const made = { fileName, at: startedAt ?? createdAt, changes: shownChanges(row.changes) }
          return withItsUndo(made, found, { productId, isKept })
        }),
      )
      return changes.flat()
    },
    async listRows(id, query) {
      const { run } = await getImport(id)
      const page = await rows.page(id, run, query)
      return { rows: page.rows.map(show), total: page.total }
    },
    async cells(id, line) {
      const found = await getKept(id)
      const correct = correctWith(found)
      for await (const group of readRows(files.readTable(id), found)) {
        const row = group.find((each) => each.line === line)
        if (row === undefined) continue
        if (row.problem !== null) return []
        const { cells } = correct(row)
        return found.columns.map(({ header, field }, index) => ({ header, field, text: cells[index] ?? '' }))
      }
      return []
    },
    async failures(id) {
      const groups = new FailureGroups()
      let added = 0
      for (const reason of (await failureReasons(await getImport(id))).values()) {
        if (added++ % ADDED_AT_ONCE === 0) await setImmediate()
        groups.add(reason)
      }
      return groups.end()
    },
    async failedCsv(id) {
      const found = await getKept(id)
      return {
        fileName: `failed-${found.fileName.replace(/\.[^.]*$/, '')}.csv`,
        text: failedRows(found, 'with-reason'),
      }
    },
    async file(id) {
      const found = await getKept(id)
      return { fileName: found.fileName, bytes: files.read(id) }
    },
  }
}

function show({ mark: _mark, changes, costCents = null, ...row }: RowResult): ShownRow {
  const price = changes.find(({ field }) => field === 'priceCents')?.after ?? null
  return {
    ...row,
    costCents,
    margin: marginOf(costCents, price === null ? null : Number(price)),
    changes: shownChanges(changes),
  }
}
