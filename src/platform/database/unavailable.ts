import mongoose from 'mongoose'
import { AppError } from '../errors.ts'

const { MongoError, MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError, MongoTopologyClosedError } =
  mongoose.mongo
const { MongoOperationTimeoutError, MongoServerError, MongoExpiredSessionError, MongoClientClosedError } =
  mongoose.mongo

/** The database could not be reached in time; nothing is known to be wrong with what the caller sent. */
export class DatabaseUnavailable extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'UNAVAILABLE', 'The shop cannot reach its database right now. Please try again in a moment.', {
      cause,
      retryAfterSeconds: 5,
    })
  }
}

/** Server answers that mean "not now" rather than "not so": stepping down, shutting down, out of time. */
const PASSING_CODES = new Set([6, 7, 50, 64, 89, 91, 189, 202, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436])

const UNREACHABLE = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoOperationTimeoutError,
  MongoExpiredSessionError,
  MongoClientClosedError,
  mongoose.Error.MongooseServerSelectionError,
]

/**
 * Tells an unreachable database from every other error, so that the answer is "try again" (503) and never "you are
 * not signed in" (401), which would sign the customer out. Looks through the causes as well.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    if (current instanceof DatabaseUnavailable) return true
    if (UNREACHABLE.some((kind) => current instanceof kind)) return true
    if (current instanceof MongoServerError && PASSING_CODES.has(Number(current.code))) return true
    if (current instanceof MongoError && current.name === 'MongoWaitQueueTimeoutError') return true
    // With bufferCommands off mongoose refuses by message alone while there is no connection.
    if (current instanceof mongoose.Error && /bufferCommands = false/.test(current.message)) return true
  }
  return false
}
