import type { Collection, Document } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { encode } from '../src/bson-bytes.ts'
import { DocumentSet } from '../src/document-set.ts'
import { Entry } from '../src/entry.ts'
import { compileFilter } from '../src/query.ts'
import { useServer, whenBuilt } from './fixture.ts'
import { Random } from './operations.fixture.ts'

const shop = useServer()

interface Order {
  _id: number
  status: string
  keys: string[]
  isDone?: boolean | null
}

const STATUSES = ['open', 'sent', 'lost']
const NAMES = ['ada', 'adam', 'bea', 'cleo', 'cleopatra', 'Zoë', '\u{1f600}', '\ufb01n']

/** More documents than are sorted at once, and the same ones for comparison. */
async function manyOrders(random: Random) {
  const collection = shop.collection() as unknown as Collection<Order>
  await collection.createIndex({ status: 1, _id: -1 })
  await collection.createIndex({ keys: 1 })
  await collection.createIndex({ isDone: 1 })
  const made = Array.from({ length: 4000 }, (_, i): Order => {
    const order = {
      _id: (i * 7919) % 4000,
      status: random.pick(STATUSES),
      keys: random.list(2, () => random.pick(NAMES)),
    }
    const isDone = random.pick([true, null, undefined])
    return isDone === undefined ? order : { ...order, isDone }
  })
  await collection.insertMany(made)
  return { collection, orders: new Map(made.map((order) => [order._id, order])) }
}

