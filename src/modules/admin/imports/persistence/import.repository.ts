import { trusted } from 'mongoose'
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
import type { ImportState, ProductImport, RowOutcome } from '../import.ts'
import { importModel, type ImportDocument } from './import.model.ts'

/** An import that wrote products, or still does. */
export interface MadeImport extends Pick<ProductImport, 'id' | 'run'> {
  readonly madeAt: Date
}

/** One of which nothing stands but what its undo has kept, in so many products. */
export interface UndoneImport extends MadeImport {
  readonly keptCount: number
}

/** What a group of rows adds to the import's counters. */
export type RowCounts = Readonly<Partial<Record<RowOutcome | 'flagged' | 'rowsRead' | 'workedMs' | 'left', number>>>

export interface ImportRepository {
  insert(tx: Transaction, row: ProductImport): Promise<void>
  find(id: string, tx?: Transaction): Promise<ProductImport | null>
  /** The newest import that is finished and whose file has the same columns. */
  findFinishedLike(headerKey: string): Promise<ProductImport | null>
  /** The newest list of a supplier that was started and is not undone, but for lists of failed rows. */
  findNewestOf(supplierId: string, tx: Transaction): Promise<ProductImport | null>
  /** Whether another list of a supplier was begun after this moment, and has ended well or is under way. */
  isFollowed(supplierId: string, after: Date): Promise<boolean>
  /** Newest first. */
  list(page: { readonly limit: number; readonly offset: number }): Promise<readonly ProductImport[]>
  /** Counts no further than `most`. */
  count(most: number): Promise<number>
  /** Changes an import that is in one of these states (and at this reading); null when it no longer is. */
  move(
    id: string,
    from: { readonly states: readonly ImportState[]; readonly run?: number },
    set: Partial<Omit<ProductImport, 'id'>>,
    tx?: Transaction,
  ): Promise<ProductImport | null>
  /** Changes a finished import to be undone from its last group on; null when it has not ended, or was undone before. */
  beginUndo(id: string, set: Partial<Omit<ProductImport, 'id'>>, tx: Transaction): Promise<ProductImport | null>
  /** Whether the next group to be written begins after this line, as committed now. */
  isAt(step: Pick<ProductImport, 'id' | 'run' | 'state'> & { readonly from: number }): Promise<boolean>
  /**
   * Adds a group of rows to the counters, once, at the end of the transaction.
   * @param onMiss what fails it when another worker did, or the import was stopped
   */
  advance(
    tx: Transaction,
    step: {
      readonly id: string
      readonly run: number
      readonly state: ImportState
      readonly from: number
      readonly to: number
      readonly counts: RowCounts
    },
    onMiss: () => Error,
  ): void
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
  /** Counts an error of the current group. @returns how many there were */
  countError(id: string): Promise<number>
}

function toImport({ _id: id, undoneDownTo: _down, faults: _faults, undo, ...rest }: ImportDocument): ProductImport {
  return { id, ...rest, undo: undo && undoResultOf(undo) }
}

