import { mongo } from 'mongoose'
import { expect, it } from 'vitest'
import type { Collection, Database } from './database.ts'
import { readAll, readBatches } from './read-all.ts'

interface Row {
  readonly _id: number
  readonly text: string
}

const collection = { collectionName: 'rows' } as Collection<Row>

/** A database that answers with these rows, as bytes where it is asked for them so. */
function answering(rows: readonly Row[]): Database {
  const command = (_command: object, { fieldsAsRaw = {} }: { fieldsAsRaw?: Record<string, boolean> }) =>
    Promise.resolve(
      mongo.BSON.deserialize(mongo.BSON.serialize({ cursor: { id: 0, firstBatch: rows } }), { fieldsAsRaw }),
    )
  const client = { startSession: () => ({ endSession: () => Promise.resolve() }) }
  return { connection: { db: { command }, getClient: () => client } } as unknown as Database
}

/** How often others had their turn meanwhile. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isOver = true
  return turns
}

const long = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, _id) => ({ _id, text: 'x'.repeat(100_000) }))

it('others have their turn while many long rows are decoded', async () => {
  const rows = long(100)
  const database = answering(rows)
  expect(await readAll(database, collection, { filter: {} })).toEqual(rows)
  // 10 MB in pieces of a megabyte.
  expect(await turnsOf(() => readAll(database, collection, { filter: {} }))).toBeGreaterThanOrEqual(8)
  const inBatches = async () => {
    for await (const batch of readBatches(database, collection, { filter: {}, batchSize: 100 }))
      expect(batch).toHaveLength(100)
  }
  expect(await turnsOf(inBatches)).toBeGreaterThanOrEqual(8)
})

it('few bytes are decoded at once', async () => {
  const database = answering(long(5))
  expect(await turnsOf(() => readAll(database, collection, { filter: {} }))).toBe(0)
})
