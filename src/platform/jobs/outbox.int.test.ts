import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { systemClock } from '../time/clock.ts'
import { createDatabaseClock } from '../database/database-clock.ts'
import type { AddJobsDeps } from './add-jobs.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { outboxRowsOf, type Delivery, type OutboxRow } from './outbox-row.ts'
import { sendLabel } from './testing/open-jobs.ts'

const LEASE_MS = 60_000

let db: TestDatabase
let outbox: Outbox
beforeEach(async () => {
  db = await openTestDatabase()
  outbox = openOutbox()
})
afterEach(() => db.drop())

function openOutbox(options: Partial<AddJobsDeps & { readonly leaseMs: number }> = {}): Outbox {
  return createOutbox({
    rows: outboxRowsOf(db.database),
    clock: systemClock,
    dueClock: systemClock,
    databaseClock: createDatabaseClock(db.database),
    leaseMs: LEASE_MS,
    idle: () => 0,
    onWritten: () => {},
    ...options,
  })
}

/** A job that the relay has found and given to the runner, and not yet noted. */
async function aDispatched(): Promise<Delivery> {
  await db.database.transaction(async (tx) => {
    outbox.add(tx, [{ job: sendLabel, payload: { number: 1 }, delayMs: 0 }])
  })
  const [delivery] = await outbox.findQueued('orders', 1)
  if (delivery === undefined) throw new Error('nothing to dispatch')
  return delivery
}
const waiting = () => outbox.findQueued('orders', 10)

describe('a job whose delivery is quicker than the word that it was dispatched', () => {
  it('is dispatched again at once when a process that stops has put it back meanwhile', async () => {
    const delivery = await aDispatched()
    const claimed = await outbox.claim(delivery)
    if (claimed === null) throw new Error('not claimed')
    await outbox.requeue(claimed)
    await outbox.markDispatched([delivery], LEASE_MS)
    expect(await waiting()).toEqual([{ ...delivery, delivery: delivery.delivery + 1 }])
  })

  it('is dispatched again at once when a process that stops has not begun it', async () => {
    const delivery = await aDispatched()
    await outbox.release(delivery)
    await outbox.markDispatched([delivery], LEASE_MS)
    expect(await waiting()).toEqual([{ ...delivery, delivery: delivery.delivery + 1 }])
  })

  it('stays with the process that has begun it, and is done once it is done', async () => {
    const delivery = await aDispatched()
    const claimed = await outbox.claim(delivery)
    if (claimed === null) throw new Error('not claimed')
    await outbox.markDispatched([delivery], LEASE_MS)
    await outbox.complete(claimed)
    await outbox.requeue(claimed)
    expect(await outboxRowsOf(db.database).findOne({ _id: delivery.id })).toMatchObject({ status: 'done' })
  })

  it('waits for its result when nothing has happened meanwhile', async () => {
    const delivery = await aDispatched()
    await outbox.markDispatched([delivery], LEASE_MS)
    expect(await waiting()).toEqual([])
    await outbox.markDispatched([], LEASE_MS)
    await outbox.release(delivery)
    expect(await waiting()).toHaveLength(1)
  })
})

it('a job whose process was taken for dead is run again, and nothing that comes late of its former delivery counts', async () => {
  const rows = outboxRowsOf(db.database)
  const former = await aDispatched()
  const claimed = await outbox.claim(former)
  if (claimed === null) throw new Error('not claimed')
  await rows.updateOne({ _id: former.id }, { $set: { leaseUntil: new Date(0) } })
  expect(await outbox.requeueExpired()).toBe(true)
  expect(await outbox.claim(former)).toBeNull()
  const again = { ...former, delivery: former.delivery + 1 }
  expect(await waiting()).toEqual([again])
  expect(await outbox.claim(again)).toMatchObject({ attempt: 2 })
  await outbox.complete(claimed)
  await outbox.requeue(claimed)
  expect(await rows.findOne({ _id: former.id })).toMatchObject({ status: 'active', delivery: again.delivery })
})

