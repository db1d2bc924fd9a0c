import { changesBetween, type AuditChange } from '../../audit/domain/audit.ts'
import type { ProductImport } from '../import.ts'

/** What the log says of an import that begins: how it is to be read, and which fields of products the file fills. */
export function changesOfBegin({ mode, blank, rowsTotal, columns }: ProductImport): AuditChange[] {
  const fields = columns.flatMap(({ field }) => field ?? []).join(', ')
  return changesBetween({}, { mode, ...(mode === 'upsert' ? { emptyCells: blank } : {}), rows: rowsTotal, fields })
}

/** What the log calls the end of an import or of its undo. */
export function endOf({ state, undo }: ProductImport): string {
  if (undo !== null) return 'import.undo-finished'
  return state === 'failed' ? 'import.failed' : 'import.finished'
}

/** What came of it, or of its undo; each row's old and new values are with the import. */
export function changesOfEnd({
  created,
  updated,
  unchanged,
  skipped,
  failed,
  problem,
  undo,
}: ProductImport): AuditChange[] {
  return undo === null
    ? changesBetween({}, { created, updated, unchanged, skipped, failed, problem })
    : changesBetween(
        {},
        { removed: undo.removed, putBack: undo.restored, kept: undo.kept.map(({ productId }) => productId) },
      )
}
