import mongoose, { type Connection, type mongo, type Schema } from 'mongoose'
import { buildUnlessBuilt } from './built-indexes.ts'

const NAMESPACE_EXISTS = 48

/** The collections of a database, with the indexes that its users asked for. */
export interface Collections {
  /** See `Database.collection`. */
  collection<Row extends mongo.BSON.Document>(
    name: string,
    indexes?: readonly mongo.IndexDescription[],
  ): mongo.Collection<Row>
  /** Creates all registered collections and indexes that do not exist yet, with those of mongoose's models. */
  buildIndexes(): Promise<void>
}

export function createCollections(connection: Connection, db: mongo.Db): Collections {
  const indexesOf = new Map<string, Map<string, mongo.IndexDescription>>()

  async function createCollection(name: string): Promise<void> {
    try {
      await db.createCollection(name)
    } catch (error) {
      if (!(error instanceof mongoose.mongo.MongoServerError && error.code === NAMESPACE_EXISTS)) throw error
    }
  }

  return {
    collection<Row extends mongo.BSON.Document>(name: string, indexes: readonly mongo.IndexDescription[] = []) {
      const known = indexesOf.get(name) ?? new Map<string, mongo.IndexDescription>()
      // Several may ask for one collection, and a server refuses an index that is named twice in one command.
      for (const index of indexes) known.set(index.name ?? JSON.stringify(index.key), index)
      indexesOf.set(name, known)
      return db.collection<Row>(name)
    },
    async buildIndexes() {
      const wanted = new Map([...indexesOf].map(([name, indexes]) => [name, [...indexes.values()]]))
      for (const { collection, schema } of Object.values(connection.models))
        wanted.set(collection.name, [...(wanted.get(collection.name) ?? []), ...schema.indexes().map(describeIndex)])
      await buildUnlessBuilt(db, wanted, async () => {
        const existing = await db.listCollections({}, { nameOnly: true }).toArray()
        const names = new Set(existing.map(({ name }) => name))
        for (const [name, indexes] of wanted) {
          if (!names.has(name)) await createCollection(name)
          if (indexes.length > 0) await db.collection(name).createIndexes(indexes)
        }
      })
    },
  }
}

/** An index of a mongoose schema as the driver takes it. */
function describeIndex([key, options]: ReturnType<Schema['indexes']>[number]): mongo.IndexDescription {
  return { ...options, key } as mongo.IndexDescription
}
