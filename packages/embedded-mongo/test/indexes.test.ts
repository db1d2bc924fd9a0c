import { setImmediate as endOfTurn } from 'node:timers/promises'
import { UUID } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { encode } from '../src/bson-bytes.ts'
import type { Document } from '../src/errors.ts'
import { Store } from '../src/store.ts'
import { removeExpired } from '../src/ttl.ts'
import { eventually, loadAll, openStore, useServer } from './fixture.ts'

const shop = useServer({ ttlSeconds: 0.05 })

describe('indexes', () => {
  it('are counted with the collections of a database', async () => {
    const db = shop.client.db('counted')
    expect(await db.command({ dbStats: 1 })).toMatchObject({ db: 'counted', collections: 0, indexes: 0 })
    await db.createCollection('empty')
    await db.collection('rows').createIndex({ email: 1 })
    expect(await db.command({ dbStats: 1 })).toMatchObject({ collections: 2, indexes: 3 })
    await db.collection('rows').drop()
    expect(await db.command({ dbStats: 1 })).toMatchObject({ collections: 1, indexes: 1 })
  })

  it('guards a unique field, missing counting as null', async () => {
    const users = shop.collection()
    await users.createIndex({ email: 1 }, { unique: true })
    await users.insertOne({ email: 'a' })
    await expect(users.insertOne({ email: 'a' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'a' },
      message: expect.stringContaining('E11000 duplicate key error') as string,
    })
    await users.insertOne({})
    await expect(users.insertOne({ email: null })).rejects.toMatchObject({ code: 11000 })
    await users.insertOne({ email: 'b' })
    await expect(users.updateOne({ email: 'b' }, { $set: { email: 'a' } })).rejects.toMatchObject({ code: 11000 })
    await expect(users.findOneAndUpdate({ email: 'b' }, { $set: { email: 'a' } })).rejects.toMatchObject({
      code: 11000,
    })
    await users.deleteOne({ email: 'a' })
    await users.updateOne({ email: 'b' }, { $set: { email: 'a' } })
  })

  it('distinguishes numbers, texts, dates and booleans in a unique field', async () => {
    const collection = shop.collection()
    await collection.createIndex({ v: 1 }, { unique: true })
    const values = [1, '1', true, 'true', new Date(1), [2], '2', { a: 1 }, { b: 1 }, 'null', null, 1.5, '', '\0null']
    await collection.insertMany(values.map((v) => ({ v })))
    for (const v of values) expect((await collection.find({ v: v as never }).toArray()).length).toBe(1)
    await collection.insertOne({ v: [] })
    await expect(collection.insertOne({ v: 2 })).rejects.toMatchObject({ code: 11000 })
    await expect(collection.insertOne({ v: { a: 1 } })).rejects.toMatchObject({ code: 11000 })
  })

  it('guards several fields together', async () => {
    const collection = shop.collection()
    await collection.createIndex({ brand: 1, name: 1 }, { unique: true })
    await collection.insertMany([
      { brand: 'a', name: 'bc' },
      { brand: 'ab', name: 'c' },
      { brand: 'a', name: 'b' },
      { brand: 1, name: 'b' },
      { brand: '1', name: 'b' },
    ])
    await expect(collection.insertOne({ brand: 'a', name: 'b' })).rejects.toMatchObject({
      keyValue: { brand: 'a', name: 'b' },
    })
    expect(await collection.countDocuments({ brand: 'a' })).toBe(2)
  })

  it('leaves missing fields out of a sparse index', async () => {
    const collection = shop.collection()
    await collection.createIndex({ sku: 1 }, { unique: true, sparse: true })
    await collection.insertMany([{}, {}, { sku: 'a' }])
    await expect(collection.insertOne({ sku: 'a' })).rejects.toMatchObject({ code: 11000 })
    expect(await collection.countDocuments({ sku: null as never })).toBe(2)
  })

  it('leaves elements without the field out of a sparse index', async () => {
    const collection = shop.collection()
    await collection.createIndex({ 'parts.sku': 1 }, { unique: true, sparse: true })
    await collection.insertMany([{ parts: [{ sku: 'a' }, {}] }, { parts: [{}, { sku: 'b' }] }, { parts: [{}] }])
    await expect(collection.insertOne({ parts: [{}, { sku: 'b' }] })).rejects.toMatchObject({ code: 11000 })
    await collection.insertOne({ parts: [{ sku: null }] })
    await expect(collection.insertOne({ parts: [{ sku: null }] })).rejects.toMatchObject({ code: 11000 })
    expect(await collection.countDocuments({ 'parts.sku': 'b' })).toBe(1)
    expect(await collection.countDocuments({ 'parts.sku': { $exists: true } })).toBe(3)
    expect(await collection.countDocuments({ 'parts.sku': null as never })).toBe(4)
  })

  it('holds in a sparse index of several fields what has one of them', async () => {
    const collection = shop.collection()
    await collection.createIndex({ brand: 1, sku: 1 }, { unique: true, sparse: true })
    await collection.insertMany([{}, {}, { brand: 'a' }, { brand: 'a', sku: 'x' }, { sku: 'x' }])
    await expect(collection.insertOne({ brand: 'a' })).rejects.toMatchObject({ code: 11000 })
    await expect(collection.insertOne({ sku: 'x' })).rejects.toMatchObject({ code: 11000 })
  })

  it('guards only what a partial index holds, and finds the rest all the same', async () => {
    const collection = shop.collection()
    await collection.createIndex({ sku: 1 }, { unique: true, partialFilterExpression: { sku: { $exists: true } } })
    await collection.createIndex({ user: 1 }, { unique: true, partialFilterExpression: { open: { $exists: true } } })
    await collection.insertMany([{ sku: null, user: 1 }, { user: 1 }, { user: 2 }, { sku: 'a', user: 1, open: true }])
    await expect(collection.insertOne({ sku: 'a' })).rejects.toMatchObject({ code: 11000 })
    await expect(collection.insertOne({ user: 1, open: true })).rejects.toMatchObject({ code: 11000 })
    expect(await collection.countDocuments({ user: 1 })).toBe(3)
    expect(await collection.countDocuments({ user: 1, open: true })).toBe(1)
    await collection.updateOne({ sku: 'a' }, { $unset: { open: '' } })
    await collection.insertOne({ user: 1, open: true })
  })

  it('finds without a partial index what it leaves out', async () => {
    const collection = shop.collection()
    await collection.createIndex({ user: 1 }, { partialFilterExpression: { open: { $exists: true } } })
    await collection.insertMany([{ user: 1 }, { user: 1, open: null }, { user: 1, open: true }, { user: 2 }])
    expect(await collection.countDocuments({ user: 1, open: null as never })).toBe(2)
    expect(await collection.countDocuments({ user: 1, open: { $in: [true, null] } as never })).toBe(3)
    expect(await collection.countDocuments({ user: 1, open: true })).toBe(1)
    await collection.createIndex({ words: 1 }, { partialFilterExpression: { open: { $exists: true } } })
    await collection.insertMany([{ words: ['ada'] }, { words: ['adam'], open: true }, { words: ['bea'], open: true }])
    expect(await collection.countDocuments({ words: { $elemMatch: { $gte: 'ad', $lt: 'ad\uffff' } } })).toBe(2)
  })

  it('lets exactly one of many through', async () => {
    const collection = shop.collection()
    await collection.createIndex({ key: 1 }, { unique: true })
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => collection.insertOne({ key: 'same', i })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(
      results.filter((result) => result.status === 'rejected' && (result.reason as { code: number }).code === 11000)
        .length,
    ).toBe(49)
  })

  it('builds over existing documents and refuses duplicates among them', async () => {
    const collection = shop.collection()
    await collection.insertMany([
      { a: 1, b: 1 },
      { a: 1, b: 2 },
    ])
    await expect(collection.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 })
    expect(await collection.createIndex({ b: 1 }, { unique: true })).toBe('b_1')
    expect(await collection.createIndex({ b: 1 }, { unique: true })).toBe('b_1')
    await expect(collection.createIndex({ b: 1 })).rejects.toMatchObject({ code: 86 })
    await expect(collection.createIndex({ t: 'text' })).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining('text') as string,
    })
    await expect(collection.createIndex({ t: 1 }, { collation: { locale: 'de' } })).rejects.toMatchObject({ code: 238 })
    await expect(collection.createIndex({ _id: 1 })).rejects.toMatchObject({ code: 238 })
    await expect(collection.createIndex({ _id: 1 }, { sparse: true })).rejects.toMatchObject({ code: 197 })
    await expect(collection.createIndex({ 't.a': 1, 't.b': 1 })).rejects.toMatchObject({ code: 238 })
    await expect(
      collection.createIndex({ t: 1 }, { partialFilterExpression: { t: { $gt: 1 } } }),
    ).rejects.toMatchObject({ code: 238 })
    await expect(collection.createIndex({ t: 1 }, { partialFilterExpression: { t: 1 } })).rejects.toMatchObject({
      code: 238,
    })
    await expect(
      collection.createIndex({ t: 1 }, { partialFilterExpression: { t: { $exists: true } }, sparse: true }),
    ).rejects.toMatchObject({ code: 67 })
  })

  it('refuses as expiry what is no number of seconds, and one of several fields', async () => {
    const { run, close } = openStore()
    const index = (expireAfterSeconds: unknown, key: Document = { at: 1 }) =>
      run({ createIndexes: 'rows', indexes: [{ key, name: String(expireAfterSeconds), expireAfterSeconds }] })
    for (const seconds of [-1, -0.5, Number.NaN, 2 ** 31, Infinity, '5', null, true, {}])
      expect(await index(seconds), String(seconds)).toMatchObject({ ok: 0, code: 67 })
    expect(await index(1, { at: 1, by: 1 })).toMatchObject({ ok: 0, code: 67 })
    expect(await index(1, { at: 1, _id: 1 })).toMatchObject({ ok: 0, code: 67 })
    expect(await index(1, { _id: 1 })).toMatchObject({ ok: 0, code: 197 })
    expect(await index(0.5)).toMatchObject({ ok: 0, code: 238 })
    expect(await index(0)).toMatchObject({ ok: 1 })
    expect(await index(2 ** 31 - 1, { until: 1 })).toMatchObject({ ok: 1 })
    await close()
  })

  it('refuses a second one that differs in its name or its expiry alone', async () => {
    const { run, close } = openStore()
    const index = (name: string, spec: Document) =>
      run({ createIndexes: 'rows', indexes: [{ key: { at: 1 }, name, ...spec }] })
    const spec = { expireAfterSeconds: 5 }
    expect(await index('one', spec)).toMatchObject({ ok: 1 })
    expect(await index('one', spec)).toMatchObject({ ok: 1 })
    expect(await index('one', { expireAfterSeconds: 6 })).toMatchObject({ ok: 0, code: 85 })
    expect(await index('other', spec)).toMatchObject({ ok: 0, code: 85 })
    expect(await index('other', {})).toMatchObject({ ok: 0, code: 85 })
    expect(await index('one', { unique: true })).toMatchObject({ ok: 0, code: 86 })
    const others: [string, Document][] = [
      ['unique', { unique: true }],
      ['sparse', { sparse: true }],
      ['partial', { partialFilterExpression: { a: { $exists: true } } }],
      ['down', { key: { at: -1 } }],
    ]
    for (const [name, other] of others) expect(await index(name, other), name).toMatchObject({ ok: 1 })
    await close()
  })

  it('takes _id at the end of a key, and nowhere else', async () => {
    const collection = shop.collection()
    await collection.createIndex({ price: -1, _id: 1 })
    await collection.insertMany([
      { _id: 1, price: 5 },
      { _id: 2, price: 7 },
      { _id: 3, price: 7 },
    ] as never)
    const dearest = await collection.find({ price: 7 }).sort({ price: -1, _id: 1 }).toArray()
    expect(dearest.map(({ _id }) => _id)).toEqual([2, 3])
    for (const key of [
      { _id: 1, price: 1 },
      { price: 1, _id: 1, name: 1 },
    ])
      await expect(collection.createIndex(key as never)).rejects.toMatchObject({ code: 238 })
    await expect(collection.createIndex({ name: 1, _id: 1 }, { unique: true })).rejects.toMatchObject({ code: 238 })
  })

  it('refuses a document with arrays in two fields of one index', async () => {
    const collection = shop.collection()
    await collection.createIndex({ a: 1, b: 1 })
    await collection.insertOne({ a: [1, 2], b: 1 })
    await expect(collection.insertOne({ a: [1, 2], b: [3, 4] })).rejects.toMatchObject({ code: 171 })
    await expect(collection.insertOne({ a: [1], b: [3] })).rejects.toMatchObject({ code: 171 })
    await expect(collection.updateOne({}, { $set: { b: [1, 2] } })).rejects.toMatchObject({ code: 171 })
    expect(await collection.countDocuments({ a: 2, b: 1 })).toBe(1)
  })

  it('removes what has expired, and nothing else', async () => {
    const sessions = shop.collection()
    await sessions.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 })
    await sessions.insertMany([
      { _id: 1, expiresAt: new Date(Date.now() - 1000) },
      { _id: 2, expiresAt: new Date(Date.now() + 60_000) },
      { _id: 3 },
      { _id: 4, expiresAt: 'soon' },
    ] as never)
    await eventually(async () => (await sessions.findOne({ _id: 1 } as never)) === null)
    expect((await sessions.find().toArray()).map(({ _id }) => _id)).toEqual([2, 3, 4])
  })

  it('removes of a partial index only what stands in it', async () => {
    const carts = shop.collection()
    const partialFilterExpression = { isOver: { $exists: true } }
    await carts.createIndex({ at: 1 }, { expireAfterSeconds: 0, partialFilterExpression })
    await carts.insertMany([
      { _id: 1, at: new Date(0) },
      { _id: 2, at: new Date(0), isOver: true },
    ] as never)
    await eventually(async () => (await carts.findOne({ _id: 2 } as never)) === null)
    expect((await carts.find().toArray()).map(({ _id }) => _id)).toEqual([1])
  })

  it('removes what has expired so many seconds ago as its index says', async () => {
    const { store, run, close } = openStore()
    const now = Date.UTC(2026, 10, 30)
    const ago = (ms: number) => new Date(now - ms)
    await run({ createIndexes: 'rows', indexes: [{ key: { at: 1 }, name: 'at', expireAfterSeconds: 100 }] })
    const dates = [ago(99_999), ago(100_000), ago(100_001), [ago(0), ago(100_000)], [ago(0)], [], null, 5]
    await run({ insert: 'rows', documents: dates.map((at, _id) => encode({ _id, at })) })
    await removeExpired(store, now)
    const { cursor } = await run({ find: 'rows' })
    expect((cursor as { firstBatch: Document[] }).firstBatch.map(({ _id }) => _id)).toEqual([0, 4, 5, 6, 7])
    await close()
  })

  it('looks once an hour at all that may expire, and in between at what does within the hour', async () => {
    const { disk, store, run, close } = openStore({ cacheBytes: 1024 })
    const [hour, start] = [3_600_000, Date.UTC(2026, 10, 30)]
    await run({ createIndexes: 'rows', indexes: [{ key: { at: 1 }, name: 'at', expireAfterSeconds: 0 }] })
    const at = (ms: number) => new Date(start + ms)
    const documents = [0.5, 0.5, ...Array<number>(1000).fill(48)].map((n, _id) => encode({ _id, at: at(n * hour) }))
    await run({ insert: 'rows', documents })
    const read = disk.readTransient.bind(disk)
    let reads = 0
    disk.readTransient = (...place) => {
      reads++
      return read(...place)
    }
    const left = async () => {
      const { cursor } = await run({ find: 'rows', filter: { at: { $lt: at(40 * hour) } } })
      return (cursor as { firstBatch: Document[] }).firstBatch.map(({ _id }) => _id)
    }
    const readsOf = async (now: number) => {
      reads = 0
      await removeExpired(store, start + now)
      return reads
    }
    expect(await readsOf(0)).toBeGreaterThan(900)
    expect(await readsOf(0.1 * hour)).toBeLessThan(10)
    // What comes, or comes nearer, meanwhile is not left to the next pass; what is put off stays.
    await run({ insert: 'rows', documents: [encode({ _id: 2000, at: at(0.2 * hour) })] })
    const moved = [
      { q: { _id: 5 }, u: { $set: { at: at(0.3 * hour) } } },
      { q: { _id: 1 }, u: { $set: { at: at(30 * hour) } } },
    ]
    await run({ update: 'rows', updates: moved })
    expect(await readsOf(0.4 * hour)).toBeLessThan(20)
    expect(await left()).toEqual([0, 1])
    expect(await readsOf(0.9 * hour)).toBeLessThan(20)
    expect(await left()).toEqual([1])
    expect(await readsOf(hour)).toBeGreaterThan(900)
    expect(await left()).toEqual([1])
    await readsOf(30 * hour)
    expect(await left()).toEqual([])
    await close()
  })

  it('looks at everything again after a look that ended early', async () => {
    const { disk, store, run, close } = openStore({ cacheBytes: 1024 })
    await run({ createIndexes: 'rows', indexes: [{ key: { at: 1 }, name: 'at', expireAfterSeconds: 0 }] })
    const documents = Array.from({ length: 50_000 }, (_, _id) => encode({ _id, at: new Date(_id < 49_999 ? 9e12 : 0) }))
    await run({ insert: 'rows', documents })
    const removing = removeExpired(store)
    const usable = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(disk), 'isUsable')!
    Object.defineProperty(disk, 'isUsable', { configurable: true, value: false })
    await removing
    expect(store.find('shop', 'rows')?.documents.byId.has(49_999)).toBe(true)
    Object.defineProperty(disk, 'isUsable', usable)
    await removeExpired(store)
    expect(store.find('shop', 'rows')?.documents.byId.has(49_999)).toBe(false)
    await close()
  })

  it('removes nothing while the disk takes no writes', async () => {
    const { disk, run, close } = openStore()
    await run({ createIndexes: 'rows', indexes: [{ key: { at: 1 }, name: 'at', expireAfterSeconds: 0 }] })
    await run({ insert: 'rows', documents: [encode({ _id: 1, at: new Date(0) })] })
    const full = disk.successor('the disk is full')
    const store = new Store(full, 1024)
    loadAll(store)
    await removeExpired(store)
    expect(store.find('shop', 'rows')?.documents.byId.size).toBe(1)
    await close()
  })

  it('leaves what a transaction holds for the next time, and removes the rest', async () => {
    const { store, run, close } = openStore()
    const at = new Date()
    await run({ createIndexes: 'rows', indexes: [{ key: { at: 1 }, name: 'at', expireAfterSeconds: 0 }] })
    await run({ insert: 'rows', documents: [1, 2].map((_id) => encode({ _id, at })) })
    const transaction = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false }
    const updates = [{ q: { _id: 1 }, u: { $set: { n: 1 } } }]
    await run({ update: 'rows', updates, ...transaction, startTransaction: true })
    await removeExpired(store)
    expect(await run({ find: 'rows' })).toMatchObject({ cursor: { firstBatch: [{ _id: 1 }] } })
    expect(await run({ commitTransaction: 1, ...transaction })).toMatchObject({ ok: 1 })
    await removeExpired(store)
    expect(await run({ find: 'rows' })).toMatchObject({ cursor: { firstBatch: [] } })
    await close()
  })

  it('waits for a file that is opened again while it looks for what has expired', async () => {
    const { disk, store, run, close } = openStore({ cacheBytes: 1024 })
    await run({ createIndexes: 'rows', indexes: [{ key: { at: 1 }, name: 'at', expireAfterSeconds: 0 }] })
    await run({ insert: 'rows', documents: Array.from({ length: 20_000 }, (_, _id) => encode({ _id })) })
    const [reopen, read] = [disk.reopen.bind(disk), disk.readTransient.bind(disk)]
    let state: 'before' | 'meanwhile' | 'after' = 'before'
    const reads = { before: 0, meanwhile: 0, after: 0 }
    disk.readTransient = (...place) => {
      reads[state]++
      return read(...place)
    }
    disk.reopen = async () => {
      state = 'meanwhile'
      await reopen()
      for (let turn = 0; turn < 3; turn++) await endOfTurn()
      state = 'after'
    }
    const removing = removeExpired(store)
    await disk.allowWrites()
    await removing
    expect(reads.meanwhile).toBe(0)
    expect(reads.before).toBeGreaterThan(0)
    expect(reads.after).toBeGreaterThan(0)
    await close()
  })

  it('ends when the collection is dropped in which it looks for what has expired', async () => {
    const { store, run, close } = openStore({ cacheBytes: 1024 })
    await run({ createIndexes: 'rows', indexes: [{ key: { at: 1 }, name: 'at', expireAfterSeconds: 0 }] })
    await run({ insert: 'rows', documents: Array.from({ length: 20_000 }, (_, _id) => encode({ _id })) })
    const removing = removeExpired(store)
    await Promise.all([run({ drop: 'rows' }), removing])
    await close()
  })

  it('lets others through while it looks for what has expired', async () => {
    const { store, run, close } = openStore({ cacheBytes: 1024 })
    const gone = new Date(Date.now() - 1000)
    const total = 20_000
    for (const name of ['rows', 'dropped']) {
      await run({ createIndexes: name, indexes: [{ key: { at: 1 }, name: 'at', expireAfterSeconds: 0 }] })
      const documents = Array.from({ length: total }, (_, _id) => encode({ _id, at: _id % 1000 === 999 ? gone : _id }))
      await run({ insert: name, documents })
    }
    const last = { _id: total - 1 }
    let turns = 0
    const removing = { isOver: false }
    const others = async () => {
      const kept = run({ update: 'rows', updates: [{ q: last, u: { $set: { at: 'kept' } } }] })
      let dropped: Promise<Document> | undefined
      for (; !removing.isOver; turns++) {
        if (turns === 1) dropped = run({ drop: 'dropped' })
        await endOfTurn()
      }
      await Promise.all([kept, dropped])
    }
    const over = others()
    await removeExpired(store)
    removing.isOver = true
    await over
    expect(turns).toBeGreaterThan(1)
    const left = await run({ find: 'rows', filter: { at: { $lt: new Date() } } })
    expect(left).toMatchObject({ cursor: { firstBatch: [] } })
    expect(await run({ find: 'rows', filter: last })).toMatchObject({
      cursor: { firstBatch: [{ ...last, at: 'kept' }] },
    })
    await close()
  })
})
