import type { mongo } from 'mongoose'
import type { Collection, Database } from './database.ts'

/**
 * Rewrites the rows of a collection and writes back the fields that changed. What changes is read and written in one
 * transaction, so that nothing is lost that others write at the same time. For rare work in the background, such as
 * forgetting a person: it reads the whole collection, one row after the other.
 * @param rewrite must answer the same row for one that it has rewritten before
 */
export async function rewriteCollection<Row extends { _id: string }>(
  database: Database,
  collection: Collection<Row>,
  rewrite: (row: Row) => Partial<Row>,
): Promise<void> {
  for await (const row of collection.find<Row>({})) {
    if (changesOf(row, rewrite(row)) === null) continue
    const filter = { _id: row._id } as mongo.Filter<Row>
    await database.transaction(async ({ session }) => {
      const latest = await collection.findOne<Row>(filter, { session })
      const changes = latest === null ? null : changesOf(latest, rewrite(latest))
      if (changes !== null) await collection.updateOne(filter, { $set: changes }, { session })
    })
  }
}

/** The fields that differ; null when none does. */
function changesOf<Row extends object>(before: Row, after: Partial<Row>): Partial<Row> | null {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Row]),
  )
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<Row>)
}
