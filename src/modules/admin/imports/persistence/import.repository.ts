import type { Database, Transaction } from '#platform/database/database'
import type { ImportState, ProductImport, RowOutcome } from '../import.ts'
import { changeImport, importCollection, toDocument, toImport, UNDONE } from './import-document.ts'

/** What a group of rows adds to the import's counters. */
export type RowCounts = Readonly<Partial<Record<RowOutcome | 'flagged' | 'rowsRead' | 'workedMs' | 'left', number>>>

/** Price lists from the file on until they are written; what undoes them is in `import-undo.repository.ts`. */
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
  /** Counts an error of the current group. @returns how many there were */
  countError(id: string): Promise<number>
}

const ONLY_ID = { projection: { _id: 1 } } as const

export function createImportRepository(database: Database): ImportRepository {
  const imports = importCollection(database)

  return {
    async insert(tx, row) {
      await imports.insertOne(toDocument(row), { session: tx.session, ignoreUndefined: true })
    },
    async find(id, tx) {
      const document = await imports.findOne({ _id: id }, { session: tx?.session })
      return document === null ? null : toImport(document)
    },
    async findFinishedLike(headerKey) {
      const document = await imports.findOne({ headerKey, state: 'finished' }, { sort: { createdAt: -1 } })
      return document === null ? null : toImport(document)
    },
    async findNewestOf(supplierId, tx) {
      const document = await imports.findOne(
        { 'supplier.id': supplierId, preview: false, corrects: null, state: { $nin: UNDONE } },
        { sort: { createdAt: -1 }, session: tx.session },
      )
      return document === null ? null : toImport(document)
    },
    async isFollowed(supplierId, after) {
      const state = { $in: ['running', 'finished'] satisfies ImportState[] }
      const later = { 'supplier.id': supplierId, preview: false, corrects: null, state, startedAt: { $gt: after } }
      return (await imports.findOne(later, ONLY_ID)) !== null
    },
    async list({ limit, offset }) {
      const found = imports.find({}).sort({ createdAt: -1, _id: -1 }).skip(offset).limit(limit)
      return (await found.toArray()).map(toImport)
    },
    count: (most) => imports.countDocuments({}, { limit: most }),
    move(id, { states, run }, set, tx) {
      const filter = { _id: id, state: { $in: [...states] }, ...(run !== undefined && { run }) }
      return changeImport(imports, filter, set, tx)
    },
    async isAt({ id, run, state, from }) {
      return (await imports.findOne({ _id: id, run, state, lastLine: from }, ONLY_ID)) !== null
    },
    advance(tx, { id, run, state, from, to, counts }, onMiss) {
      const filter = { _id: id, run, state, lastLine: from }
      const update = { $set: { lastLine: to, faults: 0 }, $inc: { ...counts } }
      tx.writeAtEnd(imports, [{ filter, update }], { onMiss })
    },
    async countError(id) {
      const counted = await imports.findOneAndUpdate({ _id: id }, { $inc: { faults: 1 } }, { returnDocument: 'after' })
      return counted?.faults ?? 0
    },
  }
}