describe('a job with a time', () => {
  let time: number
  let timed: Outbox
  beforeEach(() => {
    time = Date.parse('2026-03-14T12:00:00Z')
    timed = openOutbox({ dueClock: { now: () => new Date(time) } })
  })
  const rowOf = ({ id }: Delivery) => outboxRowsOf(db.database).findOne({ _id: id })
  async function add(number: number): Promise<void> {
    await db.database.transaction(async (tx) => {
      timed.add(tx, [{ job: sendLabel, payload: { number }, delayMs: 0 }])
    })
  }
  async function claimNext() {
    const [delivery] = await timed.findQueued('orders', 1)
    const claimed = delivery === undefined ? null : await timed.claim(delivery)
    if (claimed === null) throw new Error('nothing to claim')
    return claimed
  }

  it('goes before those that came later', async () => {
    for (const number of [2, 1, 3]) {
      time = Date.parse('2026-03-14T12:00:00Z') + number
      await add(number)
    }
    const numbers = []
    for (let count = 0; count < 3; count += 1) numbers.push((await claimNext()).payload)
    expect(numbers).toEqual([1, 2, 3].map((number) => ({ number })))
  })

  it('is not tried again before the wait after its attempt is over', async () => {
    await add(1)
    const claimed = await claimNext()
    await timed.retryLater(claimed, 'Error: out of paper', 60_000)
    expect(await rowOf(claimed)).toMatchObject({
      status: 'delayed',
      attempts: 1,
      delivery: claimed.delivery + 1,
      lastError: 'Error: out of paper',
    })
    time += 59_999
    await timed.queueDelayed()
    expect(await waiting()).toEqual([])
    time += 1
    await timed.queueDelayed()
    expect(await waiting()).toHaveLength(1)
  })

  it('is kept for a week once it is done, and until somebody runs it again once it has failed', async () => {
    await add(1)
    const done = await claimNext()
    await timed.complete(done)
    expect(await rowOf(done)).toMatchObject({ status: 'done', expiresAt: new Date(time + 7 * 86_400_000) })
    await db.database.buildIndexes()
    expect(await outboxRowsOf(db.database).indexes()).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
    )
    await add(2)
    const failed = await claimNext()
    await timed.giveUp(failed, 'Error: out of paper')
    expect(await rowOf(failed)).toMatchObject({ status: 'failed', expiresAt: null, payload: { number: 2 } })
  })
})

it('jobs that another version has left in a queue of its own come here, whatever became of them', async () => {
  const rows = outboxRowsOf(db.database)
  const statuses = ['delayed', 'queued', 'active', 'failed'] as const
  for (const status of [...statuses, 'handed'] as const) {
    const { id } = await aDispatched()
    await rows.updateOne({ _id: id }, { $set: { status, queue: 'of-another-version' } })
  }
  await outbox.adopt(new Map([[sendLabel.name, 'orders']]))
  const found = await rows.find({ queue: 'orders' }).toArray()
  expect(found.map(({ status }) => status).toSorted()).toEqual([...statuses, 'queued'].toSorted())
})

it('a job that waits with the queue server for workers of another version is delivered anew, at once and only here', async () => {
  const rows = outboxRowsOf(db.database)
  const there = await aDispatched()
  await rows.updateOne({ _id: there.id }, { $set: { status: 'handed', queue: 'of-another-version' } })
  await outbox.adopt(new Map([[sendLabel.name, 'orders']]))
  const [here] = await outbox.findQueued('orders', 1)
  expect(here).toEqual({ ...there, delivery: there.delivery + 1 })
  expect(await outbox.claim(there)).toBeNull()
  expect(await outbox.claim({ ...there, delivery: there.delivery + 1 })).not.toBeNull()
})

it('a job whose commit took longer than its lease is left to whoever finds it', async () => {
  const onWritten = vi.fn()
  const slow = openOutbox({ leaseMs: 0, idle: () => 1, onWritten })
  await db.database.transaction(async (tx) => {
    slow.add(tx, [{ job: sendLabel, payload: { number: 1 }, delayMs: 0 }])
  })
  expect(onWritten).toHaveBeenCalledExactlyOnceWith({ claimed: [], dueQueues: new Set() })
  expect(await slow.requeueExpired()).toBe(true)
  expect(await waiting()).toHaveLength(1)
})

