import { causesOf } from '../causes.ts'

/**
 * The driver's and mongoose's names for "the database did not answer", and for what an operation meets whose connection
 * or session was taken away in its midst. Names, because the driver does not export all of these classes, and because the
 * log asks before the driver is loaded.
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

/** How the system names the questions that an address with mongodb+srv:// asks before there is a server to connect to. */
const RESOLVING: ReadonlySet<unknown> = new Set(['querySrv', 'queryTxt'])

/**
 * What the driver passes on as the system says it: it wrote to a connection that the other end had just closed, before it
 * noticed. Other connections of the shop end in the same words, so that only the stack tells whose it was.
 */
function isWrittenAfterEnd({ code, stack = '' }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' && /[\\/]mongodb[\\/]/.test(stack)
}

/** Whether this error, whatever its causes are, says that the database did not answer. */
export function isSilence(error: Error): boolean {
  return (
    UNREACHABLE.has(error.name) ||
    RESOLVING.has((error as NodeJS.ErrnoException).syscall) ||
    isWrittenAfterEnd(error) ||
    // With bufferCommands off mongoose refuses by message alone while there is no connection.
    (error.name === 'MongooseError' && /bufferCommands = false/.test(error.message))
  )
}

/** Whether the database did not answer. What the shop was doing then says nothing about why. */
export function isDatabaseSilent(error: unknown): boolean {
  return causesOf(error).some(isSilence)
}
