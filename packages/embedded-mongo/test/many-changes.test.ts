import { setImmediate as turn } from 'node:timers/promises'
import { type Document, UUID } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encode } from '../src/bson-bytes.ts'
import { openStore } from './fixture.ts'

const COUNT = 20_000

let db: ReturnType<typeof openStore>
beforeEach(() => {
  db = openStore()
})
afterEach(() => db.close())

/** Answered before it is on the disk, so that there are many in the time that a long command takes. */
const AT_ONCE = { writeConcern: { w: 1 } }
const rowsOf = (fields: (i: number) => Document, count = COUNT) =>
  Array.from({ length: count }, (_, i) => encode({ _id: i, n: 0, state: 'new', ...fields(i) }))
const insert = async (fields: (i: number) => Document = () => ({}), count = COUNT) => {
  expect(await db.run({ insert: 'rows', documents: rowsOf(fields, count) })).toMatchObject({ n: count })
}
const insertOne = (document: Document) => db.run({ insert: 'rows', documents: [encode(document)], ...AT_ONCE })
const updateMany = (q: Document, u: Document) =>
  db.run({ update: 'rows', updates: [{ q, u, multi: true }], ...AT_ONCE })
const updateOne = (_id: number, u: Document) => db.run({ update: 'rows', updates: [{ q: { _id }, u }], ...AT_ONCE })
const deleteMany = (q: Document) => db.run({ delete: 'rows', deletes: [{ q, limit: 0 }], ...AT_ONCE })
/** On a busy machine a batch ends early, and the rest comes with the next one. */
const find = async (filter: Document): Promise<Document[]> => {
  const found: Document[] = []
  let { cursor } = await db.run({ find: 'rows', filter, batchSize: 10 * COUNT })
  for (;;) {
    const { id, firstBatch = [], nextBatch = [] } = cursor as Document
    found.push(...(firstBatch as Document[]), ...(nextBatch as Document[]))
    if (String(id) === '0') return found
    cursor = (await db.run({ getMore: id as unknown, collection: 'rows' })).cursor
  }
}
const countOf = async (filter: Document) => (await find(filter)).length
const createIndex = (index: Document) => db.run({ createIndexes: 'rows', indexes: [index] })

/** Runs a command, and something else in each turn that it leaves to others. */
async function meanwhile(command: Promise<Document>, each: (nth: number) => unknown): Promise<Document> {
  const over = { is: false }
  const answer = command.finally(() => (over.is = true))
  for (let nth = 0; !over.is; nth++) {
    await each(nth)
    await turn()
  }
  return answer
}

