import { mongo } from 'mongoose'
import type { Database } from '../database/database.ts'

const { EJSON } = mongo.BSON
const BATCH = 100

/** All collections of a database as they were at one moment, however long reading them takes. */
export interface Snapshot {
  /** False when the server cannot read from one moment: then the shop must be stopped meanwhile. */
  readonly isConsistent: boolean
  readonly collections: readonly string[]
  count(collection: string): Promise<number>
  /** The documents of a collection as lines of canonical extended JSON. */
  read(collection: string): AsyncGenerator<readonly string[]>
  close(): Promise<void>
}

/** The same document always gives the same text, whichever database it comes from. */
const toLine = (document: mongo.BSON.Document): string => EJSON.stringify(document, { relaxed: false })
/** Numbers keep their types, so that a document is the same when it was written again. */
export const fromLine = (line: string): mongo.BSON.Document => EJSON.parse(line, { relaxed: false })

function driverDatabase(database: Database): mongo.Db {
  const { db } = database.connection
  if (db === undefined) throw new Error('the database is not connected')
  return db
}

/** The names of the collections, without those of the server. */
export async function collectionNames(database: Database): Promise<readonly string[]> {
  const found = await driverDatabase(database).listCollections({}, { nameOnly: true }).toArray()
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
    .sort()
}

/** Opens a snapshot of the whole database. It costs the server little, and keeps nobody from writing. */
export async function openSnapshot(database: Database): Promise<Snapshot> {
  const hello = await driverDatabase(database).admin().command({ hello: 1 })
  return hello.embeddedInstance === undefined ? serverSnapshot(database) : embeddedSnapshot(database)
}

/** A session of MongoDB that reads everything as of its first read. */
async function serverSnapshot(database: Database): Promise<Snapshot> {
  const db = driverDatabase(database)
  const session = database.connection.getClient().startSession({ snapshot: true })
  const collections = await collectionNames(database)
  const [first] = collections
  if (first !== undefined) await db.collection(first).findOne({}, { session })
  return {
    // The driver's types leave it out. A server without snapshots answers as if it had not been asked for one.
    isConsistent: (session as { readonly snapshotTime?: unknown }).snapshotTime !== undefined,
    collections,
    count: (name) => db.collection(name).countDocuments({}, { session }),
    async *read(name) {
      let batch: string[] = []
      const cursor = db.collection(name).find({}, { session, promoteValues: false, batchSize: BATCH })
      for await (const document of cursor) {
        batch.push(toLine(document))
        if (batch.length < BATCH) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    close: () => session.endSession(),
  }
}

interface Batch {
  readonly id: mongo.Long
  readonly firstBatch?: readonly mongo.BSON.Document[]
  readonly nextBatch?: readonly mongo.BSON.Document[]
}

/**
 * The built-in database ends a transaction after a minute, but a cursor of it goes on: it holds the documents as they
 * were when it was opened. So one transaction opens a cursor on each collection, and ends.
 */
async function embeddedSnapshot(database: Database): Promise<Snapshot> {
  const db = driverDatabase(database)
  const collections = await collectionNames(database)
  const options = { promoteValues: false } as const
  const { counts, cursors } = await database.transaction(async ({ session }) => {
    const counts = new Map<string, number>()
    const cursors = new Map<string, Batch>()
    for (const find of collections) {
      const { cursor } = await db.command({ find, filter: {}, batchSize: 0 }, { session, ...options })
      cursors.set(find, cursor as Batch)
      counts.set(find, await db.collection(find).countDocuments({}, { session }))
    }
    return { counts, cursors }
  })
  const session = database.connection.getClient().startSession()
  return {
    isConsistent: true,
    collections,
    count: async (name) => counts.get(name) ?? 0,
    async *read(name) {
      let batch = cursors.get(name)
      while (batch !== undefined) {
        const documents = batch.nextBatch ?? batch.firstBatch ?? []
        if (documents.length > 0) yield documents.map(toLine)
        const { id } = batch
        if (String(id) === '0') return
        const { cursor } = await db.command(
          { getMore: mongo.Long.fromString(String(id)), collection: name, batchSize: BATCH },
          { session, ...options },
        )
        batch = cursor as Batch
      }
    },
    close: () => session.endSession(),
  }
}
