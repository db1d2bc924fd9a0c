import mongoose from 'mongoose'
import { causesOf } from '../errors/causes.ts'
import { AppError } from '../errors/errors.ts'
import { isSilence } from './silence.ts'

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

/** MongoDB's code for a disk that takes nothing; the built-in database has it, too, and says which and what to do. */
const OUT_OF_DISK_SPACE = 14_031
/** How the built-in database begins then (`packages/embedded-mongo/src/disk.ts`). */
const BUILT_IN_SAYS = 'the database cannot write: '

/**
 * Server answers that mean "not now" rather than "not so": stepping down, shutting down, interrupted, out of time, overloaded,
 * writes that somebody has stopped, a full disk, and a cursor, session or transaction that a server which was away does not
 * know any more.
 */
const PASSING_CODES: ReadonlySet<number> = new Set([
  6, 7, 24, 43, 46, 50, 64, 89, 91, 133, 134, 175, 189, 202, 206, 211, 225, 237, 239, 246, 251, 262, 279, 281, 282, 290,
  355, 365, 371, 402, 406, 407, 433, 449, 450, 453, 462, 9001, 10_058, 10_107, 11_600, 11_601, 11_602, 13_435, 13_436,
  14_031, 46_841, 91_331, 10_045_600,
])

const TIME_IS_OVER = 50

/** MongoDB's code for what a user may not do, and for what a connection may not do any more whose user is gone. */
const NOT_ALLOWED = 13

/** What servers say of a user name or a password that is wrong: MongoDB, and Atlas. */
const SIGN_IN_REFUSED: ReadonlySet<unknown> = new Set([18, 8000])

/**
 * By these server and driver say of an error that the same may succeed later: a transaction or a write that came to nothing,
 * and an overload.
 */
const PASSING_LABELS = [
  'RetryableWriteError',
  'SystemOverloadedError',
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
]

/**
 * Tells an unreachable database from every other error, so that the answer is "try again" (503) and never "you are
 * not signed in" (401), which would sign the customer out. Looks through the causes as well, and into the error that the
 * driver makes of a bulk write, which hides why it failed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some((each) => each instanceof DatabaseUnavailable || isSilence(each) || isRefusedForNow(each))
}

/** What the database says of its disk when that takes no changes; null for any other error. */
export function diskProblem(error: unknown): string | null {
  const refusal = causesOf(error).find((each) => each instanceof MongoServerError && each.code === OUT_OF_DISK_SPACE)
  return refusal === undefined ? null : `The database cannot write: ${refusal.message.replace(BUILT_IN_SAYS, '')}`
}

/** Whether the server lets the shop in and not do what it must: its user lacks a role, or was removed meanwhile. */
export function isNotAllowed(error: unknown): boolean {
  return causesOf(error).some((each) => each instanceof MongoServerError && each.code === NOT_ALLOWED)
}

/**
 * What keeps the shop from its database until somebody does something about it: a disk that takes no changes, or a login
 * that is refused or may not do enough; null when the outage may end by itself.
 */
export function hindranceOf(error: unknown): 'disk' | 'login' | null {
  if (diskProblem(error) !== null) return 'disk'
  return isNotAllowed(error) || causesOf(error).some(isSignInRefused) ? 'login' : null
}

/** Whether the server does not let the shop in. Of a shop that runs the login was changed, and its owner changes MONGODB_URI. */
export function isSignInRefused(error: unknown): boolean {
  return error instanceof MongoServerError && SIGN_IN_REFUSED.has(error.code)
}

/** Whether the server has given a query up because its `maxTimeMS` was over. */
export function isTimeOver(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === TIME_IS_OVER
}

function isRefusedForNow(error: Error): boolean {
  if (isSignInRefused(error) || isNotAllowed(error)) return true
  if (error instanceof MongoServerError && PASSING_CODES.has(Number(error.code))) return true
  return error instanceof MongoError && PASSING_LABELS.some((label) => error.hasErrorLabel(label))
}
