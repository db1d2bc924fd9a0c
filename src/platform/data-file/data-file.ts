import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, lstat, open, rename, rm, stat, unlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { createTally, type Tally } from './digest.ts'
import { DataRefused } from './errors.ts'
import { fileProblem } from './file-problem.ts'
import { linesOf } from './lines.ts'

/**
 * The file that carries all data of a shop. Each document is one line of canonical extended JSON, an object. Between them
 * stand lines of the file itself, which are arrays: `["collection", name]` before the documents of a collection, and at
 * the end `["end", { name: { documents, digest } }, digest of all lines before]`. The first line is the header.
 */
const FORMAT = 'superprinter-data'
const VERSION = 1

const Header = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  exportedAt: z.string(),
  /** The changes of stored data that were done where the file was made. */
  schemaSteps: z.array(z.string()),
  /** How many documents each collection had, for the progress. */
  collections: z.record(z.string(), z.number()),
  /** Signs the sessions of customers. */
  jwtSecret: z.string().optional(),
})
export type Header = z.infer<typeof Header>

const TallySchema = z.object({ documents: z.number().int(), digest: z.string() })
const CollectionLine = z.tuple([z.literal('collection'), z.string()])
const EndLine = z.tuple([z.literal('end'), z.record(z.string(), TallySchema), z.string()])

/** What stands in a file, once it was read whole and found to be as it was written. */
export interface CheckedFile {
  readonly header: Header
  readonly collections: Readonly<Record<string, Tally>>
}

/** Documents of one collection, as lines of extended JSON. */
export interface Section {
  readonly name: string
  readonly batches: AsyncIterable<readonly string[]>
}

export interface WrittenFile {
  readonly collections: Readonly<Record<string, Tally>>
}

const isGzip = (path: string) => path.endsWith('.gz')

/**
 * Writes a file that only its owner may read, compressed when its name ends in .gz. It has its name only once it is
 * whole and on the disk; until then it ends in .part, and one that was left behind is replaced.
 * @throws DataRefused when there is such a file already, then or at the end, and when it cannot be written
 */
export async function writeDataFile(
  path: string,
  header: Omit<Header, 'format' | 'version'>,
  sections: AsyncIterable<Section>,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  const part = `${path}.part`
  // Before the part is touched: it may be another export's.
  await assertFree(path)
  const collections: Record<string, Tally> = {}
  const hash = createHash('sha256')

  async function* content(): AsyncGenerator<string> {
    const hashed = (text: string): string => {
      hash.update(text)
      return text
    }
    yield hashed(`${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`)
    for await (const { name, batches } of sections) {
      const tally = createTally()
      yield hashed(`${JSON.stringify(['collection', name])}\n`)
      for await (const batch of batches) {
        for (const line of batch) tally.add(line)
        if (batch.length > 0) yield hashed(`${batch.join('\n')}\n`)
      }
      collections[name] = tally.result()
    }
    yield `${JSON.stringify(['end', collections, hash.digest('hex')])}\n`
  }

  try {
    // A process that was killed may have left one.
    await rm(part, { force: true })
    const source = Readable.from(content(), { objectMode: true, highWaterMark: 2 })
    const opened = await open(part, 'wx', 0o600)
    const { ino } = await opened.stat({ bigint: true })
    const target = opened.createWriteStream({ flush: true })
    await (isGzip(path)
      ? pipeline(source, createGzip({ level: 6 }), target, { signal })
      : pipeline(source, target, { signal }))
    await publish(part, path, ino)
    return { collections }
  } catch (error) {
    await rm(part, { force: true })
    throw explained(error, path)
  }
}

/** In a sentence, when it is the system's complaint about the file. */
function explained(error: unknown, path: string): unknown {
  const problem = fileProblem(error, path)
  return problem === null ? error : new DataRefused(problem, { cause: error })
}

const taken = (path: string) => new DataRefused(`${path} exists already: name another file, or delete it.`)
const disturbed = (path: string) =>
  new DataRefused(`Another export writes to ${path}: wait for its end, or name another file.`)

/** Looked at first, so that an export that cannot get its name fails before it reads anything. */
async function assertFree(path: string): Promise<void> {
  let found
  try {
    found = await lstat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw explained(error, path)
  }
  throw found.isDirectory() ? new DataRefused(`${path} is a folder: name a file in it.`) : taken(path)
}

/** What systems say of a disk that gives no file a second name, such as a memory stick. */
const KNOWS_NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Gives a whole file its name. It is linked where the disk can, because a rename would replace a file of that name.
 * @param ino the number of the file that was written: another export may have put its own in its place
 */
