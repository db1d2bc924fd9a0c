/** The driver's and mongoose's names for "the database did not answer"; never a fault of what the caller sent. */
const UNREACHABLE = new Set([
  'DisconnectedError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerSelectionError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoClientClosedError',
  'MongooseServerSelectionError',
])

/** Server codes of a node that steps down, shuts down or cannot reach its primary, and of a query that took too long. */
const UNREACHABLE_CODES = new Set([6, 7, 50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

const DEPTH = 4

/**
 * Says whether an error means that the database could not be reached, at any depth of its causes. Such an error
 * answers 503, never 401: the client throws its token away on a 401.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  let current: unknown = error
  for (let depth = 0; depth < DEPTH && current instanceof Error; depth += 1) {
    if (UNREACHABLE.has(current.name)) return true
    if (current.name.startsWith('Mongo') && 'code' in current && UNREACHABLE_CODES.has(Number(current.code)))
      return true
    if (isRetryable(current)) return true
    current = current.cause
  }
  return false
}

/** A transaction that the driver gave up on after trying again: the next try may succeed. */
function isRetryable(error: Error): boolean {
  if (!('hasErrorLabel' in error) || typeof error.hasErrorLabel !== 'function') return false
  return Boolean(
    error.hasErrorLabel('TransientTransactionError') || error.hasErrorLabel('UnknownTransactionCommitResult'),
  )
}
