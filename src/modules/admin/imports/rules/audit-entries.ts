import { changesBetween, THE_SHOP, type Actor, type NewAuditEntry } from '../../audit/audit.api.ts'
import type { ImportState, ProductImport } from '../import.ts'

type BeginAction = 'import.started' | 'import.previewed'

/** The entry of an import that staff begin: how the file is to be read, and which fields of products it fills. */
export function beginEntry(
  action: BeginAction,
  { fileName, mode, blank, rowsTotal, columns }: ProductImport,
  by: Actor,
): NewAuditEntry {
  const fields = columns.flatMap(({ field }) => field ?? []).join(', ')
  const changes = changesBetween(
    {},
    { mode, ...(mode === 'upsert' ? { emptyCells: blank } : {}), rows: rowsTotal, fields },
  )
  return { action, subject: `import ${fileName}`, by, changes }
}

/** The entry of an import that staff cancel or undo. */
export function stopEntry(
  action: 'import.cancelled' | 'import.undone',
  { fileName }: ProductImport,
  by: Actor,
): NewAuditEntry {
  return { action, subject: `import ${fileName}`, by }
}

/**
 * The entry of an import, or of its undo, that ended by itself. The old and new values of each row are with the import.
 * @param state the state in which it ended; the import may have been undone since
 */
export function endEntry({ fileName, undo, ...counts }: ProductImport, state: ImportState): NewAuditEntry {
  const { created, updated, unchanged, skipped, failed, problem } = counts
  const [action, details] =
    state !== 'undone' || undo === null
      ? [
          state === 'failed' ? 'import.failed' : 'import.finished',
          { created, updated, unchanged, skipped, failed, problem },
        ]
      : [
          'import.undo-finished',
          { removed: undo.removed, putBack: undo.restored, kept: undo.kept.map(({ productId }) => productId) },
        ]
  return {
    action: String(action),
    subject: `import ${fileName}`,
    by: THE_SHOP,
    changes: changesBetween({}, { ...details }),
  }
}