describe('documents in the order of their numbers', () => {
  it('are passed over without a look where all before a page match', () => {
    const set = new DocumentSet([{ name: 'of_status', key: { status: 1, _id: -1 } }])
    for (let i = 0; i < 4000; i++) set.replace(undefined, new Entry(i, encode({ _id: i, status: STATUSES[i % 2] })))
    const pageOf = (filter: Document, direction: 1 | -1) => {
      const { entries, skipped } = whenBuilt(() => set.inOrder(compileFilter(filter), { _id: direction }, 1500))!
      return [skipped, ...[...entries].slice(0, 2).map(({ idKey }) => idKey)]
    }
    expect(pageOf({}, -1)).toEqual([1500, 2499, 2498])
    expect(pageOf({}, 1)).toEqual([1500, 1500, 1501])
    expect(pageOf({ status: 'sent' }, -1)).toEqual([1500, 999, 997])
    // Of these each is to be looked at.
    expect(pageOf({ status: 'sent', other: null }, -1)).toEqual([0, 3999, 3997])
    expect(pageOf({ _id: { $gte: 10 } }, 1)).toEqual([0, 10, 11])
  })

  it('are found by group, by range and without a filter, also after changes', async () => {
    const random = new Random(20_261_122)
    const { collection, orders } = await manyOrders(random)
    const check = async (filter: object, matches: (order: Order) => boolean) => {
      for (const direction of [1, -1] as const) {
        const skip = random.below(random.pick([40, 3000]))
        const found = await collection.find(filter).sort({ _id: direction }).skip(skip).limit(25).toArray()
        const expected = [...orders.values()].filter(matches).sort((a, b) => (a._id - b._id) * direction)
        expect(found.map(({ _id: id }) => id)).toEqual(expected.slice(skip, skip + 25).map(({ _id: id }) => id))
      }
      expect(await collection.countDocuments(filter)).toBe([...orders.values()].filter(matches).length)
    }
    const checkAll = async () => {
      await check({}, () => true)
      await check({ status: 'sent' }, ({ status }) => status === 'sent')
      await check({ status: 'sent', keys: { $ne: 'ada' } }, (o) => o.status === 'sent' && !o.keys.includes('ada'))
      await check({ isDone: null }, ({ isDone }) => isDone === undefined || isDone === null)
      await check({ status: { $in: ['sent', 'lost'] } }, ({ status }) => status !== 'open')
      const [one, other] = [random.below(4500), random.below(4500)]
      await check({ _id: { $gte: one } }, ({ _id: id }) => id >= one)
      await check({ _id: { $gt: one, $lt: other } }, ({ _id: id }) => id > one && id < other)
      await check({ _id: { $lte: one }, $and: [{ _id: { $gt: -1 } }] }, ({ _id: id }) => id <= one)
      await check({ _id: { $lt: one }, status: 'sent' }, ({ _id: id, status }) => id < one && status === 'sent')
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      const isBetween = ({ _id: id }: Order) => id >= low && id <= high
      await check(
        { _id: { $gte: low, $lte: high }, keys: { $elemMatch: { $gte: 'a', $lt: 'b' } } },
        (order) => isBetween(order) && order.keys.some((key) => key.startsWith('a')),
      )
      await check(
        { _id: { $gte: low, $lte: high }, $or: [{ status: 'open' }, { keys: 'bea' }] },
        (order) => isBetween(order) && (order.status === 'open' || order.keys.includes('bea')),
      )
      await check({ status: 'sent', isDone: true }, ({ status, isDone }) => status === 'sent' && isDone === true)
      for (const term of ['ad', 'adam', 'cleo', 'nobody', 'Z', '\ud83d', '']) {
        const begins = { keys: { $elemMatch: { $gte: term, $lt: `${term}\uffff` } } }
        const isBefore = (key: string) => Buffer.compare(Buffer.from(key), Buffer.from(`${term}\uffff`)) < 0
        const isFrom = (key: string) => Buffer.compare(Buffer.from(key), Buffer.from(term)) >= 0
        const matches = ({ keys }: Order) => keys.some((key) => isFrom(key) && isBefore(key))
        await check(begins, matches)
        await check({ $or: [begins, { keys: 'bea' }] }, (order) => matches(order) || order.keys.includes('bea'))
        await check({ $or: [{ $and: [begins, { status: 'open' }] }] }, (o) => matches(o) && o.status === 'open')
        for (const [other, alone] of [
          ['b', { $gte: 'b', $lt: 'b\uffff' }],
          ['cleo', { $gte: 'cleo', $lt: 'cleo\uffff' }],
        ] as const) {
          const both = { $and: [begins, { keys: { $elemMatch: alone } }] }
          const matchesBoth = (order: Order) => matches(order) && order.keys.some((key) => key.startsWith(other))
          await check(both, matchesBoth)
          await check({ $or: [both, { keys: 'Zoë' }] }, (order) => matchesBoth(order) || order.keys.includes('Zoë'))
        }
      }
    }
    await checkAll()
    for (let i = 0; i < 300; i++) {
      const id = random.below(5000)
      const order = { status: random.pick(STATUSES), keys: random.list(2, () => random.pick([...NAMES, `new ${i}`])) }
      if (random.chance(30)) {
        await collection.deleteOne({ _id: id })
        orders.delete(id)
      } else {
        await collection.updateOne({ _id: id }, { $set: order, $unset: { isDone: '' } }, { upsert: true })
        orders.set(id, { _id: id, ...order })
      }
    }
    await checkAll()
  })

  it('are found beside documents with other ids', async () => {
    const { collection } = await manyOrders(new Random(1))
    const newest = (filter: object = {}) => collection.find(filter).sort({ _id: -1 }).limit(2).toArray()
    expect((await newest()).map(({ _id: id }) => id)).toEqual([3999, 3998])
    const [newestOpen] = await newest({ status: 'open' })
    await collection.insertOne({ _id: 'text' as never, status: 'open', keys: [] })
    expect((await newest()).map(({ _id: id }) => id)).toEqual(['text', 3999])
    expect((await newest({ status: 'open' })).map(({ _id: id }) => id)).toEqual(['text', newestOpen?._id])
    const above = { _id: { $gte: 3998 } }
    expect((await collection.find(above).sort({ _id: -1 }).toArray()).map(({ _id: id }) => id)).toEqual([3999, 3998])
    expect(await collection.countDocuments(above)).toBe(2)
  })
})

