import type { Transaction } from '#platform/database/database'
import type { ChangeHistory, MadeChange } from '../../product-changes/product-changes.api.ts'
import type { BulkEditRepository } from '../persistence/bulk-edit.repository.ts'
import { writtenBy } from './take-step.ts'

/** What bulk edits have made of products, for the undo of whatever was made before or after them. */
export function createBulkEditHistory(
  bulkEdits: Pick<BulkEditRepository, 'findStandingAfter' | 'findKeeping' | 'writtenParts' | 'takeBack'>,
): ChangeHistory {
  async function changesOf(tx: Transaction, madeBy: string, productIds: ReadonlySet<number>): Promise<MadeChange[]> {
    if (productIds.size === 0) return []
    const parts = await bulkEdits.writtenParts(tx, madeBy, productIds)
    return parts.flatMap(({ writtenAt: madeAt, rows }) =>
      rows
        .flatMap(writtenBy)
        .flatMap((written) => (productIds.has(written.productId) ? [{ ...written, madeBy, madeAt }] : [])),
    )
  }

  return {
    async findStanding(tx, productIds, after) {
      const found: MadeChange[] = []
      for (const id of await bulkEdits.findStandingAfter(tx, after))
        found.push(...(await changesOf(tx, id, new Set(productIds))).filter(({ madeAt }) => madeAt > after))
      return found
    },
    async findKept(tx, productIds) {
      const found: MadeChange[] = []
      for (const { id, kept } of await bulkEdits.findKeeping(tx))
        found.push(...(await changesOf(tx, id, new Set(productIds.filter((productId) => kept.has(productId))))))
      return found
    },
    takeBack: (tx, madeBy, changes) =>
      bulkEdits.takeBack(tx, madeBy, new Set(changes.map(({ productId }) => productId))),
  }
}
