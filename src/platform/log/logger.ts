import { write, writeSync } from 'node:fs'
import { pino, symbols, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { describeError } from './describe-error.ts'

export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'child' | 'level'>

const STANDARD_OUTPUT = 1
/** pino's number of the level. */
const WARNING = 40
/** How long a line that reports nothing wrong waits for others to be written with. */
const LINE_WAITS_MS = 50
/** How many bytes are written at once, however short they have waited. */
const WRITTEN_TOGETHER = 64 * 1024
/** Room for those and for the line that comes last. */
const ROOM_BYTES = 2 * WRITTEN_TOGETHER
/** How many bytes wait for a file that takes nothing; what comes after them is lost. */
const MAX_WAITING = 4 * 1024 * 1024
/** UTF-8 needs at most so many for each of a text's units. */
const BYTES_PER_UNIT = 3
/** How long after a try that failed comes the next one. */
const TRY_AGAIN_MS = 100
/** How long the end of the process waits for a reader that is slow. */
const END_WAITS_MS = 1000
const NOTHING = Buffer.alloc(0)

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
 *
 * Lines wait as bytes. As text each would be some twenty small objects, which garbage collections copy until they are
 * written: nine tenths of what the collections of new objects copied while lists were read.
 *
 * A file that takes nothing, on a full disk or behind a reader that stands still, is tried again and again, and neither
 * ends the process nor keeps it from ending. pino's own writer does both.
 */
function createLineWriter(file: number): DestinationStream {
  let room = Buffer.allocUnsafeSlow(ROOM_BYTES)
  /** How many bytes of the room are lines that wait. */
  let waiting = 0
  /** What the file has not taken yet of the lines that were to be written. */
  let rest: Buffer = NOTHING
  let isBusy = false
  let isKept = false
  let timer: NodeJS.Timeout | null = null

  function stopTimer(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function keep(line: string): void {
    const needed = waiting + line.length * BYTES_PER_UNIT
    if (needed > room.length) room = Buffer.concat([room.subarray(0, waiting)], 2 * needed)
    waiting += room.write(line, waiting)
  }

  function take(): Buffer {
    const bytes = Buffer.concat([rest, room.subarray(0, waiting)])
    rest = NOTHING
    waiting = 0
    if (room.length > ROOM_BYTES) room = Buffer.allocUnsafeSlow(ROOM_BYTES)
    return bytes
  }

  function flush(): void {
    stopTimer()
    if (isBusy) return
    const bytes = take()
    if (bytes.length === 0) {
      isKept = false
      return void process.off('exit', flushSync)
    }
    isBusy = true
    write(file, bytes, (error, written) => {
      rest = bytes.subarray(error === null ? written : 0)
      if (error === null) goOn()
      else setTimeout(goOn, TRY_AGAIN_MS).unref()
    })
  }

  function goOn(): void {
    isBusy = false
    if (rest.length > 0 || timer === null) flush()
  }

  function flushSync(): void {
    stopTimer()
    writeWithin(END_WAITS_MS, file, take())
  }

  const writer = {
    // Asks pino to say the level of each line.
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string): void {
      if (rest.length + waiting > MAX_WAITING) return
      keep(line)
      if (!isKept) process.once('exit', flushSync)
      isKept = true
      if (writer.lastLevel >= WARNING || waiting >= WRITTEN_TOGETHER) return flush()
      timer ??= setTimeout(flush, LINE_WAITS_MS).unref()
    },
    flushSync,
  }
  return writer
}

/** Writes all of it, unless the file takes nothing: what nobody can write down is no reason to go on. */
function writeWithin(ms: number, file: number, bytes: Buffer): void {
  const deadline = performance.now() + ms
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(file, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > deadline) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
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
