import mongoose, { type ClientSession, type Connection, type mongo, type Schema } from 'mongoose'
import type { Logger } from '../logger.ts'
import { StartRefused } from '../start-refused.ts'
import { watchHeartbeat } from './heartbeat-watch.ts'
import { settlesWithin, within } from '../within.ts'
import { buildUnlessBuilt } from './built-indexes.ts'
import { createGroupWriter, type RowWrite, type WriteGroup, type WriteGuard } from './write-at-end.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from './unavailable.ts'

const { MongoDriverError, MongoServerError } = mongoose.mongo

type Action = () => void | Promise<void>

/** A running transaction. Pass `session` to every read and write that belongs to it. */
export interface Transaction {
  readonly session: ClientSession
  /**
   * Runs `action` once, after the transaction is committed; never when it is aborted. Events are published from here.
   * The transaction's caller waits for it. Its errors are logged and not thrown, because the write is committed.
   */
  onCommit(action: Action): void
  /** Runs `action` inside the transaction when its work is done, to write together what was gathered meanwhile. */
  beforeCommit(action: Action): void
  /**
   * Writes rows when the transaction's work is done, in one round trip with everything else that is written so; the
   * transaction's own reads do not see them. Nothing is cast: see `Database.collection`.
   * @param guard what fails the transaction
   */
  writeAtEnd<Row extends mongo.BSON.Document>(
    collection: Collection<Row>,
    writes: readonly RowWrite<Row>[],
    guard?: WriteGuard,
  ): void
}

export type Collection<Row extends mongo.BSON.Document> = mongo.Collection<Row>
export type IndexDescription = mongo.IndexDescription