describe('an update of many documents', () => {
  it('lets others see which are changed, each as a whole', async () => {
    await insert()
    const seen: number[] = []
    const answer = await meanwhile(updateMany({ state: 'new' }, { $inc: { n: 1 }, $set: { m: 1 } }), async () => {
      const rows = await find({ _id: { $in: [0, 5000, 10_000, 15_000, 19_999] } })
      expect(rows.every(({ n, m = 0 }) => n === m)).toBe(true)
      seen.push(rows.filter(({ n }) => n === 1).length)
    })
    expect(answer).toMatchObject({ ok: 1, n: COUNT, nModified: COUNT })
    expect(seen.some((changed) => changed > 0 && changed < 5)).toBe(true)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(await countOf({ n: 1 })).toBe(COUNT)
  })

  it('changes each once, also one that moves, goes or comes again meanwhile', async () => {
    await insert()
    await createIndex({ key: { state: 1 }, name: 'state' })
    const answer = await meanwhile(updateMany({ state: 'new' }, { $inc: { n: 1 } }), async (nth) => {
      const late = COUNT - 4 * nth - 4
      await updateOne(late, { $set: { state: 'lost' } })
      await deleteMany({ _id: late + 1 })
      await deleteMany({ _id: late + 2 })
      await insertOne({ _id: late + 2, n: 0, state: 'new', again: true })
      await updateOne(late + 3, { $set: { other: 1 } })
    })
    const rows = await find({})
    expect(rows.every(({ n }) => n === 0 || n === 1)).toBe(true)
    // Some went after they were changed.
    expect(answer['n']).toBeGreaterThanOrEqual(rows.filter(({ n }) => n === 1).length)
    const untouched = rows.filter(({ state, again }) => state === 'new' && again === undefined)
    expect(untouched.length).toBeGreaterThan(COUNT / 4)
    expect(untouched.every(({ n }) => n === 1)).toBe(true)
    expect(rows.some(({ n, state }) => n === 0 && state === 'lost')).toBe(true)
  })

  it('waits for what a transaction holds, and goes on with it', async () => {
    await insert()
    const lsid = { id: new UUID() }
    const inTransaction = { lsid, txnNumber: 1, autocommit: false }
    const held = { q: { _id: 9000 }, u: { $inc: { n: 10 } } }
    await db.run({ update: 'rows', updates: [held], ...inTransaction, startTransaction: true })
    let before: number | undefined
    const answer = await meanwhile(updateMany({ state: 'new' }, { $inc: { n: 1 } }), async (nth) => {
      if (nth < 40) return
      before ??= await countOf({ n: 1 })
      if (nth === 40) await db.run({ commitTransaction: 1, ...inTransaction })
    })
    expect(before).toBe(9000)
    expect(answer).toMatchObject({ ok: 1, n: COUNT })
    expect([await countOf({ n: 1 }), await countOf({ n: 11 })]).toEqual([COUNT - 1, 1])
  })

  it('ends at one that it cannot change, and says so', async () => {
    await insert((i) => (i === 12_000 ? { n: 'text' } : {}))
    const { writeErrors, n } = await updateMany({ state: 'new' }, { $inc: { n: 1 } })
    expect([(writeErrors as Document[])[0]?.['code'], n]).toEqual([14, 12_000])
    expect(await countOf({ n: 1 })).toBe(12_000)
    const next = [
      { q: { state: 'new' }, u: { $inc: { n: 1 } }, multi: true },
      { q: { _id: 19_000 }, u: { $set: { n: 7 } } },
    ]
    expect(await db.run({ update: 'rows', updates: next, ordered: false })).toMatchObject({ n: 12_001 })
    expect(await countOf({ n: 7 })).toBe(1)
  })

  it('is refused when its collection is dropped meanwhile', async () => {
    await insert()
    const answer = await meanwhile(updateMany({ state: 'new' }, { $inc: { n: 1 } }), (nth) =>
      nth === 1 ? db.run({ drop: 'rows' }) : undefined,
    )
    expect(answer).toMatchObject({ ok: 1, writeErrors: [{ code: 175 }] })
    expect(await countOf({})).toBe(0)
  })

  it('is seen by nobody before its transaction is committed, and as a whole then', async () => {
    await insert()
    const inTransaction = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false }
    const updates = [{ q: { state: 'new' }, u: { $inc: { n: 1 } }, multi: true }]
    let turns = 0
    const answer = await meanwhile(
      db.run({ update: 'rows', updates, ...inTransaction, startTransaction: true }),
      async () => {
        turns++
        expect(await countOf({ n: 1 })).toBe(0)
      },
    )
    expect(answer).toMatchObject({ n: COUNT })
    expect(turns).toBeGreaterThan(2)
    await db.run({ commitTransaction: 1, ...inTransaction })
    expect(await countOf({ n: 1 })).toBe(COUNT)
  })

  it('fails in a transaction when somebody changes one of them before its turn', async () => {
    await insert()
    const inTransaction = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false }
    const updates = [{ q: { state: 'new' }, u: { $inc: { n: 1 } }, multi: true }]
    const answer = await meanwhile(
      db.run({ update: 'rows', updates, ...inTransaction, startTransaction: true }),
      (nth) => (nth === 0 ? updateOne(19_999, { $set: { n: 5 } }) : undefined),
    )
    expect(answer).toMatchObject({ ok: 0, code: 112, errorLabels: ['TransientTransactionError'] })
    expect([await countOf({ n: 0 }), await countOf({ n: 5 })]).toEqual([COUNT - 1, 1])
  })
})

