import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '../time/durations.ts'
import { patient } from '../../testing/patience.ts'
import { eventually } from '../../testing/eventually.ts'
import type { JobsRuntime } from './create-jobs.ts'
import { defineJob } from './define-job.ts'
import type { JobContext } from './jobs.ts'
import { openJobs, Payload, readList, sendLabel } from './testing/open-jobs.ts'

type OpenJobs = Awaited<ReturnType<typeof openJobs>>

let open: OpenJobs
let jobs: JobsRuntime
let db: OpenJobs['db']
let clock: OpenJobs['clock']
let enqueue: OpenJobs['enqueue']
let ordersStats: OpenJobs['ordersStats']

beforeEach(async () => {
  open = await openJobs()
  ;({ db, clock, jobs, enqueue, ordersStats } = open)
})
afterEach(() => open.close())

describe('a job', () => {
  it('runs once after the commit, with its payload and the number of its row', async () => {
    const seen: [number, JobContext][] = []
    jobs.handle(sendLabel, async ({ number }, context) => void seen.push([number, context]))
    await jobs.start({ work: true })
    const id = await enqueue(7)
    await eventually(async () => expect(await ordersStats()).toMatchObject({ waiting: 0, active: 0, failed: 0 }))
    expect(seen).toEqual([[7, expect.objectContaining({ jobId: id, attempt: 1 })]])
  })

  it('does not exist when its transaction is rolled back', async () => {
    const handler = vi.fn(async () => {})
    jobs.handle(sendLabel, handler)
    await jobs.start({ work: true })
    const rolledBack = db.database.transaction(async (tx) => {
      await jobs.enqueue(tx, sendLabel, { number: 1 })
      throw new Error('no order')
    })
    await expect(rolledBack).rejects.toThrow('no order')
    await enqueue(2)
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1))
    expect(handler).toHaveBeenCalledWith({ number: 2 }, expect.anything())
  })

  it('is refused when its payload does not fit', async () => {
    jobs.handle(sendLabel, async () => {})
    await expect(enqueue(1.5)).rejects.toThrow()
    expect(await ordersStats()).toMatchObject({ waiting: 0 })
  })

  it('is refused when this process has no handler for it', async () => {
    jobs.handle(readList, async () => {})
    await expect(enqueue(1)).rejects.toThrow('The job "send-label" is enqueued, but this process has no handler for it')
    const both = [readList, sendLabel].map((job) => ({ job, payload: { number: 1 } }))
    await expect(db.database.transaction((tx) => jobs.enqueueMany(tx, both))).rejects.toThrow('"send-label"')
    expect(await db.database.connection.collection('outbox').countDocuments({})).toBe(0)
  })

  it('has one handler: a second is refused at once, and the first stays', async () => {
    const first = vi.fn(async () => {})
    jobs.handle(sendLabel, first)
    expect(() => jobs.handle(sendLabel, async () => {})).toThrow('"send-label"')
    const sendLabelDaily = defineJob({ name: sendLabel.name, queue: 'orders', schema: z.object({}) })
    expect(() => jobs.handleDaily(sendLabelDaily, { time: '03:30', timeZone: 'UTC' }, async () => {})).toThrow(
      '"send-label"',
    )
    await jobs.start({ work: true })
    await enqueue(1)
    await eventually(() => expect(first).toHaveBeenCalledTimes(1))
    expect(await db.database.connection.collection('daily_jobs').countDocuments({})).toBe(0)
  })

  it('is refused when it names a queue that the process does not have', () => {
    const waterPlants = defineJob({ name: 'water-plants', queue: 'garden', schema: Payload })
    expect(() => jobs.handle(waterPlants, async () => {})).toThrow(/"garden"/)
  })

  it.each(['queued', 'handed', 'delayed'])(
    'runs after the start of a version that has not the queue in which another has left it %s',
    async (status) => {
      const handler = vi.fn(async () => {})
      jobs.handle(sendLabel, handler)
      const id = await enqueue(1)
      const unknown = await enqueue(2)
      const elsewhere = { queue: 'of-a-newer-version', status, notBefore: new Date(0), leaseUntil: new Date(0) }
      await open.outbox().updateMany({}, { $set: elsewhere })
      await open.outbox().updateOne({ _id: unknown as never }, { $set: { name: 'from-tomorrow' } })
      await jobs.start({ work: true })
      await eventually(() =>
        expect(handler).toHaveBeenCalledWith({ number: 1 }, expect.objectContaining({ jobId: id })),
      )
      expect(await open.outbox().findOne({ name: 'from-tomorrow' })).toMatchObject({ queue: 'of-a-newer-version' })
    },
  )

  it('waits until it is due', async () => {
    const handler = vi.fn(async () => {})
    jobs.handle(sendLabel, handler)
    await jobs.start({ work: true })
    await enqueue(1, sendLabel, { delayMs: 3_600_000 })
    await enqueue(2)
    await eventually(() => expect(handler).toHaveBeenCalledWith({ number: 2 }, expect.anything()))
    expect(handler).toHaveBeenCalledTimes(1)
    expect(await ordersStats()).toMatchObject({ delayed: 1, waiting: 0 })
    clock.ahead = 3_600_001
    await eventually(() => expect(handler).toHaveBeenCalledWith({ number: 1 }, expect.anything()))
  })

  describe('on a machine whose clock is a day ahead', () => {
    async function aDayAhead(work: () => Promise<unknown>): Promise<void> {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS })
      try {
        await work()
      } finally {
        vi.useRealTimers()
      }
    }

    it('waits as long as it is to, and not until that clock is put right', async () => {
      const handler = vi.fn(async () => {})
      jobs.handle(sendLabel, handler)
      await jobs.start({ work: true })
      await aDayAhead(() => enqueue(1, sendLabel, { delayMs: 50 }))
      await eventually(() => expect(handler).toHaveBeenCalledTimes(1))
    })

    it('is not begun before it is due', async () => {
      const handler = vi.fn(async () => {})
      jobs.handle(sendLabel, handler)
      await jobs.start({ work: true })
      await enqueue(1, sendLabel, { delayMs: 3_600_000 })
      await aDayAhead(async () => {
        await enqueue(2, sendLabel, { delayMs: 50 })
        await eventually(() => expect(handler).toHaveBeenCalledWith({ number: 2 }, expect.anything()))
      })
      expect(handler).toHaveBeenCalledTimes(1)
    })
  })

  it('leaves no payload behind when it is done', async () => {
    jobs.handle(sendLabel, async () => {})
    await jobs.start({ work: true })
    await enqueue(1)
    const row = await eventually(async () => {
      const found = await db.database.connection.collection('outbox').findOne({ status: 'done' })
      if (found === null) throw new Error('not done yet')
      return found
    })
    expect(row).not.toHaveProperty('payload')
    expect(row.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 24 * 3600 * 1000)
  })
})

it('adds less than a millisecond to its transaction beside its one insert', async () => {
  jobs.handle(sendLabel, async () => {})
  await jobs.start({ work: false })
  await db.database.connection.createCollection('plain_rows')
  const plain = db.database.connection.collection('plain_rows')
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number
  // Alternating, so that other load on the machine slows both alike.
  const times = { enqueue: [] as number[], insert: [] as number[] }
  await db.database.transaction(async (tx) => {
    for (let number = 0; number < 200; number += 1) {
      times.enqueue.push(await timed(() => jobs.enqueue(tx, sendLabel, { number })))
      times.insert.push(await timed(() => plain.insertOne({ number }, { session: tx.session })))
    }
  })
  expect(median(times.enqueue) - median(times.insert)).toBeLessThan(patient(1))
})
