import { setImmediate } from 'node:timers/promises'
import { mongo } from 'mongoose'
import type { Collection, Transaction } from './database.ts'

/** To decode so many bytes takes some 3 ms of the processor. */
const DECODED_AT_ONCE = 1024 * 1024

/**
 * All rows of a collection that match, for requests that read rows which may be long. The rows come as bytes and are
 * decoded some at a time, and others are answered in between: the driver decodes all that the server answers at once, of
 * which 16 MB hold everybody else up for 40 ms.
 *
 * The filter goes to the server as it is, so no part of it may come from a visitor.
 */
export async function readInPieces<Row extends mongo.BSON.Document>(
  collection: Collection<Row>,
  filter: mongo.Filter<Row>,
  tx?: Transaction,
): Promise<readonly Row[]> {
  const encoded = collection.find(filter, { raw: true, session: tx?.session })
  const rows: Row[] = []
  let bytes = 0
  for (const row of (await encoded.toArray()) as readonly unknown[] as readonly Uint8Array[]) {
    if (bytes >= DECODED_AT_ONCE) {
      await setImmediate()
      bytes = 0
    }
    bytes += row.length
    rows.push(mongo.BSON.deserialize(row) as Row)
  }
  return rows
}
