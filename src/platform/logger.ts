import { destination, pino, symbols, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { describeError } from './describe-error.ts'

export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'child' | 'level'>

const STANDARD_OUTPUT = 1
/** pino's number of the level. */
const WARNING = 40
/** How long a line that reports nothing wrong waits for others to be written with. */
const LINE_WAITS_MS = 50
/** How many characters are written at once, however short they have waited. */
const WRITTEN_TOGETHER = 64 * 1024

/**
 * The process's logger: one JSON line each. Bodies, query values and headers are never handed to it: redaction by
 * path leaks, so what must not be logged is not passed in the first place. Of an error it shows what `describeError` does.
 * @param file the number of the open file that gets the lines
 */
export function createLogger(level: string, file = STANDARD_OUTPUT): PinoLogger {
  const settings = { level, base: null, timestamp: createTimestamp(), serializers: { err: describeError } }
  return pino(settings, createLineWriter(file))
}

/**
 * Writes lines together that come within a moment, because to write each alone took a tenth of a list's time. A warning
 * and all that is worse is written at once, with the lines before it, and the end of the process writes what waits. Who
 * kills the process loses the last moment of its ordinary lines.
 */
function createLineWriter(file: number): DestinationStream {
  const output = destination({ dest: file, sync: false })
  let waiting = ''
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    process.off('exit', flushSync)
    timer = null
    const lines = waiting
    waiting = ''
    if (lines !== '') output.write(lines)
  }

  function flushSync(): void {
    flush()
    output.flushSync()
  }

  const writer = {
    // Asks pino to say the level of each line.
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string): void {
      waiting += line
      if (writer.lastLevel >= WARNING || waiting.length >= WRITTEN_TOGETHER) return flush()
      if (timer !== null) return
      timer = setTimeout(flush, LINE_WAITS_MS).unref()
      process.once('exit', flushSync)
    },
    flushSync,
  }
  return writer
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
