import mongoose, { Schema, type Connection, type Model, type mongo } from 'mongoose'
import { StartRefused } from '../errors/start-refused.ts'
import { buildUnlessBuilt, type BuildOptions } from './built-indexes.ts'
import type { ModelDefinition } from './define-model.ts'
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
  /** See `Database.model`. */
  model<Row>(definition: ModelDefinition<Row>): () => Model<Row>
  /** See `Database.buildIndexes`. */
  buildIndexes(options?: BuildOptions): Promise<void>
}

export function createCollections(connection: Connection, db: mongo.Db): Collections {
  const indexesOf = new Map<string, Map<string, mongo.IndexDescription>>()
  const models = new Map<unknown, unknown>()

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

  function want(name: string, indexes: readonly mongo.IndexDescription[]): void {
    const known = indexesOf.get(name) ?? new Map<string, mongo.IndexDescription>()
    // Several may ask for one collection, and a server refuses an index that is named twice in one command.
    for (const index of indexes) known.set(index.name ?? JSON.stringify(index.key), index)
    indexesOf.set(name, known)
  }

  return {
    collection<Row extends mongo.BSON.Document>(name: string, indexes: readonly mongo.IndexDescription[] = []) {
      want(name, indexes)
      return db.collection<Row>(name)
    },
    model<Row>(definition: ModelDefinition<Row>) {
      const { collection, indexes, fields, minimize = true } = definition
      want(collection, indexes)
      return () => {
        const known = models.get(definition) as Model<Row> | undefined
        if (known !== undefined) return known
        const schema = new Schema<Row>(fields(), { collection, minimize, versionKey: false })
        const made = connection.model<Row>(collection, schema)
        models.set(definition, made)
        return made
      }
    },
    async buildIndexes(options) {
      const wanted = new Map([...indexesOf].map(([name, indexes]) => [name, [...indexes.values()]]))
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
