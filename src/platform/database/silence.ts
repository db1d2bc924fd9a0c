import { causesOf } from '../errors/causes.ts'

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

/** Whether this error, whatever its causes are, says that the database did not answer. */
export function isSilence(error: Error): boolean {
  return (
    UNREACHABLE.has(error.name) ||
    RESOLVING.has((error as NodeJS.ErrnoException).syscall) ||
    // With bufferCommands off mongoose refuses by message alone while there is no connection.
    (error.name === 'MongooseError' && /bufferCommands = false/.test(error.message))
  )
}

/** Whether the database did not answer. What the shop was doing then says nothing about why. */
export function isDatabaseSilent(error: unknown): boolean {
  return causesOf(error).some(isSilence)
}
