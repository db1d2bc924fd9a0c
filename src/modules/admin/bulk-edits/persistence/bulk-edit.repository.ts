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
import type { BulkEdit, BulkEditState } from '../bulk-edits.api.ts'
import {
  bulkEditCollections,
  toBulkEdit,
  toDocument,
  toPartDocuments,
  toWrittenPart,
  type PartDocument,
  type StoredRow,
  type WrittenPart,
} from './bulk-edit-document.ts'

export type { StoredRow, WrittenPart } from './bulk-edit-document.ts'

/** What a step adds to the counters with one part. */
export type PartCounts = Pick<BulkEdit, 'done' | 'changed' | 'refused' | 'left'>

export const NOTHING_DONE = { done: 0, changed: 0, refused: 0, left: 0 } as const

/** A bulk edit with how far its step is. */
export interface BulkEditProgress {
  readonly bulkEdit: BulkEdit
  readonly parts: number
  readonly partsDone: number
}

/** Of parts that are looked through: each has some hundred rows, and only one of them is kept. */
const READ_AT_ONCE = 5

export interface BulkEditRepository {
  insert(tx: Transaction, bulkEdit: BulkEdit, ids: readonly number[], expiresAt: Date): Promise<void>
  find(id: string): Promise<BulkEditProgress | null>
  list(limit: number): Promise<readonly BulkEdit[]>
  /** Changes one that is in one of these states; null when it no longer is. */
  move(
    tx: Transaction,
    id: string,
    from: readonly BulkEditState[],
    set: Partial<Omit<BulkEdit, 'id'>> & { readonly partsDone?: number },
  ): Promise<BulkEdit | null>
  /** Has one with all its parts deleted no earlier than then: a step must not lose what it has not come to yet. */
  keep(tx: Transaction, id: string, until: Date): Promise<void>
  /** Adds a part to the counters, once. Resolves to false when another worker did. */
  advance(
    tx: Transaction,
    step: Pick<BulkEdit, 'id' | 'state'> & { readonly partsDone: number; readonly counts: Partial<PartCounts> },
  ): Promise<boolean>
  /** Adds what an undo did of a part to its result. */
  recordUndone(tx: Transaction, id: string, part: number, reverted: Reverted): Promise<void>
  part(id: string, part: number): Promise<Pick<PartDocument, 'ids' | 'rows' | 'writtenAt'>>
  storeRows(
    tx: Transaction,
    part: { readonly id: string; readonly part: number; readonly rows: readonly StoredRow[] },
    written: { readonly at: Date; readonly expiresAt: Date } | null,
  ): Promise<void>
  /** Those that are made and not undone, if any of it may be newer than this. */
  findStandingAfter(tx: Transaction, after: Date): Promise<readonly string[]>
  /** The undone ones that have left products as they were. */
  findKeeping(tx: Transaction): Promise<readonly string[]>
  /** The parts of one in which some of these products were written. */
  writtenParts(tx: Transaction, id: string, productIds: readonly number[]): Promise<readonly WrittenPart[]>
  /** Notes that changes which an undo had kept are taken back. */
  takeBack(tx: Transaction, id: string, changes: readonly MadeChange[]): Promise<void>
  /** The parts in which a product was written, newest first, each with the row of that product alone. */
  writtenPartsOf(productId: number, limit: number): Promise<readonly WrittenPart[]>
}

