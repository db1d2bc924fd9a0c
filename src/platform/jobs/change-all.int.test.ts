import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Collection } from '../database/database.ts'
import { changeAll } from './change-all.ts'
import { outboxRowsOf, type OutboxRow } from './outbox-row.ts'

let db: TestDatabase
let rows: Collection<OutboxRow>
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(async () => {
  rows = outboxRowsOf(db.database)
  await rows.deleteMany({})
})
afterAll(() => db.drop())

const time = new Date('2026-03-14T12:00:00Z')

async function store(count: number, queue = 'orders'): Promise<void> {
  const common = { name: 'send-label', queue, payload: {}, status: 'delayed', delivery: 0, attempts: 0 } as const
  const times = { notBefore: time, createdAt: time, leaseUntil: null, failedAt: null, expiresAt: null, lastError: null }
  await rows.insertMany(
    Array.from({ length: count }, (_, number) => ({ _id: `${queue} ${number}`, ...common, ...times })),
  )
}
const change = () => changeAll(rows, { status: 'delayed', queue: 'orders' }, { $set: { status: 'queued' } })
const countOf = (which: Partial<OutboxRow>) => rows.countDocuments(which)

it.each([0, 1, 499, 500, 501, 1000])('changes %i rows by commands of five hundred, and no others', async (count) => {
  if (count > 0) await store(count)
  await store(1, 'mail')
  const updateMany = vi.spyOn(rows, 'updateMany')
  expect(await change()).toBe(count)
  expect(updateMany).toHaveBeenCalledTimes(Math.ceil(count / 500))
  expect([await countOf({ status: 'queued' }), await countOf({ queue: 'mail', status: 'delayed' })]).toEqual([count, 1])
})

it('neither changes nor counts a row that no longer matches when its turn comes', async () => {
  await store(3)
  const updateMany = rows.updateMany.bind(rows)
  vi.spyOn(rows, 'updateMany').mockImplementationOnce(async (...given) => {
    await rows.updateOne({ _id: 'orders 1' }, { $set: { status: 'done' } })
    return updateMany(...given)
  })
  expect(await change()).toBe(2)
  expect(await countOf({ status: 'done' })).toBe(1)
})
