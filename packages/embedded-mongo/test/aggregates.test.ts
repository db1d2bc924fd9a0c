import { expect, it } from 'vitest'
import { useServer } from './fixture.ts'

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
  { _id: 2, by: 'b', cents: 250, at: new Date('2026-03-08T12:00:00Z'), lines: [{ sku: 'x', n: 1 }] },
  { _id: 3, by: 'a', cents: 100, at: new Date('2026-07-01T03:59:59Z'), lines: [] },
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
          avg: { $avg: '$cents' },
          min: { $min: '$cents' },
          max: { $max: '$cents' },
          first: { $first: '$_id' },
          last: { $last: '$_id' },
        },
      },
      { $sort: { sum: -1 } },
    ],
    [
      { _id: 'a', sum: 600, n: 2, avg: 300, min: 100, max: 500, first: 1, last: 3 },
      { _id: 'b', sum: 250, n: 1, avg: 250, min: 250, max: 250, first: 2, last: 2 },
      { _id: null, sum: 0, n: 1, avg: null, min: 'none', max: 'none', first: 4, last: 4 },
    ],
  ],
  ['groups everything into one', [{ $group: { _id: null, n: { $sum: '$cents' } } }], [{ _id: null, n: 850 }]],
  [
    'groups by several values',
    [{ $match: { by: 'a' } }, { $group: { _id: { by: '$by', big: { $gt: ['$cents', 200] } }, n: { $sum: 1 } } }],
    [
      { _id: { by: 'a', big: true }, n: 1 },
      { _id: { by: 'a', big: false }, n: 1 },
    ],
  ],
  [
    'unwinds',
    [{ $unwind: '$lines' }, { $group: { _id: '$lines.sku', n: { $sum: '$lines.n' } } }, { $sort: { _id: 1 } }],
    [
      { _id: 'x', n: 3 },
      { _id: 'y', n: 1 },
    ],
  ],
  [
    'unwinds and keeps what is empty',
    [{ $unwind: { path: '$lines', preserveNullAndEmptyArrays: true } }, { $project: { lines: 1 } }],
    [
      { _id: 1, lines: { sku: 'x', n: 2 } },
      { _id: 1, lines: { sku: 'y', n: 1 } },
      { _id: 2, lines: { sku: 'x', n: 1 } },
      { _id: 3 },
      { _id: 4 },
    ],
  ],
  ['counts', [{ $match: { cents: { $gte: 200 } } }, { $count: 'n' }], [{ n: 2 }]],
  ['counts nothing as no row', [{ $match: { by: 'z' } }, { $count: 'n' }], []],
  [
    'sorts, skips and limits',
    [{ $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { by: 1 } }],
    [
      { _id: 3, by: 'a' },
      { _id: 2, by: 'b' },
    ],
  ],
  [
    'runs facets side by side over unchanged documents',
    [
      {
        $facet: {
          bySku: [{ $unwind: '$lines' }, { $group: { _id: '$lines.sku', n: { $sum: 1 } } }],
          lines: [{ $match: { _id: 1 } }, { $project: { _id: 0, lines: 1 } }],
          none: [{ $match: { _id: 9 } }, { $count: 'n' }],
        },
      },
    ],
    [
      {
        bySku: [
          { _id: 'x', n: 2 },
          { _id: 'y', n: 1 },
        ],
        lines: [
          {
            lines: [
              { sku: 'x', n: 2 },
              { sku: 'y', n: 1 },
            ],
          },
        ],
        none: [],
      },
    ],
  ],
  [
    'writes dates in the time zone, daylight saving included',
    [
      {
        $project: {
          day: {
            $dateToString: { date: '$at', format: '%Y-%m-%d %H:%M', timezone: 'America/New_York', onNull: 'never' },
          },
        },
      },
    ],
    [
      { _id: 1, day: '2026-03-07 23:30' },
      { _id: 2, day: '2026-03-08 08:00' },
      { _id: 3, day: '2026-06-30 23:59' },
      { _id: 4, day: 'never' },
    ],
  ],
  [
    'writes dates in UTC by default',
    [{ $limit: 1 }, { $project: { _id: 0, at: { $dateToString: { date: '$at' } } } }],
    [{ at: '2026-03-08T04:30:00.000Z' }],
  ],
  [
    'computes',
    [
      { $match: { _id: 1 } },
      {
        $project: {
          _id: 0,
          total: { $multiply: ['$cents', 2] },
          less: { $subtract: ['$cents', 1] },
          more: { $add: ['$cents', 1, 2] },
          half: { $divide: ['$cents', 2] },
          rest: { $mod: ['$cents', 7] },
          floor: { $floor: 1.7 },
          text: { $concat: ['$by', ' and more', '!'] },
          upper: { $toUpper: '$by' },
          size: { $size: '$lines' },
          skus: '$lines.sku',
          kind: { $cond: [{ $gte: ['$cents', 300] }, 'big', 'small'] },
          other: { $cond: { if: { $eq: ['$missing', null] }, then: 1, else: 2 } },
          instead: { $ifNull: ['$missing', '$by'] },
          has: { $in: ['x', '$lines.sku'] },
          not: { $not: [{ $and: [true, '$cents'] }] },
          or: { $or: [false, 0] },
          literal: { $literal: '$5 off' },
          missing: '$missing',
        },
      },
    ],
    [
      {
        total: 1000,
        less: 499,
        more: 503,
        half: 250,
        rest: 3,
        floor: 1,
        text: 'a and more!',
        upper: 'A',
        size: 2,
        skus: ['x', 'y'],
        kind: 'big',
        other: 2,
        instead: 'a',
        has: true,
        not: false,
        or: false,
        literal: '$5 off',
      },
    ],
  ],
]

it.each(cases)('%s', async (_, pipeline, expected) => {
  expect(await run(orders, pipeline)).toEqual(expected)
})

it('never reads a stored text as a path', async () => {
  expect(
    await run(
      [{ _id: 1, name: '$price', price: 5 }],
      [{ $project: { name: { $concat: ['$name', '!'] }, up: { $toUpper: '$name' } } }],
    ),
  ).toEqual([{ _id: 1, name: '$price!', up: '$PRICE' }])
})

it.each([
  ['$lookup', [{ $lookup: { from: 'x', as: 'y', pipeline: [] } }]],
  ['$addFields', [{ $addFields: { a: 1 } }]],
  ['$bucket', [{ $facet: { a: [{ $bucket: {} }] } }]],
  ['$stdDevPop', [{ $group: { _id: null, a: { $stdDevPop: '$x' } } }]],
  ['$map', [{ $project: { a: { $map: { input: '$x', in: 1 } } } }]],
  ['%V', [{ $project: { a: { $dateToString: { date: '$at', format: '%V' } } } }]],
  ['$$USER_ROLES', [{ $project: { a: '$$USER_ROLES' } }]],
  ['$where', [{ $match: { $where: '1' } }]],
  ['includeArrayIndex', [{ $unwind: { path: '$a', includeArrayIndex: 'i' } }]],
])('refuses %s by name', async (name, pipeline) => {
  await expect(run([], pipeline)).rejects.toMatchObject({ code: 238, message: expect.stringContaining(name) as string })
})
