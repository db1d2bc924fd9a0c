import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '../time/durations.ts'
import { eventually } from '../../testing/eventually.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { systemClock } from '../time/clock.ts'
import { createLogger } from '../log/logger.ts'
import { createJobs, type JobsRuntime } from './create-jobs.ts'
import { defineJob } from './define-job.ts'
import { JobCannotSucceed, type JobHandler } from './jobs.ts'
import type { TimeOfDay } from './time-of-day.ts'

const sweepFloor = defineJob({ name: 'sweep-floor', queue: 'house', schema: z.object({}) })
const fetchList = defineJob({ name: 'fetch-list', queue: 'house', schema: z.object({ supplier: z.string() }) })
const AT: TimeOfDay = { time: '03:30', timeZone: 'America/Chicago' }

let db: TestDatabase
const running: JobsRuntime[] = []
let swept: ReturnType<typeof vi.fn<JobHandler<Record<string, never>>>>
let fetched: string[]
/** Until when a fetch takes its time. */
let mayEnd: Promise<void>

interface DailyRow {
  _id: string
  nextAt: Date
  job: string
}
const rows = () => db.database.connection.collection<DailyRow>('daily_jobs')
const jobsOf = (name: string, status?: string) =>
  db.database.connection.collection('outbox').countDocuments({ name, ...(status === undefined ? {} : { status }) })
const nextOf = async (key: string) => (await rows().findOne({ _id: key }))?.nextAt
/** Moves the next time of what repeats into the past, as if the clock had reached it. */
const makeDue = async (key: string, agoMs = 1000): Promise<void> => {
  await rows().updateOne({ _id: key }, { $set: { nextAt: new Date(Date.now() - agoMs) } })
}

async function open(at: TimeOfDay = AT): Promise<JobsRuntime> {
  const jobs = await createJobs({
    database: db.database,
    clock: systemClock,
    logger: createLogger('silent'),
    queues: { house: 2 },
    redisUrl: null,
    timings: { tickMs: 20, sweepMs: 20, dailyLookMs: 20 },
  })
  running.push(jobs)
  jobs.handleDaily(sweepFloor, at, swept)
  jobs.handle(fetchList, async ({ supplier }) => {
    fetched.push(supplier)
    await mayEnd
  })
  return jobs
}

async function start(at: TimeOfDay = AT): Promise<JobsRuntime> {
  const jobs = await open(at)
  await jobs.start({ work: true })
  return jobs
}

const repeatFetch = (jobs: JobsRuntime, supplier = 'acme', at: TimeOfDay = AT) =>
  db.database.transaction((tx) => jobs.repeatDaily(tx, 'fetch-acme', { job: fetchList, payload: { supplier }, at }))

beforeEach(async () => {
  swept = vi.fn<JobHandler<Record<string, never>>>(async () => {})
  fetched = []
  mayEnd = Promise.resolve()
  db = await openTestDatabase()
  await (await open()).stop()
  await db.database.buildIndexes()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  await db.drop()
})

