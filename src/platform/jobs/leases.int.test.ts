import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Collection } from '../database/database.ts'
import { createLeases, type Leases } from './leases.ts'
import { outboxRowsOf, type Delivery, type JobStatus, type OutboxRow } from './outbox-row.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
/** What jobs are due by; other than the time of leases, so that neither passes for the other. */
const DUE = new Date(NOW + 7)
const LEASE_MS = 10_000
const EARLIER = new Date(NOW - 1)

let db: TestDatabase
let rows: Collection<OutboxRow>
let leases: Leases
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(async () => {
  rows = outboxRowsOf(db.database)
  await rows.deleteMany({})
  leases = createLeases({
    rows,
    dueClock: { now: () => DUE },
    databaseClock: { sync: async () => {}, now: () => new Date(NOW), lagMs: () => 0 },
    leaseEnd: (forMs = LEASE_MS) => new Date(NOW + forMs),
  })
})
afterAll(() => db.drop())

/** Stores a job whose third delivery is in this state. */
async function aJob(id: string, status: JobStatus, leaseUntil: Date | null = null): Promise<Delivery> {
  await rows.insertOne({
    _id: id,
    name: 'send-label',
    queue: 'orders',
    payload: { number: 1 },
    status,
    notBefore: EARLIER,
    delivery: 3,
    attempts: 1,
    leaseUntil,
    lastError: null,
    createdAt: EARLIER,
    failedAt: null,
    expiresAt: null,
  })
  return { id, delivery: 3, name: 'send-label', queue: 'orders' }
}
const rowOf = (id: string) => rows.findOne({ _id: id })
const formerOf = (job: Delivery): Delivery => ({ ...job, delivery: job.delivery - 1 })

describe('a job that the runner was given', () => {
  it('is the runner’s for so long as is said, with the delivery that it was given', async () => {
    const job = await aJob('a', 'queued')
    await leases.markDispatched([job], 60_000)
    expect(await rowOf('a')).toMatchObject({ status: 'handed', delivery: 3, leaseUntil: new Date(NOW + 60_000) })
  })

  it('is not noted when something else became of it meanwhile', async () => {
    const done = await aJob('done', 'done')
    const delayed = await aJob('delayed', 'delayed')
    const replaced = formerOf(await aJob('replaced', 'queued'))
    await leases.markDispatched([done, delayed, replaced], 60_000)
    const statuses = (await rows.find({}, { sort: { _id: 1 } }).toArray()).map(({ status }) => status)
    expect(statuses).toEqual(['delayed', 'done', 'queued'])
  })

  it('costs the database nothing when there is none', async () => {
    const updateMany = vi.spyOn(rows, 'updateMany')
    await leases.markDispatched([], 60_000)
    expect(updateMany).not.toHaveBeenCalled()
  })
})

describe('a claim', () => {
  it.each<JobStatus>(['queued', 'handed'])(
    'takes a job that is %s for one lease, and counts the attempt',
    async (status) => {
      const job = await aJob('a', status, new Date(NOW + 60_000))
      const leaseUntil = new Date(NOW + LEASE_MS)
      expect(await leases.claim(job)).toMatchObject({ ...job, attempt: 2, payload: { number: 1 }, leaseUntil })
      expect(await rowOf('a')).toMatchObject({ status: 'active', attempts: 2, leaseUntil })
    },
  )

  it.each<JobStatus>(['delayed', 'active', 'done', 'failed'])('takes no job that is %s', async (status) => {
    const job = await aJob('a', status)
    expect(await leases.claim(job)).toBeNull()
    expect(await rowOf('a')).toMatchObject({ status, attempts: 1 })
  })

  it('of a delivery that was replaced by a newer one takes nothing', async () => {
    const job = await aJob('a', 'queued')
    expect(await leases.claim(formerOf(job))).toBeNull()
    expect(await leases.claim(job)).not.toBeNull()
  })
})

describe('a job that a stopping process has not begun', () => {
  it.each<JobStatus>(['queued', 'handed'])(
    'has a new delivery at once when it was %s, and no attempt less',
    async (status) => {
      await leases.release(await aJob('a', status, new Date(NOW + 60_000)))
      expect(await rowOf('a')).toMatchObject({ status: 'queued', delivery: 4, attempts: 1, leaseUntil: null })
    },
  )

  it('is left alone when somebody runs it, or when it has a newer delivery', async () => {
    await leases.release(await aJob('runs', 'active'))
    await leases.release(formerOf(await aJob('replaced', 'handed')))
    expect([await rowOf('runs'), await rowOf('replaced')]).toMatchObject([
      { status: 'active', delivery: 3 },
      { status: 'handed', delivery: 3 },
    ])
  })
})

describe('a renewal', () => {
  it('is one command when the process still has all that it runs', async () => {
    const jobs = [await aJob('a', 'active', EARLIER), await aJob('b', 'active', EARLIER)]
    const find = vi.spyOn(rows, 'find')
    const leaseUntil = new Date(NOW + LEASE_MS)
    expect(await leases.renew(jobs)).toEqual({ kept: jobs, leaseUntil })
    expect(find).not.toHaveBeenCalled()
    expect([await rowOf('a'), await rowOf('b')]).toMatchObject([{ leaseUntil }, { leaseUntil }])
  })

  it('says which it still has, and leaves alone what is another’s', async () => {
    const kept = await aJob('kept', 'active', EARLIER)
    const replaced = formerOf(await aJob('replaced', 'active', EARLIER))
    const queued = await aJob('queued', 'queued')
    const renewed = await leases.renew([replaced, kept, queued])
    expect(renewed.kept).toEqual([{ id: 'kept', delivery: 3 }])
    expect([await rowOf('replaced'), await rowOf('queued')]).toMatchObject([
      { leaseUntil: EARLIER },
      { leaseUntil: null },
    ])
  })
})

describe('a lease that has run out', () => {
  it('has a job run again by a new delivery, due now, because its process died', async () => {
    await aJob('a', 'active', EARLIER)
    expect(await leases.requeueExpired()).toBe(true)
    expect(await rowOf('a')).toMatchObject({ status: 'queued', delivery: 4, notBefore: DUE, leaseUntil: null })
  })

  it('has a job that was only dispatched keep its delivery and its turn, and is no sign of a process that died', async () => {
    await aJob('a', 'handed', EARLIER)
    expect(await leases.requeueExpired()).toBe(false)
    expect(await rowOf('a')).toMatchObject({ status: 'queued', delivery: 3, notBefore: EARLIER, leaseUntil: null })
  })

  it('is none before its time, nor once the job has a result', async () => {
    await aJob('runs', 'active', new Date(NOW))
    await aJob('waits', 'handed', new Date(NOW))
    await aJob('failed', 'failed', EARLIER)
    expect(await leases.requeueExpired()).toBe(false)
    const found = (await rows.find({}, { sort: { _id: 1 } }).toArray()).map(({ status }) => status)
    expect(found).toEqual(['failed', 'active', 'handed'])
  })
})

it('after a loss, all that was dispatched before is queued with its delivery, and what runs goes on', async () => {
  await aJob('lost', 'handed', new Date(NOW + 60_000))
  await aJob('later', 'handed', new Date(NOW + 60_001))
  await aJob('runs', 'active', EARLIER)
  await leases.requeueDispatched(60_000)
  expect([await rowOf('lost'), await rowOf('later'), await rowOf('runs')]).toMatchObject([
    { status: 'queued', delivery: 3, leaseUntil: null },
    { status: 'handed' },
    { status: 'active' },
  ])
})
