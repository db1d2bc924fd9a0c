import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import {
  NOTHING_UNDONE,
  undoResultOf,
  withReverted,
  withTakenBack,
  type MadeChange,
  type Reverted,
  type UndoResult,
} from '../../product-changes/product-changes.api.ts'
import type { BulkEdit, BulkEditRow, BulkEditState } from '../bulk-edits.api.ts'

interface BulkEditDocument extends Omit<BulkEdit, 'id'> {
  _id: string
  parts: number
  /** How many parts the present step is through; an undo begins with the last part. */
  partsDone: number
  /** When the database deletes it. */
  expiresAt: Date
}

/** A product of a part, with what the write and its undo need to know of it. */
export interface StoredRow extends BulkEditRow {
  /** `updatedAt` of the product that was previewed. */
  readonly version: Date | null
  /** Of a written product: its fingerprint right after. */
  readonly mark: string | null
}

interface PartDocument {
  _id: string
  bulkEditId: string
  part: number
  ids: readonly number[]
  rows: readonly StoredRow[]
  /** The products that were written, and when. */
  writtenIds?: readonly number[]
  writtenAt?: Date
  /** Those of them that an undo has left as they are. */
  keptIds?: readonly number[]
  expiresAt: Date
}

/** What a step adds to the counters with one part. */
export type PartCounts = Pick<BulkEdit, 'done' | 'changed' | 'refused' | 'left'>

export const NOTHING_DONE = { done: 0, changed: 0, refused: 0, left: 0 } as const

/** A bulk edit with how far its step is. */
export interface BulkEditProgress {
  readonly bulkEdit: BulkEdit
  readonly parts: number
  readonly partsDone: number
}

/** A part with products that were written. */
export interface WrittenPart {
  readonly bulkEditId: string
  readonly writtenAt: Date
  readonly rows: readonly StoredRow[]
  /** The products that an undo has left as they are. */
  readonly keptIds: readonly number[]
}

const EDIT_INDEXES: readonly IndexDescription[] = [
  { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
  { key: { createdAt: -1, _id: -1 }, name: 'newest_first' },
]
const PART_INDEXES: readonly IndexDescription[] = [
  { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
  { key: { bulkEditId: 1, part: 1 }, name: 'parts_in_order' },
  { key: { writtenIds: 1 }, name: 'written_products', sparse: true },
]
const PRODUCTS_PER_PART = 200
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

function toBulkEdit(document: BulkEditDocument): BulkEdit {
  const { _id: id, parts: _parts, partsDone: _partsDone, expiresAt: _expiresAt, undo, ...rest } = document
  return { id, ...rest, undo: undo && undoResultOf(undo) }
}

function toWrittenPart({ bulkEditId, writtenAt, rows, keptIds = [] }: PartDocument): WrittenPart[] {
  return writtenAt === undefined ? [] : [{ bulkEditId, writtenAt, rows, keptIds }]
}

export function createBulkEditRepository(database: Database): BulkEditRepository {
  const edits = database.collection<BulkEditDocument>('bulk_edits', EDIT_INDEXES)
  const parts = database.collection<PartDocument>('bulk_edit_parts', PART_INDEXES)

  async function undoOf(_id: string, session: Transaction['session']): Promise<UndoResult> {
    const undo = (await edits.findOne({ _id }, { projection: { undo: 1 }, session }))?.undo
    return undo ? undoResultOf(undo) : NOTHING_UNDONE
  }

  return {
    async insert(tx, { id, ...bulkEdit }, ids, expiresAt) {
      const count = Math.ceil(ids.length / PRODUCTS_PER_PART)
      await edits.insertOne({ _id: id, ...bulkEdit, parts: count, partsDone: 0, expiresAt }, { session: tx.session })
      const documents = Array.from({ length: count }, (_, part) => ({
        _id: `${id}:${part}`,
        bulkEditId: id,
        part,
        ids: ids.slice(part * PRODUCTS_PER_PART, (part + 1) * PRODUCTS_PER_PART),
        rows: [],
        expiresAt,
      }))
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
