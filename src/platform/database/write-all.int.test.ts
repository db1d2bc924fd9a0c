import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Collection } from './database.ts'
import { insertAll, updateAll } from './write-all.ts'

interface Row {
  _id: number
  code?: string
  text?: string
}

/** Together more than the 16 MB that a server takes in one command. */
const LONG_TEXT = 'x'.repeat(1024 * 1024)
const longRows: readonly Row[] = Array.from({ length: 18 }, (_, _id) => ({ _id, text: LONG_TEXT }))

let db: TestDatabase
let rows: Collection<Row>
beforeAll(async () => {
  db = await openTestDatabase()
  rows = db.database.collection('long_rows', [{ key: { code: 1 }, name: 'code', unique: true, sparse: true }])
  await db.database.buildIndexes()
})
afterAll(() => db.drop())

describe('many rows whose texts are long', () => {
  it('are inserted and changed in the caller’s transaction', async () => {
    const seen = { inserted: 0, changed: 0 }
    const count = (text: string, session: Parameters<typeof insertAll>[3]['session']) =>
      rows.countDocuments({ text }, { session })
    const working = db.database.transaction(async (tx) => {
      await insertAll(db.database, rows, longRows, tx)
      seen.inserted = await count(LONG_TEXT, tx.session)
      const text = `y${LONG_TEXT}`
      const updates = longRows.map(({ _id }) => ({ q: { _id }, u: { $set: { text } } }))
      await updateAll(db.database, rows, updates, tx)
      seen.changed = await count(text, tx.session)
      throw new Error('Changed my mind.')
    })
    await expect(working).rejects.toThrow('Changed my mind.')
    expect(seen).toEqual({ inserted: longRows.length, changed: longRows.length })
    expect(await rows.countDocuments({})).toBe(0)
  })

  it('are all refused with the error of the first that is, wherever it stands', async () => {
    const codes = ['one', 'two']
    const taken = codes.map((code, at) => ({ _id: 100 + at, code }))
    await db.database.transaction((tx) => insertAll(db.database, rows, taken, tx))
    const documents = [...longRows, ...codes.map((code, at) => ({ _id: 200 + at, code }))]
    await expect(db.database.transaction((tx) => insertAll(db.database, rows, documents, tx))).rejects.toMatchObject({
      code: 11_000,
      keyValue: { code: 'one' },
    })
    expect(await rows.countDocuments({})).toBe(taken.length)
  })
})
