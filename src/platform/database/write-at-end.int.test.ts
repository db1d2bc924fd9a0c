import { mongo } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Collection } from './database.ts'
import { createGroupWriter, type RowWrite, type WriteGroup, type WriteGuard } from './write-at-end.ts'

interface Row {
  _id: number
  pieces?: number
  code?: string
  note?: string | undefined
}

/** The last wire version before MongoDB 8.0, and the first with it. */
const SERVERS = [
  ['an older server', 21],
  ['one command', 25],
] as const

let db: TestDatabase
let shelves: Collection<Row>
let labels: Collection<Row>
beforeAll(async () => {
  db = await openTestDatabase()
  shelves = db.database.collection('written_shelves')
  labels = db.database.collection('written_labels', [{ key: { code: 1 }, name: 'code', unique: true, sparse: true }])
  await db.database.buildIndexes()
})
afterAll(() => db.drop())

describe.each(SERVERS)('what a transaction writes at its end, with %s', (_, wireVersion) => {
  const group = (collection: Collection<Row>, writes: readonly RowWrite<Row>[], guard: WriteGuard = {}) =>
    ({ collection, writes, ...guard }) as unknown as WriteGroup
  const write = (...groups: readonly WriteGroup[]) => {
    const writeGroups = createGroupWriter(db.database.connection.getClient(), wireVersion)
    return db.database.transaction(({ session }) => writeGroups(session, groups))
  }
  const first = wireVersion * 1000

  it('is written to all collections, and an absent field stays absent', async () => {
    await shelves.insertOne({ _id: first, pieces: 5 })
    await write(
      group(shelves, [{ filter: { _id: first, pieces: { $gt: 1 } }, update: { $inc: { pieces: -2 } } }]),
      group(labels, []),
      group(labels, [{ insert: { _id: first, note: undefined } }]),
      group(shelves, [{ filter: { _id: first }, update: { $inc: { pieces: -1 } } }]),
      group(labels, [{ insert: { _id: first + 1 } }]),
    )
    expect(await shelves.findOne({ _id: first })).toEqual({ _id: first, pieces: 2 })
    expect(await labels.find({ _id: { $in: [first, first + 1] } }).toArray()).toEqual([
      { _id: first },
      { _id: first + 1 },
    ])
  })

  it('is all undone when a change finds no row, with the error of its guard', async () => {
    const guard = { onMiss: () => new Error('Too late.') }
    const missing = { filter: { _id: -1 }, update: { $set: { pieces: 1 } } }
    await expect(
      write(group(labels, [{ insert: { _id: first + 2 } }]), group(shelves, [missing], guard)),
    ).rejects.toThrow('Too late.')
    expect(await labels.findOne({ _id: first + 2 })).toBeNull()
    await expect(write(group(shelves, [missing]))).rejects.toThrow('written_shelves')
    await write(group(shelves, [missing], { mustFind: 0 }))
  })

  it('is all undone by a duplicate, with the error of its guard', async () => {
    await write(group(labels, [{ insert: { _id: first + 3, code: `taken ${wireVersion}` } }]))
    const same = group(labels, [{ insert: { _id: first + 4, code: `taken ${wireVersion}` } }])
    const shelf = group(shelves, [{ insert: { _id: first + 4 } }])
    await expect(write(shelf, same)).rejects.toMatchObject({ code: 11_000 })
    await expect(write(shelf, { ...same, onDuplicate: () => new Error('Taken.') })).rejects.toThrow('Taken.')
    expect(await shelves.findOne({ _id: first + 4 })).toBeNull()
  })

  it('may be more than a server takes in one command, and is refused by the first guard that it meets', async () => {
    const ids = Array.from({ length: 18 }, (_, at) => first + 100 + at)
    const note = 'x'.repeat(1024 * 1024)
    const longRows = group(
      labels,
      ids.map((_id) => ({ insert: { _id, note } })),
    )
    const counts = group(
      labels,
      ids.map((_id) => ({ filter: { _id, note }, update: { $set: { pieces: 1 } } })),
      { mustFind: ids.length, onMiss: () => new Error('Miscounted.') },
    )
    const taken = group(labels, [{ insert: { _id: first + 120 } }], { onDuplicate: () => new Error('Taken.') })
    const missing = { filter: { _id: -1 }, update: { $set: { pieces: 1 } } }
    const last = group(labels, [missing], { onMiss: () => new Error('At the end.') })
    await expect(write(longRows, counts, last)).rejects.toThrow('At the end.')
    await write(taken)
    await expect(write(longRows, taken, last)).rejects.toThrow('Taken.')
    expect(await labels.find({ _id: { $in: ids } }).toArray()).toEqual([])
  })
})

it.each([
  ['is not allowed to this user', 13, 101],
  ['is unknown', 59, 103],
  ['waits for the feature compatibility version 8.0', 115, 105],
])('goes on with one command per collection where the other %s, and asks for it once', async (_, code, first) => {
  const asked: string[] = []
  const command = async (sent: object) => {
    asked.push(Object.keys(sent)[0] ?? '')
    throw new mongo.MongoServerError({ message: 'refused', code })
  }
  const client = { db: () => ({ command }) } as unknown as mongo.MongoClient
  const writeGroups = createGroupWriter(client, 25)
  for (const _id of [first, first + 1]) {
    const group = { collection: shelves, writes: [{ insert: { _id } }] } as unknown as WriteGroup
    await db.database.transaction(({ session }) => writeGroups(session, [group]))
    expect(await shelves.findOne({ _id })).toEqual({ _id })
  }
  expect(asked).toEqual(['bulkWrite'])
})

describe('the end of a transaction', () => {
  it('writes after its work is done, and nothing when that fails', async () => {
    await db.database.transaction(async (tx) => {
      tx.writeAtEnd(shelves, [{ insert: { _id: 1, pieces: 1 } }])
      tx.beforeCommit(() => tx.writeAtEnd(labels, [{ insert: { _id: 1 } }]))
      expect(await shelves.findOne({ _id: 1 }, { session: tx.session })).toBeNull()
    })
    expect(await shelves.findOne({ _id: 1 })).toEqual({ _id: 1, pieces: 1 })
    expect(await labels.findOne({ _id: 1 })).toEqual({ _id: 1 })
    const failed = db.database.transaction(async (tx) => {
      tx.writeAtEnd(shelves, [{ insert: { _id: 2 } }])
      throw new Error('Changed my mind.')
    })
    await expect(failed).rejects.toThrow('Changed my mind.')
    expect(await shelves.findOne({ _id: 2 })).toBeNull()
  })

  it('lets 16 that change one row at once have their turn', async () => {
    await shelves.insertOne({ _id: 3, pieces: 16 })
    const take = () =>
      db.database.transaction(async (tx) => {
        const row = await shelves.findOne({ _id: 3 }, { session: tx.session })
        tx.writeAtEnd(shelves, [{ filter: { _id: 3, pieces: row?.pieces ?? 0 }, update: { $inc: { pieces: -1 } } }])
      })
    await Promise.all(Array.from({ length: 16 }, take))
    expect(await shelves.findOne({ _id: 3 })).toEqual({ _id: 3, pieces: 0 })
  })
})