export interface Database {
  readonly connection: Connection
  /**
   * A collection of the driver, for rows that are built field by field in one place and written or read by the
   * hundred: nothing is cast and nothing is checked but the types. So no part of a filter may come from a visitor
   * unless it is known to be a string, a number or a date: an object would be taken for an operator.
   * @param indexes are made by `buildIndexes`; a collection that a mongoose model describes has them there
   */
  collection<Row extends mongo.BSON.Document>(name: string, indexes?: readonly IndexDescription[]): Collection<Row>
  /**
   * Runs `work` in one transaction and commits it; a conflict with another writer runs it again from the start, so
   * `work` must have no effect outside the database. Never use Promise.all on one session.
   * @throws DatabaseUnavailable when the database is out of reach, or when conflicts leave no way through in time
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Creates all registered collections and indexes that do not exist yet. */
  buildIndexes(): Promise<void>
  /** Resolves within a second to whether the database answers. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

/** The process does not start on a server without transactions. */
export class NoReplicaSet extends StartRefused {
  override readonly name = 'NoReplicaSet'
  constructor() {
    super(
      'MongoDB must run as a replica set (the shop needs transactions): start it with --replSet, one node is enough.',
    )
  }
}

/** The address of the database is no address, or its server does not let the shop in. */
export class DatabaseRefused extends StartRefused {
  override readonly name = 'DatabaseRefused'
  constructor(reason: string) {
    super(`The shop cannot use MONGODB_URI: ${reason}. Check the address with its options, user name and password.`)
  }
}

/** The server's code for a user name or a password that is wrong. */
const AUTHENTICATION_FAILED = 18

/** How long a query waits for a server that can take it, before it counts as out of reach. */
const SELECTION_MS = 5000
/** A buyer does not wait longer than this for other buyers of the same product. */
const TRANSACTION_MS = 15_000
/**
 * No server keeps a transaction for longer than a minute. One whose answer has not come by then was lost on the way, and
 * whatever waits behind it goes on.
 */
const LOST_MS = 75_000
const PING_MS = 1000
const NAMESPACE_EXISTS = 48

/**
 * Every schema of the shop refuses what it does not know. An unknown path in a filter would otherwise be dropped, and
 * a filter without its condition matches everything.
 */
function refuseUnknownPaths(schema: Schema): void {
  schema.set('strict', 'throw')
  schema.set('strictQuery', 'throw')
}

function open(uri: string, { selectionMs = SELECTION_MS, isBuiltIn = false }: ConnectOptions): Connection {
  const connection = mongoose.createConnection(uri, {
    serverSelectionTimeoutMS: selectionMs,
    // The driver asks its server all the time, and takes all connections away when it waits longer than this for an
    // answer; 0 is for ever.
    connectTimeoutMS: isBuiltIn ? 0 : SELECTION_MS,
    socketTimeoutMS: 60_000,
    waitQueueTimeoutMS: 10_000,
    maxPoolSize: 50,
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    w: 'majority',
    // A transaction is refused with any other, so an address that names one does not count.
    readPreference: 'primary',
    retryWrites: true,
    // Operators in a filter must be marked with mongoose.trusted(), so that what a visitor sends never becomes one.
    sanitizeFilter: true,
  })
  connection.plugin(refuseUnknownPaths)
  return connection
}

/** An index of a mongoose schema as the driver takes it. */
function describeIndex([key, options]: ReturnType<Schema['indexes']>[number]): IndexDescription {
  return { ...options, key } as IndexDescription
}

/** Why a database that was reached, or whose address cannot be read, is not to be used; null when that is not known. */
function refusalOf(error: unknown, uri: string): DatabaseRefused | null {
  if (error instanceof MongoServerError && error.code === AUTHENTICATION_FAILED)
    return new DatabaseRefused('its server refuses the sign-in')
  // The driver's own complaints are about what it was given; the package that reads addresses has a class of its own.
  if (error instanceof MongoDriverError || (error instanceof Error && error.name === 'MongoParseError'))
    return new DatabaseRefused(error.message.replaceAll(uri, 'its value').replace(/\.$/, ''))
  return null
}

/** Whether a server answers at this address that belongs to no replica set, which the driver reports as absent. */
async function isStandalone(uri: string): Promise<boolean> {
  const direct = uri.replace(/([?&])replicaSet=[^&]*&?/i, '$1')
  let client
  try {
    client = new mongoose.mongo.MongoClient(direct, { serverSelectionTimeoutMS: 1000, directConnection: true })
    const hello = await client.db('admin').command({ hello: 1 })
    return hello.setName === undefined && hello.msg !== 'isdbgrid'
  } catch {
    return false // several hosts cannot be asked directly; the driver's own error says enough then
  } finally {
    await client?.close()
  }
}

export interface ConnectOptions {
  /** How long to keep trying when the database does not answer yet (default 30,000 ms; for ever for the built-in one). */
  readonly waitMs?: number
  /** Called once, when it has not answered the first time, and waited for. */
  readonly onAway?: () => Promise<void>
  /** How long a query waits for a server before it counts as out of reach (default 5,000 ms). */
  readonly selectionMs?: number
  /**
   * Whether it is the built-in database, a thread of this process or of another one here. As long as that runs it is
   * not away: on a busy machine it answers late, and what waits for it is not interrupted.
   */
  readonly isBuiltIn?: boolean
  /** How often to look whether the driver still asks for its server (default 5,000 ms). */
  readonly heartbeatLookMs?: number
}

async function connect(uri: string, logger: Logger, options: ConnectOptions): Promise<Connection> {
  const { isBuiltIn = false, waitMs = isBuiltIn ? Infinity : 30_000, onAway } = options
  const deadline = performance.now() + waitMs
  for (let tries = 1; ; tries += 1) {
    const connection = open(uri, options)
    connection.on('error', (error: unknown) => logger.error({ err: error }, 'the database connection failed'))
    try {
      await connection.asPromise()
      return connection
    } catch (error) {
      await connection.destroy()
      if (!isDatabaseUnavailable(error)) throw refusalOf(error, uri) ?? error
      if (await isStandalone(uri)) throw new NoReplicaSet()
      if (performance.now() > deadline) throw new DatabaseUnavailable(error)
      logger.warn({ err: error }, 'the database does not answer yet; trying again')
      if (tries === 1) await onAway?.()
    }
  }
}

/**
 * Connects to a MongoDB replica set.
 * @throws NoReplicaSet when the server is reachable and is no replica set
 * @throws DatabaseRefused when the address cannot be read, or the server refuses the sign-in
 * @throws DatabaseUnavailable when it could not be reached
 */
export async function connectDatabase(uri: string, logger: Logger, options: ConnectOptions = {}): Promise<Database> {
  const connection = await connect(uri, logger, options)
  const admin = connection.getClient().db('admin')
  const hello = await admin.command({ hello: 1 })
  if (hello.setName === undefined && hello.msg !== 'isdbgrid') {
    await connection.close()
    throw new NoReplicaSet()
  }

  const writeGroups = createGroupWriter(connection.getClient(), Number(hello.maxWireVersion))

  async function runTransaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<{ result: Result; afterCommit: readonly Action[] }> {
    const deadline = performance.now() + TRANSACTION_MS
    let afterCommit: Action[] = []
    const session = await connection.startSession()
    try {
      // The driver runs it again after a conflict, with a growing pause of random length between the attempts.
      const result = await session.withTransaction(
        async () => {
          if (performance.now() > deadline)
            throw new DatabaseUnavailable(new Error('the transaction met conflicts for too long'))
          afterCommit = []
          const beforeCommit: Action[] = []
          const atEnd: WriteGroup[] = []
          const done = await work({
            session,
            onCommit: (action) => void afterCommit.push(action),
            beforeCommit: (action) => void beforeCommit.push(action),
            writeAtEnd: (collection, writes, guard) =>
              void atEnd.push({ collection, writes, ...guard } as unknown as WriteGroup),
          })
          for (const action of beforeCommit) await action()
          await writeGroups(session, atEnd)
          return done
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
      )
      return { result, afterCommit }
    } catch (error) {
      throw isDatabaseUnavailable(error) ? new DatabaseUnavailable(error) : error
    } finally {
      await session.endSession()
    }
  }

  async function followUp(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      try {
        await action()
      } catch (error) {
        logger.error({ err: error }, 'what had to follow a commit failed')
      }
    }
  }

  const transaction: Database['transaction'] = async (work) => {
    const { result, afterCommit } = await within(LOST_MS, 'a transaction', runTransaction(work))
    await followUp(afterCommit)
    return result
  }

  async function ping(): Promise<boolean> {
    try {
      return await settlesWithin(admin.command({ ping: 1 }, { timeoutMS: PING_MS }), PING_MS)
    } catch {
      return false
    }
  }

  const { db } = connection
  if (db === undefined) throw new DatabaseUnavailable(new Error('the connection was closed at once'))
  // To reconnect interrupts what waits, and the way to the built-in database does not break.
  const stopWatch = options.isBuiltIn
    ? () => {}
    : watchHeartbeat(connection.getClient(), { logger, ping, everyMs: options.heartbeatLookMs })
  const indexesOf = new Map<string, Map<string, IndexDescription>>()

  async function createCollection(name: string): Promise<void> {
    try {
      await db?.createCollection(name)
    } catch (error) {
      if (!(error instanceof mongoose.mongo.MongoServerError && error.code === NAMESPACE_EXISTS)) throw error
    }
  }

  return {
    connection,
    transaction,
    collection<Row extends mongo.BSON.Document>(name: string, indexes: readonly IndexDescription[] = []) {
      const known = indexesOf.get(name) ?? new Map<string, IndexDescription>()
      // Several may ask for one collection, and a server refuses an index that is named twice in one command.
      for (const index of indexes) known.set(index.name ?? JSON.stringify(index.key), index)
      indexesOf.set(name, known)
      return db.collection<Row>(name)
    },
    async buildIndexes() {
      const wanted = new Map([...indexesOf].map(([name, indexes]) => [name, [...indexes.values()]]))
      for (const { collection, schema } of Object.values(connection.models))
        wanted.set(collection.name, [...(wanted.get(collection.name) ?? []), ...schema.indexes().map(describeIndex)])
      await buildUnlessBuilt(db, wanted, async () => {
        const existing = await db.listCollections({}, { nameOnly: true }).toArray()
        const names = new Set(existing.map(({ name }) => name))
        for (const [name, indexes] of wanted) {
          if (!names.has(name)) await createCollection(name)
          if (indexes.length > 0) await db.collection(name).createIndexes(indexes)
        }
      })
    },
    ping,
    async close() {
      stopWatch()
      await connection.close()
    },
  }
}