async function publish(part: string, path: string, ino: bigint): Promise<void> {
  try {
    await link(part, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw taken(path)
    if (code === 'ENOENT') throw disturbed(path)
    if (!KNOWS_NO_LINKS.has(code)) throw error
    await assertFree(path)
    return rename(part, path)
  }
  if ((await lstat(path, { bigint: true })).ino !== ino) {
    await unlink(path)
    throw disturbed(path)
  }
  await unlink(part)
}

/**
 * Whether a file can be looked into: it is read twice, once to check it and once to import it.
 * @throws DataRefused when it is none
 */
export async function assertDataFile(path: string): Promise<void> {
  let found
  try {
    found = await stat(path)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missing(path) : explained(error, path)
  }
  if (found.isDirectory()) throw new DataRefused(`${path} is a folder: name the file that the export wrote.`)
  if (!found.isFile())
    throw new DataRefused(`${path} is no ordinary file: write what it gives into one, and import that.`)
}

/**
 * Reads a file from its first line to its last and checks that nothing is missing or altered.
 * @throws DataRefused with a sentence that says what is wrong
 */
export async function checkDataFile(path: string): Promise<CheckedFile> {
  await assertDataFile(path)
  const hash = createHash('sha256')
  const collections: Record<string, Tally> = {}
  let header: Header | undefined
  let tally = createTally()
  let name: string | undefined
  let isAtEnd = false
  const endSection = () => {
    if (name !== undefined) collections[name] = tally.result()
  }
  const altered = () =>
    new DataRefused(`${path} was altered after it was written (its digests differ): use another copy.`)

  for await (const { line, isWhole } of fileLines(path)) {
    if (header === undefined) header = readHeader(path, line)
    else if (isAtEnd) throw altered()
    else if (!isWhole) break
    else if (line[0] === OPEN_OBJECT && name !== undefined) tally.add(line)
    else {
      const parsed = parseLine(line)
      const end = EndLine.safeParse(parsed)
      const start = CollectionLine.safeParse(parsed)
      if (!end.success && !start.success) throw altered()
      endSection()
      tally = createTally()
      name = start.data?.[1]
      if (end.success) {
        const [, tallies, digest] = end.data
        if (digest !== hash.digest('hex') || !isSame(tallies, collections)) throw altered()
        isAtEnd = true
      }
    }
    if (!isAtEnd) hash.update(line).update('\n')
  }
  if (header === undefined) throw notAnExport(path)
  if (!isAtEnd) throw new DataRefused(`${path} was cut: its last lines are missing. Use another copy.`)
  return { header, collections }
}

/** The documents of a file that was checked, in batches of one collection each. */
export async function* readDocuments(
  path: string,
): AsyncGenerator<{ readonly name: string; readonly lines: readonly string[] }> {
  let name = ''
  let lines: string[] = []
  let bytes = 0
  const batch = () => {
    const full = { name, lines }
    lines = []
    bytes = 0
    return full
  }
  for await (const { line } of fileLines(path)) {
    if (line[0] !== OPEN_OBJECT) {
      if (lines.length > 0) yield batch()
      name = CollectionLine.safeParse(parseLine(line)).data?.[1] ?? ''
    } else if (name !== '') {
      lines.push(line.toString('utf8'))
      bytes += line.length
      if (lines.length >= BATCH_DOCUMENTS || bytes >= BATCH_BYTES) yield batch()
    }
  }
}

const BATCH_DOCUMENTS = 500
const BATCH_BYTES = 4 * 1024 * 1024
const OPEN_OBJECT = 0x7b

/** Whether two databases hold the same: as many documents of each collection, with the same digest. */
export function isSame(one: Readonly<Record<string, Tally>>, other: Readonly<Record<string, Tally>>): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => one[name]?.documents === other[name]?.documents && one[name]?.digest === other[name]?.digest)
  )
}

function fileLines(path: string) {
  return linesOf(fileBytes(path))
}

async function* fileBytes(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const bytes = isGzip(path) ? file.pipe(createGunzip()) : file
  if (bytes !== file) file.on('error', (error) => bytes.destroy(error))
  try {
    for await (const chunk of bytes) yield chunk as Buffer
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw missing(path)
    if (code === 'Z_BUF_ERROR') throw new DataRefused(`${path} was cut: its last lines are missing. Use another copy.`)
    if (code.startsWith('Z_')) throw new DataRefused(`${path} cannot be unpacked: it is damaged or no gzip file.`)
    throw explained(error, path)
  } finally {
    file.destroy()
  }
}

const missing = (path: string) => new DataRefused(`There is no file ${path}.`)

const GZIP_BEGINS = Buffer.of(0x1f, 0x8b)

function readHeader(path: string, line: Buffer): Header {
  if (line.subarray(0, GZIP_BEGINS.length).equals(GZIP_BEGINS))
    throw new DataRefused(`${path} is compressed: give it a name that ends in .gz.`)
  const parsed = parseLine(line)
  const isOurs = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(parsed)
  if (!isOurs.success) throw notAnExport(path)
  if (isOurs.data.version > VERSION)
    throw new DataRefused(`${path} comes from a newer version of the shop: import it with that version.`)
  const header = Header.safeParse(parsed)
  if (!header.success) throw notAnExport(path)
  return header.data
}

function notAnExport(path: string): DataRefused {
  return new DataRefused(`${path} is no export of the shop: its first line is not the header that "export" writes.`)
}

function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}
