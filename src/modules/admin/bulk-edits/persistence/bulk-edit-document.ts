import type { Database, IndexDescription } from '#platform/database/database'
import { undoResultOf } from '../../product-changes/product-changes.api.ts'
import type { BulkEdit, BulkEditRow } from '../bulk-edits.api.ts'

export interface BulkEditDocument extends Omit<BulkEdit, 'id'> {
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

export interface PartDocument {
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

/** Bulk edits, and the parts in which their products are read and written. */
export function bulkEditCollections(database: Database) {
  return {
    edits: database.collection<BulkEditDocument>('bulk_edits', EDIT_INDEXES),
    parts: database.collection<PartDocument>('bulk_edit_parts', PART_INDEXES),
  }
}

/** A stored bulk edit, without how far its job has come. */
export function toBulkEdit(document: BulkEditDocument): BulkEdit {
  const { _id: id, parts: _parts, partsDone: _partsDone, expiresAt: _expiresAt, undo, ...rest } = document
  return { id, ...rest, undo: undo && undoResultOf(undo) }
}

/** A part that was made; nothing of one that was only previewed. */
export function toWrittenPart({ bulkEditId, writtenAt, rows, keptIds = [] }: PartDocument): WrittenPart[] {
  return writtenAt === undefined ? [] : [{ bulkEditId, writtenAt, rows, keptIds }]
}

/** A new bulk edit as it is stored. @param parts how many it has */
export function toDocument({ id, ...bulkEdit }: BulkEdit, parts: number, expiresAt: Date): BulkEditDocument {
  return { _id: id, ...bulkEdit, parts, partsDone: 0, expiresAt }
}

/** The parts of a new bulk edit, each with some of its products and no rows yet. */
export function toPartDocuments(bulkEditId: string, ids: readonly number[], expiresAt: Date): PartDocument[] {
  return Array.from({ length: Math.ceil(ids.length / PRODUCTS_PER_PART) }, (_, part) => ({
    _id: `${bulkEditId}:${part}`,
    bulkEditId,
    part,
    ids: ids.slice(part * PRODUCTS_PER_PART, (part + 1) * PRODUCTS_PER_PART),
    rows: [],
    expiresAt,
  }))
}
