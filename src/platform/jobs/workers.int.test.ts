import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { patient } from '../../testing/patience.ts'
import { eventually } from '../../testing/eventually.ts'
import type { JobsRuntime } from './create-jobs.ts'
import { LEASE_MS, openJobs, readList, sendLabel } from './testing/open-jobs.ts'

type OpenJobs = Awaited<ReturnType<typeof openJobs>>

let open: OpenJobs
let jobs: JobsRuntime
let db: OpenJobs['db']
let enqueue: OpenJobs['enqueue']
let outbox: OpenJobs['outbox']
let ordersStats: OpenJobs['ordersStats']

beforeEach(async () => {
  open = await openJobs()
  ;({ db, jobs, enqueue, outbox, ordersStats } = open)
})
afterEach(() => open.close())

it('a process that does not work leaves the jobs that it enqueues to those that do', async () => {
  const printed: string[] = []
  const workIn = (process: string) => async () => void printed.push(process)
  jobs.handle(sendLabel, workIn('web'))
  await jobs.start({ work: false })
  await enqueue(1)
  expect(await ordersStats()).toMatchObject({ waiting: 1 })
  // How long it has waited tells whoever looks that nobody works.
  open.clock.ahead = 60_000
  expect((await ordersStats())?.oldestWaitingMs).toBeGreaterThanOrEqual(60_000)
  open.clock.ahead = 0
  const worker = await open.makeJobs()
  worker.handle(sendLabel, workIn('worker'))
  await worker.start({ work: true })
  await eventually(async () => expect(await ordersStats()).toMatchObject({ waiting: 0, active: 0 }))
  expect(printed).toEqual(['worker'])
  await worker.stop()
})

describe('a worker', () => {
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
    // A lease that ends while this process is kept from working is another process's right to the job.
    jobs = await open.startAgain({ leaseMs: 600_000 })
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
    jobs = await open.startAgain()
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
    expect(open.onAbandoned).toHaveBeenCalledTimes(1)

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
    expect(await rowOf(0)).toMatchObject({ status: 'active', attempts: 1 })
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
    expect([jobs.isHeld(id), jobs.isHeld(other)]).toEqual([false, true])
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
      const skewed = await open.makeJobs({
        clock: { now: () => new Date(Date.now() + skewMs) },
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
      await new Promise((resolve) => setTimeout(resolve, patient(3 * LEASE_MS)))
    })
    await jobs.start({ work: true })
    await enqueue(1)
    await eventually(async () => expect(await ordersStats()).toMatchObject({ active: 1 }))
    await eventually(async () => expect(await ordersStats()).toMatchObject({ active: 0 }))
    expect(attempts).toEqual([1])
    expect(open.onAbandoned).not.toHaveBeenCalled()
  })
})
