import { setImmediate as turn } from 'node:timers/promises'
import { type Document, UUID } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('a change of one document that many are looked at for', () => {
  /** More than can be looked at in a piece. */
  const MANY = 3 * COUNT
  const WANTED = { tag: 'wanted' }
  const SET = { $set: { done: true } }
  const updateWanted = (more: Document = {}) =>
    db.run({ update: 'rows', updates: [{ q: WANTED, u: SET, ...more }], ...AT_ONCE })
  const wantedAt = (...ids: number[]) => insert((i) => (ids.includes(i) ? WANTED : { tag: `other ${i}` }), MANY)
  const done = async () => (await find({ done: true })).map(({ _id: id }) => id as unknown)
  const sessionOf = (txnNumber = 1) => ({ lsid: { id: new UUID() }, txnNumber })
  const transactionOf = () => ({ ...sessionOf(), autocommit: false })

  it.each<[string, Document, Document]>([
    ['an update', { update: 'rows', updates: [{ q: WANTED, u: SET }] }, { n: 1, nModified: 1 }],
    ['a removal', { delete: 'rows', deletes: [{ q: WANTED, limit: 1 }] }, { n: 1 }],
    ['findAndModify', { findAndModify: 'rows', query: WANTED, update: SET, new: true }, { value: { done: true } }],
    ['findAndModify of none', { findAndModify: 'rows', query: { tag: 'none' }, remove: true }, { value: null }],
    [
      'an upsert',
      { update: 'rows', updates: [{ q: { tag: 'none' }, u: SET, upsert: true }] },
      { upserted: [{ index: 0 }] },
    ],
    [
      'an upsert of many',
      { update: 'rows', updates: [{ q: { tag: 'none' }, u: SET, upsert: true, multi: true }] },
      { n: 1, upserted: [{ index: 0 }] },
    ],
    ['one of a retryable write', { update: 'rows', updates: [{ q: WANTED, u: SET }], ...sessionOf() }, { n: 1 }],
    [
      'one in a transaction',
      { update: 'rows', updates: [{ q: WANTED, u: SET }], ...transactionOf(), startTransaction: true },
      { n: 1, nModified: 1 },
    ],
    [
      'one of a bulkWrite',
      {
        bulkWrite: 1,
        ops: [
          { update: 0, filter: WANTED, updateMods: SET },
          { update: 0, filter: { tag: 'none' }, updateMods: SET },
        ],
        nsInfo: [{ ns: 'shop.rows' }],
        ...transactionOf(),
        startTransaction: true,
      },
      {
        cursor: {
          firstBatch: [
            { ok: 1, idx: 0, n: 1, nModified: 1 },
            { ok: 1, idx: 1, n: 0, nModified: 0 },
          ],
        },
      },
    ],
  ])('lets others be answered meanwhile: %s', async (_, command, expected) => {
    await wantedAt(MANY - 1)
    let turnsOfOthers = 0
    void turn().then(() => turnsOfOthers++)
    expect(await db.run({ ...command, ...AT_ONCE })).toMatchObject({ ok: 1, ...expected })
    // In one step it is answered before.
    expect(turnsOfOthers).toBe(1)
  })

  it('is about what matches in its turn', async () => {
    await wantedAt(MANY - 2)
    const answer = await meanwhile(updateWanted(), async (nth) => {
      if (nth !== 0) return
      await updateOne(MANY - 2, { $set: { tag: 'lost' } })
      await updateOne(MANY - 1, { $set: WANTED })
    })
    expect(answer).toMatchObject({ n: 1, nModified: 1 })
    expect(await done()).toEqual([MANY - 1])
  })

  it.each<[string, readonly number[], Document, Document, readonly unknown[]]>([
    ['another one', [15_000, 19_000], {}, { n: 1, nModified: 1 }, [19_000]],
    ['none', [15_000], {}, { n: 0, nModified: 0 }, []],
    ['a new one', [15_000], { upsert: true }, { n: 1, upserted: [{ index: 0 }] }, [expect.anything()]],
  ])('is about %s when it waited for one that does not match any more', async (_, ids, more, expected, changed) => {
    await wantedAt(...ids)
    const holding = transactionOf()
    const held = { q: { _id: 15_000 }, u: { $set: { tag: 'sold' } } }
    await db.run({ update: 'rows', updates: [held], ...holding, startTransaction: true })
    const answer = await meanwhile(updateWanted(more), async (nth) => {
      if (nth === 30) await db.run({ commitTransaction: 1, ...holding })
    })
    expect(answer).toMatchObject({ ok: 1, ...expected })
    expect(await done()).toEqual(changed)
    expect(await find({ _id: 15_000 })).toMatchObject([{ tag: 'sold' }])
  })

  it('waits for one that still matches afterwards', async () => {
    await wantedAt(15_000)
    const holding = transactionOf()
    const held = { q: { _id: 15_000 }, u: { $inc: { n: 1 } } }
    await db.run({ update: 'rows', updates: [held], ...holding, startTransaction: true })
    const answer = await meanwhile(updateWanted(), async (nth) => {
      if (nth === 30) await db.run({ commitTransaction: 1, ...holding })
    })
    expect(answer).toMatchObject({ n: 1 })
    expect(await find({ _id: 15_000 })).toMatchObject([{ n: 1, done: true }])
  })

  it('inserts one of two that are alike, or that a unique index takes for alike', async () => {
    await wantedAt()
    expect(await Promise.all([updateWanted({ upsert: true }), updateWanted({ upsert: true })])).toMatchObject([
      { n: 1 },
      { n: 1 },
    ])
    expect(await countOf(WANTED)).toBe(1)
    const partialFilterExpression = { code: { $exists: true } }
    await createIndex({ key: { code: 1 }, name: 'code', unique: true, partialFilterExpression })
    const upsert = (tag: string) =>
      db.run({ update: 'rows', updates: [{ q: { tag }, u: { $set: { code: 'one' } }, upsert: true }] })
    const answers = await Promise.all([upsert('a'), upsert('b')])
    expect(answers.map(({ n }) => n as number).toSorted()).toEqual([0, 1])
    expect(answers.flatMap(({ writeErrors = [] }) => writeErrors as Document[])).toMatchObject([{ code: 11000 }])
    expect(await countOf({ code: 'one' })).toBe(1)
  })

  it('is made once when it is repeated, also while it is under way', async () => {
    await wantedAt(MANY - 1)
    const command = { update: 'rows', updates: [{ q: WANTED, u: { $inc: { n: 1 } } }], ...sessionOf() }
    const answers = [...(await Promise.all([db.run(command), db.run(command)])), await db.run(command)]
    for (const answer of answers) expect(answer).toMatchObject({ n: 1, nModified: 1 })
    expect(await find(WANTED)).toMatchObject([{ n: 1 }])
  })

  it('lets what its command has done before be noted with it first, so that a repeat after a crash goes on from there', async () => {
    await wantedAt(MANY - 1)
    const updates = [
      { q: { _id: 1 }, u: { $inc: { n: 1 } } },
      { q: WANTED, u: { $inc: { n: 1 } } },
    ]
    const noted: unknown[] = []
    const written = vi.spyOn(db.disk, 'writeRecord').mockImplementation((_, record) => {
      const { operations, done: isDone, reply } = record as Document & { reply: Document }
      noted.push([operations, isDone, reply['n']])
    })
    await db.run({ update: 'rows', updates, ...sessionOf() })
    written.mockRestore()
    expect([noted[0], noted.at(-1)]).toEqual([
      [1, false, 1],
      [2, true, 2],
    ])
  })

  it('is refused when its collection is dropped meanwhile', async () => {
    await wantedAt(MANY - 1)
    const answer = await meanwhile(updateWanted(), (nth) => (nth === 0 ? db.run({ drop: 'rows' }) : undefined))
    expect(answer).toMatchObject({ ok: 1, writeErrors: [{ code: 175 }] })
  })

  it.each<[string, number, Document]>([
    ['fails when somebody changes it meanwhile', MANY - 1, { ok: 0, code: 112 }],
    ['does not see what somebody else makes of another', MANY - 2, { ok: 1, n: 1, nModified: 1 }],
  ])('in a transaction it %s', async (_, changed, expected) => {
    await wantedAt(MANY - 1)
    const own = transactionOf()
    const updates = [{ q: WANTED, u: SET }]
    const answer = await meanwhile(db.run({ update: 'rows', updates, ...own, startTransaction: true }), (nth) =>
      nth === 0 ? updateOne(changed, { $set: { ...WANTED, n: 5 } }) : undefined,
    )
    expect(answer).toMatchObject(expected)
    await db.run({ commitTransaction: 1, ...own })
    expect(await done()).toEqual(expected['ok'] === 1 ? [MANY - 1] : [])
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

describe('a command of many statements', () => {
  const statements = (count: number): Document[] =>
    Array.from({ length: count }, (_, _id) => ({ q: { _id }, u: { $inc: { n: 1 } } }))

  it('lets others be answered while it is parsed, with nothing changed yet', async () => {
    await insert(undefined, 100)
    // Every look at the time is 30 ms later, so that others have their turn whenever that is possible.
    let time = performance.now()
    const passing = vi.spyOn(performance, 'now').mockImplementation(() => (time += 30))
    try {
      const seen: number[] = []
      const updates = statements(100)
      const answer = await meanwhile(db.run({ update: 'rows', updates, ...AT_ONCE }), async () => {
        seen.push(await countOf({ n: 1 }))
      })
      expect(answer).toMatchObject({ ok: 1, n: 100, nModified: 100 })
      expect(seen.slice(0, 3)).toEqual([0, 0, 0])
      expect(await countOf({ n: 1 })).toBe(100)

      const refused = await db.run({ update: 'rows', updates: [...updates, { q: {}, u: { $unheard: {} } }] })
      expect(refused).toMatchObject({ ok: 0, code: 238 })
      expect(await countOf({ n: 1 })).toBe(100)
    } finally {
      passing.mockRestore()
    }
  })
})
