import { pino, type Logger as PinoLogger } from 'pino'

export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'child' | 'level'>

/**
 * The process's logger: one JSON line each. Bodies, query values and headers are never handed to it: redaction by
 * path leaks, so what must not be logged is not passed in the first place.
 */
export function createLogger(level: string): PinoLogger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
