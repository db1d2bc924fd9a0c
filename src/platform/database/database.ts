import mongoose, { type ClientSession, type Connection } from 'mongoose'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'

/** A running transaction. Pass `session` to every read and write that belongs to it. */
export interface Transaction {
  readonly session: ClientSession
  /**
   * Runs `action` once, after the transaction is committed; never when it is aborted. Events are published from here.
   * The transaction's caller waits for it.
   */
  onCommit(action: () => void | Promise<void>): void
}

export interface Database {
  readonly connection: Connection
  /**
   * Runs `work` in one transaction and commits it; a conflict with another writer runs it again from the start, so
   * `work` must have no effect outside the database. Never use Promise.all on one session.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Answers whether the database answers. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

/** The start stops with this sentence when the server cannot do transactions. */
export class NoReplicaSet extends Error {
  override readonly name = 'NoReplicaSet'
  constructor() {
    super('MongoDB must run as a replica set (the shop needs transactions): start it with --replSet, one node is enough.')
  }
}

/** The database could not be reached in time; nothing is known to be wrong with what the caller sent. */
export class DatabaseUnavailable extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'UNAVAILABLE', 'The shop cannot reach its database right now. Please try again in a moment.', {
      cause,
      retryAfterSeconds: 5,
    })
  }
}

/**
 * Connects to a MongoDB replica set.
 * @throws NoReplicaSet when the server is reachable and is no replica set
 */
export async function connectDatabase(uri: string, logger: Logger): Promise<Database> {
  const connection = mongoose.createConnection(uri, {
    serverSelectionTimeoutMS: 5000,
    maxPoolSize: 50,
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    w: 'majority',
    retryWrites: true,
    sanitizeFilter: true,
  })
  connection.on('error', (error: unknown) => logger.error({ err: error }, 'the database connection failed'))
  await connection.asPromise()
  const hello = await connection.getClient().db('admin').command({ hello: 1 })
  if (hello.setName === undefined) {
    await connection.close()
    throw new NoReplicaSet()
  }
  return {
    connection,
    async transaction(work) {
      const session = await connection.startSession()
      let afterCommit: (() => void | Promise<void>)[] = []
      let result
      try {
        result = await session.withTransaction(
          async () => {
            afterCommit = []
            return work({ session, onCommit: (action) => void afterCommit.push(action) })
          },
          { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
        )
      } finally {
        await session.endSession()
      }
      for (const action of afterCommit) await action()
      return result
    },
    async ping() {
      try {
        await connection.getClient().db('admin').command({ ping: 1 }, { timeoutMS: 1000 })
        return true
      } catch {
        return false
      }
    },
    close: () => connection.close(),
  }
}