describe('a bounded count', () => {
  it('ends at its limit', async () => {
    const { collection } = await manyOrders(new Random(2))
    expect(await collection.countDocuments({ keys: 'ada' }, { limit: 10 })).toBe(10)
    expect(await collection.countDocuments({}, { limit: 10_000 })).toBe(4000)
  })
})

interface Line {
  _id: string
  at: Date | null
  state: string
}

describe('documents in the order of a date', () => {
  it.each([
    [
      'alone and behind a state',
      [
        { at: -1, _id: 1 },
        { state: 1, at: -1, _id: 1 },
      ],
    ],
    ['behind a state', [{ state: 1, at: -1, _id: 1 }]],
  ] as const)(
    'that an index names %s are found both ways, with a filter and without, also after changes and beside one without a date',
    async (_, keys) => {
      const random = new Random(20_261_123)
      const collection = shop.collection() as unknown as Collection<Line>
      for (const key of keys) await collection.createIndex(key)
      // Before and after 1970, a millisecond apart.
      const someDate = () => new Date(random.below(900) - 450)
      const newLine = (i: number): Line => ({
        _id: `line-${(i * 7919) % 4000}`,
        at: someDate(),
        state: random.pick(STATUSES),
      })
      const lines = new Map(Array.from({ length: 4000 }, (_, i) => newLine(i)).map((line) => [line._id, line]))
      await collection.insertMany([...lines.values()])

      const compareLines = (a: Line, b: Line, byDate: number, byId: number) =>
        ((a.at?.getTime() ?? -Infinity) - (b.at?.getTime() ?? -Infinity)) * byDate ||
        Buffer.compare(Buffer.from(a._id), Buffer.from(b._id)) * byId
      const check = async (filter: Partial<Line>) => {
        for (const byDate of [1, -1] as const) {
          for (const byId of [1, -1] as const) {
            const skip = random.below(60)
            const found = await collection.find(filter).sort({ at: byDate, _id: byId }).skip(skip).limit(40).toArray()
            const expected = [...lines.values()]
              .filter(({ state }) => filter.state === undefined || state === filter.state)
              .sort((a, b) => compareLines(a, b, byDate, byId))
            expect(found.map(({ _id: id }) => id)).toEqual(expected.slice(skip, skip + 40).map(({ _id: id }) => id))
          }
        }
      }
      await check({})
      await check({ state: 'sent' })

      for (let i = 0; i < 300; i++) {
        const id = `line-${random.below(4000)}`
        const line = lines.get(id)
        if (random.below(3) === 0) {
          await collection.deleteOne({ _id: id })
          lines.delete(id)
        } else {
          const change = { at: someDate(), state: random.pick(STATUSES) }
          await collection.updateOne({ _id: id }, { $set: change }, { upsert: line === undefined })
          lines.set(id, { _id: id, ...change })
        }
      }
      await check({})
      await check({ state: 'lost' })

      const undated = { _id: 'line-x', at: null, state: 'sent' }
      await collection.insertOne(undated)
      lines.set(undated._id, undated)
      await check({})
      await collection.deleteOne({ _id: undated._id })
      lines.delete(undated._id)
      await check({ state: 'sent' })
    },
  )

  it('are not read before they are wanted, where an index names the date behind what is asked for', () => {
    const set = new DocumentSet([{ name: 'state_newest', key: { state: 1, at: -1, _id: 1 } }])
    for (let i = 0; i < 3000; i++) {
      const line: Line = { _id: `line-${i}`, at: new Date(i), state: STATUSES[i % 2]! }
      set.replace(undefined, new Entry(i, encode({ ...line })))
    }
    const newest = whenBuilt(() => set.inOrder(compileFilter({ state: 'sent', hidden: null }), { at: -1, _id: 1 }))
    const ids = [...(newest?.entries ?? [])].map(({ idKey }) => idKey)
    expect([ids.length, ...ids.slice(0, 3)]).toEqual([1500, 'line-2999', 'line-2997', 'line-2995'])
    expect(set.inOrder(compileFilter({}), { at: -1, _id: 1 }), 'no index has all of them').toBeUndefined()
  })
})
