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

/**
 * Opens a snapshot of the whole database. It costs the server little, and keeps nobody from writing.
 * @param askMs how often what is read later is asked for, so that the built-in database keeps it (default 180,000 ms)
 */
export async function openSnapshot(database: Database, askMs = 180_000): Promise<Snapshot> {
  const hello = await driverDatabase(database).admin().command({ hello: 1 })
  return hello.embeddedInstance === undefined ? serverSnapshot(database) : embeddedSnapshot(database, askMs)
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

/** A collection that is being read, or is to be read later. */
interface Reading {
  readonly cursor: mongo.Long
  /** Taken from the cursor already. */
  readonly documents: readonly mongo.BSON.Document[]
}

/**
 * The built-in database ends a transaction after a minute, but a cursor of it goes on: it holds the documents as they
 * were when it was opened. So one transaction opens a cursor on each collection, and ends. A cursor that nobody asks
 * for ten minutes is forgotten, so those that wait for their turn give a document now and then.
 */
async function embeddedSnapshot(database: Database, askMs: number): Promise<Snapshot> {
  const db = driverDatabase(database)
  const collections = await collectionNames(database)
  const options = { promoteValues: false } as const
  const { counts, readings } = await database.transaction(async ({ session }) => {
    const counts = new Map<string, number>()
    const readings = new Map<string, Reading>()
    for (const find of collections) {
      const { cursor } = await db.command({ find, filter: {}, batchSize: 0 }, { session, ...options })
      const { id, firstBatch = [] } = cursor as Batch
      readings.set(find, { cursor: id, documents: firstBatch })
      counts.set(find, await db.collection(find).countDocuments({}, { session }))
    }
    return { counts, readings }
  })
  const session = database.connection.getClient().startSession()
  let askedAt = performance.now()

  async function take(name: string, { cursor: id, documents }: Reading, batchSize: number): Promise<void> {
    if (String(id) === '0') return
    const { cursor } = await db.command(
      { getMore: mongo.Long.fromString(String(id)), collection: name, batchSize },
      { session, ...options },
    )
    const { id: next, nextBatch = [] } = cursor as Batch
    readings.set(name, { cursor: next, documents: [...documents, ...nextBatch] })
  }

  async function askAll(): Promise<void> {
    if (performance.now() - askedAt < askMs) return
    for (const [name, reading] of readings) await take(name, reading, 1)
    askedAt = performance.now()
  }

  return {
    isConsistent: true,
    collections,
    count: async (name) => counts.get(name) ?? 0,
    async *read(name) {
      for (;;) {
        const reading = readings.get(name)
        if (reading === undefined) return
        const { cursor, documents } = reading
        readings.set(name, { cursor, documents: [] })
        if (documents.length > 0) yield documents.map(toLine)
        else if (String(cursor) === '0') return
        await askAll()
        await take(name, readings.get(name) ?? reading, BATCH)
      }
    },
    close: () => session.endSession(),
  }
}