export function createImportRepository(database: Database): ImportRepository {
  const imports = database.model(importModel)
  /** The same collection through the driver, for what a transaction writes at its end. */
  const rows = database.collection<ImportDocument>('imports')
  const move: ImportRepository['move'] = async (id, { states, run }, set, tx) => {
    const filter = { _id: id, state: trusted({ $in: [...states] }), ...(run === undefined ? {} : { run }) }
    const document = await imports()
      .findOneAndUpdate(filter, { $set: set }, { session: tx?.session, returnDocument: 'after' })
      .lean<ImportDocument>()
    return document === null ? null : toImport(document)
  }

  async function undoOf(id: string, session: Transaction['session']): Promise<UndoResult> {
    const found = await imports().findById(id, { undo: 1 }, { session }).lean<ImportDocument>()
    return found?.undo ? undoResultOf(found.undo) : NOTHING_UNDONE
  }

  return {
    move,
    async insert(tx, { id, ...row }) {
      await imports().insertMany([{ _id: id, ...row, undoneDownTo: null, faults: 0 }], { session: tx.session })
    },
    async find(id, tx) {
      const document = await imports().findById(id, null, { session: tx?.session }).lean<ImportDocument>()
      return document === null ? null : toImport(document)
    },
    async findFinishedLike(headerKey) {
      const document = await imports()
        .findOne({ headerKey, state: 'finished' })
        .sort({ createdAt: -1 })
        .lean<ImportDocument>()
      return document === null ? null : toImport(document)
    },
    async findNewestOf(supplierId, tx) {
      const state = trusted({ $nin: ['undoing', 'undone'] satisfies ImportState[] })
      const document = await imports()
        .findOne({ 'supplier.id': supplierId, preview: false, corrects: null, state })
        .sort({ createdAt: -1 })
        .session(tx.session)
        .lean<ImportDocument>()
      return document === null ? null : toImport(document)
    },
    async isFollowed(supplierId, after) {
      const state = trusted({ $in: ['running', 'finished'] satisfies ImportState[] })
      const startedAt = trusted({ $gt: after })
      const later = { 'supplier.id': supplierId, preview: false, corrects: null, state, startedAt }
      return (await imports().exists(later)) !== null
    },
    async list({ limit, offset }) {
      return (
        await imports().find({}).sort({ createdAt: -1, _id: -1 }).skip(offset).limit(limit).lean<ImportDocument[]>()
      ).map(toImport)
    },
    count: (most) => imports().countDocuments({}, { limit: most }),
    async beginUndo(id, set, tx) {
      const next = { ...set, undoneDownTo: Number.MAX_SAFE_INTEGER }
      return move(id, { states: ['finished', 'cancelled', 'failed'] }, next, tx)
    },
    async isAt({ id, run, state, from }) {
      return (await imports().exists({ _id: id, run, state, lastLine: from })) !== null
    },
    advance(tx, { id, run, state, from, to, counts }, onMiss) {
      const filter = { _id: id, run, state, lastLine: from }
      const update = { $set: { lastLine: to, faults: 0 }, $inc: { ...counts } }
      tx.writeAtEnd(rows, [{ filter, update }], { onMiss })
    },
    async recordUndone({ session }, { id, firstLine, reverted }) {
      const undo = withReverted(await undoOf(id, session), reverted)
      const result = await imports().updateOne(
        { _id: id, state: 'undoing', undoneDownTo: trusted({ $gt: firstLine }) },
        { $set: { undoneDownTo: firstLine, undo } },
        { session },
      )
      return result.matchedCount === 1
    },
    async undoneDownTo(id) {
      return (await imports().findById(id, { undoneDownTo: 1 }).lean())?.undoneDownTo ?? null
    },
    async findStandingAfter({ session }, after) {
      const state = trusted({ $nin: ['undoing', 'undone'] satisfies ImportState[] })
      const found = await imports()
        .find(
          { preview: false, state, $or: [{ finishedAt: null }, { finishedAt: trusted({ $gt: after }) }] },
          { run: 1, startedAt: 1 },
          { session },
        )
        .lean<ImportDocument[]>()
      return found.map(({ _id: id, run, startedAt }) => ({ id, run, madeAt: startedAt ?? after }))
    },
    async findUndone(after, { tx, supplierId }) {
      const state = trusted({ $in: ['undoing', 'undone'] satisfies ImportState[] })
      const found = await imports()
        .find(
          { state, startedAt: trusted({ $gt: after }), ...(supplierId !== undefined && { 'supplier.id': supplierId }) },
          { run: 1, startedAt: 1, undo: 1 },
          { session: tx?.session },
        )
        .lean<ImportDocument[]>()
      return found.map(({ _id: id, run, startedAt, undo }) => ({
        id,
        run,
        madeAt: startedAt ?? after,
        keptCount: undo === null ? 0 : undoResultOf(undo).keptCount,
      }))
    },
    async takeBack({ session }, id, changes) {
      const undo = withTakenBack(await undoOf(id, session), changes)
      await imports().updateOne({ _id: id }, { $set: { undo } }, { session })
    },
    async countError(id) {
      return (
        (
          await imports()
            .findOneAndUpdate({ _id: id }, { $inc: { faults: 1 } }, { returnDocument: 'after' })
            .lean()
        )?.faults ?? 0
      )
    },
  }
}
