import type { Connection, Model, mongo } from 'mongoose'
import type { Logger } from '../log/logger.ts'
import { createCollections } from './collections.ts'
import { connect, type ConnectOptions } from './connect.ts'
import type { ModelDefinition } from './define-model.ts'
import { watchHeartbeat } from './heartbeat-watch.ts'
import { createTransactions, type Transaction } from './transactions.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type { Transaction } from './transactions.ts'
export type Collection<Row extends mongo.BSON.Document> = mongo.Collection<Row>
export type IndexDescription = mongo.IndexDescription

export interface Database {
  readonly connection: Connection
  /**
   * A collection of the driver; which ones go this way is said in `src/platform/README.md`. Nothing is cast and nothing
   * is checked but the types. So no part of a filter may come from a visitor unless it is known to be a string, a number
   * or a date: an object would be taken for an operator.
   * @param indexes are made by `buildIndexes`
   */
  collection<Row extends mongo.BSON.Document>(name: string, indexes?: readonly IndexDescription[]): Collection<Row>
  /**
   * The other way: the documents of a collection by mongoose, which casts and checks what goes in and what is asked for.
   * @returns gives the model, which is made when it is first asked for; its indexes are made by `buildIndexes`
   */
  model<Row>(definition: ModelDefinition<Row>): () => Model<Row>
  /**
   * Runs `work` in one transaction and commits it; a conflict with another writer runs it again from the start, so
   * `work` must have no effect outside the database. Never use Promise.all on one session.
   * @throws DatabaseUnavailable when the database is out of reach, or when conflicts leave no way through in time
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /**
   * Creates all registered collections and indexes that do not exist yet. On a server of its own, where anybody may drop
   * one, it looks again at all of them when the start is long over.
   */
  buildIndexes(): Promise<void>
  /** Resolves within a second to whether the database answers. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

const PING_MS = 1000
const INDEX_LOOK_MS = 600_000

/**
 * Connects to a MongoDB replica set.
 * @throws NoReplicaSet when the server is reachable and is no replica set
 * @throws DatabaseRefused when the address cannot be read, or the server refuses the sign-in
 * @throws DatabaseUnavailable when it could not be reached
 */
export async function connectDatabase(uri: string, logger: Logger, options: ConnectOptions = {}): Promise<Database> {
  const { connection, wireVersion } = await connect(uri, logger, options)
  const admin = connection.getClient().db('admin')

  async function ping(): Promise<boolean> {
    try {
      // What is not answered by then gives its connection up, which it would hold for as long as a slow query may take.
      await admin.command({ ping: 1 }, { signal: AbortSignal.timeout(PING_MS) })
      return true
    } catch {
      return false
    }
  }

  const { db } = connection
  if (db === undefined) throw new DatabaseUnavailable(new Error('the connection was closed at once'))
  const collections = createCollections(connection, db)
  let looking: NodeJS.Timeout | undefined

  async function lookAtIndexes(): Promise<void> {
    try {
      await collections.buildIndexes({ isThorough: true })
    } catch (error) {
      logger.error({ err: error }, 'the indexes of the database could not be checked')
    }
  }

  // To reconnect interrupts what waits, and the way to the built-in database does not break.
  const stopWatch = options.isBuiltIn
    ? () => {}
    : watchHeartbeat(connection.getClient(), { logger, ping, everyMs: options.heartbeatLookMs })
  return {
    connection,
    transaction: createTransactions({ connection, wireVersion, logger, lostMs: options.lostMs }),
    collection: collections.collection,
    model: collections.model,
    async buildIndexes() {
      await collections.buildIndexes()
      clearTimeout(looking)
      if (!options.isBuiltIn) looking = setTimeout(lookAtIndexes, options.indexLookMs ?? INDEX_LOOK_MS).unref()
    },
    ping,
    async close() {
      clearTimeout(looking)
      stopWatch()
      await connection.close()
    },
  }
}
