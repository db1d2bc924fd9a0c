import type { mongo } from 'mongoose'
import type { Collection, Database, IndexDescription, Transaction } from '#platform/database/database'
import { undoResultOf } from '../../product-changes/product-changes.api.ts'
import type { ImportState, ProductImport } from '../import.ts'

export interface ImportDocument extends Omit<ProductImport, 'id'> {
  _id: string
  /** First line of the group that was undone last; an undo works from the last group to the first. */
  undoneDownTo: number | null
  /** How often an error that was no outage interrupted the current group. */
  faults: number
}

const INDEXES: readonly IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 }, name: 'newest_first' },
  { key: { headerKey: 1, createdAt: -1 }, name: 'same_columns' },
  { key: { 'supplier.id': 1, createdAt: -1 }, name: 'of_supplier_newest' },
]

/** The collection of all imports, and its indexes. */
export function importCollection(database: Database): Collection<ImportDocument> {
  return database.collection('imports', INDEXES)
}

/** A stored import, without what only its own workers need. */
export function toImport(document: ImportDocument): ProductImport {
  const { _id: id, undoneDownTo: _down, faults: _faults, undo, ...rest } = document
  return { id, ...rest, undo: undo && undoResultOf(undo) }
}

/** A new import as it is stored. */
export function toDocument({ id, ...rest }: ProductImport): ImportDocument {
  return { _id: id, ...rest, undoneDownTo: null, faults: 0 }
}

/** Of an import of these, nothing stands but what its undo has kept. */
export const UNDONE: readonly ImportState[] = ['undoing', 'undone']

/** Changes the import that a filter finds; what `set` leaves out stays as it is. @returns it as it is then, or null */
export async function changeImport(
  imports: Collection<ImportDocument>,
  filter: mongo.Filter<ImportDocument>,
  set: Partial<Omit<ImportDocument, '_id'>>,
  tx?: Transaction,
): Promise<ProductImport | null> {
  const document = await imports.findOneAndUpdate(
    filter,
    { $set: set },
    { session: tx?.session, returnDocument: 'after', ignoreUndefined: true },
  )
  return document === null ? null : toImport(document)
}
