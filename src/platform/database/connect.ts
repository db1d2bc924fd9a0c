import { setTimeout as pause } from 'node:timers/promises'
import mongoose, { type Connection, type mongo, type Schema } from 'mongoose'
import type { Logger } from '../log/logger.ts'
import { StartRefused } from '../errors/start-refused.ts'
import { DRIVER_CONNECTION } from './driver-connection.ts'
import { DatabaseUnavailable, isDatabaseUnavailable, isSignInRefused } from './unavailable.ts'

const { MongoDriverError } = mongoose.mongo

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
    super(
      `The shop cannot use MONGODB_URI: ${reason}. Check the address with its options, user name and password; a user of the database "admin" needs authSource=admin.`,
    )
  }
}

/** How long a query waits for a server that can take it, before it counts as out of reach. */
const SELECTION_MS = 5000

/** The pause between two tries to connect: a name that cannot be resolved fails at once. */
const PAUSE_MS = 1000

export interface ConnectOptions {
  /**
   * How long to keep trying when the database does not answer yet (default 30,000 ms; for ever for the built-in one).
   */
  readonly waitMs?: number
  /** Called once, when it has not answered the first time, and waited for. */
  readonly onAway?: () => Promise<void>
  /** How long a query waits for a server before it counts as out of reach (default 5,000 ms). */
  readonly selectionMs?: number
  /**
   * Whether it is the built-in database, a thread of this process or of another one on this machine. As long as that
   * thread runs, the database counts as reachable: on a busy machine it answers late, and waiting is not interrupted.
   */
  readonly isBuiltIn?: boolean
  /** How often to look whether the driver still asks for its server (default 5,000 ms). */
  readonly heartbeatLookMs?: number
  /** How long after a start to look at all indexes (default 600,000 ms). */
  readonly indexLookMs?: number
  /** After how long the answer to a transaction counts as lost (default 75,000 ms). */
  readonly lostMs?: number
}

/** A server that the shop can use. */
export interface ConnectedServer {
  readonly connection: Connection
  /** What the server understands, as a number that grows with its versions. */
  readonly wireVersion: number
}

/**
 * Connects to a MongoDB replica set.
 * @throws NoReplicaSet when the server is reachable and is no replica set
 * @throws DatabaseRefused when the address cannot be read, or the server refuses the sign-in
 * @throws DatabaseUnavailable when it could not be reached
 */
export async function connect(uri: string, logger: Logger, options: ConnectOptions): Promise<ConnectedServer> {
  const connection = await reach(uri, logger, options)
  const hello = await connection.getClient().db('admin').command({ hello: 1 })
  if (isNoReplicaSet(hello)) {
    await connection.close()
    throw new NoReplicaSet()
  }
  return { connection, wireVersion: Number(hello.maxWireVersion) }
}

/** Tries to connect until a server answers or the time is over. */
async function reach(uri: string, logger: Logger, options: ConnectOptions): Promise<Connection> {
  const { isBuiltIn = false, waitMs = isBuiltIn ? Infinity : 30_000, onAway } = options
  const deadline = performance.now() + waitMs
  for (let tries = 1; ; tries += 1) {
    const connection = open(uri, options)
    let isConnected = false
    // Mongoose emits also the error of an attempt, which is said below.
    connection.on('error', (err: unknown) => {
      if (isConnected) logger.error({ err }, 'the database connection failed')
    })
    try {
      await connection.asPromise()
      isConnected = true
      return connection
    } catch (error) {
      await connection.destroy()
      if (isSignInRefused(error) || !isDatabaseUnavailable(error)) throw refusalOf(error, uri) ?? error
      if (await isStandalone(uri)) throw new NoReplicaSet()
      if (performance.now() > deadline) throw new DatabaseUnavailable(error)
      // A stack would say where the driver was, a line each time in which nobody finds the reason.
      logger.warn({ reason: String(error) }, 'the database does not answer yet; trying again')
      if (tries === 1) await onAway?.()
      await pause(PAUSE_MS)
    }
  }
}

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
    ...DRIVER_CONNECTION,
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

/** Why a database that was reached, or whose address cannot be read, is not to be used; null when that is not known. */
function refusalOf(error: unknown, uri: string): DatabaseRefused | null {
  if (isSignInRefused(error)) return new DatabaseRefused('its server refuses the sign-in')
  // The file of a certificate or a key.
  if (error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'open')
    return new DatabaseRefused(error.message)
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
    return isNoReplicaSet(await client.db('admin').command({ hello: 1 }))
  } catch {
    return false // several hosts cannot be asked directly; the driver's own error says enough then
  } finally {
    await client?.close()
  }
}

/** Whether the answer to `hello` is that of a server alone; a router of a sharded cluster names no set either. */
function isNoReplicaSet({ setName, msg }: mongo.BSON.Document): boolean {
  return setName === undefined && msg !== 'isdbgrid'
}
