import { pino, stdSerializers, type Logger as PinoLogger } from 'pino'
import { nameSourcePlaces } from './source-places.ts'

export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'child' | 'level'>

/**
 * The process's logger: one JSON line each. Bodies, query values and headers are never handed to it: redaction by
 * path leaks, so what must not be logged is not passed in the first place.
 */
export function createLogger(level: string): PinoLogger {
  return pino({ level, base: null, timestamp: createTimestamp(), serializers: { err: describeError } })
}

/** What pino's `isoTime` writes, in a quarter of the time: within one second only the milliseconds are written anew. */
export function createTimestamp(now: () => number = Date.now): () => string {
  let second = NaN
  let beginning = ''
  return () => {
    const time = now()
    const milliseconds = time % 1000
    if (time - milliseconds !== second) {
      second = time - milliseconds
      beginning = `,"time":"${new Date(second).toISOString().slice(0, -4)}`
    }
    return `${beginning}${String(milliseconds).padStart(3, '0')}Z"`
  }
}

function describeError(error: Error): unknown {
  const described = stdSerializers.err(error)
  if (typeof described.stack === 'string') described.stack = nameSourcePlaces(described.stack)
  return described
}
