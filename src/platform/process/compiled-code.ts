import { isAscii } from 'node:buffer'
import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** The checksum takes four of them: V8 copies kept code that does not begin at a multiple of eight. */
const HEAD_BYTES = 8

interface Loaded {
  readonly script: Script
  readonly checksum: number
}

type Wrapped = (
  this: unknown,
  exports: unknown,
  require: NodeJS.Require,
  module: { exports: unknown },
  file: string,
  folder: string,
) => void

const loaded = new Map<string, Loaded>()

/**
 * Runs a built file, which is one function of CommonJS's five parameters, with what V8 made of it when it was built
 * (`keepCompiled`), so that a start reads machine-near code instead of compiling six megabytes of text: it saves a
 * third of the start's processor time. Code that was kept by another version of Node, with other flags, or of another
 * text, is not used; then V8 compiles the text as ever. The code must not say `import()`, which code that was kept
 * cannot do.
 * @param file a full path
 * @returns what the file exports
 * @throws what the file system throws, for example when the file is missing
 */
export function loadCompiled(file: string): unknown {
  return readCompiled(file)()
}

/**
 * The first half of `loadCompiled`, for callers that let others have their turn before the second.
 * @param file a full path
 * @returns runs the file and gives what it exports
 */
export function readCompiled(file: string): () => unknown {
  const kept = keptBeside(file)
  // Memory that a process touches for the first time costs more than to copy into it: both files go through the same.
  const keptBytes = statSync(kept, { throwIfNoEntry: false })?.size ?? 0
  const room = Buffer.allocUnsafeSlow(Math.max(statSync(file).size, keptBytes))
  const bytes = readInto(room, file)
  const checksum = crc32(bytes)
  // V8 takes such a text as it lies in memory; another is decoded letter by letter.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
  const cachedData = keptBytes === 0 ? undefined : keptOf(checksum, readInto(room, kept))
  const script = new Script(text, { filename: file, cachedData })
  loaded.set(file, { script, checksum })
  return () => {
    const module = { exports: {} as unknown }
    const run = script.runInThisContext() as Wrapped
    run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
    return module.exports
  }
}

/** What was kept of the text with this checksum. */
function keptOf(checksum: number, bytes: Buffer): Buffer | undefined {
  if (bytes.length < HEAD_BYTES || bytes.readUInt32LE() !== checksum) return undefined
  return bytes.subarray(HEAD_BYTES)
}

/** Reads as much of a file as there is room for. What was read before is overwritten. */
function readInto(room: Buffer, file: string): Buffer {
  let length = 0
  const opened = openSync(file, 'r')
  try {
    for (let read = -1; read !== 0 && length < room.length; length += read)
      read = readSync(opened, room, { offset: length })
  } finally {
    closeSync(opened)
  }
  return room.subarray(0, length)
}

/** Keeps beside every file that this process has loaded what V8 made of it, functions that ran included. */
export function keepCompiled(): void {
  // V8 uses kept code only with the flags that it was kept with; a start sets this one later than it loads.
  setFlagsFromString('--heap-growing-percent=0')
  for (const [file, { script, checksum }] of loaded) {
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32LE(checksum)
    writeFileSync(keptBeside(file), Buffer.concat([head, script.createCachedData()]))
  }
}

function keptBeside(file: string): string {
  return `${file}.compiled`
}
