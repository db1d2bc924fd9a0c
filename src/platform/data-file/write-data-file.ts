import { createHash } from 'node:crypto'
import { link, lstat, open, rename, rm, unlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { FORMAT, isGzip, VERSION, type Header } from './data-file.ts'
import { createTally, type Tally } from './digest.ts'
import { DataRefused } from './errors.ts'
import { explained } from './file-problem.ts'

/** Documents of one collection, as lines of extended JSON. */
export interface Section {
  readonly name: string
  readonly batches: AsyncIterable<readonly string[]>
}

export interface WrittenFile {
  readonly collections: Readonly<Record<string, Tally>>
}

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
