import { Long } from 'bson'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { encode } from '../src/bson-bytes.ts'
import type { Document } from '../src/errors.ts'
import { openStore } from './fixture.ts'

const total = 250
const minuteMs = 60_000
let shop: ReturnType<typeof openStore>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  shop = openStore()
  await shop.run({ insert: 'rows', documents: Array.from({ length: total }, (_, _id) => encode({ _id })) })
})
afterEach(async () => {
  vi.useRealTimers()
  await shop.close()
})

/** What an answer brings, and the number of the cursor that has the rest; 0 when there is none. */
function read({ cursor }: Document) {
  const { id, ns, firstBatch, nextBatch } = cursor as { id: number; ns: string; [batch: string]: unknown }
  const batch = (firstBatch ?? nextBatch) as Document[]
  return { id, ns, ids: batch.map(({ _id }) => Number(_id)) }
}

const find = async (command: Document = {}) => read(await shop.run({ find: 'rows', ...command }))
const getMore = (id: number, command: Document = {}) =>
  shop.run({ getMore: Long.fromNumber(id), collection: 'rows', ...command })
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const unknown = { ok: 0, code: 43 }

it('brings 101 documents at first, and the others when they are asked for', async () => {
  const first = await find()
  expect(first).toMatchObject({ ids: numbers(0, 101), ns: 'shop.rows' })
  const second = read(await getMore(first.id, { batchSize: 100 }))
  expect(second).toEqual({ ids: numbers(101, 201), id: first.id, ns: 'shop.rows' })
  expect(read(await getMore(first.id))).toEqual({ ids: numbers(201, 250), id: 0, ns: 'shop.rows' })
  expect(await getMore(first.id), 'it is forgotten when all was fetched').toMatchObject(unknown)
})

it('brings as many documents as are asked for, and is open only while some are left', async () => {
  expect(await find({ batchSize: total })).toMatchObject({ id: 0, ids: numbers(0, total) })
  expect(await getMore(0)).toMatchObject(unknown)
  expect(await find({ batchSize: 5, singleBatch: true, limit: 150 })).toMatchObject({ id: 0, ids: numbers(0, 150) })
  expect(await find({ skip: 249 })).toMatchObject({ id: 0, ids: [249] })
  expect(await find({ limit: 0, batchSize: 300 })).toMatchObject({ id: 0, ids: numbers(0, total) })
  const none = await find({ batchSize: 0 })
  expect(none.ids).toEqual([])
  const rest = read(await getMore(none.id, { batchSize: 0 }))
  expect(rest).toMatchObject({ id: 0, ids: numbers(0, total) })
})

it('brings fewer than are asked for where these take long, so that others are answered in between', async () => {
  await shop.run({ insert: 'rows', documents: Array.from({ length: 1000 }, (_, i) => encode({ _id: total + i })) })
  let now = performance.now()
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  const first = await find({ batchSize: 10_000 })
  const second = read(await getMore(first.id, { batchSize: 10_000 }))
  const third = read(await getMore(first.id))
  slow.mockRestore()
  expect([first.ids, second.ids, third]).toMatchObject([
    numbers(0, 500),
    numbers(500, 1000),
    { id: 0, ids: numbers(1000, 1250) },
  ])
})

it('is another than every other one', async () => {
  const [one, other] = [await find({ batchSize: 1 }), await find({ batchSize: 1, skip: 100 })]
  expect(read(await getMore(one.id, { batchSize: 1 })).ids).toEqual([1])
  expect(read(await getMore(other.id, { batchSize: 1 })).ids).toEqual([101])
})

it('is forgotten when it is closed, and closes no other', async () => {
  const [one, other] = [await find(), await find()]
  expect(await shop.run({ killCursors: 'rows', cursors: [one.id] })).toMatchObject({ ok: 1 })
  expect(await getMore(one.id)).toMatchObject(unknown)
  expect(read(await getMore(other.id)).ids).toEqual(numbers(101, total))
})

it('is forgotten when nobody has asked for more for ten minutes, and only then', async () => {
  vi.advanceTimersByTime(60 * minuteMs)
  const [used, unused] = [await find({ batchSize: 10 }), await find({ batchSize: 10 })]
  vi.advanceTimersByTime(9 * minuteMs)
  shop.dispatcher.sweep()
  expect(read(await getMore(used.id, { batchSize: 10 })).ids).toEqual(numbers(10, 20))
  vi.advanceTimersByTime(2 * minuteMs)
  shop.dispatcher.sweep()
  expect(await getMore(unused.id)).toMatchObject(unknown)
  expect(read(await getMore(used.id)).ids).toEqual(numbers(20, total))
})

it.each([{ skip: -1 }, { skip: 1.5 }, { limit: -1 }, { limit: 0.5 }, { batchSize: -1 }, { batchSize: 'x' }])(
  'is none for %j',
  async (command) => {
    expect(await shop.run({ find: 'rows', ...command })).toMatchObject({ ok: 0, code: 2 })
  },
)
