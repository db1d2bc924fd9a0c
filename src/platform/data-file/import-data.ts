import type { mongo } from 'mongoose'
import { createCounters } from '../database/counters.ts'
import type { Database } from '../database/database.ts'
import { createTally, isSame, type Tally } from './digest.ts'
import { DataRefused } from './errors.ts'
import type { OnProgress } from './export-data.ts'
import { checkDataFile, readDocuments, type CheckedFile } from './read-data-file.ts'
import { collectionNames, fromLine, openSnapshot } from './snapshot.ts'
import { hasUnfinishedImport, UNFINISHED_IMPORT } from './unfinished-import.ts'

/**
 * Reads a file of `exportData` into an empty database. The file is checked whole before anything is written. While the
 * import runs, a row in `meta` keeps the shop from starting; when it was broken off, the next import begins anew. At the
 * end every collection is read back and compared with the file.
 * @throws DataRefused with one sentence
 */
export async function importData(deps: {
  readonly database: Database
  readonly file: string
  readonly now: Date
  readonly onProgress: OnProgress
  /** By how much counters are raised, so that numbers that were given out since the export are not given out again. */
  readonly raise?: Readonly<Record<string, number>>
  /** The last number that was given out since, of counters whose numbers must have no gaps. */
  readonly last?: Readonly<Record<string, number>>
  /** What a counter begins with that nobody had used before the export (default 1). */
  readonly firstNumbers?: Readonly<Record<string, number>>
  /** Writes what belongs to the data beside the database, before a shop may start on it. */
  readonly finish?: (imported: CheckedFile) => void
  readonly signal?: AbortSignal
}): Promise<CheckedFile> {
  const { database, file, now, onProgress, raise = {}, last = {}, firstNumbers, finish, signal } = deps
  const checked = await checkDataFile(file)
  // Before anything is written: a shop may begin in a database that is still empty.
  signal?.throwIfAborted()
  const of = Object.values(checked.collections).reduce((sum, { documents }) => sum + documents, 0)
  const meta = database.collection<{ _id: string; startedAt: Date }>('meta')
  if (await hasUnfinishedImport(database)) await empty(database)
  await refuseData(database)
  await meta.insertOne({ _id: UNFINISHED_IMPORT, startedAt: now })

  let done = 0
  for await (const { name, lines } of readDocuments(file)) {
    signal?.throwIfAborted()
    await insert(database.collection(name), lines.map(fromLine))
    done += lines.length
    onProgress({ step: 'importing', collection: name, done, of })
  }
  const written = await tallyOf(database, (collection, compared) =>
    onProgress({ step: 'comparing', collection, done: compared, of }),
  )
  if (!isSame(withoutEmpty(checked.collections), withoutEmpty(written)))
    throw new DataRefused('What the database holds after the import differs from the file: run the import again.')
  const counters = createCounters(database, firstNumbers)
  for (const [name, number] of Object.entries(last)) {
    const next = await counters.take(name, 0)
    if (number < next - 1)
      throw new DataRefused(
        `The file has ${name} up to ${next - 1}, so ${number} is not the last one: correct it and run the import again.`,
      )
    await counters.take(name, number - next + 1)
  }
  for (const [name, by] of Object.entries(raise)) if (by > 0) await counters.take(name, by)
  finish?.(checked)
  await meta.deleteOne({ _id: UNFINISHED_IMPORT })
  return checked
}

/** Removes what a broken import has written. The row that says so goes last. */
async function empty(database: Database): Promise<void> {
  const names = await collectionNames(database)
  for (const name of names.filter((candidate) => candidate !== 'meta'))
    await database.connection.db?.dropCollection(name)
  await database.connection.db?.dropCollection('meta')
}

/** @throws DataRefused when the database holds anything */
async function refuseData(database: Database): Promise<void> {
  for (const name of await collectionNames(database)) {
    if ((await database.collection(name).findOne({})) === null) continue
    throw new DataRefused(
      `The database is not empty (it has documents in "${name}"): import only into a new one, before the shop's first start.`,
    )
  }
}

async function insert(collection: mongo.Collection, documents: mongo.BSON.Document[]): Promise<void> {
  try {
    await collection.insertMany(documents)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataRefused(
      `The database refused a document of "${collection.collectionName}" (${reason}); correct the cause and run the import again.`,
    )
  }
}

async function tallyOf(
  database: Database,
  onRead: (collection: string, done: number) => void,
): Promise<Record<string, Tally>> {
  const snapshot = await openSnapshot(database)
  const tallies: Record<string, Tally> = {}
  let done = 0
  try {
    for (const name of snapshot.collections) {
      const tally = createTally()
      for await (const lines of snapshot.read(name)) {
        for (const line of lines) if (name !== 'meta' || !isMark(line)) tally.add(line)
        done += lines.length
        onRead(name, done)
      }
      tallies[name] = tally.result()
    }
    return tallies
  } finally {
    await snapshot.close()
  }
}

const isMark = (line: string) => fromLine(line)['_id'] === UNFINISHED_IMPORT

/** A collection without documents may be there or not. */
function withoutEmpty(tallies: Readonly<Record<string, Tally>>): Record<string, Tally> {
  return Object.fromEntries(Object.entries(tallies).filter(([, { documents }]) => documents > 0))
}
