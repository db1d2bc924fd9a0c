import type { Transaction } from '#platform/database/database'
import type { ChangeHistory, MadeChange, WrittenProduct } from '../../product-changes/product-changes.api.ts'
import type { RowResult } from '../import.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { ImportRepository, MadeImport } from '../persistence/import.repository.ts'

/** What price lists have made of products, for the undo of whatever was made before or after them. */
export function createImportHistory({
  imports,
  rows,
}: {
  readonly imports: Pick<ImportRepository, 'findStandingAfter' | 'findUndone' | 'takeBackKept'>
  readonly rows: Pick<ImportRowsRepository, 'rowsOf'>
}): ChangeHistory {
  async function changesOf(
    tx: Transaction,
    { id: madeBy, run, madeAt }: MadeImport,
    productIds: ReadonlySet<number>,
  ): Promise<MadeChange[]> {
    if (productIds.size === 0) return []
    const results = await rows.rowsOf(tx, { importId: madeBy, run }, productIds)
    return results.flatMap(writtenBy).map((written) => ({ ...written, madeBy, madeAt }))
  }

  return {
    async findStanding(tx, productIds, after) {
      const found: MadeChange[] = []
      for (const each of await imports.findStandingAfter(tx, after))
        found.push(...(await changesOf(tx, each, new Set(productIds))))
      return found
    },
    async findKept(tx, productIds) {
      const found: MadeChange[] = []
      for (const each of await imports.findUndone({ tx }))
        found.push(...(await changesOf(tx, each, new Set(productIds.filter((id) => each.kept.has(id))))))
      return found
    },
    takeBack(tx, madeBy, changes) {
      const idsOf = (outcome: MadeChange['outcome']) =>
        new Set(changes.filter((change) => change.outcome === outcome).map(({ productId }) => productId))
      return imports.takeBackKept(tx, madeBy, { removed: idsOf('created'), restored: idsOf('updated') })
    },
  }
}

/** The product that a row wrote, if it did. */
export function writtenBy({ productId, outcome, changes, mark }: RowResult): WrittenProduct[] {
  if (productId === null || mark === null || (outcome !== 'created' && outcome !== 'updated')) return []
  return [{ productId, outcome, changes, mark }]
}
