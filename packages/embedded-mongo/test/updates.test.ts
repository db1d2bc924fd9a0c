import { type Document, ObjectId, UUID } from 'mongodb'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { encode } from '../src/bson-bytes.ts'
import { openStore, useServer } from './fixture.ts'

const shop = useServer()

describe('update operators', () => {
  const cases: [string, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>][] = [
    ['sets, also below missing documents', { a: 1 }, { $set: { a: 2, 'b.c': 3 } }, { a: 2, b: { c: 3 } }],
    ['unsets', { a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '', z: '' } }, { b: { d: 2 } }],
    [
      'unsets nothing inside a text or a list',
      { t: 'x', l: [1] },
      { $unset: { 't.length': '', 'l.length': '' } },
      { t: 'x', l: [1] },
    ],
    ['adds to a number, and to nothing', { a: 5 }, { $inc: { a: -7, 'b.c': 2 } }, { a: -2, b: { c: 2 } }],
    ['pushes', { l: [1] }, { $push: { l: [2], m: 'x' } }, { l: [1, [2]], m: ['x'] }],
    ['pushes null', { l: [1] }, { $push: { l: null } }, { l: [1, null] }],
    ['pushes several', { l: [1, 2] }, { $push: { l: { $each: [3, { a: 4 }] } } }, { l: [1, 2, 3, { a: 4 }] }],
    ['leaves what only an upsert sets', { a: 1 }, { $setOnInsert: { a: 9 }, $set: { b: 1 } }, { a: 1, b: 1 }],
  ]
  it.each(cases)('%s', async (_, before, update, after) => {
    const collection = shop.collection()
    await collection.insertOne({ _id: 1, ...before } as never)
    expect(await collection.updateOne({ _id: 1 } as never, update)).toMatchObject({ matchedCount: 1 })
    expect(await collection.findOne({})).toEqual({ _id: 1, ...after })
  })

  it('puts new fields in the order of their names, behind those that were there', async () => {
    const collection = shop.collection()
    const update: Record<string, unknown> = { $set: { d: 1, b: { z: 1, y: 1 }, z: 2 }, $inc: { c: 1 }, $push: { a: 1 } }
    const names = async () => Object.keys((await collection.findOne({}))!)
    await collection.insertOne({ _id: 1, z: 1, y: 1 } as never)
    await collection.updateOne({ _id: 1 } as never, update)
    expect(await names()).toEqual(['_id', 'z', 'y', 'a', 'b', 'c', 'd'])
    await collection.deleteMany({})
    await collection.updateOne({ x: 1, w: 1 }, update, { upsert: true })
    expect(await names()).toEqual(['_id', 'x', 'w', 'a', 'b', 'c', 'd', 'z'])
  })

  const refused: [string, Record<string, unknown>, number][] = [
    ['adding to a text', { $inc: { text: 1 } }, 14],
    ['adding a text', { $inc: { n: 'x' } }, 14],
    ['pushing on a number', { $push: { n: 1 } }, 2],
    ['setting below a number', { $set: { 'n.x': 1 } }, 28],
    ['two changes of one field', { $set: { n: 1 }, $inc: { n: 1 } }, 40],
    ['a field and one below it', { $set: { 'a.b': 1, a: 2 } }, 40],
    ['another _id', { $set: { _id: 2 } }, 66],
    ['an unknown operator', { $rename: { n: 'm' } }, 238],
    ['a positional path', { $set: { 'l.$.x': 1 } }, 238],
    ['a filtered path', { $set: { 'l.$[].x': 1 } }, 238],
    ['a position in an array', { $set: { 'l.0.x': 1 } }, 238],
    ['setting below an array', { $set: { 'l.x': 1 } }, 28],
    ['adding to nothing known', { $inc: { nothing: 1 } }, 14],
    ['pushing on null', { $push: { nothing: 1 } }, 2],
    ['an empty name', { $set: { 'a.': 1 } }, 238],
    ['setting below null', { $set: { 'nothing.x': 1 } }, 28],
    ['a field beside operators', { $set: { n: 2 }, n: 3 }, 9],
    ['an operator without fields', { $set: 5 }, 9],
    ['a field beside $each', { $push: { l: { $each: [1], x: 1 } } }, 238],
    ['pushing each of a text', { $push: { l: { $each: 'xy' } } }, 2],
    ['$sort of $push', { $push: { l: { $each: [], $sort: 1 } } }, 238],
    ['$slice of $push', { $push: { l: { $each: [], $slice: 1 } } }, 238],
    ['$addToSet', { $addToSet: { l: 1 } }, 238],
    ['$pull', { $pull: { l: 1 } }, 238],
    ['$min', { $min: { n: 0 } }, 238],
    ['$currentDate', { $currentDate: { at: true } }, 238],
    ['adding up to more than a number holds', { $inc: { large: 1 } }, 238],
  ]
  it.each(refused)('refuses %s and changes nothing', async (_, update, code) => {
    const collection = shop.collection()
    const document = { _id: 1, n: 1, text: 'x', l: [{ x: 0 }], nothing: null, large: Number.MAX_SAFE_INTEGER }
    await collection.insertOne(document as never)
    await expect(collection.updateOne({}, update)).rejects.toMatchObject({ code })
    expect(await collection.findOne({})).toEqual(document)
  })

  it.each([5, null, 'x'])('refuses %j as an update', async (u) => {
    const command = { update: shop.collection().collectionName, updates: [{ q: {}, u, upsert: true }] }
    expect(await shop.db.command(command)).toMatchObject({ n: 0, writeErrors: [{ code: 9 }] })
  })

  it('refuses pipelines and array filters by name', async () => {
    const collection = shop.collection()
    await expect(collection.updateOne({}, [{ $set: { a: 1 } }])).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining('pipeline') as string,
    })
    await expect(collection.updateOne({}, { $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] })).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining('arrayFilters') as string,
    })
  })
})

