import mongoose from 'mongoose'
import type { Database } from '#platform/database/database'

const { EJSON } = mongoose.mongo.BSON

/** Every document of a database as text, by its id and its collection. */
export type Documents = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Reads everything. */
export async function readDocuments(database: Database): Promise<Documents> {
  const names = (await database.connection.listCollections()).map(({ name }) => name).toSorted()
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const rows = await database.connection.collection(name).find({}).toArray()
        const entries = rows.map((row) => [EJSON.stringify(row._id), EJSON.stringify(row, { relaxed: false })] as const)
        return [name, new Map(entries)] as const
      }),
    ),
  )
}

/** Makes the database what it was, by putting back what differs. */
export async function restoreDocuments(database: Database, wanted: Documents): Promise<void> {
  const present = await readDocuments(database)
  for (const name of new Set([...present.keys(), ...wanted.keys()])) {
    const [is, should] = [present.get(name) ?? new Map<string, string>(), wanted.get(name) ?? new Map<string, string>()]
    const changed = [...new Set([...is.keys(), ...should.keys()])].filter((id) => is.get(id) !== should.get(id))
    if (changed.length === 0) continue
    const collection = database.connection.collection(name)
    await collection.deleteMany({ _id: { $in: changed.map((id) => EJSON.parse(id) as never) } })
    const missing = changed.flatMap((id) => should.get(id) ?? [])
    if (missing.length > 0) await collection.insertMany(missing.map((text) => EJSON.parse(text, { relaxed: false })))
  }
}
