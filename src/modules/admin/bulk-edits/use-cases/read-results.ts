import { shownChanges, withItsUndo } from '../../product-changes/product-changes.api.ts'
import type { BulkEdits } from '../bulk-edits.api.ts'
import type { BulkEditRepository } from '../persistence/bulk-edit.repository.ts'

/** What staff read of bulk edits: the rows of one, and what any of them made of a product. */
export function createReadResults(deps: {
  readonly bulkEdits: Pick<BulkEditRepository, 'find' | 'part' | 'writtenPartsOf'>
  readonly get: BulkEdits['get']
}): Pick<BulkEdits, 'rows' | 'changesOf'> {
  const { bulkEdits, get } = deps

  return {
    async rows(id, outcome, limit) {
      const { state, matched } = await get(id)
      const isOver = state === 'stopped' || state === 'undoing' || state === 'undone'
      const rows = []
      for (let part = 0, seen = 0; seen < matched && rows.length < limit; part += 1) {
        const stored = await bulkEdits.part(id, part)
        // What a bulk edit that was stopped did not reach still holds its preview.
        if (stored.ids.length === 0 || (isOver && stored.writtenAt === undefined)) break
        seen += stored.ids.length
        rows.push(...stored.rows.filter((row) => row.outcome === outcome))
      }
      return rows
        .slice(0, limit)
        .map(({ version: _version, mark: _mark, changes, ...row }) => ({ ...row, changes: shownChanges(changes) }))
    },

    async changesOf(productId, limit) {
      const parts = await bulkEdits.writtenPartsOf(productId, limit)
      const changes = await Promise.all(
        parts.map(async ({ bulkEditId, writtenAt: at, rows, keptIds }) => {
          const bulkEdit = (await bulkEdits.find(bulkEditId))?.bulkEdit
          const row = rows.find((each) => each.productId === productId)
          if (bulkEdit === undefined || row === undefined) return []
          const made = { bulkEdit, at, changes: shownChanges(row.changes) }
          return withItsUndo(made, bulkEdit, { productId, isKept: keptIds.includes(productId) })
        }),
      )
      return changes.flat()
    },
  }
}
