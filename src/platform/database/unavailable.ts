import mongoose from 'mongoose'
import { AppError } from '../errors.ts'

const { MongoError, MongoServerError } = mongoose.mongo

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
 * The driver's and mongoose's names for "the database did not answer", and for what an operation meets whose connection
 * or session was taken away in its midst. Names, because the driver does not export all of these classes.
 *
 * What only a mistake of the shop brings about is not among them, although the driver has names of its own for it: a
 * transaction begun twice, a cursor read beyond its end, a state that the driver calls impossible, a server that is too
 * old. It would be answered with "try again" forever, and jobs would wait two days for the end of an outage.
 */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'MongoClientClosedError',
  'MongoDecompressionError',
  'MongoExpiredSessionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoServerSelectionError',
  'MongoStalePrimaryError',
  'MongoSystemError',
  'MongoTopologyClosedError',
  'MongoUnexpectedServerResponseError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
])

/**
 * Server answers that mean "not now" rather than "not so": stepping down, shutting down, out of time, a full disk, and a
 * cursor, session or transaction that a server which was away does not know any more.
 */
const PASSING_CODES: ReadonlySet<number> = new Set([
  6, 7, 24, 43, 46, 50, 64, 89, 91, 133, 134, 175, 189, 202, 206, 225, 237, 246, 251, 262, 279, 282, 290, 365, 462,
  9001, 10_058, 10_107, 11_600, 11_601, 11_602, 13_435, 13_436, 14_031,
])

/** The driver gave up on a transaction after several tries: the next one may succeed. */
const RETRYABLE_LABELS = ['TransientTransactionError', 'UnknownTransactionCommitResult']

/** How the system names the questions that an address with mongodb+srv:// asks before there is a server to connect to. */
const RESOLVING: ReadonlySet<unknown> = new Set(['querySrv', 'queryTxt'])

const MAX_CAUSES = 5

/**
 * Tells an unreachable database from every other error, so that the answer is "try again" (503) and never "you are
 * not signed in" (401), which would sign the customer out. Looks through the causes as well, and into the error that the
 * driver makes of a bulk write, which hides why it failed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  let current: unknown = error
  for (let depth = 0; current instanceof Error && depth < MAX_CAUSES; depth += 1) {
    if (current instanceof DatabaseUnavailable || UNREACHABLE.has(current.name)) return true
    if (RESOLVING.has((current as NodeJS.ErrnoException).syscall)) return true
    if (current instanceof MongoServerError && PASSING_CODES.has(Number(current.code))) return true
    if (current instanceof MongoError && RETRYABLE_LABELS.some(hasLabel(current))) return true
    // With bufferCommands off mongoose refuses by message alone while there is no connection.
    if (current instanceof mongoose.Error && /bufferCommands = false/.test(current.message)) return true
    current = (current instanceof MongoServerError ? hidden(current) : undefined) ?? current.cause
  }
  return false
}

/** What a bulk write failed of, when it was not the server's answer. */
const hidden = ({ errorResponse }: InstanceType<typeof MongoServerError>): Error | undefined =>
  (errorResponse as unknown) instanceof Error ? (errorResponse as unknown as Error) : undefined

const hasLabel = (error: InstanceType<typeof MongoError>) => (label: string) => error.hasErrorLabel(label)