describe('writes', () => {
  it('counts what matched and what changed', async () => {
    const collection = shop.collection()
    await collection.insertMany([{ a: 1 }, { a: 1 }, { a: 2 }])
    expect(await collection.updateMany({ a: { $gte: 1 } }, { $set: { a: 1 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 1,
    })
    expect(await collection.updateOne({ a: 7 }, { $set: { a: 1 } })).toMatchObject({
      matchedCount: 0,
      modifiedCount: 0,
    })
    expect(await collection.deleteOne({ a: 1 })).toMatchObject({ deletedCount: 1 })
    expect(await collection.deleteMany({})).toMatchObject({ deletedCount: 2 })
  })

  it('upserts with the equalities of the query', async () => {
    const collection = shop.collection()
    const result = await collection.updateOne(
      { sku: 'x', a: { b: 1 }, n: { $gt: 3 } },
      { $set: { price: 5 }, $setOnInsert: { made: true } },
      { upsert: true },
    )
    expect(result).toMatchObject({ upsertedCount: 1, upsertedId: expect.any(ObjectId) as ObjectId })
    expect(await collection.findOne({}, { projection: { _id: 0 } })).toEqual({
      sku: 'x',
      a: { b: 1 },
      price: 5,
      made: true,
    })
    expect(Object.keys((await collection.findOne({}))!)[0]).toBe('_id')
    await collection.updateOne({ _id: 'own' } as never, { $inc: { n: 1 } }, { upsert: true })
    expect(await collection.findOne({ _id: 'own' } as never)).toEqual({ _id: 'own', n: 1 })
  })

  it('refuses an upsert whose query is more than conditions on plain fields', async () => {
    const collection = shop.collection()
    const upsert = (filter: Record<string, unknown>) =>
      collection.updateOne(filter, { $set: { z: 1 } }, { upsert: true })
    await expect(upsert({ $and: [{ a: 1 }] })).rejects.toMatchObject({ code: 238 })
    await expect(upsert({ 'a.b': 1 })).rejects.toMatchObject({ code: 238 })
    await expect(upsert({ $or: [{ a: 1 }] })).rejects.toMatchObject({ code: 238 })
    await expect(upsert({ a: { $in: [1] } })).rejects.toMatchObject({ code: 238 })
    await expect(collection.updateOne({ a: 1 }, { $set: { 'a.b': 1 } }, { upsert: true })).rejects.toMatchObject({
      code: 28,
    })
    await expect(collection.replaceOne({ a: 1 }, { b: 1 })).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining('replacement') as string,
    })
    expect(await collection.countDocuments()).toBe(0)
  })

  it('refuses an _id that is a list', async () => {
    const { run, close } = openStore()
    const documents = [encode({ _id: [1] }), encode({ n: 1, _id: [] })]
    const writeErrors = [{ code: 2 }, { code: 2 }]
    expect(await run({ insert: 'rows', documents, ordered: false })).toMatchObject({ n: 0, writeErrors })
    await close()
  })

  it('refuses an upsert that would give the new document another _id than its query', async () => {
    const collection = shop.collection()
    const upsert = collection.updateOne({ _id: 1 } as never, { $set: { _id: 2 } }, { upsert: true })
    await expect(upsert).rejects.toMatchObject({ code: 66 })
    expect(await collection.countDocuments()).toBe(0)
  })

  it('writes nothing of a command of which one statement is outside the subset', async () => {
    const { run, close } = openStore()
    const upsert = (q: Document) => ({ q, u: { $set: { z: 1 } }, upsert: true })
    const updates = [upsert({ a: 1 }), upsert({ 'a.b': 1 })]
    expect(await run({ update: 'rows', updates })).toMatchObject({ ok: 0, code: 238 })
    expect(await run({ find: 'rows' })).toMatchObject({ cursor: { firstBatch: [] } })
    await close()
  })

  it('does once what an upsert does that had to wait for a transaction', async () => {
    const { run, close } = openStore()
    await run({ createIndexes: 'rows', indexes: [{ key: { key: 1 }, name: 'key', unique: true }] })
    const transaction = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false }
    await run({ insert: 'rows', documents: [encode({ _id: 1, key: 'k' })], ...transaction, startTransaction: true })
    const updates = [{ q: { key: 'k', in: { n: 1 } }, u: { $inc: { 'in.n': 1 } }, upsert: true }]
    const waiting = run({ update: 'rows', updates })
    await run({ abortTransaction: 1, ...transaction })
    expect(await waiting).toMatchObject({ ok: 1, n: 1 })
    expect(await run({ find: 'rows' })).toMatchObject({ cursor: { firstBatch: [{ key: 'k', in: { n: 2 } }] } })
    await close()
  })

  it('counts without gaps and without doubles, by findOneAndUpdate from many sides', async () => {
    const counters = shop.collection()
    const results = await Promise.all(
      Array.from({ length: 100 }, () =>
        counters.findOneAndUpdate(
          { _id: 'orders' } as never,
          { $inc: { value: 1 } },
          { upsert: true, returnDocument: 'after' },
        ),
      ),
    )
    expect(results.map((result) => result!['value'] as number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    )
  })

  it('finds and changes one, showing before or after', async () => {
    const jobs = shop.collection()
    await jobs.insertMany([
      { _id: 1, at: 3 },
      { _id: 2, at: 1 },
    ] as never)
    expect(await jobs.findOneAndUpdate({ at: 1 }, { $set: { at: 9 } })).toEqual({ _id: 2, at: 1 })
    expect(await jobs.findOneAndDelete({ at: 9 })).toEqual({ _id: 2, at: 9 })
    expect(await jobs.findOneAndDelete({ at: 9 })).toBeNull()
    expect(await jobs.findOneAndUpdate({ _id: 7 } as never, { $set: { at: 1 } })).toBeNull()
    expect(await jobs.findOneAndUpdate({ _id: 1 } as never, { $inc: { at: 1 } }, { returnDocument: 'after' })).toEqual({
      _id: 1,
      at: 4,
    })
    await expect(jobs.findOneAndDelete({}, { sort: { at: 1 } })).rejects.toMatchObject({ code: 238 })
  })

  it('changes and shows a document as large as one may be, and refuses a larger one', async () => {
    const collection = shop.collection()
    const largest = 16 * 1024 * 1024
    const text = 'x'.repeat(largest - 100)
    await collection.insertOne({ n: 0, text })
    const changed = await collection.findOneAndUpdate({}, { $inc: { n: 1 } }, { returnDocument: 'after' })
    expect(changed).toMatchObject({ n: 1, text })
    for (const length of [1000, largest - 100])
      await expect(collection.updateOne({}, { $set: { more: 'x'.repeat(length) } })).rejects.toMatchObject({
        code: 10334,
      })
    expect(await collection.countDocuments({ n: 1 })).toBe(1)
  })

  it('says of a duplicate which key it has, however large that is', async () => {
    const collection = shop.collection()
    await collection.createIndex({ key: 1 }, { unique: true })
    const key = 'x'.repeat(9 * 1024 * 1024)
    await collection.insertMany([{ key }, { key: 'y' }])
    await expect(collection.insertOne({ key })).rejects.toMatchObject({ code: 11000, keyValue: { key } })
    await expect(collection.findOneAndUpdate({ key: 'y' }, { $set: { key } })).rejects.toMatchObject({ code: 11000 })
    expect(await collection.countDocuments()).toBe(2)
  })

  it('refuses a path in a few words, however long that is', async () => {
    const collection = shop.collection()
    await collection.insertOne({ a: 5 })
    const update = { $set: { [`a.${'x'.repeat(9 * 1024 * 1024)}`]: 1 } }
    await expect(collection.updateOne({}, update)).rejects.toMatchObject({ code: 28 })
    await expect(collection.findOneAndUpdate({}, update)).rejects.toMatchObject({ code: 28 })
    expect(await collection.countDocuments()).toBe(1)
  })

  it('goes on after an error when unordered and stops when ordered', async () => {
    const collection = shop.collection()
    const documents = [{ _id: 1 }, { _id: 1 }, { _id: 2 }, { _id: 2 }] as never[]
    await expect(collection.insertMany(documents, { ordered: false })).rejects.toMatchObject({
      code: 11000,
      result: { insertedCount: 2 },
      writeErrors: [{ index: 1 }, { index: 3 }],
    })
    await collection.deleteMany({})
    await expect(collection.insertMany(documents)).rejects.toMatchObject({ code: 11000, result: { insertedCount: 1 } })
    expect(await collection.countDocuments()).toBe(1)
  })

  it.each([
    { insert: 'lists', documents: 5 },
    { insert: 'lists', documents: [5] },
    { insert: 'lists' },
    { update: 'lists', updates: { q: {}, u: { $set: { n: 1 } } } },
    { delete: 'lists', deletes: 'all' },
    { delete: 'lists', deletes: [5] },
    { killCursors: 'lists', cursors: 5 },
  ])('refuses what is no list where one belongs: %j', async (command) => {
    const collection = shop.db.collection('lists')
    await collection.updateOne({ n: 0 }, { $set: { n: 0 } }, { upsert: true })
    await expect(shop.db.command(command)).rejects.toMatchObject({ code: 14 })
    expect(await collection.countDocuments({ n: 0 })).toBe(1)
  })

  it.each([
    { update: 'lists', updates: [{ u: { $set: { n: 1 } } }] },
    { delete: 'lists', deletes: [{ limit: 0 }] },
  ])('refuses a statement that does not say which documents it is about: %j', async (command) => {
    const collection = shop.db.collection('lists')
    await collection.updateOne({ n: 0 }, { $set: { n: 0 } }, { upsert: true })
    expect(await shop.db.command(command)).toMatchObject({ n: 0, writeErrors: [{ code: 40414 }] })
    expect(await collection.countDocuments({ n: 0 })).toBe(1)
  })

  it('writes mixed batches', async () => {
    const collection = shop.collection()
    const result = await collection.bulkWrite([
      { insertOne: { document: { _id: 1, a: 1 } as never } },
      { updateOne: { filter: { a: 1 }, update: { $inc: { a: 1 } } } },
      { updateMany: { filter: {}, update: { $set: { b: 1 } } } },
      { updateOne: { filter: { a: 9 }, update: { $set: { c: 9 } }, upsert: true } },
      { updateOne: { filter: { a: 8 }, update: { $set: { c: 8 } }, upsert: true } },
      { deleteOne: { filter: { a: 2 } } },
    ])
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 2, upsertedCount: 2, deletedCount: 1 })
    expect(await collection.find({}, { projection: { _id: 0 } }).toArray()).toEqual([
      { a: 9, c: 9 },
      { a: 8, c: 8 },
    ])
  })

  it('keeps databases apart and drops them', async () => {
    const [one, two] = [shop.client.db('one'), shop.client.db('two')]
    await one.collection('x').insertOne({ a: 1 })
    await two.collection('x').insertOne({ a: 2 })
    await one.dropDatabase()
    expect(await one.collection('x').countDocuments()).toBe(0)
    expect(await two.collection('x').countDocuments()).toBe(1)
    expect((await two.listCollections().toArray()).map(({ name }) => name)).toEqual(['x'])
  })
})

