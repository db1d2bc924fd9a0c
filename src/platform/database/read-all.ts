import { mongo } from 'mongoose'
import type { Collection, Database, Transaction } from './database.ts'
import { decodeInTurns } from './decode-in-turns.ts'

/** More than anybody reads at once; the server ends a batch at 16 MB by itself. */
const BATCH = 10_000

/** What comes as bytes: the driver would decode all of it at once. */
const AS_BYTES = { firstBatch: true, nextBatch: true }

interface Batch {
  readonly id: unknown
  readonly firstBatch?: readonly Uint8Array[]
  readonly nextBatch?: readonly Uint8Array[]
}

interface Reading<Row extends mongo.BSON.Document, Found> {
  readonly filter: mongo.Filter<Row>
  readonly projection?: Readonly<Partial<Record<keyof Found, 1>>>
  readonly sort?: Readonly<Partial<Record<keyof Row, 1 | -1>>>
  readonly skip?: number
  readonly limit?: number
  /** After which the server gives it up. */
  readonly maxTimeMS?: number
  readonly tx?: Transaction | null
  /**
   * Outside of transactions: reads only what no failover of the server can take back, for a reader that writes by what it
   * has read.
   */
  readonly isLasting?: boolean
}

/**
 * All rows of a collection that match, for readers of hundreds at once (groups of an import, changes of the search
 * index).
 *
 * It buys processor time: the rows of a batch are decoded one after the other, without what the driver's cursor does for
 * each. Measured with
 * driver 7.8 against `find().toArray()`: 500 whole products cost 5.5 ms instead of 8.0 ms, three fields of 500
 * products 1.1 ms instead of 2.3 ms. It costs this loop over two commands, and all rows in memory at once. Where they are
 * long, others are answered while they are decoded.
 *
 * The filter goes to the server as it is, so no part of it may come from a visitor.
 * @typeParam Found the fields that `projection` names, where that is not the whole row
 */
export async function readAll<Row extends mongo.BSON.Document, Found = Row>(
  database: Database,
  collection: Collection<Row>,
  reading: Reading<Row, Found>,
): Promise<readonly Found[]> {
  const rows: Found[] = []
  for await (const batch of readBatches(database, collection, { ...reading, batchSize: BATCH })) rows.push(...batch)
  return rows
}

/** The same batch by batch, for readers of a whole collection: only one batch is in memory at a time. */
export async function* readBatches<Row extends mongo.BSON.Document, Found = Row>(
  database: Database,
  { collectionName: collection }: Collection<Row>,
  reading: Reading<Row, Found> & { readonly batchSize: number },
): AsyncGenerator<readonly Found[]> {
  const { filter, projection, sort, skip, limit, maxTimeMS, tx = null, isLasting = false, batchSize } = reading
  const { db } = database.connection
  if (db === undefined) throw new Error('the database is not connected')
  const session = tx?.session ?? database.connection.getClient().startSession()
  const readConcern = isLasting ? { level: 'majority' } : undefined
  const asked = { filter, projection, sort, skip, limit, maxTimeMS, batchSize, readConcern }
  let command: mongo.BSON.Document = { find: collection, ...asked }
  try {
    for (;;) {
      const answer = await db.command(command, { session, ignoreUndefined: true, fieldsAsRaw: AS_BYTES })
      const { id, firstBatch = [], nextBatch = [] }: Batch = answer.cursor
      const batch = await decodeInTurns<Found>([...firstBatch, ...nextBatch])
      if (batch.length > 0) yield batch
      if (String(id) === '0') return
      command = { getMore: mongo.Long.fromString(String(id)), collection, batchSize }
    }
  } finally {
    if (tx === null) await session.endSession()
  }
}
