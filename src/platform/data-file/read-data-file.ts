import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { CollectionLine, EndLine, FORMAT, Header, isGzip, VERSION } from './data-file.ts'
import { createTally, isSame, type Tally, type Tallying } from './digest.ts'
import { DataRefused } from './errors.ts'
import { explained } from './file-problem.ts'
import { linesOf } from './lines.ts'

/** How many documents, and how many bytes of them, `readDocuments` gives at once. */
const BATCH_DOCUMENTS = 500
const BATCH_BYTES = 4 * 1024 * 1024
/** The first byte of a document's line: {. */
const OPEN_OBJECT = 0x7b

/** What stands in a file, once it was read whole and found to be as it was written. */
export interface CheckedFile {
  readonly header: Header
  readonly collections: Readonly<Record<string, Tally>>
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
  const altered = () =>
    new DataRefused(`${path} was altered after it was written (its digests differ): use another copy.`)
  const hash = createHash('sha256')
  const collections: Record<string, Tally> = {}
  let header: Header | undefined
  let section: OpenSection | undefined
  let isAtEnd = false

  for await (const { line, isWhole } of fileLines(path)) {
    if (header === undefined) header = readHeader(path, line)
    else if (isAtEnd) throw altered()
    else if (!isWhole) break
    else if (line[0] === OPEN_OBJECT && section !== undefined) section.tally.add(line)
    else {
      const mark = readMark(line)
      if (mark === null) throw altered()
      if (section !== undefined) collections[section.name] = section.tally.result()
      if (mark.kind === 'collection') section = { name: mark.name, tally: createTally() }
      else {
        if (mark.digest !== hash.digest('hex') || !isSame(mark.tallies, collections)) throw altered()
        isAtEnd = true
      }
    }
    if (!isAtEnd) hash.update(line).update('\n')
  }
  if (header === undefined) throw notAnExport(path)
  if (!isAtEnd) throw new DataRefused(`${path} was cut: its last lines are missing. Use another copy.`)
  return { header, collections }
}

/** The collection whose documents are being read. */
interface OpenSection {
  readonly name: string
  readonly tally: Tallying
}

/** A line that is no document: a collection begins, or the file ends. */
type Mark =
  | { readonly kind: 'collection'; readonly name: string }
  | { readonly kind: 'end'; readonly tallies: Readonly<Record<string, Tally>>; readonly digest: string }

function readMark(line: Buffer): Mark | null {
  const parsed = parseLine(line)
  const end = EndLine.safeParse(parsed)
  if (end.success) return { kind: 'end', tallies: end.data[1], digest: end.data[2] }
  const collection = CollectionLine.safeParse(parsed)
  return collection.success ? { kind: 'collection', name: collection.data[1] } : null
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
