import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { patient } from '../../testing/patience.ts'
import { eventually } from '../../testing/eventually.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Clock } from '../clock.ts'
import { createLogger } from '../logger.ts'
import { createJobs, type JobsRuntime } from './create-jobs.ts'
import { defineJob } from './define-job.ts'
import { DependencyUnavailable, JobCannotSucceed, type JobContext } from './jobs.ts'

const Payload = z.object({ number: z.int() })
const sendLabel = defineJob({ name: 'send-label', queue: 'orders', schema: Payload, attempts: 5, backoffMs: 10 })
const readList = defineJob({ name: 'read-list', queue: 'imports', schema: Payload, backoffMs: 10 })

let db: TestDatabase
let jobs: JobsRuntime
let ahead: number
const clock: Clock = { now: () => new Date(Date.now() + ahead) }
const logger = createLogger('silent')
const timings = { tickMs: 20, sweepMs: 20, leaseMs: 400, dispatchedLeaseMs: 400 }

const onAbandoned = vi.fn()

async function makeJobs(overrides: Partial<typeof timings> = {}): Promise<JobsRuntime> {
  return createJobs({
    database: db.database,
    clock,
    logger,
    queues: { orders: 8, imports: 1 },
    redisUrl: null,
    timings: { ...timings, ...overrides },
    onAbandoned,
  })
}

const enqueue = (number: number, job = sendLabel, options?: { delayMs?: number }, on = jobs) =>
  db.database.transaction((tx) => on.enqueue(tx, job, { number }, options))

const outbox = () => db.database.connection.collection('outbox')
const ordersStats = async () => (await jobs.stats()).find(({ queue }) => queue === 'orders')

