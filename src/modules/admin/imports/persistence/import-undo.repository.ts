import type { Database, Transaction } from '#platform/database/database'
import {
  NOTHING_UNDONE,
  undoResultOf,
  withReverted,
  withTakenBack,
  type MadeChange,
  type Reverted,
  type UndoResult,
} from '../../product-changes/product-changes.api.ts'
import type { ProductImport } from '../import.ts'
import { changeImport, importCollection, UNDONE } from './import-document.ts'

/** An import that wrote products, or still does. */
export interface MadeImport extends Pick<ProductImport, 'id' | 'run'> {
  readonly madeAt: Date
}

/** One of which nothing stands but what its undo has kept, in so many products. */
export interface UndoneImport extends MadeImport {
  readonly keptCount: number
}

/** How far imports are undone, and what stands of them. */
export interface ImportUndoRepository {
  /** Changes an import that is over to be undone from its last group on; null when it is not over, or was undone before. */
  begin(id: string, set: Partial<Omit<ProductImport, 'id'>>, tx: Transaction): Promise<ProductImport | null>
  /** Adds an undone group of rows to the undo's result, once; see `undoneDownTo`. */
  recordUndone(
    tx: Transaction,
    step: { readonly id: string; readonly firstLine: number; readonly reverted: Reverted },
  ): Promise<boolean>
  undoneDownTo(id: string): Promise<number | null>
  /** Those that were under way after this moment and are not undone, without previews. */
  findStandingAfter(tx: Transaction, after: Date): Promise<readonly MadeImport[]>
  /** The undone ones that were begun after this moment, of one supplier or of all. */
  findUndone(
    after: Date,
    of: { readonly tx?: Transaction; readonly supplierId?: string },
  ): Promise<readonly UndoneImport[]>
  /** Adds to an undo's result that changes which it had kept are taken back. */
  takeBack(tx: Transaction, id: string, changes: readonly MadeChange[]): Promise<void>
}

export function createImportUndoRepository(database: Database): ImportUndoRepository {
  const imports = importCollection(database)

  async function undoOf(id: string, { session }: Transaction): Promise<UndoResult> {
    const found = await imports.findOne({ _id: id }, { projection: { undo: 1 }, session })
    return found?.undo ? undoResultOf(found.undo) : NOTHING_UNDONE
  }

  return {
    begin(id, set, tx) {
      const filter = { _id: id, state: { $in: ['finished', 'cancelled', 'failed'] } } as const
      return changeImport(imports, filter, { ...set, undoneDownTo: Number.MAX_SAFE_INTEGER }, tx)
    },
    async recordUndone(tx, { id, firstLine, reverted }) {
      const undo = withReverted(await undoOf(id, tx), reverted)
      const result = await imports.updateOne(
        { _id: id, state: 'undoing', undoneDownTo: { $gt: firstLine } },
        { $set: { undoneDownTo: firstLine, undo } },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    async undoneDownTo(id) {
      return (await imports.findOne({ _id: id }, { projection: { undoneDownTo: 1 } }))?.undoneDownTo ?? null
    },
    async findStandingAfter({ session }, after) {
      const isUnderWay = { $or: [{ finishedAt: null }, { finishedAt: { $gt: after } }] }
      const projection = { run: 1, startedAt: 1 } as const
      const found = await imports
        .find({ preview: false, state: { $nin: UNDONE }, ...isUnderWay }, { projection, session })
        .toArray()
      return found.map(({ _id: id, run, startedAt }) => ({ id, run, madeAt: startedAt ?? after }))
    },
    async findUndone(after, { tx, supplierId }) {
      const ofSupplier = supplierId === undefined ? {} : { 'supplier.id': supplierId }
      const projection = { run: 1, startedAt: 1, undo: 1 } as const
      const begun = { state: { $in: UNDONE }, startedAt: { $gt: after }, ...ofSupplier }
      const found = await imports.find(begun, { projection, session: tx?.session }).toArray()
      return found.map(({ _id: id, run, startedAt, undo }) => ({
        id,
        run,
        madeAt: startedAt ?? after,
        keptCount: undo === null ? 0 : undoResultOf(undo).keptCount,
      }))
    },
    async takeBack(tx, id, changes) {
      const undo = withTakenBack(await undoOf(id, tx), changes)
      await imports.updateOne({ _id: id }, { $set: { undo } }, { session: tx.session })
    },
  }
}
