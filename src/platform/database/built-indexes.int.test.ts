import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { eventually } from '../../testing/eventually.ts'
import { createLogger } from '../log/logger.ts'
import { StartRefused } from '../errors/start-refused.ts'
import { connectDatabase, type Database } from './database.ts'

interface Rack {
  _id: number
  name: string
}

let db: TestDatabase
const started: Database[] = []
beforeEach(async () => {
  db = await openTestDatabase()
  await start()
})
afterEach(async () => {
  for (const database of started.splice(0)) await database.close()
  await db.drop()
})

/** What a start of the shop does: another process, which knows the indexes that it wants. */
async function start(indexLookMs?: number): Promise<Database> {
  const database = await connectDatabase(db.uri, createLogger('silent'), { indexLookMs })
  database.collection<Rack>('racks', [
    { key: { name: 1 }, name: 'name', unique: true },
    { key: { seenAt: 1 }, name: 'seen', expireAfterSeconds: 60 },
  ])
  database.collection<Rack>('shelves', [{ key: { name: 1 }, name: 'name' }])
  database.collection('meta')
  started.push(database)
  await database.buildIndexes()
  return database
}

const collection = (name: string) => db.database.collection<Rack>(name)
const namesOf = async (name: string) => (await collection(name).indexes()).map((index) => index.name).toSorted()

/** Drops indexes by hand: all of them, or one. Made anew without them, because the built-in database drops none alone. */
async function dropIndexes(name: string, dropped?: string): Promise<void> {
  const [rows, indexes] = [await collection(name).find().toArray(), await collection(name).indexes()]
  await collection(name).drop()
  await db.database.connection.createCollection(name)
  if (rows.length > 0) await collection(name).insertMany(rows)
  const kept = indexes.filter((index) => index.name !== '_id_' && dropped !== undefined && index.name !== dropped)
  if (kept.length > 0) await collection(name).createIndexes(kept)
}

describe('the next start', () => {
  it('builds an index that somebody dropped, as it was', async () => {
    await dropIndexes('racks', 'name')
    await start()
    expect((await collection('racks').indexes()).find(({ name }) => name === 'name')).toMatchObject({ unique: true })
  })

  it('builds all that were dropped, and leaves those that somebody else has made', async () => {
    await dropIndexes('racks')
    await collection('shelves').createIndex({ pieces: 1 }, { name: 'of-the-owner' })
    await start()
    expect(await namesOf('racks')).toEqual(['_id_', 'name', 'seen'])
    expect(await namesOf('shelves')).toEqual(['_id_', 'name', 'of-the-owner'])
  })

  it.each([
    ['with the note that says what was built', true],
    ['without it', false],
  ])('builds those of a database that came back from a backup without its indexes, %s', async (_, hasNote) => {
    const names = ['racks', 'shelves', 'meta']
    await collection('racks').insertOne({ _id: 1, name: 'Left' })
    const backup = await Promise.all(names.map((name) => collection(name).find().toArray()))
    for (const [index, name] of names.entries()) {
      // Not the database as a whole: the independent server's other connections still know its collections for a moment.
      await collection(name).drop()
      await db.database.connection.createCollection(name)
      const rows = backup[index] ?? []
      if (rows.length > 0 && (name !== 'meta' || hasNote)) await collection(name).insertMany(rows)
    }
    await start()
    expect(await namesOf('racks')).toEqual(['_id_', 'name', 'seen'])
    expect(await namesOf('shelves')).toEqual(['_id_', 'name'])
    expect(await collection('racks').countDocuments()).toBe(1)
  })

  it('builds those of one collection that came back from a backup without them', async () => {
    await collection('racks').drop()
    await collection('racks').insertOne({ _id: 1, name: 'Left' })
    await start()
    expect(await namesOf('racks')).toEqual(['_id_', 'name', 'seen'])
  })

  it('finds one that was dropped by somebody who made another in its place, in a while', async () => {
    await dropIndexes('racks', 'name')
    await collection('racks').createIndex({ name: -1 }, { name: 'of-the-owner' })
    await start()
    expect(await namesOf('racks'), 'the numbers are what they were').not.toContain('name')
    await start(10)
    await eventually(async () => expect(await namesOf('racks')).toEqual(['_id_', 'name', 'of-the-owner', 'seen']))
  })

  it('says what is in the way of an index where rows came that it would have refused', async () => {
    await dropIndexes('racks', 'name')
    await collection('racks').insertMany([
      { _id: 1, name: 'Left' },
      { _id: 2, name: 'Left' },
    ])
    const refused = start()
    await expect(refused).rejects.toThrow(StartRefused)
    // Not every server names the field.
    await expect(refused).rejects.toThrow(
      /^Two rows of the collection "racks" have the same (name|key), so its unique index cannot be built: correct or delete one of them, then start again\.$/,
    )
    await collection('racks').deleteOne({ _id: 2 })
    await start()
    expect(await namesOf('racks')).toEqual(['_id_', 'name', 'seen'])
  })
})
