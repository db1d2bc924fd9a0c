import type { CatalogModule, Product } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { ProductReverts, WrittenProduct } from '../../product-changes/product-changes.api.ts'
import type { BulkEdit, BulkEditOutcome } from '../bulk-edits.api.ts'
import type {
  BulkEditProgress,
  BulkEditRepository,
  PartCounts,
  StoredRow,
} from '../persistence/bulk-edit.repository.ts'
import { keptUntil } from './kept-until.ts'
import { createRowsOfEdit, valuesOf } from './rows-of-edit.ts'

type Step = 'previewing' | 'running' | 'undoing'
const ENDS = { previewing: 'previewed', running: 'finished', undoing: 'undone' } as const

/** Runs the job of one step; does nothing when the step is over. */
export type TakeStep = (job: { readonly bulkEditId: string; readonly step: Step }, signal: AbortSignal) => Promise<void>

/**
 * Goes through the products of a bulk edit part by part, each in one transaction with its counters: a killed worker
 * leaves whole parts only, the next one goes on after them, and two of them never write the same part.
 */
export function createTakeStep(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly catalog: Pick<CatalogModule, 'findProducts' | 'editInBulk' | 'writeProducts'>
  readonly bulkEdits: BulkEditRepository
  readonly reverts: Pick<ProductReverts, 'revert'>
}): TakeStep {
  const { database, clock, catalog, bulkEdits, reverts } = deps
  const rowsOfEdit = createRowsOfEdit(catalog)

  const takePart: Readonly<
    Record<Step, (tx: Transaction, bulkEdit: BulkEdit, part: number) => Promise<Partial<PartCounts>>>
  > = {
    async previewing(tx, { id, edit }, part) {
      const { ids } = await bulkEdits.part(id, part)
      const byId = await productsById(tx, ids)
      const rows = ids.flatMap((productId) => {
        const product = byId.get(productId)
        return product === undefined ? [] : (rowsOfEdit.preview(product, edit) ?? [])
      })
      await bulkEdits.storeRows(tx, { id, part, rows }, null)
      return { done: ids.length, ...countsOf(rows) }
    },

    async running(tx, { id, edit }, part) {
      const { ids, rows: previewed } = await bulkEdits.part(id, part)
      const changing = previewed.filter(({ outcome }) => outcome === 'changed')
      const byId = await productsById(
        tx,
        changing.map(({ productId }) => productId),
      )
      const rows = previewed.flatMap((row) =>
        row.outcome === 'changed' ? (rowsOfEdit.again(row, byId.get(row.productId), edit) ?? []) : row,
      )
      const written = rows.filter(({ outcome }) => outcome === 'changed')
      const change = written.map(({ productId, changes }) => ({ id: productId, set: valuesOf(changes) }))
      if (change.length > 0) await catalog.writeProducts(tx, { change })
      const now = clock.now()
      await bulkEdits.storeRows(tx, { id, part, rows }, { at: now, expiresAt: keptUntil(now, 'made') })
      return { done: ids.length, ...countsOf(rows) }
    },

    async undoing(tx, { id }, part) {
      const { ids, rows, writtenAt: madeAt } = await bulkEdits.part(id, part)
      if (madeAt === undefined) return { done: ids.length }
      await reverts.revert(tx, { madeBy: id, madeAt }, rows.flatMap(writtenBy), async (reverted) => {
        await bulkEdits.recordUndone(tx, id, part, reverted)
        return true
      })
      return { done: ids.length }
    },
  }

  return async function takeStep({ bulkEditId, step }, signal) {
    for (;;) {
      signal.throwIfAborted()
      const progress = await bulkEdits.find(bulkEditId)
      if (progress === null || progress.bulkEdit.state !== step) return
      try {
        await database.transaction((tx) => goOn(tx, progress, step))
      } catch (error) {
        if (!(error instanceof PartTaken) || (await isOf(bulkEditId, step))) throw error
      }
    }
  }

  /** Whether a bulk edit is still at a step. Staff who stop it take the part from the worker that is at it. */
  async function isOf(bulkEditId: string, step: Step): Promise<boolean> {
    return (await bulkEdits.find(bulkEditId))?.bulkEdit.state === step
  }

  async function goOn(tx: Transaction, { bulkEdit, parts, partsDone }: BulkEditProgress, step: Step): Promise<void> {
    if (partsDone === parts) {
      await bulkEdits.move(tx, bulkEdit.id, [step], { state: ENDS[step], finishedAt: clock.now() })
      return
    }
    const part = step === 'undoing' ? parts - 1 - partsDone : partsDone
    const counts = await takePart[step](tx, bulkEdit, part)
    // Comes last: a worker that lost the race rolls back what it wrote.
    if (!(await bulkEdits.advance(tx, { id: bulkEdit.id, state: step, partsDone, counts }))) throw new PartTaken()
  }

  async function productsById(tx: Transaction, ids: readonly number[]): Promise<ReadonlyMap<number, Product>> {
    return new Map((await catalog.findProducts(ids, tx)).map((product) => [product.id, product]))
  }
}

/** Another worker has taken this part, or the bulk edit was stopped. */
class PartTaken extends Error {
  override readonly name = 'PartTaken'
}

function countsOf(rows: readonly StoredRow[]): Readonly<Record<BulkEditOutcome, number>> {
  const count = (wanted: BulkEditOutcome) => rows.filter(({ outcome }) => outcome === wanted).length
  return { changed: count('changed'), refused: count('refused'), left: count('left') }
}

/** The product that a row wrote, if it did. */
export function writtenBy({ productId, changes, mark }: StoredRow): WrittenProduct[] {
  return mark === null ? [] : [{ productId, outcome: 'updated', changes, mark }]
}
