import { rmSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { type ClientSession, type Collection, type Document, UUID } from 'mongodb'
import { describe, expect, it, vi } from 'vitest'
import { decode, encode } from '../src/bson-bytes.ts'
import { Disk } from '../src/disk.ts'
import { Dispatcher } from '../src/dispatch.ts'
import { Sessions } from '../src/sessions.ts'
import { Store } from '../src/store.ts'
import { Transaction } from '../src/transaction.ts'
import { equalityKey } from '../src/values.ts'
import { eventually, openStore, temporaryFolder, useServer } from './fixture.ts'

const shop = useServer()

interface Row extends Document {
  _id: number
}

async function stocked(...documents: Row[]): Promise<Collection<Row>> {
  const collection = shop.db.collection<Row>(shop.collection().collectionName)
  await collection.insertMany(documents)
  return collection
}

/** Opens a transaction by hand, so that a test decides when it goes on. */
function begin(): ClientSession {
  const session = shop.client.startSession()
  session.startTransaction()
  return session
}

const transient = { code: 112, errorLabels: expect.arrayContaining(['TransientTransactionError']) as string[] }

describe('transactions', () => {
  it('show their writes to themselves at once and to others after the commit', async () => {
    const rows = await stocked({ _id: 1, n: 1 }, { _id: 2, n: 1 })
    const session = begin()
    await rows.updateOne({ _id: 1 }, { $set: { n: 2 } }, { session })
    await rows.insertOne({ _id: 3, n: 2 }, { session })
    await rows.deleteOne({ _id: 2 }, { session })
    const seen = async (options: { session?: ClientSession }) =>
      (await rows.find({}, options).sort({ _id: 1 }).toArray()).map(({ _id, n }) => `${String(_id)}:${String(n)}`)
    expect(await seen({ session })).toEqual(['1:2', '3:2'])
    expect(await rows.countDocuments({ n: 2 }, { session })).toBe(2)
    expect(await seen({})).toEqual(['1:1', '2:1'])
    await session.commitTransaction()
    expect(await seen({})).toEqual(['1:2', '3:2'])
    await session.endSession()
  })

  it('write to several collections in one command', async () => {
    const [rows, others] = [await stocked({ _id: 1, n: 1 }), await stocked({ _id: 1, n: 1 })]
    const session = begin()
    const nsInfo = [{ ns: rows.namespace }, { ns: others.namespace }]
    const change = { update: 0, filter: { _id: 1 }, updateMods: { $inc: { n: 1 } }, multi: false }
    const ops = [change, { ...change, filter: { _id: 5 } }, { insert: 1, document: { _id: 2, at: new Date(5) } }]
    const admin = shop.client.db('admin')
    const reply = await admin.command({ bulkWrite: 1, ops, nsInfo }, { session })
    expect(reply).toMatchObject({
      ok: 1,
      nErrors: 0,
      cursor: {
        firstBatch: [
          { ok: 1, idx: 0, n: 1, nModified: 1 },
          { ok: 1, idx: 1, n: 0, nModified: 0 },
          { ok: 1, idx: 2, n: 1 },
        ],
      },
    })
    expect(await others.countDocuments()).toBe(1)
    await session.commitTransaction()
    expect(await rows.find().toArray()).toEqual([{ _id: 1, n: 2 }])
    expect(await others.findOne({ _id: 2 })).toEqual({ _id: 2, at: new Date(5) })

    session.startTransaction()
    const twice = [{ insert: 1, document: { _id: 3 } }, { insert: 1, document: { _id: 2 } }, change]
    const refused = await admin.command({ bulkWrite: 1, ops: twice, nsInfo }, { session })
    expect(refused).toMatchObject({ nErrors: 1, cursor: { firstBatch: [{ ok: 1 }, { ok: 0, idx: 1, code: 11_000 }] } })
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
    expect(await others.countDocuments()).toBe(2)
    await session.endSession()
  })

  it('refuse of a bulkWrite what they do not know, before anything is written', async () => {
    const rows = await stocked({ _id: 1 })
    const session = shop.client.startSession()
    const admin = shop.client.db('admin')
    const nsInfo = [{ ns: rows.namespace }]
    const insert = { insert: 0, document: { _id: 2 } }
    const write = (op: Document) =>
      session.withTransaction(() => admin.command({ bulkWrite: 1, ops: [insert, op], nsInfo }, { session }))
    await expect(write({ delete: 0, filter: {}, multi: false })).rejects.toMatchObject({ code: 238 })
    await expect(write({ update: 0, filter: {}, updateMods: {}, multi: true })).rejects.toMatchObject({ code: 238 })
    await expect(admin.command({ bulkWrite: 1, ops: [insert], nsInfo })).rejects.toMatchObject({ code: 238 })
    expect(await rows.countDocuments()).toBe(1)
    await session.endSession()
  })

  it('leave nothing behind when aborted', async () => {
    const rows = await stocked({ _id: 1, n: 1 })
    const session = begin()
    await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session })
    await rows.insertOne({ _id: 2 }, { session })
    await session.abortTransaction()
    expect(await rows.find().toArray()).toEqual([{ _id: 1, n: 1 }])
    await rows.insertOne({ _id: 2 })
    await session.endSession()
  })

  it('read from one moment, although others commit', async () => {
    const rows = await stocked({ _id: 1, n: 1, kind: 'a' }, { _id: 2, n: 1, kind: 'a' })
    await rows.createIndex({ kind: 1 })
    const session = begin()
    expect(await rows.countDocuments({}, { session })).toBe(2)
    await rows.updateOne({ _id: 1 }, { $set: { n: 9, kind: 'b' } })
    await rows.deleteOne({ _id: 2 })
    await rows.insertOne({ _id: 3, kind: 'a' })
    expect((await rows.find({ kind: 'a' }, { session }).sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual([
      1, 2,
    ])
    expect(await rows.countDocuments({ kind: 'b' }, { session })).toBe(0)
    expect((await rows.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }], { session }).toArray())[0]).toEqual({
      _id: null,
      n: 2,
    })
    await session.commitTransaction()
    expect(await rows.countDocuments({ kind: 'a' })).toBe(1)
    await session.endSession()
  })

  it.each<[what: string, q: object]>([
    ['have looked for one document in vain', { _id: 1, n: 5 }],
    ['have changed one document that they had to look for', { kind: 'a' }],
    ['have found one document as they would leave it', { _id: 2 }],
  ])('read from the moment at which they %s', async (_, q) => {
    const { run, close } = openStore()
    await run({ insert: 'rows', documents: [encode({ _id: 1, n: 1 }), encode({ _id: 2, kind: 'a', n: 2 })] })
    const transaction = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false }
    const u = { $set: { n: '_id' in q ? 2 : 3 } }
    expect(await run({ update: 'rows', updates: [{ q, u }], ...transaction, startTransaction: true })).toMatchObject({
      ok: 1,
    })
    await run({ update: 'rows', updates: [{ q: { _id: 1 }, u: { $set: { n: 9 } } }] })
    expect(await run({ find: 'rows', filter: { n: 9 }, ...transaction })).toMatchObject({ cursor: { firstBatch: [] } })
    await close()
  })

  it('go on when a collection goes or gets an index that others alone have written to', async () => {
    const rows = await stocked({ _id: 1, n: 1 })
    const [dropped, indexed, ownIndexed] = [
      await stocked({ _id: 1 }),
      await stocked({ _id: 1 }),
      await stocked({ _id: 5 }),
    ]
    const session = begin()
    await rows.findOne({ _id: 1 }, { session })
    for (const others of [dropped, indexed]) await others.updateOne({ _id: 1 }, { $set: { n: 5 } })
    await dropped.drop()
    await indexed.createIndex({ n: 1 }, { unique: true })
    await rows.updateOne({ _id: 1 }, { $set: { n: 2 } }, { session })
    expect(await indexed.findOne({ n: 5 }, { session }), 'still from the moment of its first read').toBeNull()
    await session.commitTransaction()
    expect(await rows.findOne({ _id: 1 })).toMatchObject({ n: 2 })

    session.startTransaction()
    await ownIndexed.insertOne({ _id: 1, n: 1 }, { session })
    await ownIndexed.createIndex({ n: 1 }, { unique: true })
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
    await session.endSession()
  })

  it('fail with a write conflict when a document they have read has changed since', async () => {
    const rows = await stocked({ _id: 1, n: 1 })
    const session = begin()
    await rows.findOne({ _id: 1 }, { session })
    await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } })
    await expect(rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session })).rejects.toMatchObject(transient)
    await expect(rows.findOne({ _id: 1 }, { session })).rejects.toMatchObject({ code: 251 })
    await session.abortTransaction()
    expect(await rows.findOne()).toEqual({ _id: 1, n: 2 })
    await session.endSession()
  })

  it('queue for a document when they have read nothing that could have changed', async () => {
    const rows = await stocked({ _id: 1, n: 0 }, { _id: 2, n: 0 })
    const [first, second] = [begin(), begin()]
    await rows.updateOne({ _id: 2, n: { $lt: 9 } }, { $inc: { n: 1 } }, { session: second })
    await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: first })
    const waiting = rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: second })
    await first.commitTransaction()
    expect(await waiting).toMatchObject({ modifiedCount: 1 })
    await second.commitTransaction()
    expect(await rows.find().toArray()).toEqual([
      { _id: 1, n: 2 },
      { _id: 2, n: 1 },
    ])
    await Promise.all([first.endSession(), second.endSession()])
  })

  it('do not wait for each other in a circle', async () => {
    const rows = await stocked({ _id: 1, n: 0 }, { _id: 2, n: 0 })
    const [first, second] = [begin(), begin()]
    await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: first })
    await rows.updateOne({ _id: 2 }, { $inc: { n: 1 } }, { session: second })
    const waiting = rows.updateOne({ _id: 2 }, { $inc: { n: 1 } }, { session: first })
    await expect(rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: second })).rejects.toMatchObject(transient)
    expect(await waiting).toMatchObject({ modifiedCount: 1 })
    await first.commitTransaction()
    await second.abortTransaction()
    expect(await rows.find().toArray()).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ])
    await Promise.all([first.endSession(), second.endSession()])
  })

  it('hold up a write from outside until they end', async () => {
    const rows = await stocked({ _id: 1, n: 0 })
    const session = begin()
    await rows.updateOne({ _id: 1 }, { $set: { n: 10 } }, { session })
    const outside = rows.updateOne({ _id: 1 }, { $inc: { n: 1 } })
    await rows.findOne({}, { session })
    await session.commitTransaction()
    await outside
    expect(await rows.findOne()).toEqual({ _id: 1, n: 11 })
    await session.endSession()
  })

  it('insert a unique key once when two try', async () => {
    const keys = shop.collection()
    await keys.createIndex({ key: 1 }, { unique: true })
    const [first, second] = [begin(), begin()]
    await keys.insertOne({ key: 'k' }, { session: first })
    const others = Promise.allSettled([keys.insertOne({ key: 'k' }, { session: second }), keys.insertOne({ key: 'k' })])
    await first.commitTransaction()
    for (const result of await others) expect(result).toMatchObject({ status: 'rejected', reason: { code: 11000 } })
    expect(await keys.countDocuments({ key: 'k' })).toBe(1)
    await Promise.all([first.endSession(), second.endSession()])
  })

  it('keep a unique key that they have freed until they end', async () => {
    const keys = await stocked({ _id: 1, key: 'k' }, { _id: 2, key: 'l' })
    await keys.createIndex({ key: 1 }, { unique: true })
    const session = begin()
    await keys.deleteOne({ _id: 1 }, { session })
    await keys.updateOne({ _id: 2 }, { $set: { key: 'm' } }, { session })
    const inserted = [keys.insertOne({ _id: 3, key: 'k' }), keys.insertOne({ _id: 4, key: 'l' })]
    await keys.findOne({}, { session })
    await session.commitTransaction()
    await Promise.all(inserted)
    session.startTransaction()
    await keys.deleteOne({ _id: 3 }, { session })
    const refused = expect(keys.insertOne({ _id: 5, key: 'k' })).rejects.toMatchObject({ code: 11000 })
    await keys.findOne({}, { session })
    await session.abortTransaction()
    await refused
    expect((await keys.find().sort({ key: 1 }).toArray()).map(({ _id, key }) => [_id, key])).toEqual([
      [3, 'k'],
      [4, 'l'],
      [2, 'm'],
    ])
    await session.endSession()
  })

  it('may reuse a unique key that they have freed themselves', async () => {
    const keys = await stocked({ _id: 1, key: 'k' }, { _id: 2, key: 'l' })
    await keys.createIndex({ key: 1 }, { unique: true })
    await shop.client.withSession((session) =>
      session.withTransaction(async () => {
        await keys.updateOne({ _id: 1 }, { $set: { key: 'm' } }, { session })
        await keys.insertOne({ _id: 3, key: 'k' }, { session })
        await keys.deleteOne({ _id: 2 }, { session })
        await keys.updateOne({ _id: 1 }, { $set: { key: 'l' } }, { session })
      }),
    )
    expect(await keys.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, key: 'l' },
      { _id: 3, key: 'k' },
    ])
    await expect(keys.insertOne({ _id: 4, key: 'k' })).rejects.toMatchObject({ code: 11000 })
    await keys.insertOne({ _id: 4, key: 'm' })
  })

  it('end with an error inside them, a duplicate key included', async () => {
    const rows = await stocked({ _id: 1 })
    const session = begin()
    await rows.insertOne({ _id: 2 }, { session })
    await expect(rows.insertOne({ _id: 1 }, { session })).rejects.toMatchObject({ code: 11000 })
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
    expect(await rows.countDocuments()).toBe(1)
    await session.endSession()
  })

  it('are committed once, however often the commit is sent', async () => {
    const rows = await stocked({ _id: 1, n: 0 })
    const session = begin()
    await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session })
    await session.commitTransaction()
    await session.commitTransaction()
    expect(await rows.findOne()).toEqual({ _id: 1, n: 1 })
    await session.endSession()
  })

  it('end when their connection closes', async () => {
    const rows = await stocked({ _id: 1, n: 0 })
    const other = await shop.connect({ maxPoolSize: 1 })
    const session = other.startSession()
    session.startTransaction()
    await other
      .db()
      .collection<Row>(rows.collectionName)
      .updateOne({ _id: 1 }, { $inc: { n: 100 } }, { session })
    const waiting = rows.updateOne({ _id: 1 }, { $inc: { n: 1 } })
    await other.close(true)
    expect(await waiting).toMatchObject({ modifiedCount: 1 })
    expect(await rows.findOne()).toEqual({ _id: 1, n: 1 })
  })

  it('end after sixty seconds, however the clock is set meanwhile', async () => {
    const dataDir = temporaryFolder()
    const disk = new Disk(dataDir, { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const sessions = new Sessions(new Store(disk, 1024))
    const transaction = sessions.transaction('session', 1, true, {})
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const hours of [-5, 5]) {
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      sessions.sweep(performance.now() + 59_000)
      expect(transaction.state).toBe('active')
    }
    vi.useRealTimers()
    sessions.sweep(performance.now() + 61_000)
    expect(transaction.state).toBe('aborted')
    expect(() => sessions.commit('session', 1)).toThrow(expect.objectContaining({ code: 251 }) as Error)
    await disk.close()
    rmSync(dataDir, { recursive: true })
  })

  it.each<[string, (dispatcher: Dispatcher, connection: object) => unknown]>([
    ['their connection closes', ({ sessions }, connection) => sessions.connectionClosed(connection)],
    ['they are too old', ({ sessions }) => sessions.sweep(performance.now() + 61_000)],
    ['their collection is dropped', (dispatcher) => dispatcher.answer(() => ({ drop: 'rows', $db: 'shop' }), {})],
  ])('hold nothing when %s in the middle of a long write', async (_what, happens) => {
    const dataDir = temporaryFolder()
    const disk = new Disk(dataDir, { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const store = new Store(disk, 1024)
    const dispatcher = new Dispatcher(store, () => ({}))
    const connection = {}
    const send = async (command: Document): Promise<Document> =>
      decode(await dispatcher.answer(() => ({ ...command, $db: 'shop' }), connection))
    const insert = (...ids: number[]) => ({ insert: 'rows', documents: ids.map((_id) => encode({ _id, u: _id })) })
    await send({ createIndexes: 'rows', indexes: [{ key: { u: 1 }, name: 'u', unique: true }] })

    // Every look at the time is 30 ms later, so that a write lets others through after each document.
    let time = performance.now()
    const passing = vi.spyOn(performance, 'now').mockImplementation(() => (time += 30))
    const begins = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false, startTransaction: true }
    const writing = send({ ...insert(1, 2, 3), ...begins })
    await setImmediate()
    expect(store.find('shop', 'rows')?.locks.size).toBe(1)
    await happens(dispatcher, connection)
    expect(await writing).toMatchObject({ ok: 0, code: 251, errorLabels: ['TransientTransactionError'] })
    const { locks = new Map(), keyLocks = new Map() } = store.find('shop', 'rows') ?? {}
    expect([...locks.keys(), ...keyLocks.keys()]).toEqual([])
    expect(await send(insert(3, 2, 1))).toEqual({ ok: 1, n: 3 })
    passing.mockRestore()
    await disk.close()
    rmSync(dataDir, { recursive: true })
  })

  it('that have ended and hold a lock all the same are an error, and nobody waits for them', async () => {
    const dataDir = temporaryFolder()
    const disk = new Disk(dataDir, { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const store = new Store(disk, 1024)
    const dispatcher = new Dispatcher(store, () => ({}))
    const insert = { insert: 'rows', documents: [encode({ _id: 1 })], $db: 'shop' }
    const collection = store.ensure('shop', 'rows')
    const transaction = new Transaction(store)
    transaction.abort()
    collection.locks.set(equalityKey(1), transaction)
    const complaint = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const passing = vi.spyOn(performance, 'now').mockImplementation(() => (time += 30))
    let time = 0
    expect(decode(await dispatcher.answer(() => insert, {}))).toMatchObject({ ok: 0, code: 1 })
    expect(complaint).toHaveBeenCalledTimes(1)
    complaint.mockRestore()
    passing.mockRestore()
    await disk.close()
    rmSync(dataDir, { recursive: true })
  })

  it('take nothing of an older one that comes late, and are not disturbed by it', async () => {
    const dataDir = temporaryFolder()
    const disk = new Disk(dataDir, { durability: 'process-crash-safe', mappedBytes: 1024 })
    disk.open()
    const dispatcher = new Dispatcher(new Store(disk, 1024), () => ({}))
    const lsid = { id: new UUID() }
    const connection = {}
    /** What a driver sends, frozen on the way for as long as the test wants. */
    const send = async (txnNumber: number, command: Document): Promise<Document> =>
      decode(
        await dispatcher.answer(() => ({ ...command, lsid, txnNumber, autocommit: false, $db: 'shop' }), connection),
      )
    const insert = (_id: number) => ({ insert: 'rows', documents: [encode({ _id })] })
    const begins = (_id: number) => ({ ...insert(_id), startTransaction: true })
    const stored = async (): Promise<number[]> => {
      const find = () => ({ find: 'rows', sort: { _id: 1 }, $db: 'shop' })
      const { cursor } = decode(await dispatcher.answer(find, connection)) as {
        cursor: { firstBatch: { _id: number }[] }
      }
      return cursor.firstBatch.map(({ _id }) => _id)
    }

    expect(await send(8, begins(1))).toMatchObject({ ok: 1 })
    // The driver has given 8 up: it begins the next one on another connection, and the rest of 8 thaws afterwards.
    expect(await send(9, begins(2))).toMatchObject({ ok: 1 })
    for (const late of [insert(3), begins(4), { commitTransaction: 1 }, { abortTransaction: 1 }])
      expect(await send(8, late)).toMatchObject({ ok: 0, code: 225 })
    expect(await send(9, insert(5))).toMatchObject({ ok: 1 })
    expect(await stored()).toEqual([])
    expect(await send(9, { commitTransaction: 1 })).toMatchObject({ ok: 1 })
    for (const late of [insert(6), begins(7), { commitTransaction: 1 }])
      expect(await send(8, late)).toMatchObject({ ok: 0, code: 225 })
    // What comes twice of the one that is committed changes nothing either.
    expect(await send(9, insert(8))).toMatchObject({ ok: 0, code: 256 })
    expect(await send(9, { commitTransaction: 1 })).toMatchObject({ ok: 1 })
    expect(await stored()).toEqual([2, 5])
    await disk.close()
    rmSync(dataDir, { recursive: true })
  })

  it('refuse what changes collections, and commands of a transaction that does not exist', async () => {
    const rows = await stocked({ _id: 1 })
    const session = begin()
    await rows.findOne({}, { session })
    await expect(rows.createIndex({ a: 1 }, { session })).rejects.toMatchObject({ code: 263 })
    await session.abortTransaction()
    await session.endSession()
  })

  it('sell five pieces to five of a hundred buyers', async () => {
    const products = await stocked({ _id: 1, stock: 5 }, { _id: 2, stock: 1000 })
    const orders = shop.collection()
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, buyer) =>
        shop.client.withSession((session) =>
          session.withTransaction(async () => {
            for (const _id of [1, 2]) {
              const { modifiedCount } = await products.updateOne(
                { _id, stock: { $gte: 1 } },
                { $inc: { stock: -1 } },
                { session },
              )
              if (modifiedCount === 0) throw new Error('sold out')
            }
            await orders.insertOne({ buyer }, { session })
          }),
        ),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(5)
    expect(
      results
        .filter((result) => result.status === 'rejected')
        .every(({ reason }) => (reason as Error).message === 'sold out'),
    ).toBe(true)
    expect(await products.find().toArray()).toEqual([
      { _id: 1, stock: 0 },
      { _id: 2, stock: 995 },
    ])
    expect(await orders.countDocuments()).toBe(5)
  })

  it('move money between accounts without making or losing any, read before written', async () => {
    const accounts = await stocked(...Array.from({ length: 5 }, (_, _id) => ({ _id, cents: 1000 })))
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        shop.client.withSession((session) =>
          session.withTransaction(async () => {
            const [from, to] = [i % 5, (i * 3 + 1) % 5]
            if (from === to) return
            const account = (await accounts.findOne({ _id: from }, { session }))!
            await accounts.updateOne({ _id: from }, { $set: { cents: (account['cents'] as number) - 10 } }, { session })
            await accounts.updateOne({ _id: to }, { $inc: { cents: 10 } }, { session })
            const [sum] = await accounts
              .aggregate([{ $group: { _id: null, cents: { $sum: '$cents' } } }], { session })
              .toArray()
            expect(sum!['cents']).toBe(5000)
          }),
        ),
      ),
    )
    const moved = Array.from({ length: 40 }, (_, i) => [i % 5, (i * 3 + 1) % 5] as const).filter(
      ([from, to]) => from !== to,
    )
    const expected = Array.from(
      { length: 5 },
      (_, id) =>
        1000 - 10 * moved.filter(([from]) => from === id).length + 10 * moved.filter(([, to]) => to === id).length,
    )
    expect((await accounts.find().sort({ _id: 1 }).toArray()).map(({ cents }) => cents as number)).toEqual(expected)
  })

  it('leave no lock behind once everything has ended', async () => {
    const rows = await stocked({ _id: 1, n: 0 })
    await Promise.allSettled(
      Array.from({ length: 20 }, async (_, i) => {
        const session = begin()
        await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session })
        if (i % 2 === 0) await session.commitTransaction()
        else await session.abortTransaction()
        await session.endSession()
      }),
    )
    await rows.updateOne({ _id: 1 }, { $set: { done: true } })
    await eventually(async () => (await rows.findOne({ done: true })) !== null)
    expect(await rows.findOne()).toEqual({ _id: 1, n: 10, done: true })
  })
})
