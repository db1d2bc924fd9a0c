import { mongo } from 'mongoose'
import type { Collection, Database, Transaction } from './database.ts'
import { inParts } from './in-parts.ts'

interface Answer {
  readonly writeErrors?: readonly { readonly code: number; readonly errmsg: string }[]
}

/** A change of the row with this _id. */
export interface RowUpdate<Row extends mongo.BSON.Document> {
  readonly q: { readonly _id: Row['_id'] }
  readonly u: mongo.UpdateFilter<Row>
}

/**
 * Inserts hundreds of rows in one command, or in several where their texts are too long for one; in their order, and
 * nothing is written after one that is refused.
 *
 * It buys processor time: the driver's `insertMany` measures and gathers row by row, which takes as long as writing them
 * as BSON does.
 * @throws MongoServerError with the code of the first row that is refused
 */
export async function insertAll<Row extends mongo.BSON.Document>(
  database: Database,
  { collectionName }: Collection<Row>,
  documents: readonly Row[],
  tx: Transaction,
): Promise<void> {
  for (const part of inParts(documents))
    await write(database, { insert: collectionName, documents: part, ordered: true }, tx)
}

/** Changes hundreds of rows in the same way, see `insertAll`. The changes go to the server as they are. */
export async function updateAll<Row extends mongo.BSON.Document>(
  database: Database,
  { collectionName }: Collection<Row>,
  updates: readonly RowUpdate<Row>[],
  tx: Transaction,
): Promise<void> {
  for (const part of inParts(updates))
    await write(database, { update: collectionName, updates: part, ordered: true }, tx)
}

async function write(database: Database, command: mongo.BSON.Document, { session }: Transaction): Promise<void> {
  const { db } = database.connection
  if (db === undefined) throw new Error('the database is not connected')
  const { writeErrors = [] } = (await db.command(command, { session })) as Answer
  const [refused] = writeErrors
  if (refused !== undefined) throw new mongo.MongoServerError({ ...refused, message: refused.errmsg })
}
