import { pino, stdSerializers, type Logger as PinoLogger } from 'pino'
import { nameSourcePlaces } from './source-places.ts'

export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'child' | 'level'>

/**
 * The process's logger: one JSON line each. Bodies, query values and headers are never handed to it: redaction by
 * path leaks, so what must not be logged is not passed in the first place.
 */
export function createLogger(level: string): PinoLogger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } })
}

function describeError(error: Error): unknown {
  const described = stdSerializers.err(error)
  if (typeof described.stack === 'string') described.stack = nameSourcePlaces(described.stack)
  return described
}
