import type { Clock } from '#platform/clock'
import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import { ROW_OUTCOMES, type RowOutcome, type RowResult } from '../import.ts'
import type { RowsQuery } from '../imports.api.ts'
import { expiryOf } from '../rules/kept-until.ts'
import type { EarlierNote, NoteBefore, NotesBefore } from '../rules/standing-notes.ts'

/**
 * The outcomes of a group of rows in one document. It is written in the transaction that writes their products, and
 * fifty thousand rows are only a hundred documents.
 */
export interface GroupDocument {
  /** "<import>:<reading>:<first line>": a group can be written once. */
  _id: string
  importId: string
  run: number
  firstLine: number
  /** How many rows have each outcome, and how many of those carry a warning. */
  counts: Record<RowOutcome, { all: number; flagged: number }>
  rows: RowResult[]
  /** The products that were written; absent where there are none. */
  writtenIds?: number[]
  /** What was noted of its products as the supplier's; absent where nothing was, and in groups of an earlier version. */
  notesBefore?: EarlierNote[]
  /** When the database deletes it. */
  expiresAt: Date
}

const INDEXES: readonly IndexDescription[] = [
  { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
  { key: { writtenIds: 1 }, name: 'written_products', sparse: true },
  { key: { importId: 1, run: 1, firstLine: 1 }, name: 'import_groups' },
]

/** The rows of a group, and what was noted of their products before: see `SupplierProductsRepository.note`. */
export interface StoredGroup {
  readonly rows: readonly RowResult[]
  readonly notesBefore: readonly EarlierNote[]
}

export interface ImportRowsRepository {
  /** Rows of a preview are kept as long as the preview can be started. */
  insert(
    tx: Transaction,
    group: {
      readonly importId: string
      readonly run: number
      readonly preview: boolean
      readonly firstLine: number
      readonly rows: readonly RowResult[]
      readonly notesBefore?: readonly EarlierNote[]
    },
  ): Promise<void>
  /** Rows in the order of the file, and how many match. */
  page(
    importId: string,
    run: number,
    query: RowsQuery,
  ): Promise<{ readonly rows: readonly RowResult[]; readonly total: number }>
  /** First lines of the groups, from the last group to the first. */
  firstLinesBackwards(importId: string, run: number): Promise<readonly number[]>
  group(importId: string, run: number, firstLine: number): Promise<StoredGroup>
  /** What was noted of the supplier's products before a list. */
  notesBefore(of: { readonly importId: string; readonly run: number }): Promise<NotesBefore>
  /** The rows of a reading that wrote one of these products. */
  rowsOf(
    tx: Transaction,
    of: { readonly importId: string; readonly run: number },
    productIds: ReadonlySet<number>,
  ): Promise<readonly RowResult[]>
  /** What imports made of one product, the newest first. */
  writtenOf(
    productId: number,
    limit: number,
  ): Promise<readonly { readonly importId: string; readonly row: RowResult }[]>
  /** The imports that created or changed one product, the newest first. */
  importsOf(productId: number, limit: number): Promise<readonly string[]>
  /** Deletes the rows of an older reading of the file. */
  removeRun(tx: Transaction, importId: string, run: number): Promise<void>
}

function countsOf(rows: readonly RowResult[]): GroupDocument['counts'] {
  return Object.fromEntries(
    ROW_OUTCOMES.map((outcome) => {
      const those = rows.filter((row) => row.outcome === outcome)
      return [outcome, { all: those.length, flagged: those.filter((row) => row.warnings.length > 0).length }]
    }),
  ) as GroupDocument['counts']
}

export function createImportRowsRepository(database: Database, clock: Clock): ImportRowsRepository {
  const groups = database.collection<GroupDocument>('import_rows', INDEXES)

  return {
    async insert(tx, { importId, run, preview, firstLine, rows, notesBefore = [] }) {
      const writtenIds = rows.flatMap(({ mark, productId }) => (mark === null || productId === null ? [] : [productId]))
      const expiresAt = expiryOf(clock.now(), preview ? 'preview' : 'imported')
      const document = {
        _id: `${importId}:${run}:${firstLine}`,
        importId,
        run,
        firstLine,
        counts: countsOf(rows),
        rows: [...rows],
        ...(writtenIds.length > 0 && { writtenIds }),
        ...(notesBefore.length > 0 && { notesBefore: [...notesBefore] }),
        expiresAt,
      }
      await groups.insertOne(document, { session: tx.session })
    },
    async page(importId, run, { outcome, flagged = false, limit, offset }) {
      const counted = await groups
        .find<Pick<GroupDocument, '_id' | 'counts'>>(
          { importId, run },
          { projection: { counts: 1 }, sort: { firstLine: 1 } },
        )
        .toArray()
      const rows: RowResult[] = []
      let total = 0
      for (const { _id, counts } of counted) {
        const before = total
        for (const each of outcome === undefined ? ROW_OUTCOMES : [outcome])
          total += flagged ? counts[each].flagged : counts[each].all
        if (total <= offset || rows.length >= limit || total === before) continue
        const group = await groups.findOne({ _id })
        const fitting = (group?.rows ?? []).filter(
          (row) => (outcome === undefined || row.outcome === outcome) && (!flagged || row.warnings.length > 0),
        )
        rows.push(...fitting.slice(Math.max(0, offset - before), Math.max(0, offset - before) + limit - rows.length))
      }
      return { rows, total }
    },
    async firstLinesBackwards(importId, run) {
      const found = await groups
        .find({ importId, run }, { projection: { firstLine: 1 }, sort: { firstLine: -1 } })
        .toArray()
      return found.map((group) => group.firstLine)
    },
    async group(importId, run, firstLine) {
      const found = await groups.findOne({ _id: `${importId}:${run}:${firstLine}` })
      return { rows: found?.rows ?? [], notesBefore: found?.notesBefore ?? [] }
    },
    async notesBefore({ importId, run }) {
      const found = groups.find<Pick<GroupDocument, 'notesBefore'>>(
        { importId, run },
        { projection: { notesBefore: 1 }, sort: { firstLine: 1 } },
      )
      const notes = new Map<number, NoteBefore>()
      for await (const { notesBefore = [] } of found)
        for (const { productIds, ...note } of notesBefore)
          for (const productId of productIds) if (!notes.has(productId)) notes.set(productId, note)
      return notes
    },
    async rowsOf({ session }, { importId, run }, productIds) {
      const found = await groups.find({ importId, run, writtenIds: { $in: [...productIds] } }, { session }).toArray()
      return found
        .flatMap(({ rows }) => rows)
        .filter(({ productId, mark }) => productId !== null && mark !== null && productIds.has(productId))
    },
    async writtenOf(productId, limit) {
      const found = await groups.find({ writtenIds: productId }, { sort: { expiresAt: -1 }, limit }).toArray()
      return found.flatMap(({ importId, rows }) => {
        const row = rows.find((each) => each.productId === productId && each.mark !== null)
        return row === undefined ? [] : [{ importId, row }]
      })
    },
    async importsOf(productId, limit) {
      const found = await groups
        .find({ writtenIds: productId }, { projection: { importId: 1 }, sort: { expiresAt: -1 }, limit })
        .toArray()
      return found.map(({ importId }) => importId)
    },
    async removeRun(tx, importId, run) {
      await groups.deleteMany({ importId, run }, { session: tx.session })
    },
  }
}
