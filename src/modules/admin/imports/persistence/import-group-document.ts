import type { Collection, Database, IndexDescription } from '#platform/database/database'
import { inParts } from '#platform/database/in-parts'
import { ROW_OUTCOMES, type RowOutcome, type RowResult } from '../import.ts'
import { expiryOf } from '../rules/kept-until.ts'
import type { EarlierNote } from '../rules/standing-notes.ts'

/**
 * The outcomes of a group of rows. It is written in the transaction that writes their products, and fifty thousand rows
 * are only some hundred documents: a group has one, or several where what its rows replace is too long for one.
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
  /** Absent in groups of a version before this one. */
  writtenAt?: Date
  /** The products that were written; absent where there are none. */
  writtenIds?: number[]
  /** Those of them that an undo has left as they are; absent before one, and where there are none. */
  keptIds?: number[]
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

/** The collection of all groups, and its indexes. */
export function importGroupCollection(database: Database): Collection<GroupDocument> {
  return database.collection('import_rows', INDEXES)
}

/** A group of rows with their outcomes, as it is written. */
export interface WrittenGroup {
  readonly importId: string
  readonly run: number
  readonly preview: boolean
  readonly firstLine: number
  readonly rows: readonly RowResult[]
  readonly notesBefore?: readonly EarlierNote[]
}

/** One, or several where the rows are too long for one. */
export function toDocuments(group: WrittenGroup, now: Date): readonly GroupDocument[] {
  const { importId, run, preview, firstLine, rows, notesBefore = [] } = group
  const expiresAt = expiryOf(now, preview ? 'preview' : 'imported')
  return inParts(rows).map((part, at) => {
    const first = at === 0 ? firstLine : (part[0]?.line ?? firstLine)
    const writtenIds = writtenIdsOf(part)
    return {
      _id: `${importId}:${run}:${first}`,
      importId,
      run,
      firstLine: first,
      counts: countsOf(part),
      rows: [...part],
      writtenAt: now,
      ...(writtenIds.length > 0 && { writtenIds }),
      ...(at === 0 && notesBefore.length > 0 && { notesBefore: [...notesBefore] }),
      expiresAt,
    }
  })
}

function countsOf(rows: readonly RowResult[]): GroupDocument['counts'] {
  return Object.fromEntries(
    ROW_OUTCOMES.map((outcome) => {
      const those = rows.filter((row) => row.outcome === outcome)
      return [outcome, { all: those.length, flagged: those.filter((row) => row.warnings.length > 0).length }]
    }),
  ) as GroupDocument['counts']
}

/** The products that rows have written. */
export function writtenIdsOf(rows: readonly RowResult[]): number[] {
  return rows.flatMap(({ mark, productId }) => (mark === null || productId === null ? [] : [productId]))
}