describe('mongoose', () => {
  it('saves, versions, validates and populates as on MongoDB', async () => {
    const connection = await mongoose.createConnection(shop.server.uri.replace('superprinter', 'goose')).asPromise()
    const Author = connection.model(
      'Author',
      new mongoose.Schema({ name: { type: String, unique: true } }, { optimisticConcurrency: true, timestamps: true }),
    )
    const Book = connection.model(
      'Book',
      new mongoose.Schema({
        title: String,
        author: { type: mongoose.Schema.Types.ObjectId, ref: 'Author' },
        tags: [String],
        parts: [{ name: String }],
      }),
    )
    await Promise.all([Author.init(), Book.init()])
    const author = await Author.create({ name: 'Ada' })
    await expect(Author.create({ name: 'Ada' })).rejects.toMatchObject({ code: 11000, keyValue: { name: 'Ada' } })
    const book = await Book.create({
      title: 'T',
      author: author._id,
      tags: ['a', 'b'],
      parts: [{ name: 'p' }, { name: 'q' }],
    })
    book.tags.push('c')
    await book.save()
    const found = await Book.findOne({ tags: 'c' }).populate('author').lean()
    expect(found).toMatchObject({
      tags: ['a', 'b', 'c'],
      author: { name: 'Ada' },
      parts: [{ name: 'p' }, { name: 'q' }],
    })
    const [first, second] = [await Author.findById(author._id), await Author.findById(author._id)]
    first!.name = 'Bea'
    await first!.save()
    second!.name = 'Cleo'
    await expect(second!.save()).rejects.toThrow(mongoose.Error.VersionError)
    expect(await Book.exists({ title: 'T' })).toMatchObject({ _id: book._id })
    await connection.dropDatabase()
    await connection.close()
  })
})