export function createBulkEditRepository(database: Database): BulkEditRepository {
  const { edits, parts } = bulkEditCollections(database)

  async function undoOf(_id: string, session: Transaction['session']): Promise<UndoResult> {
    const undo = (await edits.findOne({ _id }, { projection: { undo: 1 }, session }))?.undo
    return undo ? undoResultOf(undo) : NOTHING_UNDONE
  }

  return {
    async insert(tx, bulkEdit, ids, expiresAt) {
      const documents = toPartDocuments(bulkEdit.id, ids, expiresAt)
      await edits.insertOne(toDocument(bulkEdit, documents.length, expiresAt), { session: tx.session })
      await parts.insertMany(documents, { session: tx.session })
    },
    async find(id) {
      const document = await edits.findOne({ _id: id })
      if (document === null) return null
      return { bulkEdit: toBulkEdit(document), parts: document.parts, partsDone: document.partsDone }
    },
    async list(limit) {
      return (await edits.find({}, { sort: { createdAt: -1, _id: -1 }, limit }).toArray()).map(toBulkEdit)
    },
    async move(tx, id, from, set) {
      const moved = await edits.findOneAndUpdate(
        { _id: id, state: { $in: [...from] } },
        { $set: set },
        { session: tx.session, returnDocument: 'after' },
      )
      return moved === null ? null : toBulkEdit(moved)
    },
    async keep({ session }, id, until) {
      const earlier = { expiresAt: { $lt: until } }
      await edits.updateOne({ _id: id, ...earlier }, { $set: { expiresAt: until } }, { session })
      await parts.updateMany({ bulkEditId: id, ...earlier }, { $set: { expiresAt: until } }, { session })
    },
    async advance(tx, { id, state, partsDone, counts }) {
      const result = await edits.updateOne(
        { _id: id, state, partsDone },
        { $inc: { partsDone: 1, ...counts } },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    async recordUndone({ session }, id, part, reverted) {
      await edits.updateOne(
        { _id: id },
        { $set: { undo: withReverted(await undoOf(id, session), reverted) } },
        { session },
      )
      const keptIds = reverted.kept.map(({ productId }) => productId)
      if (keptIds.length > 0) await parts.updateOne({ _id: `${id}:${part}` }, { $set: { keptIds } }, { session })
    },
    async part(id, part) {
      const { ids = [], rows = [], writtenAt } = (await parts.findOne({ _id: `${id}:${part}` })) ?? {}
      return { ids, rows, ...(writtenAt && { writtenAt }) }
    },
    async storeRows(tx, { id, part, rows }, written) {
      const changed = rows.filter(({ mark }) => mark !== null).map(({ productId }) => productId)
      await parts.updateOne(
        { _id: `${id}:${part}` },
        {
          $set: {
            rows,
            ...(written !== null && { writtenAt: written.at, expiresAt: written.expiresAt }),
            ...(changed.length > 0 && { writtenIds: changed }),
          },
        },
        { session: tx.session },
      )
    },
    async findStandingAfter({ session }, after) {
      const made = { state: { $in: ['running', 'finished', 'stopped'] satisfies BulkEditState[] } }
      const found = await edits.find(made, { projection: { finishedAt: 1 }, session }).toArray()
      return found.flatMap(({ _id, finishedAt }) => (finishedAt === null || finishedAt > after ? [_id] : []))
    },
    async findKeeping({ session }) {
      const undone = { state: { $in: ['undoing', 'undone'] satisfies BulkEditState[] } }
      const found = await edits.find(undone, { projection: { undo: 1 }, session }).toArray()
      return found.flatMap(({ _id, undo }) => (undo !== null && undoResultOf(undo).keptCount > 0 ? [_id] : []))
    },
    async writtenParts({ session }, bulkEditId, productIds) {
      const found = await parts.find({ bulkEditId, writtenIds: { $in: [...productIds] } }, { session }).toArray()
      return found.flatMap(toWrittenPart)
    },
    async takeBack({ session }, bulkEditId, changes) {
      const undo = withTakenBack(await undoOf(bulkEditId, session), changes)
      await edits.updateOne({ _id: bulkEditId }, { $set: { undo } }, { session })
      const taken = new Set(changes.map(({ productId }) => productId))
      const options = { projection: { keptIds: 1 }, session }
      const found = await parts.find({ bulkEditId, writtenIds: { $in: [...taken] } }, options).toArray()
      for (const { _id, keptIds = [] } of found)
        await parts.updateOne({ _id }, { $set: { keptIds: keptIds.filter((id) => !taken.has(id)) } }, { session })
    },
    async writtenPartsOf(productId, limit) {
      const found = parts.find({ writtenIds: productId }, { sort: { writtenAt: -1 }, limit, batchSize: READ_AT_ONCE })
      const written: WrittenPart[] = []
      for await (const part of found)
        written.push(...toWrittenPart({ ...part, rows: part.rows.filter((row) => row.productId === productId) }))
      return written
    },
  }
}