beforeEach(async () => {
  ahead = 0
  onAbandoned.mockClear()
  db = await openTestDatabase()
  jobs = await makeJobs()
  await db.database.buildIndexes()
})
afterEach(async () => {
  await jobs.stop()
  await db.drop()
})

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

  it('is refused when it is not declared', async () => {
    await expect(enqueue(1)).rejects.toThrow('"send-label"')
  })

  it('is refused when it names a queue that the process does not have', () => {
    expect(() => jobs.declare(defineJob({ name: 'water-plants', queue: 'garden', schema: Payload }))).toThrow(
      /"garden"/,
    )
  })

  it('waits until it is due', async () => {
    const handler = vi.fn(async () => {})
    jobs.handle(sendLabel, handler)
    await jobs.start({ work: true })
    await enqueue(1, sendLabel, { delayMs: 3_600_000 })
    await enqueue(2)
    await eventually(() => expect(handler).toHaveBeenCalledWith({ number: 2 }, expect.anything()))
    expect(handler).toHaveBeenCalledTimes(1)
    expect(await ordersStats()).toMatchObject({ delayed: 1, waiting: 0 })
    ahead = 3_600_001
    await eventually(() => expect(handler).toHaveBeenCalledWith({ number: 1 }, expect.anything()))
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

describe('a job that fails', () => {
  it('is tried again until it succeeds', async () => {
    const attempts: number[] = []
    jobs.handle(sendLabel, async (_payload, { attempt }) => {
      attempts.push(attempt)
      if (attempt < 3) throw new Error('printer is warming up')
    })
    await jobs.start({ work: true })
    await enqueue(1)
    await eventually(() => expect(attempts).toEqual([1, 2, 3]))
    await eventually(async () =>
      expect(await ordersStats()).toMatchObject({ waiting: 0, delayed: 0, active: 0, failed: 0 }),
    )
  })

  it('fails after its last attempt, is kept with its error, and can be run again', async () => {
    let isBroken = true
    const handler = vi.fn(async () => {
      if (isBroken) throw new Error('out of paper')
    })
    jobs.handle(sendLabel, handler)
    await jobs.start({ work: true })
    const id = await enqueue(1)
    await eventually(async () =>
      expect(await jobs.failed()).toMatchObject([
        { id, name: 'send-label', queue: 'orders', attempts: 5, error: 'Error: out of paper' },
      ]),
    )
    expect(handler).toHaveBeenCalledTimes(5)
    expect(await ordersStats()).toMatchObject({ failed: 1 })

    isBroken = false
    await jobs.runAgain(id)
    await eventually(() => expect(handler).toHaveBeenCalledTimes(6))
    await eventually(async () => expect(await jobs.failed()).toEqual([]))
    await expect(jobs.runAgain(id)).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('fails at once when it can never succeed', async () => {
    const handler = vi.fn(async () => {
      throw new JobCannotSucceed('the order is cancelled')
    })
    jobs.handle(sendLabel, handler)
    await jobs.start({ work: true })
    await enqueue(1)
    await eventually(async () =>
      expect(await jobs.failed()).toMatchObject([{ attempts: 1, error: 'JobCannotSucceed: the order is cancelled' }]),
    )
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('fails at once when its stored payload does not fit any more', async () => {
    const handler = vi.fn(async () => {})
    jobs.declare(sendLabel)
    await enqueue(1)
    await jobs.stop()
    jobs = await makeJobs()
    jobs.handle(defineJob({ name: 'send-label', queue: 'orders', schema: z.object({ number: z.string() }) }), handler)
    await jobs.start({ work: true })
    await eventually(async () => expect(await jobs.failed()).toMatchObject([{ attempts: 1 }]))
    expect(handler).not.toHaveBeenCalled()
  })

  it('waits for what is away, longer every time, and uses up no attempts', async () => {
    const attempts: number[] = []
    let isAway = true
    jobs.handle(sendLabel, async (_payload, { attempt }) => {
      attempts.push(attempt)
      if (isAway) throw new DependencyUnavailable('The label printer is away.')
    })
    await jobs.start({ work: true })
    const id = await enqueue(1)
    const waits: number[] = []
    for (let count = 1; count <= 12; count += 1) {
      await eventually(() => expect(attempts).toHaveLength(count))
      const row = await eventually(async () => {
        const found = await outbox().findOne({ _id: id as never, status: 'delayed' })
        if (found === null) throw new Error('not settled yet')
        return found
      })
      expect(row).toMatchObject({ attempts: 0, lastError: 'DependencyUnavailable: The label printer is away.' })
      waits.push(Math.round((row.notBefore.getTime() - clock.now().getTime()) / 1000))
      ahead += row.notBefore.getTime() - clock.now().getTime()
    }
    expect(attempts.every((attempt) => attempt === 1)).toBe(true)
    expect(waits.every((wait, index) => wait > 25 && wait <= Math.min(30 * 2 ** index, 3600))).toBe(true)
    expect(waits.at(-1)).toBeGreaterThan(3200)
    isAway = false
    await jobs.retryWaiting('orders')
    await eventually(async () => expect(await ordersStats()).toMatchObject({ delayed: 0, waiting: 0, active: 0 }))
  })

  it('waits out an outage over a restart, and fails when it lasts longer than two days', async () => {
    const fail = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    jobs.handle(sendLabel, fail)
    await jobs.start({ work: true })
    const id = await enqueue(1)
    await eventually(async () => expect(await ordersStats()).toMatchObject({ delayed: 1 }))
    await jobs.stop()
    ahead = 47 * 3_600_000
    jobs = await makeJobs()
    jobs.handle(sendLabel, fail)
    await jobs.start({ work: true })
    await eventually(async () =>
      expect((await outbox().findOne({ _id: id as never, status: 'delayed' }))?.notBefore.getTime()).toBeGreaterThan(
        clock.now().getTime(),
      ),
    )
    ahead += 3_600_001
    await eventually(async () =>
      expect(await jobs.failed()).toMatchObject([{ id, attempts: 1, error: 'Error: no space left on device' }]),
    )
  })

  it('that this process does not know is tried later and does not disturb the others', async () => {
    const other = await makeJobs()
    other.declare(defineJob({ name: 'from-tomorrow', queue: 'orders', schema: Payload }))
    await enqueue(1, defineJob({ name: 'from-tomorrow', queue: 'orders', schema: Payload }), {}, other)
    await other.stop()
    const handler = vi.fn(async () => {})
    jobs.handle(sendLabel, handler)
    await jobs.start({ work: true })
    await enqueue(2)
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1))
    await eventually(async () => expect(await ordersStats()).toMatchObject({ delayed: 1 }))
  })
})

describe('a worker', () => {
  it('does not start while a declared job has no handler', async () => {
    jobs.declare(sendLabel)
    jobs.declare(readList)
    jobs.handle(readList, async () => {})
    await expect(jobs.start({ work: true })).rejects.toThrow(/"send-label" has no handler/)
  })

  it('does not start when a job has two handlers', async () => {
    jobs.handle(sendLabel, async () => {})
    jobs.handle(sendLabel, async () => {})
    await expect(jobs.start({ work: true })).rejects.toThrow(/"send-label" has 2 handlers/)
  })

  it('starts without handlers when it does not work', async () => {
    jobs.declare(sendLabel)
    await jobs.start({ work: false })
    await enqueue(1)
    expect(await ordersStats()).toMatchObject({ waiting: 1 })
  })

  it('does not let a long import hold up an order', async () => {
    let endImport = () => {}
    jobs.handle(
      readList,
      () =>
        new Promise((resolve) => {
          endImport = resolve
        }),
    )
    const handler = vi.fn(async () => {})
    jobs.handle(sendLabel, handler)
    await jobs.start({ work: true })
    await enqueue(1, readList)
    await enqueue(2, readList)
    await eventually(async () =>
      expect((await jobs.stats()).find(({ queue }) => queue === 'imports')).toMatchObject({ active: 1 }),
    )
    await enqueue(3)
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1))
    endImport()
    await eventually(async () =>
      expect((await jobs.stats()).find(({ queue }) => queue === 'imports')).toMatchObject({ waiting: 0, active: 1 }),
    )
    endImport()
  })

  it('works through a burst, every job once', async () => {
    const seen: number[] = []
    jobs.handle(sendLabel, async ({ number }) => void seen.push(number))
    await jobs.start({ work: true })
    const numbers = Array.from({ length: 200 }, (_, index) => index)
    await Promise.all(numbers.map((number) => enqueue(number)))
    await eventually(async () => expect(await ordersStats()).toMatchObject({ waiting: 0, active: 0, delayed: 0 }), {
      withinMs: 15_000,
    })
    expect(seen.sort((a, b) => a - b)).toEqual(numbers)
  })

  it('that stops requeues a job that obeys the signal, without counting the attempt', async () => {
    jobs.handle(
      sendLabel,
      (_payload, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    await jobs.start({ work: true })
    await enqueue(1)
    await eventually(async () => expect(await ordersStats()).toMatchObject({ active: 1 }))
    await jobs.stop()

    const attempts: number[] = []
    jobs = await makeJobs()
    jobs.handle(sendLabel, async (_payload, { attempt }) => void attempts.push(attempt))
    await jobs.start({ work: true })
    await eventually(() => expect(attempts).toEqual([1]))
  })

  it('that stops lets a job finish', async () => {
    let isFinished = false
    jobs.handle(sendLabel, async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      isFinished = true
    })
    await jobs.start({ work: true })
    await enqueue(1)
    await eventually(async () => expect(await ordersStats()).toMatchObject({ active: 1 }))
    await jobs.stop()
    expect(isFinished).toBe(true)
    expect(await ordersStats()).toMatchObject({ active: 0, waiting: 0 })
  })

  it('runs a job again whose process died, and gives up a job that kills every process', async () => {
    jobs.handle(sendLabel, async () => {})
    const id = await enqueue(1)
    await outbox().updateOne(
      { _id: id as never },
      { $set: { status: 'active', attempts: 1, leaseUntil: new Date(Date.now() - 1) } },
    )
    await jobs.start({ work: true })
    await eventually(async () =>
      expect(await outbox().findOne({ _id: id as never })).toMatchObject({ status: 'done', attempts: 2 }),
    )
    expect(onAbandoned).toHaveBeenCalledTimes(1)

    const killer = await enqueue(2, sendLabel, { delayMs: 3_600_000 })
    await outbox().updateOne(
      { _id: killer as never },
      { $set: { status: 'active', attempts: 5, leaseUntil: new Date(Date.now() - 1) } },
    )
    await eventually(async () => expect(await jobs.failed()).toMatchObject([{ id: killer }]))
  })

  it('claims what it can begin at once when that is written, and leaves the rest in line', async () => {
    const ends: (() => void)[] = []
    jobs.handle(readList, () => new Promise((resolve) => ends.push(resolve)))
    await jobs.start({ work: true })
    const ids = await db.database.transaction((tx) =>
      jobs.enqueueMany(
        tx,
        [1, 2].map((number) => ({ job: readList, payload: { number } })),
      ),
    )
    const rowOf = (i: number) => outbox().findOne({ _id: ids[i] as never })
    expect(await rowOf(0)).toMatchObject({ status: 'active', attempts: 1, handedAt: null })
    await eventually(async () => expect(await rowOf(1)).toMatchObject({ status: 'handed', attempts: 0 }))
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await eventually(() => expect(ends).toHaveLength(2))
    ends[1]?.()
    await eventually(async () => expect(await rowOf(1)).toMatchObject({ status: 'done', attempts: 1 }))
  })

  it('that stops requeues what it had claimed and not begun, without counting the attempt', async () => {
    const begun: number[] = []
    jobs.handle(
      readList,
      ({ number }, { signal }) =>
        new Promise((_resolve, reject) => {
          begun.push(number)
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    await jobs.start({ work: true })
    // Both transactions find the only place free.
    let isWritten = () => {}
    const written = new Promise<void>((resolve) => (isWritten = resolve))
    await Promise.all([
      db.database.transaction(async (tx) => {
        await jobs.enqueue(tx, readList, { number: 1 })
        tx.beforeCommit(() => written)
      }),
      db.database.transaction(async (tx) => {
        await jobs.enqueue(tx, readList, { number: 2 })
        tx.beforeCommit(isWritten)
      }),
    ])
    expect(begun).toHaveLength(1)
    expect(await outbox().countDocuments({ status: 'active' })).toBe(2)
    await jobs.stop()
    expect(await outbox().find({}).toArray()).toMatchObject([
      { status: 'queued', attempts: 0 },
      { status: 'queued', attempts: 0 },
    ])
  })

  it('that thaws renews no lease of a job that another process runs by now', async () => {
    const ends: (() => void)[] = []
    jobs.handle(sendLabel, () => new Promise((resolve) => ends.push(resolve)))
    await jobs.start({ work: true })
    const id = await enqueue(1)
    const which = { _id: id as never }
    const claimed = await eventually(async () => {
      const row = await outbox().findOne({ ...which, status: 'active' })
      if (row === null) throw new Error('not claimed yet')
      return row
    })
    // As if this process had slept, and another one had found the job and taken it.
    const leaseUntil = new Date(Date.now() + 60_000)
    await outbox().updateOne(which, { $set: { delivery: claimed.delivery + 1, leaseUntil } })
    const renewed = vi.fn()
    const other = await enqueue(2)
    await eventually(async () => {
      const row = await outbox().findOne({ _id: other as never, status: 'active' })
      renewed(row?.leaseUntil.getTime())
      expect(new Set(renewed.mock.calls.flat().filter(Boolean)).size).toBeGreaterThan(2)
    })
    expect((await outbox().findOne(which))?.leaseUntil).toEqual(leaseUntil)
    for (const end of ends) end()
  })

  it('whose clock is hours ahead or behind takes no job that another process runs', async () => {
    const ends: (() => void)[] = []
    const handler = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
    jobs.handle(sendLabel, handler)
    await jobs.start({ work: true })
    await enqueue(1)
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1))
    for (const skewMs of [3 * 3_600_000, -3 * 3_600_000]) {
      const others = vi.fn(async () => {})
      const abandoned = vi.fn()
      const skewed = await createJobs({
        database: db.database,
        clock: { now: () => new Date(Date.now() + skewMs) },
        logger,
        queues: { orders: 8, imports: 1 },
        redisUrl: null,
        timings,
        onAbandoned: abandoned,
      })
      skewed.handle(sendLabel, others)
      await skewed.start({ work: true })
      // The lease is renewed many times while the other process sweeps.
      const first = await outbox().findOne({ status: 'active' })
      await eventually(async () => {
        const row = await outbox().findOne({ status: 'active' })
        expect(row?.leaseUntil.getTime()).toBeGreaterThan(first?.leaseUntil.getTime() + 300)
      })
      await skewed.stop()
      expect([others.mock.calls, abandoned.mock.calls]).toEqual([[], []])
    }
    expect(handler).toHaveBeenCalledTimes(1)
    for (const end of ends) end()
  })

  it('keeps a job that takes longer than its lease', async () => {
    const attempts: number[] = []
    jobs.handle(sendLabel, async (_payload, { attempt }) => {
      attempts.push(attempt)
      await new Promise((resolve) => setTimeout(resolve, 1500))
    })
    await jobs.start({ work: true })
    await enqueue(1)
    await eventually(async () => expect(await ordersStats()).toMatchObject({ active: 1 }))
    await eventually(async () => expect(await ordersStats()).toMatchObject({ active: 0 }))
    expect(attempts).toEqual([1])
    expect(onAbandoned).not.toHaveBeenCalled()
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
