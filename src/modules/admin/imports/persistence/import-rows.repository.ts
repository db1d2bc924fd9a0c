import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import { productsMeantBy, ROW_OUTCOMES, type RowOutcome, type RowResult } from '../import.ts'
import type { RowsQuery } from '../imports.api.ts'
import type { EarlierNote, NoteBefore, NotesBefore } from '../rules/standing-notes.ts'
import { importGroupCollection, toDocuments, type GroupDocument, type WrittenGroup } from './import-group-document.ts'

/** Groups that are read at a time: each has some hundred rows, and only the numbers of products are kept. */
const READ_AT_ONCE = 5

/** The rows of a group, and what was noted of their products before: see `SupplierNotesRepository.note`. */
export interface StoredGroup {
  readonly rows: readonly RowResult[]
  readonly notesBefore: readonly EarlierNote[]
  /** Null of a group of a version before this one. */
  readonly writtenAt: Date | null
}

/** The rows of readings with their outcomes, in groups; see `WrittenRowsRepository` for those of a product. */
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
