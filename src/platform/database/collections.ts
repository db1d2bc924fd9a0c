import mongoose, { type Connection, type mongo, type Schema } from 'mongoose'
import { StartRefused } from '../start-refused.ts'
import { buildUnlessBuilt, type BuildOptions } from './built-indexes.ts'
import { isDuplicateKey } from './duplicate-key.ts'

const NAMESPACE_EXISTS = 48

/** Rows came while a unique index was missing that it would have refused. */
class DuplicatesInTheWay extends StartRefused {
  override readonly name = 'DuplicatesInTheWay'
  constructor(collection: string, cause: mongo.MongoServerError) {
    const fields = Object.keys((cause.keyPattern as object | undefined) ?? {}).join(' and ') || 'key'
    super(
      `Two rows of the collection "${collection}" have the same ${fields}, so its unique index cannot be built: correct or delete one of them, then start again.`,
      { cause },
    )
  }
}

/** The collections of a database, with the indexes that its users asked for. */
export interface Collections {
  /** See `Database.collection`. */
  collection<Row extends mongo.BSON.Document>(
    name: string,
    indexes?: readonly mongo.IndexDescription[],
  ): mongo.Collection<Row>
  /** See `Database.buildIndexes`; those of mongoose's models are among them. */
  buildIndexes(options?: BuildOptions): Promise<void>
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

  async function createIndexes(name: string, indexes: mongo.IndexDescription[]): Promise<void> {
    try {
      await db.collection(name).createIndexes(indexes)
    } catch (error) {
      throw isDuplicateKey(error) ? new DuplicatesInTheWay(name, error as mongo.MongoServerError) : error
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
    async buildIndexes(options) {
      const wanted = new Map([...indexesOf].map(([name, indexes]) => [name, [...indexes.values()]]))
      for (const { collection, schema } of Object.values(connection.models))
        wanted.set(collection.name, [...(wanted.get(collection.name) ?? []), ...schema.indexes().map(describeIndex)])
      const build = async () => {
        const existing = await db.listCollections({}, { nameOnly: true }).toArray()
        const names = new Set(existing.map(({ name }) => name))
        for (const [name, indexes] of wanted) {
          if (!names.has(name)) await createCollection(name)
          if (indexes.length > 0) await createIndexes(name, indexes)
        }
      }
      await buildUnlessBuilt(db, wanted, build, options)
    },
  }
}

/** An index of a mongoose schema as the driver takes it. */
function describeIndex([key, options]: ReturnType<Schema['indexes']>[number]): mongo.IndexDescription {
  return { ...options, key } as mongo.IndexDescription
}
