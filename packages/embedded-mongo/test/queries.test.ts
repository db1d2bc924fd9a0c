import fc from 'fast-check'
import { Decimal128, Long, ObjectId } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { useServer } from './fixture.ts'

const shop = useServer()

describe('queries', () => {
  const rows = [
    {
      _id: 1,
      name: 'Alpha',
      price: 100,
      tags: ['a', 'b'],
      spec: { speed: 38, size: { w: 4 } },
      lines: [
        { sku: 'x', n: 1 },
        { sku: 'y', n: 5 },
      ],
    },
    { _id: 2, name: 'beta', price: 250, tags: [], spec: { speed: 20 }, lines: [{ sku: 'x', n: 9 }] },
    { _id: 3, name: 'Gamma', price: null, tags: ['b'], sold: new Date('2026-01-02') },
    { _id: 4, name: 'дельта €', price: 'free', spec: null, flag: true },
    { _id: 5, price: 1000, tags: ['a', 'a'], spec: { size: { w: 4 }, speed: 38 } },
  ]
  const cases: [string, Record<string, unknown>, number[]][] = [
    ['a number equals', { price: 100 }, [1]],
    ['null matches null and missing', { sold: null }, [1, 2, 4, 5]],
    ['a range only meets its own type', { price: { $gt: 0 } }, [1, 2, 5]],
    ['both ends of a range', { price: { $gte: 100, $lt: 1000 } }, [1, 2]],
    ['text ranges', { name: { $lt: 'a' } }, [1, 3]],
    ['date ranges', { sold: { $lte: new Date('2026-01-02') } }, [3]],
    ['not equal takes missing, too', { price: { $ne: 100 } }, [2, 3, 4, 5]],
    ['one of several', { price: { $in: [100, 'free'] } }, [1, 4]],
    ['one of several, null among them', { spec: { $in: [null] } }, [3, 4]],
    ['none of several', { price: { $nin: [100, 250] } }, [3, 4, 5]],
    ['exists', { price: { $exists: true }, name: { $exists: false } }, [5]],
    ['an array element equals', { tags: 'a' }, [1, 5]],
    ['a whole array equals', { tags: ['b'] }, [3]],
    ['an empty array', { tags: [] }, [2]],
    ['a dotted path', { 'spec.size.w': 4 }, [1, 5]],
    ['a document equals with its order of fields', { spec: { speed: 38, size: { w: 4 } } }, [1]],
    ['nothing below the texts of an array', { 'tags.x': null }, [4]],
    ['a path through an array', { 'lines.n': { $gt: 4 } }, [1, 2]],
    ['one element, scalar conditions', { tags: { $elemMatch: { $gt: 'a', $lt: 'c' } } }, [1, 3]],
    ['either', { $or: [{ price: 100 }, { flag: true }] }, [1, 4]],
    ['both', { $and: [{ tags: 'a' }, { tags: 'b' }] }, [1]],
    ['unicode', { name: 'дельта €' }, [4]],
    ['several ids', { _id: { $in: [5, 2, 9] } }, [2, 5]],
    ['everything', {}, [1, 2, 3, 4, 5]],
  ]

  it.each(cases)('%s', async (_, filter, expected) => {
    const collection = shop.db.collection<(typeof rows)[number]>('rows')
    if ((await collection.countDocuments()) === 0) await collection.insertMany(rows as never)
    const found = await collection
      .find(filter as never)
      .sort({ _id: 1 })
      .toArray()
    expect(found.map(({ _id }) => _id)).toEqual(expected)
    expect(await collection.countDocuments(filter as never)).toBe(expected.length)
  })

  it('sorts by several fields, types in their order', async () => {
    const collection = shop.collection()
    await collection.insertMany([
      { _id: 1, v: true },
      { _id: 2, v: 5 },
      { _id: 3 },
      { _id: 4, v: 'text' },
      { _id: 5, v: new Date(0) },
      { _id: 6, v: 5, w: 1 },
      { _id: 7, v: { a: 1 } },
      { _id: 8, v: null },
      { _id: 9, v: Number.NaN },
    ] as never)
    const ids = async (sort: Record<string, 1 | -1>): Promise<unknown[]> =>
      (await collection.find().sort(sort).toArray()).map(({ _id }) => _id)
    expect(await ids({ v: 1, w: 1, _id: 1 })).toEqual([3, 8, 9, 2, 6, 4, 7, 1, 5])
    expect(await collection.countDocuments({ v: { $lt: 6 } })).toBe(2)
    expect(await ids({ v: -1, w: -1, _id: -1 })).toEqual([5, 1, 7, 4, 6, 2, 9, 8, 3])
    expect((await collection.find().sort({ v: -1 }).skip(1).limit(2).toArray()).map(({ _id }) => _id)).toEqual([1, 7])
  })

  it('includes and excludes top-level fields', async () => {
    const collection = shop.collection()
    await collection.insertOne({ _id: 1, a: 1, b: { c: 2 }, d: [3] } as never)
    const only = (projection: Record<string, number>) => collection.findOne({}, { projection })
    expect(await only({ a: 1 })).toEqual({ _id: 1, a: 1 })
    expect(await only({ a: 1, _id: 0 })).toEqual({ a: 1 })
    expect(await only({ b: 0 })).toEqual({ _id: 1, a: 1, d: [3] })
    expect(await only({ b: 0, _id: 1 })).toEqual({ _id: 1, a: 1, d: [3] })
    expect(await only({ _id: 0 })).toEqual({ a: 1, b: { c: 2 }, d: [3] })
    expect(await only({ _id: 1 })).toEqual({ _id: 1 })
    await expect(only({ a: 1, b: 0 })).rejects.toMatchObject({ code: 31254 })
  })

  it('fetches a large result in batches and forgets a cursor that is closed', async () => {
    const collection = shop.collection()
    await collection.insertMany(Array.from({ length: 1000 }, (_, i) => ({ _id: i }) as never))
    expect((await collection.find().batchSize(7).toArray()).length).toBe(1000)
    const cursor = collection.find().batchSize(10)
    await cursor.next()
    const id = cursor.id!
    await cursor.close()
    await expect(shop.db.command({ getMore: id, collection: collection.collectionName })).rejects.toMatchObject({
      code: 43,
    })
  })

  it('ends a batch before it is larger than a message may be', async () => {
    const collection = shop.collection()
    const text = 'x'.repeat(1024 * 1024)
    await collection.insertMany(Array.from({ length: 20 }, (_, n) => ({ n, text })))
    const { cursor } = await shop.db.command({ find: collection.collectionName, batchSize: 100 })
    expect((cursor as { firstBatch: unknown[] }).firstBatch.length).toBeLessThan(16)
    expect(await collection.find().batchSize(100).toArray()).toHaveLength(20)
  })

  it('keeps a cursor as it was when documents change', async () => {
    const collection = shop.collection()
    await collection.insertMany(Array.from({ length: 300 }, (_, i) => ({ _id: i, v: 0 }) as never))
    const cursor = collection.find().batchSize(100)
    await cursor.next()
    await collection.updateMany({}, { $set: { v: 1 } })
    const rest = await cursor.toArray()
    expect(rest.length).toBe(299)
    expect(rest.every(({ v }) => v === 0)).toBe(true)
  })

  it('carries big documents, deep ones and every type of value', async () => {
    const collection = shop.collection()
    const document = {
      _id: new ObjectId(),
      text: 'ü'.repeat(5_000_000),
      'ключ €': 1,
      long: Long.fromString('9007199254740991'),
      double: 0.1,
      negative: -0,
      date: new Date(0),
      bytes: Buffer.from([1, 2, 3]),
      nested: { a: [{ b: [null, true, [1, 2]] }] },
    }
    await collection.insertOne(document as never)
    const found = (await collection.findOne({ _id: document._id } as never, {
      promoteBuffers: true,
      promoteLongs: false,
    }))!
    expect(found['text']).toBe(document.text)
    expect(found['ключ €']).toEqual(1)
    expect(String(found['long'])).toBe('9007199254740991')
    expect(found['bytes']).toEqual(document.bytes)
    expect(found['nested']).toEqual(document.nested)
    await expect(
      collection.updateOne({ _id: document._id } as never, { $set: { more: 'x'.repeat(8_000_000) } }),
    ).rejects.toMatchObject({ code: 10334 })
  })

  it('finds by an index exactly what a scan finds', async () => {
    const value = fc.oneof(
      fc.integer({ min: -2, max: 3 }),
      fc.constantFrom('a', 'b', null, true, 1.5, new Date(5)),
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
    )
    const scalar = fc.oneof(fc.integer({ min: -2, max: 3 }), fc.constantFrom('a', 'b', null, true, 1.5))
    const document = fc.record(
      { a: value, b: scalar, c: fc.record({ d: value }, { requiredKeys: [] }) },
      { requiredKeys: [] },
    )
    const condition = fc.oneof(
      scalar,
      scalar.map(($ne) => ({ $ne })),
      fc.array(scalar, { maxLength: 3 }).map(($in) => ({ $in })),
      fc.constantFrom(-1, 1.5, 'a').map(($gte) => ({ $gte })),
      fc.boolean().map(($exists) => ({ $exists })),
    )
    const filter = fc.record({ a: condition, b: condition, 'c.d': condition }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 20 }),
        fc.array(filter, { minLength: 1, maxLength: 5 }),
        async (documents, filters) => {
          const [plain, indexed] = [shop.collection(), shop.collection()]
          await indexed.createIndexes([
            { key: { a: 1 } },
            { key: { a: 1, b: 1 } },
            { key: { b: 1 }, sparse: true, name: 'b' },
            { key: { 'c.d': 1 } },
          ])
          if (documents.length > 0)
            for (const one of [plain, indexed])
              await one.insertMany(documents.map((each, i) => ({ _id: i, ...each }) as never))
          for (const each of filters) {
            const ids = async (one: typeof plain): Promise<unknown[]> =>
              (
                await one
                  .find(each as never)
                  .sort({ _id: 1 })
                  .toArray()
              ).map(({ _id }) => _id)
            expect(await ids(indexed)).toEqual(await ids(plain))
          }
          await plain.drop()
          await indexed.drop()
        },
      ),
      { numRuns: 60 },
    )
  })

  it('sorts like a plain comparison of numbers and texts, limits included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ n: fc.integer({ min: 0, max: 9 }), s: fc.string({ unit: 'binary' }) }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 45 }),
        async (documents, limit) => {
          const collection = shop.collection()
          if (documents.length > 0) await collection.insertMany(documents.map((each) => ({ ...each })))
          const found = await collection
            .find({}, { projection: { _id: 0 } })
            .sort({ n: -1, s: 1 })
            .limit(limit)
            .toArray()
          const expected = [...documents]
            .sort((a, b) => b.n - a.n || Buffer.compare(Buffer.from(a.s), Buffer.from(b.s)))
            .slice(0, limit)
          expect(found).toEqual(expected)
          await collection.drop()
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('outside the subset', () => {
  const refused: [string, Record<string, unknown>, string][] = [
    ['$where', { $where: 'true' }, '$where'],
    ['$expr', { $expr: { $eq: [1, 1] } }, '$expr'],
    ['$text', { $text: { $search: 'x' } }, '$text'],
    ['$all', { a: { $all: [1] } }, '$all'],
    ['$near', { a: { $near: [0, 0] } }, '$near'],
    ['$mod', { a: { $mod: [2, 0] } }, '$mod'],
    ['$nor', { $nor: [{ a: 1 }] }, '$nor'],
    ['$not', { a: { $not: { $gt: 1 } } }, '$not'],
    ['$size', { a: { $size: 1 } }, '$size'],
    ['$type', { a: { $type: 'string' } }, '$type'],
    ['$regex', { a: { $regex: 'x' } }, '$regex'],
    ['a pattern', { a: /x/ }, 'BSONRegExp'],
    ['a pattern among values', { a: { $in: [/x/] } }, 'BSONRegExp'],
    ['a position in an array', { 'a.0': 1 }, "'0'"],
    ['an empty name in a path', { 'a.': 1 }, 'empty name'],
    ['a range of arrays', { a: { $gt: [1] } }, '$gt'],
    ['a range of nothing', { a: { $lte: null } }, '$lte'],
    ['$elemMatch on documents', { a: { $elemMatch: { b: 1 } } }, '$elemMatch'],
    ['a range and a Decimal128 in a document', { a: { b: [Decimal128.fromString('1')] } }, 'Decimal128'],
    ['Decimal128', { a: { $gt: Decimal128.fromString('1') } }, 'Decimal128'],
  ]
  it.each(refused)('a query with %s is refused by name', async (_, filter, word) => {
    await expect(shop.collection().find(filter).toArray()).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining(word) as string,
    })
  })

  it('refuses unknown commands and options by name', async () => {
    await expect(shop.db.command({ mapReduce: 'x' })).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining('mapReduce') as string,
    })
    await expect(
      shop
        .collection()
        .find({}, { collation: { locale: 'de' } })
        .toArray(),
    ).rejects.toMatchObject({ code: 238, message: expect.stringContaining('collation') as string })
    await expect(
      shop
        .collection()
        .find({}, { projection: { a: { $slice: 1 } } })
        .toArray(),
    ).rejects.toMatchObject({ code: 238, message: expect.stringContaining('$slice') as string })
    await expect(
      shop
        .collection()
        .find({}, { projection: { 'a.b': 1 } })
        .toArray(),
    ).rejects.toMatchObject({ code: 238, message: expect.stringContaining('a.b') as string })
    const arrays = shop.collection()
    await arrays.insertOne({ a: [1, 2] })
    await expect(arrays.find().sort({ a: 1 }).toArray()).rejects.toMatchObject({
      code: 238,
      message: expect.stringContaining("'a'") as string,
    })
    for (const command of [{ count: 'x' }, { distinct: 'x', key: 'a' }, { listDatabases: 1 }, { buildInfo: 1 }])
      await expect(shop.db.command(command)).rejects.toMatchObject({
        code: 238,
        message: expect.stringContaining(Object.keys(command)[0]!) as string,
      })
    for (const value of [Decimal128.fromString('1.00'), Long.fromString('9007199254740993')]) {
      await expect(shop.collection().insertOne({ value })).rejects.toMatchObject({ code: 238 })
      await expect(shop.collection().findOne({ value: { $in: [value] } })).rejects.toMatchObject({ code: 238 })
    }
  })

  it('refuses __proto__ wherever it is a name, and takes it as a text', async () => {
    const collection = shop.collection()
    const hostile = JSON.parse('{ "__proto__": { "polluted": true } }') as Record<string, unknown>
    await expect(collection.insertOne(hostile)).rejects.toMatchObject({ code: 2 })
    await expect(collection.insertOne({ a: [hostile] })).rejects.toMatchObject({ code: 2 })
    await expect(collection.updateOne({}, { $set: { 'a.__proto__.x': 1 } }, { upsert: true })).rejects.toMatchObject({
      code: 2,
    })
    await expect(collection.find(JSON.parse('{ "a.__proto__": 1 }') as never).toArray()).rejects.toMatchObject({
      code: 2,
    })
    await collection.insertOne({ _id: 1, text: '__proto__', constructor: 'x' } as never)
    expect(await collection.findOne({ text: '__proto__' })).toEqual({ _id: 1, text: '__proto__', constructor: 'x' })
    expect(await collection.countDocuments({ toString: { $exists: true } })).toBe(0)
  })
})
