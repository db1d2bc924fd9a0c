import type { AuditLog } from '../../audit/audit.api.ts'
import type { BulkEdits } from '../../bulk-edits/bulk-edits.api.ts'
import type { Imports } from '../../imports/imports.api.ts'
import type { ProductChange, ProductHistory } from '../products.api.ts'

const MAX_ENTRIES = 100

/** Puts together what each kind of change is known from. */
export function createProductHistory(deps: {
  readonly audit: Pick<AuditLog, 'listOfSubject' | 'findLatest'>
  readonly imports: Pick<Imports, 'changesOf'>
  readonly bulkEdits: Pick<BulkEdits, 'changesOf'>
}): ProductHistory {
  const { audit, imports, bulkEdits } = deps

  /** Who began what happened to a subject at this time, as the log knows it. */
  async function personOf(subject: string, action: string, at: Date): Promise<string | null> {
    return (await audit.findLatest({ subject, action, until: at }))?.by.person?.name ?? null
  }

  return async function productHistory(productId) {
    const [entries, lists, bulk] = await Promise.all([
      audit.listOfSubject(`product ${productId}`, MAX_ENTRIES),
      imports.changesOf(productId, MAX_ENTRIES),
      bulkEdits.changesOf(productId, MAX_ENTRIES),
    ])
    const changes: ProductChange[] = [
      ...entries.map(({ at, by, changes: made }) => ({
        at,
        source: 'person' as const,
        person: by.person?.name ?? null,
        fileName: null,
        isUndo: false,
        changes: made,
      })),
      ...(await Promise.all(
        lists.map(async (change) => ({
          ...change,
          source: 'import' as const,
          person: await personOf(
            `import ${change.fileName}`,
            change.isUndo ? 'import.undone' : 'import.started',
            change.at,
          ),
        })),
      )),
      ...(await Promise.all(
        bulk.map(async ({ bulkEdit, at, isUndo, changes: made }) => ({
          at,
          source: 'bulk-edit' as const,
          person: isUndo
            ? await personOf(`bulk edit ${bulkEdit.id}`, 'products.bulk-edit-undone', at)
            : (bulkEdit.by?.name ?? null),
          fileName: null,
          isUndo,
          changes: made,
        })),
      )),
    ]
    return changes.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAX_ENTRIES)
  }
}
