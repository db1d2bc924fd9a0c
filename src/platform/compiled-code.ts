import { isAscii } from 'node:buffer'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

const CHECKSUM_BYTES = 4

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
  const bytes = readFileSync(file)
  const checksum = crc32(bytes)
  // V8 takes such a text as it lies in memory; another is decoded letter by letter.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
  const script = new Script(text, { filename: file, cachedData: keptOf(file, checksum) })
  loaded.set(file, { script, checksum })
  return () => {
    const module = { exports: {} as unknown }
    const run = script.runInThisContext() as Wrapped
    run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
    return module.exports
  }
}

function keptOf(file: string, checksum: number): Buffer | undefined {
  const kept = keptBeside(file)
  if (!existsSync(kept)) return undefined
  const bytes = readFileSync(kept)
  if (bytes.length < CHECKSUM_BYTES || bytes.readUInt32LE() !== checksum) return undefined
  return bytes.subarray(CHECKSUM_BYTES)
}

/** Keeps beside every file that this process has loaded what V8 made of it, functions that ran included. */
export function keepCompiled(): void {
  // V8 uses kept code only with the flags that it was kept with; a start sets this one later than it loads.
  setFlagsFromString('--heap-growing-percent=0')
  for (const [file, { script, checksum }] of loaded) {
    const head = Buffer.alloc(CHECKSUM_BYTES)
    head.writeUInt32LE(checksum)
    writeFileSync(keptBeside(file), Buffer.concat([head, script.createCachedData()]))
  }
}

function keptBeside(file: string): string {
  return `${file}.compiled`
}
