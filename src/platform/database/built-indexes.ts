import type { mongo } from 'mongoose'
import { createHash } from 'node:crypto'

/** The row in `meta`: what was wanted when all of it was built, and how many there were then. */
interface BuiltRow extends IndexCounts {
  _id: string
  wanted: string
}

interface IndexCounts {
  collections: number
  indexes: number
}

const BUILT = 'built-indexes'

export interface BuildOptions {
  /** Asks every collection for its indexes, whatever was noted (default false). */
  readonly isThorough?: boolean
}

/**
 * Builds indexes unless they are there. Looking at the indexes of each collection costs a start 42 round trips, about 50
 * ms and a twelfth of its processor time; this asks two questions at once, and takes 1 ms. It notes what it has built, and
 * relies on the note only while the same indexes are wanted and the database has as many collections and indexes as then.
 * So what somebody drops, or a backup lacks, comes back with the next start. The numbers hide one case: an index that was
 * dropped by somebody who made another one. A thorough look finds it, which is taken when the start is long over.
 * @param wanted the indexes by collection
 */
export async function buildUnlessBuilt(
  db: mongo.Db,
  wanted: ReadonlyMap<string, readonly mongo.IndexDescription[]>,
  build: () => Promise<void>,
  { isThorough = false }: BuildOptions = {},
): Promise<void> {
  const meta = db.collection<BuiltRow>('meta')
  const hash = createHash('sha256')
    .update(JSON.stringify([...wanted]))
    .digest('base64')
  if (!isThorough) {
    const [noted, now] = await Promise.all([meta.findOne({ _id: BUILT }), countsOf(db)])
    if (noted?.wanted === hash && isSame(noted, now)) return
  }
  await build()
  const counts = await countsOf(db)
  if (counts !== null) await meta.updateOne({ _id: BUILT }, { $set: { wanted: hash, ...counts } }, { upsert: true })
}

function isSame(noted: IndexCounts, now: IndexCounts | null): boolean {
  return now !== null && noted.collections === now.collections && noted.indexes === now.indexes
}

/** Null where the server does not say. */
async function countsOf(db: mongo.Db): Promise<IndexCounts | null> {
  try {
    const { collections, indexes } = await db.command({ dbStats: 1 })
    return typeof collections === 'number' && typeof indexes === 'number' ? { collections, indexes } : null
  } catch {
    return null
  }
}
