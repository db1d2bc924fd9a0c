import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import { productsMeantBy, ROW_OUTCOMES, type RowOutcome, type RowResult } from '../import.ts'
import type { RowsQuery } from '../imports.api.ts'
import type { EarlierNote, NoteBefore, NotesBefore } from '../rules/standing-notes.ts'
import { importGroupCollection, toDocuments, type GroupDocument, type WrittenGroup } from './import-group-document.ts'

/** Of groups that are looked through: each has some hundred rows, and only one of them is kept. */
const READ_AT_ONCE = 5

/** The rows of a group, and what was noted of their products before: see `SupplierNotesRepository.note`. */
export interface StoredGroup {
  readonly rows: readonly RowResult[]
  readonly notesBefore: readonly EarlierNote[]
  /** Null of a group of a version before this one. */
  readonly writtenAt: Date | null
}

/** A row that wrote a product, and when; null in a group of a version before this one. */
export interface WrittenRow {
  readonly row: RowResult
  readonly writtenAt: Date | null
}

/** An import that wrote a product. */
export interface WritingImport {
  readonly importId: string
  /** Whether its undo, if it had one, has left the product as it was. */
  readonly isKept: boolean
}

export interface ImportRowsRepository {
  /** At the end of the transaction. Rows of a preview are kept as long as the preview can be started. */
  insert(tx: Transaction, group: WrittenGroup): void
  /** Rows in the order of the file, and how many match. */
  page(
    importId: string,
    run: number,
    query: RowsQuery,
  ): Promise<{ readonly rows: readonly RowResult[]; readonly total: number }>
  /** First lines of the groups, from the last group to the first. */
  firstLinesBackwards(importId: string, run: number): Promise<readonly number[]>
  group(importId: string, run: number, firstLine: number): Promise<StoredGroup>
  /** The products that the rows of a reading have meant so far, whether they changed them or not. */
  meantBy(importId: string, run: number): Promise<Set<number>>
  /** What was noted of the supplier's products before a list. */
  notesBefore(of: { readonly importId: string; readonly run: number }): Promise<NotesBefore>
  /** The rows of a reading that wrote one of these products; only those that an undo has kept when `kept` says so. */
  rowsOf(
    tx: Transaction,
    of: { readonly importId: string; readonly run: number; readonly kept: boolean },
    productIds: readonly number[],
  ): Promise<readonly WrittenRow[]>
  /** Notes which products the undo of a group has kept. */
  keep(
    tx: Transaction,
    of: { readonly importId: string; readonly run: number; readonly firstLine: number },
    productIds: readonly number[],
  ): Promise<void>
  /** Notes that products which an undo has kept are so no more. */
  takeBack(tx: Transaction, importId: string, productIds: readonly number[]): Promise<void>
  /** What imports made of one product, the newest first. */
  writtenOf(productId: number, limit: number): Promise<readonly (WritingImport & { readonly row: RowResult })[]>
  /** The imports that created or changed one product, the newest first. */
  importsOf(productId: number, limit: number): Promise<readonly WritingImport[]>
  /** Deletes the rows of an older reading of the file. */
  removeRun(tx: Transaction, importId: string, run: number): Promise<void>
}

export function createImportRowsRepository(database: Database, clock: Clock): ImportRowsRepository {
  const groups = importGroupCollection(database)

  return {
    insert(tx, group) {
      const inserts = toDocuments(group, clock.now()).map((document) => ({ insert: document }))
      tx.writeAtEnd(groups, inserts)
    },
    async page(importId, run, query) {
      const { limit, offset } = query
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
        total += countIn(counts, query)
        if (total <= offset || rows.length >= limit || total === before) continue
        const fitting = (await groups.findOne({ _id }))?.rows.filter((row) => fits(row, query)) ?? []
        const start = Math.max(0, offset - before)
        rows.push(...fitting.slice(start, start + limit - rows.length))
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
      return { rows: found?.rows ?? [], notesBefore: found?.notesBefore ?? [], writtenAt: found?.writtenAt ?? null }
    },
    async meantBy(importId, run) {
      const found = groups.find<Pick<GroupDocument, 'rows'>>(
        { importId, run },
        { projection: { rows: 1 }, batchSize: READ_AT_ONCE },
      )
      const meant = new Set<number>()
      for await (const { rows } of found) for (const id of productsMeantBy(rows)) meant.add(id)
      return meant
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
    async rowsOf({ session }, { importId, run, kept }, productIds) {
      const found = await groups.find({ importId, run, writtenIds: { $in: [...productIds] } }, { session }).toArray()
      const wanted = new Set(productIds)
      return found.flatMap(({ rows, keptIds = [], writtenAt = null }) => {
        const ids = kept ? new Set(keptIds.filter((id) => wanted.has(id))) : wanted
        return rows
          .filter(({ productId, mark }) => productId !== null && mark !== null && ids.has(productId))
          .map((row) => ({ row, writtenAt }))
      })
    },
    async keep({ session }, { importId, run, firstLine }, productIds) {
      const _id = `${importId}:${run}:${firstLine}`
      await groups.updateOne({ _id }, { $set: { keptIds: [...productIds] } }, { session })
    },
    async takeBack({ session }, importId, productIds) {
      const taken = new Set(productIds)
      const found = await groups
        .find({ importId, writtenIds: { $in: [...productIds] } }, { projection: { keptIds: 1 }, session })
        .toArray()
      for (const { _id, keptIds = [] } of found) {
        const left = keptIds.filter((id) => !taken.has(id))
        if (left.length < keptIds.length) await groups.updateOne({ _id }, { $set: { keptIds: left } }, { session })
      }
    },
    async writtenOf(productId, limit) {
      const found = groups.find({ writtenIds: productId }, { sort: { expiresAt: -1 }, limit, batchSize: READ_AT_ONCE })
      const written: (WritingImport & { readonly row: RowResult })[] = []
      for await (const { importId, rows, keptIds = [] } of found) {
        const row = rows.find((each) => each.productId === productId && each.mark !== null)
        if (row !== undefined) written.push({ importId, row, isKept: keptIds.includes(productId) })
      }
      return written
    },
    async importsOf(productId, limit) {
      const found = await groups
        .find({ writtenIds: productId }, { projection: { importId: 1, keptIds: 1 }, sort: { expiresAt: -1 }, limit })
        .toArray()
      return found.map(({ importId, keptIds = [] }) => ({ importId, isKept: keptIds.includes(productId) }))
    },
    async removeRun(tx, importId, run) {
      await groups.deleteMany({ importId, run }, { session: tx.session })
    },
  }
}

function countIn(counts: GroupDocument['counts'], { outcome, flagged = false }: RowsQuery): number {
  const outcomes: readonly RowOutcome[] = outcome === undefined ? ROW_OUTCOMES : [outcome]
  return outcomes.reduce((sum, each) => sum + (flagged ? counts[each].flagged : counts[each].all), 0)
}

function fits(row: RowResult, { outcome, flagged = false }: RowsQuery): boolean {
  return (outcome === undefined || row.outcome === outcome) && (!flagged || row.warnings.length > 0)
}
