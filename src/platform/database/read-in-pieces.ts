import type { mongo } from 'mongoose'
import type { Collection, Transaction } from './database.ts'
import { decodeInTurns } from './decode-in-turns.ts'

/**
 * All rows of a collection that match, for requests that read rows which may be long: others are answered while they are
 * decoded.
 *
 * The filter goes to the server as it is, so no part of it may come from a visitor.
 */
export async function readInPieces<Row extends mongo.BSON.Document>(
  collection: Collection<Row>,
  filter: mongo.Filter<Row>,
  tx?: Transaction,
): Promise<readonly Row[]> {
  const encoded = collection.find(filter, { raw: true, session: tx?.session })
  return decodeInTurns<Row>((await encoded.toArray()) as readonly unknown[] as readonly Uint8Array[])
}
