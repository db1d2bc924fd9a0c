import { describe, expect, it } from 'vitest'
import { encode } from '../src/bson-bytes.ts'
import { openStore, useServer } from './fixture.ts'

const shop = useServer()

async function run(documents: Record<string, unknown>[], pipeline: Record<string, unknown>[]): Promise<unknown[]> {
  const collection = shop.collection()
  if (documents.length > 0) await collection.insertMany(documents)
  return collection.aggregate(pipeline).toArray()
}

const orders = [
  {
    _id: 1,
    by: 'a',
    cents: 500,
    at: new Date('2026-03-08T04:30:00Z'),
    lines: [
      { sku: 'x', n: 2 },
      { sku: 'y', n: 1 },
    ],
  },
  { _id: 2, by: 'b', cents: 250, at: new Date('2026-03-08T23:59:59Z'), lines: [{ sku: 'x', n: 1 }] },
  { _id: 3, by: 'a', cents: 100, at: new Date('2026-07-01T00:00:00Z'), lines: [] },
  { _id: 4, by: null, cents: 'none', at: null },
]

const cases: [string, Record<string, unknown>[], unknown[]][] = [
  [
    'groups with every accumulator',
    [
      {
        $group: {
          _id: '$by',
          sum: { $sum: '$cents' },
          n: { $sum: 1 },
          min: { $min: '$cents' },
          max: { $max: '$cents' },
          last: { $last: '$_id' },
          missing: { $last: '$nothing' },
        },
      },
      { $sort: { sum: -1 } },
    ],
    [
      { _id: 'a', sum: 600, n: 2, min: 100, max: 500, last: 3, missing: null },
      { _id: 'b', sum: 250, n: 1, min: 250, max: 250, last: 2, missing: null },
      { _id: null, sum: 0, n: 1, min: 'none', max: 'none', last: 4, missing: null },
    ],
  ],
  ['groups everything into one', [{ $group: { _id: null, n: { $sum: '$cents' } } }], [{ _id: null, n: 850 }]],
  ['groups nothing into nothing', [{ $match: { by: 'z' } }, { $group: { _id: null, n: { $sum: 1 } } }], []],
  [
    'groups by several values, days among them',
    [
      { $match: { by: { $ne: 'b' } } },
      { $group: { _id: { by: '$by', day: { $dateToString: { format: '%Y-%m-%d', date: '$at' } } }, n: { $sum: 1 } } },
      { $sort: { '_id.day': -1 } },
    ],
    [
      { _id: { by: 'a', day: '2026-07-01' }, n: 1 },
      { _id: { by: 'a', day: '2026-03-08' }, n: 1 },
      { _id: { by: null, day: null }, n: 1 },
    ],
  ],
  [
    'adds up the elements of arrays',
    [
      { $unwind: '$lines' },
      { $group: { _id: '$lines.sku', cents: { $sum: { $multiply: ['$cents', '$lines.n'] } } } },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 'x', cents: 1250 },
      { _id: 'y', cents: 500 },
    ],
  ],
  [
    'multiplies by nothing to nothing',
    [{ $match: { _id: 1 } }, { $group: { _id: { $multiply: ['$cents', '$nothing'] } } }],
    [{ _id: null }],
  ],
  [
    'sorts and limits before and after groups',
    [
      { $sort: { _id: -1 } },
      { $limit: 3 },
      { $group: { _id: '$by', last: { $last: '$_id' } } },
      { $sort: { last: -1 } },
      { $limit: 2 },
    ],
    [
      { _id: null, last: 4 },
      { _id: 'a', last: 3 },
    ],
  ],
  [
    'sorts before a group by what the group does not read',
    [{ $match: { _id: { $lt: 4 } } }, { $sort: { at: -1 } }, { $group: { _id: null, last: { $last: '$_id' } } }],
    [{ _id: null, last: 1 }],
  ],
  [
    'leaves null out of the least and the greatest',
    [{ $group: { _id: null, min: { $min: '$at' }, max: { $max: '$at' } } }],
    [{ _id: null, min: orders[0]!.at, max: orders[2]!.at }],
  ],
  ['answers whole documents without a group', [{ $match: { _id: 4 } }, { $limit: 1 }], [orders[3]]],
]

it.each(cases)('%s', async (_, pipeline, expected) => {
  expect(await run(orders, pipeline)).toEqual(expected)
})

it('keeps a group of one time apart from its text', async () => {
  const documents = [{ v: 1 }, { v: '1' }, { v: true }, { v: null }, {}, { v: [1] }, { v: { a: 1 } }, { v: 1 }]
  expect(await run(documents, [{ $group: { _id: '$v', n: { $sum: 1 } } }])).toEqual([
    { _id: 1, n: 2 },
    { _id: '1', n: 1 },
    { _id: true, n: 1 },
    { _id: null, n: 2 },
    { _id: [1], n: 1 },
    { _id: { a: 1 }, n: 1 },
  ])
  const rest = [{ $match: { v: null } }, { $group: { _id: { v: '$v' }, n: { $sum: 1 } } }]
  expect(await run(documents, rest)).toEqual([
    { _id: { v: null }, n: 1 },
    { _id: {}, n: 1 },
  ])
})

