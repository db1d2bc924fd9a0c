import type { Clock } from '#platform/time/clock'
import type { Transaction } from '#platform/database/database'
import type { ChangeHistory, MadeChange, WrittenProduct } from '../../product-changes/product-changes.api.ts'
import type { RowResult } from '../import.ts'
import type { ImportUndoRepository, MadeImport } from '../persistence/import-undo.repository.ts'
import type { WrittenRowsRepository } from '../persistence/written-rows.repository.ts'
import { rowsKeptSince } from '../rules/kept-until.ts'

/** What price lists have made of products, for the undo of whatever was made before or after them. */
export function createImportHistory({
  clock,
  undos,
  writtenRows,
}: {
  readonly clock: Clock
  readonly undos: Pick<ImportUndoRepository, 'findStandingAfter' | 'findUndone' | 'takeBack'>
  readonly writtenRows: Pick<WrittenRowsRepository, 'rowsOf' | 'takeBack'>
}): ChangeHistory {
  async function changesOf(
    tx: Transaction,
    { id: madeBy, run, madeAt: startedAt }: MadeImport,
    productIds: readonly number[],
    { kept }: { readonly kept: boolean },
  ): Promise<MadeChange[]> {
    const found = await writtenRows.rowsOf(tx, { importId: madeBy, run, kept }, productIds)
    return found.flatMap(({ row, writtenAt }) =>
      writtenBy(row).map((written) => ({ ...written, madeBy, madeAt: writtenAt ?? startedAt })),
    )
  }

  return {
    async findStanding(tx, productIds, after) {
      const found: MadeChange[] = []
      for (const each of await undos.findStandingAfter(tx, after))
        found.push(...(await changesOf(tx, each, productIds, { kept: false })))
      return found.filter(({ madeAt }) => madeAt > after)
    },
    async findKept(tx, productIds) {
      const found: MadeChange[] = []
      for (const each of await undos.findUndone(rowsKeptSince(clock.now()), { tx }))
        if (each.keptCount > 0) found.push(...(await changesOf(tx, each, productIds, { kept: true })))
      return found
    },
    async takeBack(tx, madeBy, changes) {
      await undos.takeBack(tx, madeBy, changes)
      await writtenRows.takeBack(
        tx,
        madeBy,
        changes.map(({ productId }) => productId),
      )
    },
  }
}

/** The product that a row wrote, if it did. */
export function writtenBy({ productId, outcome, changes, mark }: RowResult): WrittenProduct[] {
  if (productId === null || mark === null || (outcome !== 'created' && outcome !== 'updated')) return []
  return [{ productId, outcome, changes, mark }]
}
