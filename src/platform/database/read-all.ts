import { mongo } from 'mongoose'
import type { Database, Transaction } from './database.ts'

/** More than anybody reads at once; the server ends an answer at 16 MB by itself. */
const AT_ONCE = 10_000

interface Answer<Document> {
  readonly cursor: {
    readonly id: unknown
    readonly firstBatch?: readonly Document[]
    readonly nextBatch?: readonly Document[]
  }
}

interface Reading {
  readonly filter: Readonly<Record<string, unknown>>
  readonly projection?: Readonly<Record<string, 1>>
  readonly tx?: Transaction | null
}

/**
 * All documents of a collection that match, for those who read hundreds at once: an answer is taken apart as a whole,
 * while a cursor takes its documents apart one by one, for nearly twice the processor's time. The filter is handed to the
 * server as it is, so nothing in it may be an operator of a visitor's.
 */
export async function readAll<Document>(
  database: Database,
  collection: string,
  { filter, projection, tx = null }: Reading,
): Promise<readonly Document[]> {
  const { db } = database.connection
  if (db === undefined) throw new Error('the database is not connected')
  const session = tx?.session
  let { cursor } = (await db.command(
    { find: collection, filter, projection, batchSize: AT_ONCE },
    { session, ignoreUndefined: true },
  )) as unknown as Answer<Document>
  const found = [...(cursor.firstBatch ?? [])]
  while (String(cursor.id) !== '0') {
    const getMore = mongo.Long.fromString(String(cursor.id))
    ;({ cursor } = (await db.command(
      { getMore, collection, batchSize: AT_ONCE },
      { session },
    )) as unknown as Answer<Document>)
    found.push(...(cursor.nextBatch ?? []))
  }
  return found
}
