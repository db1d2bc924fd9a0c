import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../testing/eventually.ts'
import type { JobsRuntime } from './create-jobs.ts'
import { defineJob } from './define-job.ts'
import { DependencyUnavailable, JobCannotSucceed } from './jobs.ts'
import { openJobs, Payload, readList, sendLabel } from './testing/open-jobs.ts'

type OpenJobs = Awaited<ReturnType<typeof openJobs>>

let open: OpenJobs
let jobs: JobsRuntime
let clock: OpenJobs['clock']
let enqueue: OpenJobs['enqueue']
let outbox: OpenJobs['outbox']
let ordersStats: OpenJobs['ordersStats']

beforeEach(async () => {
  open = await openJobs()
  ;({ clock, jobs, enqueue, outbox, ordersStats } = open)
})
afterEach(() => open.close())

describe('a job that fails', () => {
  it('is tried again until it succeeds', async () => {
    const attempts: number[] = []
    const times = new Set<number>()
    jobs.handle(sendLabel, async (_payload, { attempt, createdAt }) => {
      attempts.push(attempt)
      times.add(createdAt.getTime())
      if (attempt < 3) throw new Error('printer is warming up')
    })
    await jobs.start({ work: true })
    const id = await enqueue(1)
    await eventually(() => expect(attempts).toEqual([1, 2, 3]))
    // However late an attempt comes, it knows when what it is about has happened.
    expect(times).toEqual(new Set([(await outbox().findOne({ _id: id as never }))?.createdAt.getTime()]))
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

  it('is listed after those that failed later', async () => {
    jobs.handle(sendLabel, async () => {
      throw new JobCannotSucceed('the order is cancelled')
    })
    await jobs.start({ work: true })
    const ids = []
    for (const number of [1, 2, 3]) {
      clock.ahead += 1000
      ids.unshift(await enqueue(number))
      await eventually(async () => expect(await ordersStats()).toMatchObject({ failed: number }))
    }
    expect((await jobs.failed()).map(({ id }) => id)).toEqual(ids)
    expect((await jobs.failed({ limit: 1, offset: 1 })).map(({ id }) => id)).toEqual([ids[1]])
  })

  it('fails at once when its stored payload does not fit any more', async () => {
    const handler = vi.fn(async () => {})
    jobs.handle(sendLabel, handler)
    await enqueue(1)
    await jobs.stop()
    jobs = await open.startAgain()
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
      clock.ahead += row.notBefore.getTime() - clock.now().getTime()
    }
    expect(attempts.every((attempt) => attempt === 1)).toBe(true)
    expect(waits.every((wait, index) => wait > 25 && wait <= Math.min(30 * 2 ** index, 3600))).toBe(true)
    expect(waits.at(-1)).toBeGreaterThan(3200)
    isAway = false
    await jobs.retryWaiting('orders')
    await eventually(async () => expect(await ordersStats()).toMatchObject({ delayed: 0, waiting: 0, active: 0 }))
  })

  it('is tried at once when the outage that it waits out is over, before what waits for its time', async () => {
    const tried: number[] = []
    let isAway = true
    jobs.handle(sendLabel, async ({ number }) => {
      tried.push(number)
      if (isAway) throw new DependencyUnavailable('The label printer is away.')
    })
    jobs.handle(readList, async () => {
      throw new DependencyUnavailable('The supplier is away.')
    })
    await jobs.start({ work: true })
    await enqueue(1)
    await enqueue(2, sendLabel, { delayMs: 3_600_000 })
    const otherQueue = await enqueue(3, readList)
    const waiting = () => outbox().findOne({ _id: otherQueue as never, status: 'delayed' })
    await eventually(async () => {
      expect(await ordersStats()).toMatchObject({ delayed: 2 })
      expect(await waiting()).not.toBeNull()
    })
    const before = await waiting()
    isAway = false
    await jobs.retryWaiting('orders')
    await eventually(async () => expect(await ordersStats()).toMatchObject({ delayed: 1, waiting: 0, active: 0 }))
    expect(tried).toEqual([1, 1])
    // What another queue waits for may be away still.
    expect(await waiting()).toEqual(before)
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
    clock.ahead = 47 * 3_600_000
    jobs = await open.startAgain()
    jobs.handle(sendLabel, fail)
    await jobs.start({ work: true })
    await eventually(async () =>
      expect((await outbox().findOne({ _id: id as never, status: 'delayed' }))?.notBefore.getTime()).toBeGreaterThan(
        clock.now().getTime(),
      ),
    )
    clock.ahead += 3_600_001
    await eventually(async () =>
      expect(await jobs.failed()).toMatchObject([{ id, attempts: 1, error: 'Error: no space left on device' }]),
    )
    // Of one that is run again the two days begin anew.
    await jobs.runAgain(id)
    await eventually(async () => expect(await ordersStats()).toMatchObject({ delayed: 1, failed: 0 }))
  })

  it('waits out a second outage for as long as the first, when it has failed otherwise between them', async () => {
    const fullDisk = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const failures = [fullDisk(), new Error('printer is warming up'), fullDisk()]
    jobs.handle(sendLabel, async () => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
    })
    await jobs.start({ work: true })
    const id = await enqueue(1)
    const waiting = () => outbox().findOne({ _id: id as never, status: 'delayed', waitingSince: { $ne: null } })
    await eventually(async () => expect(await waiting()).not.toBeNull())
    clock.ahead += 49 * 3_600_000
    const resumedAt = clock.now().getTime()
    await eventually(async () => {
      expect(failures).toEqual([])
      expect(await waiting()).not.toBeNull()
    })
    expect((await waiting())?.waitingSince.getTime()).toBeGreaterThanOrEqual(resumedAt)
    expect(await jobs.failed()).toEqual([])
  })

  it.each([
    ['ahead', 60_000],
    ['behind', -60_000],
  ])('is run again once with all of its kind, by a worker whose clock is %s', async (_, ms) => {
    const worker = await open.makeJobs({ clock: { now: () => new Date(Date.now() + ms) }, leaseMs: 600_000 })
    const runs = new Map<number, number>()
    worker.handle(sendLabel, async ({ number }) => {
      runs.set(number, (runs.get(number) ?? 0) + 1)
      throw new JobCannotSucceed('out of paper')
    })
    jobs.handle(sendLabel, async () => {})
    try {
      await worker.start({ work: true })
      // More than are run again by one command.
      const numbers = Array.from({ length: 700 }, (_each, index) => index)
      await open.db.database.transaction((tx) =>
        jobs.enqueueMany(
          tx,
          numbers.map((number) => ({ job: sendLabel, payload: { number } })),
        ),
      )
      const allFailed = () =>
        eventually(async () => expect(await ordersStats()).toMatchObject({ failed: 700, waiting: 0, active: 0 }), {
          withinMs: 20_000,
        })
      await allFailed()
      // No further than anybody needs to know.
      expect([await jobs.countFailed(1000), await jobs.countFailed(200)]).toEqual([700, 200])
      expect(await jobs.runAllAgain('send-label')).toBe(700)
      await allFailed()
      expect(new Set(runs.values())).toEqual(new Set([2]))
      // A queue server that has not forgotten the former delivery yet would take it for the same.
      expect(await outbox().countDocuments({ delivery: 1 })).toBe(700)
    } finally {
      await worker.stop()
    }
  })

  it('that this process does not know is tried later and does not disturb the others', async () => {
    const other = await open.makeJobs()
    const fromTomorrow = defineJob({ name: 'from-tomorrow', queue: 'orders', schema: Payload })
    other.handle(fromTomorrow, async () => {})
    await enqueue(1, fromTomorrow, {}, other)
    await other.stop()
    const handler = vi.fn(async () => {})
    jobs.handle(sendLabel, handler)
    await jobs.start({ work: true })
    await enqueue(2)
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1))
    await eventually(async () => expect(await ordersStats()).toMatchObject({ delayed: 1 }))
  })
})