describe('after an outage that has left more than a thousand jobs', () => {
  const LEFT = 1200
  const HOUR_AGO = new Date(Date.now() - 3_600_000)
  const changedAtOnce: number[] = []
  let outboxAfter: Outbox
  beforeEach(() => {
    changedAtOnce.length = 0
    const rows = outboxRowsOf(db.database)
    const updateMany = rows.updateMany.bind(rows)
    rows.updateMany = async (...given: Parameters<typeof updateMany>) => {
      const result = await updateMany(...given)
      changedAtOnce.push(result.modifiedCount)
      return result
    }
    outboxAfter = openOutbox({ rows })
  })

  async function leave(set: Partial<OutboxRow>, count = LEFT): Promise<void> {
    const rows = Array.from({ length: count }, (_, number): OutboxRow => {
      const common = { name: sendLabel.name, queue: 'orders', payload: { number }, delivery: 0, attempts: 1 }
      const times = { notBefore: HOUR_AGO, createdAt: HOUR_AGO, failedAt: null, expiresAt: null, leaseUntil: null }
      return {
        _id: `${set.status} ${set.queue} ${number}`,
        ...common,
        ...times,
        lastError: null,
        status: 'delayed',
        ...set,
      }
    })
    await outboxRowsOf(db.database).insertMany(rows)
  }
  const count = (which: Partial<OutboxRow>) => outboxRowsOf(db.database).countDocuments(which)

  it.each<[string, Partial<OutboxRow>, (outbox: Outbox) => Promise<unknown>]>([
    ['that were delayed', { status: 'delayed' }, (each) => each.queueDelayed()],
    ['of processes that died', { status: 'active', leaseUntil: HOUR_AGO }, (each) => each.requeueExpired()],
    ['that a queue server has lost', { status: 'handed', leaseUntil: HOUR_AGO }, (each) => each.requeueExpired()],
    [
      'that an empty queue server had',
      { status: 'handed', leaseUntil: new Date(Date.now() + LEASE_MS) },
      (each) => each.requeueDispatched(LEASE_MS),
    ],
  ])('those %s are queued some hundred at a time', async (_, set, queue) => {
    await leave(set)
    await queue(outboxAfter)
    expect(await count({ status: 'queued' })).toBe(LEFT)
    expect(Math.max(...changedAtOnce)).toBeLessThanOrEqual(500)
  })

  it('those that wait it out are due some hundred at a time', async () => {
    await leave({ waitingSince: HOUR_AGO, notBefore: new Date(Date.now() + 3_600_000) })
    await outboxAfter.retryWaiting('orders')
    expect(changedAtOnce).toEqual([500, 500, 200])
    await outboxAfter.queueDelayed()
    expect(await count({ status: 'queued' })).toBe(LEFT)
  })

  it('those of a queue that another version had come here some hundred at a time', async () => {
    await leave({ queue: 'of-another-version' })
    await outboxAfter.adopt(new Map([[sendLabel.name, 'orders']]))
    expect(changedAtOnce).toEqual([500, 500, 200])
    expect(await count({ queue: 'orders' })).toBe(LEFT)
  })

  it('what another process dispatches meanwhile stays with the queue server', async () => {
    await leave({ status: 'handed', leaseUntil: new Date(Date.now() + LEASE_MS + 600_000) }, 1)
    await outboxAfter.requeueDispatched(LEASE_MS)
    expect(await count({ status: 'handed' })).toBe(1)
  })

  it('one job of each queue says that there is work', async () => {
    await leave({ status: 'queued', queue: 'mail' })
    await leave({ status: 'queued', queue: 'imports' }, 2)
    await leave({ status: 'delayed', queue: 'orders' }, 2)
    const rows = outboxRowsOf(db.database)
    const findOne = vi.spyOn(rows, 'findOne')
    const aggregate = vi.spyOn(rows, 'aggregate')
    const found = await openOutbox({ rows }).queuesWithWork(['orders', 'mail', 'imports', 'alerts'])
    expect(found.toSorted()).toEqual(['imports', 'mail'])
    expect(findOne).toHaveBeenCalledTimes(3)
    expect(aggregate).not.toHaveBeenCalled()
  })
})
