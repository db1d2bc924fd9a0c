import type { Transaction } from '#platform/database/database'
import type { ChangeHistory, MadeChange } from '../../product-changes/product-changes.api.ts'
import type { BulkEditRepository, WrittenPart } from '../persistence/bulk-edit.repository.ts'
import { writtenBy } from './take-step.ts'

/** What bulk edits have made of products, for the undo of whatever was made before or after them. */
export function createBulkEditHistory(
  bulkEdits: Pick<BulkEditRepository, 'findStandingAfter' | 'findKeeping' | 'writtenParts' | 'takeBack'>,
): ChangeHistory {
  async function changesOf(
    tx: Transaction,
    madeBy: string,
    productIds: readonly number[],
    isWanted: (part: WrittenPart, productId: number) => boolean,
  ): Promise<MadeChange[]> {
    const wanted = new Set(productIds)
    const parts = await bulkEdits.writtenParts(tx, madeBy, productIds)
    return parts.flatMap((part) =>
      part.rows
        .flatMap(writtenBy)
        .filter(({ productId }) => wanted.has(productId) && isWanted(part, productId))
        .map((written) => ({ ...written, madeBy, madeAt: part.writtenAt })),
    )
  }

  return {
    async findStanding(tx, productIds, after) {
      const found: MadeChange[] = []
      for (const id of await bulkEdits.findStandingAfter(tx, after))
        found.push(...(await changesOf(tx, id, productIds, ({ writtenAt }) => writtenAt > after)))
      return found
    },
    async findKept(tx, productIds) {
      const found: MadeChange[] = []
      for (const id of await bulkEdits.findKeeping(tx))
        found.push(...(await changesOf(tx, id, productIds, ({ keptIds }, productId) => keptIds.includes(productId))))
      return found
    },
    takeBack: bulkEdits.takeBack,
  }
}
