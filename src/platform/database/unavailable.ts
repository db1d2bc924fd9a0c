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
 * The driver's and mongoose's names for "the database did not answer". Names, because the driver does not export all
 * of these classes.
 */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoServerSelectionError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
])

/** Server answers that mean "not now" rather than "not so": stepping down, shutting down, out of time, a full disk. */
const PASSING_CODES: ReadonlySet<number> = new Set([
  6, 7, 50, 64, 89, 91, 189, 202, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
])

/** The driver gave up on a transaction after several tries: the next one may succeed. */
const RETRYABLE_LABELS = ['TransientTransactionError', 'UnknownTransactionCommitResult']

const MAX_CAUSES = 5

/**
 * Tells an unreachable database from every other error, so that the answer is "try again" (503) and never "you are
 * not signed in" (401), which would sign the customer out. Looks through the causes as well.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  let current: unknown = error
  for (let depth = 0; current instanceof Error && depth < MAX_CAUSES; depth += 1) {
    if (current instanceof DatabaseUnavailable || UNREACHABLE.has(current.name)) return true
    if (current instanceof MongoServerError && PASSING_CODES.has(Number(current.code))) return true
    if (current instanceof MongoError && RETRYABLE_LABELS.some(hasLabel(current))) return true
    // With bufferCommands off mongoose refuses by message alone while there is no connection.
    if (current instanceof mongoose.Error && /bufferCommands = false/.test(current.message)) return true
    current = current.cause
  }
  return false
}

const hasLabel = (error: InstanceType<typeof MongoError>) => (label: string) => error.hasErrorLabel(label)