describe('a daily job', () => {
  it('waits for its time of day, and not longer than a day', async () => {
    await start()
    const next = await nextOf('sweep-floor')
    expect(next?.toLocaleTimeString('en-US', { timeZone: AT.timeZone, timeStyle: 'short' })).toBe('3:30 AM')
    expect(next?.getTime()).toBeGreaterThan(Date.now())
    expect(next?.getTime()).toBeLessThan(Date.now() + DAY_MS + 3_600_000)
    expect(swept).not.toHaveBeenCalled()
  })

  it('runs once at its time however many processes work, and is due again a day later', async () => {
    for (let count = 0; count < 3; count += 1) await start()
    const next = await nextOf('sweep-floor')
    await makeDue('sweep-floor')
    await eventually(() => expect(swept).toHaveBeenCalledTimes(1))
    await eventually(async () => expect(await nextOf('sweep-floor')).toEqual(next))
    expect(await jobsOf('sweep-floor')).toBe(1)
  })

  it('runs once at the next start for all the days on which no process worked', async () => {
    await (await start()).stop()
    await makeDue('sweep-floor', 5 * DAY_MS)
    await start()
    await eventually(async () => expect(await jobsOf('sweep-floor', 'done')).toBe(1))
    expect((await nextOf('sweep-floor'))?.getTime()).toBeGreaterThan(Date.now())
    expect(await jobsOf('sweep-floor')).toBe(1)
  })

  it('is due within a day again when the clock that wrote its next time was a year ahead', async () => {
    await start()
    const next = await nextOf('sweep-floor')
    await makeDue('sweep-floor', -365 * DAY_MS)
    await eventually(async () => expect(await nextOf('sweep-floor')).toEqual(next))
    expect(await jobsOf('sweep-floor')).toBe(0)
  })

  it('is not written by a start at which it stands as it should', async () => {
    await (await start()).stop()
    const transaction = vi.spyOn(db.database, 'transaction')
    await (await start()).stop()
    expect(transaction).not.toHaveBeenCalled()
  })

  it('keeps its next time over a start, and takes another time of day when the new version has one', async () => {
    await (await start()).stop()
    const soon = new Date(Date.now() + 60_000)
    await rows().updateOne({ _id: 'sweep-floor' }, { $set: { nextAt: soon } })
    await (await start()).stop()
    expect(await nextOf('sweep-floor')).toEqual(soon)
    await start({ time: '04:45', timeZone: AT.timeZone })
    const next = await nextOf('sweep-floor')
    expect(next?.toLocaleTimeString('en-US', { timeZone: AT.timeZone, timeStyle: 'short' })).toBe('4:45 AM')
  })

  it('is not run beside itself when a run takes longer than a day', async () => {
    let finish: () => void = () => {}
    swept.mockImplementationOnce(() => new Promise<void>((resolve) => (finish = resolve)))
    await start()
    await makeDue('sweep-floor')
    await eventually(() => expect(swept).toHaveBeenCalledTimes(1))
    await makeDue('sweep-floor')
    await eventually(async () => expect((await nextOf('sweep-floor'))?.getTime()).toBeGreaterThan(Date.now()))
    expect(await jobsOf('sweep-floor')).toBe(1)
    finish()
    await eventually(async () => expect(await jobsOf('sweep-floor', 'done')).toBe(1))
    await makeDue('sweep-floor')
    await eventually(() => expect(swept).toHaveBeenCalledTimes(2))
  })

  it('runs again the next day when it has failed for good', async () => {
    swept.mockRejectedValueOnce(new JobCannotSucceed('expected by the test'))
    await start()
    await makeDue('sweep-floor')
    await eventually(async () => expect(await jobsOf('sweep-floor', 'failed')).toBe(1))
    await makeDue('sweep-floor')
    await eventually(async () => expect(await jobsOf('sweep-floor', 'done')).toBe(1))
  })

  it('is left to the process that knows it', async () => {
    await rows().insertOne({ _id: 'of-a-newer-version', job: 'unknown', nextAt: new Date(0) })
    await start()
    await makeDue('sweep-floor')
    await eventually(() => expect(swept).toHaveBeenCalledTimes(1))
    expect(await nextOf('of-a-newer-version')).toEqual(new Date(0))
  })

  it('runs although others that are due cannot be enqueued, of which a version before this one wrote the payload', async () => {
    await start()
    const former = (_id: string) => ({
      _id,
      job: fetchList.name,
      payload: {},
      at: AT,
      nextAt: new Date(0),
      lastJobId: null,
    })
    await rows().insertMany(Array.from({ length: 3 }, (_, i) => former(`former-${i}`)))
    await makeDue('sweep-floor')
    await eventually(() => expect(swept).toHaveBeenCalledTimes(1))
    expect(fetched).toEqual([])
  })

  it('is not enqueued by a process that does not work', async () => {
    await (await start()).stop()
    await makeDue('sweep-floor')
    await (await open()).start({ work: false })
    await start()
    await eventually(() => expect(swept).toHaveBeenCalledTimes(1))
    expect(await jobsOf('sweep-floor')).toBe(1)
  })
})

describe('what repeats under a key', () => {
  it('begins and ends with the transaction that says so', async () => {
    const jobs = await start()
    const failing = db.database.transaction(async (tx) => {
      await jobs.repeatDaily(tx, 'fetch-acme', { job: fetchList, payload: { supplier: 'acme' }, at: AT })
      throw new Error('no supplier')
    })
    await expect(failing).rejects.toThrow('no supplier')
    expect(await nextOf('fetch-acme')).toBeUndefined()

    await repeatFetch(jobs)
    await makeDue('fetch-acme')
    await eventually(() => expect(fetched).toEqual(['acme']))
    await db.database.transaction((tx) => jobs.endDaily(tx, 'fetch-acme'))
    expect(await nextOf('fetch-acme')).toBeUndefined()
    await db.database.transaction((tx) => jobs.endDaily(tx, 'fetch-acme'))
  })

  it('runs with the latest payload, at the time that was due already', async () => {
    const jobs = await start()
    await repeatFetch(jobs)
    const next = await nextOf('fetch-acme')
    await repeatFetch(jobs, 'acme of Ohio')
    expect(await nextOf('fetch-acme')).toEqual(next)
    await makeDue('fetch-acme')
    await eventually(() => expect(fetched).toEqual(['acme of Ohio']))
  })

  it('does not run beside itself, although it was set otherwise meanwhile', async () => {
    let end = () => {}
    mayEnd = new Promise((resolve) => (end = resolve))
    const jobs = await start()
    await repeatFetch(jobs)
    await makeDue('fetch-acme')
    await eventually(() => expect(fetched).toEqual(['acme']))
    await repeatFetch(jobs, 'acme of Ohio')
    await makeDue('fetch-acme')
    await eventually(async () => expect((await nextOf('fetch-acme'))?.getTime()).toBeGreaterThan(Date.now()))
    expect(await jobsOf('fetch-list')).toBe(1)
    end()
  })

  it('is refused with a time of day, a time zone or a payload that does not fit', async () => {
    const jobs = await start()
    await expect(repeatFetch(jobs, 'acme', { time: '25:00', timeZone: 'UTC' })).rejects.toThrow(RangeError)
    await expect(repeatFetch(jobs, 'acme', { time: '03:30', timeZone: 'Mars' })).rejects.toThrow(RangeError)
    const wrong = { supplier: 7 } as unknown as { supplier: string }
    await expect(
      db.database.transaction((tx) => jobs.repeatDaily(tx, 'fetch-acme', { job: fetchList, payload: wrong, at: AT })),
    ).rejects.toThrow(z.ZodError)
    expect(await rows().countDocuments({ _id: 'fetch-acme' })).toBe(0)
  })
})