it.each([
  ['$lookup', [{ $lookup: { from: 'x', as: 'y', pipeline: [] } }]],
  ['$facet', [{ $facet: { a: [] } }]],
  ['$project', [{ $project: { a: 1 } }]],
  ['$count', [{ $count: 'n' }, { $match: { n: { $gt: 100 } } }]],
  ['$avg', [{ $group: { _id: null, a: { $avg: '$x' } } }]],
  ['$add', [{ $group: { _id: { $add: ['$a', 'x'] } } }]],
  ['$divide', [{ $group: { _id: { $divide: ['$a', 0] } } }]],
  ['$literal', [{ $group: { _id: { $literal: '$a' } } }]],
  ['an array in an expression', [{ $group: { _id: ['$a'] } }]],
  ['%H', [{ $group: { _id: { $dateToString: { date: '$at', format: '%H' } } } }]],
  ['timezone', [{ $group: { _id: { $dateToString: { date: '$at', format: '%Y-%m-%d', timezone: 'x' } } } }]],
  ['$$ROOT', [{ $group: { _id: '$$ROOT' } }]],
  ['$where', [{ $match: { $where: '1' } }]],
  ['$match', [{ $limit: 1 }, { $match: { a: 1 } }]],
  ['$skip', [{ $skip: 1 }]],
  ['$unwind', [{ $unwind: { path: '$a', includeArrayIndex: 'i' } }]],
  ['$unwind', [{ $unwind: '$a.b' }]],
  ['2^53', [{ $group: { _id: null, n: { $sum: '$large' } } }]],
])('refuses %s by name', async (name, pipeline) => {
  await expect(run([{ large: Number.MAX_SAFE_INTEGER }, { large: 1 }], pipeline)).rejects.toMatchObject({
    code: 238,
    message: expect.stringContaining(name) as string,
  })
})

it.each([
  ['multiplies a string', 14, { $multiply: ['$text', 2] }],
  ['multiplies true', 14, { $multiply: ['$flag', 2] }],
  ['writes a number as a date', 16006, { $dateToString: { date: '$n', format: '%Y-%m-%d' } }],
])('fails as MongoDB does when it %s', async (_, code, expression) => {
  await expect(run([{ text: 'x', flag: true, n: 5 }], [{ $group: { _id: expression } }])).rejects.toMatchObject({
    code,
  })
})

describe('a count', () => {
  const filters = [
    {},
    { a: 'x' },
    { a: null },
    { a: { $in: ['x', null, 1] } },
    { a: 'x', b: null },
    { a: { $in: ['x', 1] }, b: { $in: [null, true] } },
    { b: true },
    { a: 'x', b: null, c: 1 },
    { a: { $ne: 'x' } },
    { a: [1] },
    { _id: 3 },
    { _id: 3, a: 'x' },
    { kept: 1 },
    { kept: { $exists: true } },
    { 'deep.a': 1 },
    { 'deep.a': null },
  ]
  const values = ['x', null, undefined, 1, ['x', 1], [null, 'x'], [], [['x']], [1], 'x']
  const documents = values.flatMap((a, i) =>
    [null, true, undefined, 'y'].map((b, j) => ({
      _id: 4 * i + j,
      ...(a !== undefined && { a }),
      ...(b !== undefined && { b }),
      ...(i % 3 === 0 && { kept: j % 2 }),
      ...(i % 2 === 0 && { deep: [{ a: j }, { a: 1 }] }),
      c: i % 2,
    })),
  )

  it('is the same with an index that says what matches, and without one', async () => {
    const [bare, indexed] = [shop.collection(), shop.collection()]
    const partialFilterExpression = { kept: { $exists: true } }
    await indexed.createIndexes([
      { key: { a: 1 } },
      { key: { a: 1, b: 1 } },
      { key: { b: 1 }, sparse: true },
      { key: { kept: 1 }, partialFilterExpression },
      { key: { 'deep.a': 1 } },
    ])
    for (const rows of [bare, indexed]) await rows.insertMany(documents as never)
    const counts = (rows: typeof bare) => Promise.all(filters.map((filter) => rows.countDocuments(filter as never)))
    expect(await counts(indexed)).toEqual(await counts(bare))
    const limited = (rows: typeof bare) => rows.countDocuments({ a: 'x' }, { limit: 3 })
    expect(await Promise.all([bare, indexed].map(limited))).toEqual([3, 3])
  })

  it('reads no document where an index says what matches', async () => {
    const { disk, run, close } = openStore({ cacheBytes: 1024 })
    const rows = Array.from({ length: 500 }, (_, _id) => encode({ _id, by: 'one', left: _id % 2 === 0 ? null : 'x' }))
    await run({ createIndexes: 'rows', indexes: [{ key: { by: 1, left: 1 }, name: 'by_left' }] })
    await run({ insert: 'rows', documents: rows })
    const read = disk.readTransient.bind(disk)
    let reads = 0
    disk.readTransient = (...place) => {
      reads++
      return read(...place)
    }
    const $group = { _id: 1, n: { $sum: 1 } }
    const count = () => run({ aggregate: 'rows', pipeline: [{ $match: { by: 'one', left: null } }, { $group }] })
    // The first one builds what the later ones ask.
    await count()
    reads = 0
    expect(await count()).toMatchObject({ cursor: { firstBatch: [{ n: 250 }] } })
    const all = await run({ aggregate: 'rows', pipeline: [{ $match: {} }, { $group }] })
    expect(all).toMatchObject({ cursor: { firstBatch: [{ n: 500 }] } })
    expect(reads).toBe(0)
    await close()
  })
})