it('a removal of many documents is made in pieces, too', async () => {
  await insert()
  const left: number[] = []
  const answer = await meanwhile(deleteMany({ state: 'new' }), async () =>
    left.push(await countOf({ _id: { $in: [0, 5000, 10_000, 15_000, 19_999] } })),
  )
  expect(answer).toMatchObject({ ok: 1, n: COUNT })
  expect(left.some((count) => count > 0 && count < 5)).toBe(true)
  expect(await countOf({})).toBe(0)
})

describe('an index of a filled collection', () => {
  const UNIQUE = { key: { code: 1 }, name: 'code', unique: true, partialFilterExpression: { code: { $exists: true } } }

  it('has what changes while it is built', async () => {
    await insert((i) => ({ group: i % 10 }))
    let turns = 0
    const answer = await meanwhile(createIndex({ key: { group: 1 }, name: 'group' }), async (nth) => {
      turns++
      await updateOne(nth, { $set: { group: 77 } })
      await updateOne(COUNT - 1 - nth, { $set: { group: 77 } })
      await insertOne({ _id: COUNT + nth, group: 77 })
      await deleteMany({ _id: 1000 + nth })
    })
    expect(answer).toMatchObject({ ok: 1 })
    expect(turns).toBeGreaterThan(2)
    expect(await countOf({ group: 77 })).toBe(3 * turns)
    const all = await find({})
    for (const group of [0, 5, 9])
      expect(await countOf({ group })).toBe(all.filter((row) => row['group'] === group).length)
    expect(db.store.find('shop', 'rows')?.documents.index('group')).toBeDefined()
  })

  it('is refused when two documents get the same key meanwhile, and not when they lose it again', async () => {
    await insert((i) => ({ code: i }))
    const other = { _id: COUNT, code: COUNT - 1 }
    const answer = await meanwhile(createIndex(UNIQUE), async (nth) => {
      if (nth === 0) expect(await insertOne(other)).toMatchObject({ n: 1 })
    })
    expect(answer).toMatchObject({ ok: 0, code: 11000 })
    expect(db.store.find('shop', 'rows')?.documents.index('code')).toBeUndefined()
    const again = await meanwhile(createIndex(UNIQUE), (nth) =>
      nth === 0 ? deleteMany({ _id: COUNT - 1 }) : undefined,
    )
    expect(again).toMatchObject({ ok: 1 })
    expect(await insertOne({ ...other, _id: COUNT + 1 })).toMatchObject({ writeErrors: [{ code: 11000 }] })
  })

  it('is refused when a document comes that cannot be in it, which is taken', async () => {
    await insert()
    const index = { key: { a: 1, b: 1 }, name: 'a_b' }
    const answer = await meanwhile(createIndex(index), async (nth) => {
      if (nth === 0) expect(await updateOne(3, { $set: { a: [1, 2], b: [3, 4] } })).toMatchObject({ nModified: 1 })
    })
    expect(answer).toMatchObject({ ok: 0, code: 171 })
    expect(await updateOne(3, { $set: { a: 1 } })).toMatchObject({ nModified: 1 })
    expect(await createIndex(index)).toMatchObject({ ok: 1 })
  })

  it('is there once when two ask for it at once, and not when its collection was dropped', async () => {
    await insert((i) => ({ code: i }))
    expect(await Promise.all([createIndex(UNIQUE), createIndex(UNIQUE)])).toMatchObject([{ ok: 1 }, { ok: 1 }])
    expect(db.store.find('shop', 'rows')?.specs).toHaveLength(1)
    const dropped = await meanwhile(createIndex({ key: { n: 1 }, name: 'n' }), (nth) =>
      nth === 0 ? db.run({ drop: 'rows' }) : undefined,
    )
    expect(dropped).toMatchObject({ ok: 0, code: 175 })
  })
})
