import { setImmediate as endOfTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { createLogger, type Logger } from '../log/logger.ts'
import { defineJob } from './define-job.ts'
import { DependencyUnavailable, JobCannotSucceed, JobLost, type JobHandler } from './jobs.ts'
import type { Renewed } from './leases.ts'
import type { Outbox } from './outbox.ts'
import type { ClaimedJob } from './outbox-row.ts'
import { createJobWorker } from './job-worker.ts'

const JOB: ClaimedJob = {
  id: 'a-job',
  delivery: 3,
  name: 'send-label',
  queue: 'orders',
  payload: 7,
  attempt: 1,
  createdAt: new Date(),
  waitingSince: null,
  leaseUntil: new Date(Date.now() + 60_000),
}

const databaseClock = { now: () => new Date() }

describe('what a handler is told of its last attempt', () => {
  const TWO_DAYS_MS = 48 * 3_600_000
  const now = new Date('2026-11-30T10:00:00Z')
  const away = Object.assign(new Error('nobody answers'), { code: 'ECONNREFUSED' })
  const met = (msAgo: number) => ({ ...JOB, waitingSince: new Date(now.getTime() - msAgo) })

  it.each([
    ['refused for good', JOB, new JobCannotSucceed('no such mailbox')],
    ['with attempts left', { ...JOB, attempt: 2 }, new Error('a slip')],
    ['at the last attempt', { ...JOB, attempt: 3 }, new Error('a slip')],
    ['with what it needs just gone', { ...JOB, attempt: 3 }, away],
    ['with what it needs away for a day', met(TWO_DAYS_MS / 2), away],
    ['with what it needs away for two days', met(TWO_DAYS_MS), away],
  ])('is what then happens to its job: %s', async (_case, job, error) => {
    const said: boolean[] = []
    const giveUp = vi.fn(async () => {})
    const outbox = { claim: async () => job, giveUp, waitOut: async () => {}, retryLater: async () => {} }
    const definition = defineJob({ name: 'send-label', queue: 'orders', schema: z.unknown(), attempts: 3 })
    const handler: JobHandler<unknown> = async (_payload, { isLast }) => {
      said.push(isLast(error))
      throw error
    }
    const worker = createJobWorker({
      outbox: outbox as unknown as Outbox,
      clock: { now: () => now },
      databaseClock,
      registered: new Map([[definition.name, { definition, handler }]]),
      logger: createLogger('silent'),
      leaseMs: 60_000,
    })
    await worker.run({ id: 'a-job', delivery: 3 })
    worker.close()
    expect(said).toEqual([giveUp.mock.calls.length > 0])
  })
})

describe('a delivery that comes while the database is out of reach', () => {
  const away = new DatabaseUnavailable(new Error('expected by the test'))
  const delivery = { id: 'a-job', delivery: 3 }
  const claimed = { ...JOB, ...delivery }
  const definition = defineJob({ name: 'send-label', queue: 'orders', schema: z.unknown() })

  function aWorker(claim: () => Promise<ClaimedJob | null>, askAgainMs = 1) {
    const handler = vi.fn(async () => {})
    const complete = vi.fn(async () => {})
    const logger = createLogger('silent')
    const warned = vi.spyOn(logger, 'warn')
    const worker = createJobWorker({
      outbox: { claim, complete } as unknown as Outbox,
      clock: { now: () => new Date() },
      databaseClock,
      registered: new Map([[definition.name, { definition, handler }]]),
      logger,
      leaseMs: 60_000,
      askAgainMs,
    })
    return { worker, handler, complete, warned }
  }

  it('waits for it in this process with one line in the log, and runs once', async () => {
    const claim = vi.fn().mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValueOnce(claimed)
    const { worker, handler, complete, warned } = aWorker(claim)
    await worker.run(delivery)
    expect(warned).toHaveBeenCalledOnce()
    worker.close()
    expect(handler).toHaveBeenCalledOnce()
    expect(complete).toHaveBeenCalledExactlyOnceWith(claimed)
  })

  it('waits beside any number of others, with one listener for the end of the process', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const claim = vi.fn().mockResolvedValue(null)
    for (let time = 0; time < 90; time++) claim.mockRejectedValueOnce(away)
    const { worker } = aWorker(claim)
    await Promise.all(Array.from({ length: 30 }, () => worker.run(delivery)))
    worker.close()
    expect(claim).toHaveBeenCalledTimes(120)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('asks for it no more often than it may', async () => {
    const claim = vi.fn().mockResolvedValue(null)
    for (let time = 0; time < 3; time++) claim.mockRejectedValueOnce(away)
    const { worker } = aWorker(claim, 20)
    const begun = performance.now()
    await worker.run(delivery)
    worker.close()
    // A timer may be a millisecond early.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(3 * 19)
  })

  it('is another process’s when that one was quicker', async () => {
    const { worker, handler } = aWorker(vi.fn().mockRejectedValueOnce(away).mockResolvedValueOnce(null))
    await worker.run(delivery)
    worker.close()
    expect(handler).not.toHaveBeenCalled()
  })

  it('is given up when the process stops, or for any other error', async () => {
    const stopped = aWorker(vi.fn().mockRejectedValue(away))
    const waiting = stopped.worker.run(delivery)
    stopped.worker.abort()
    await expect(waiting).rejects.toThrow()
    stopped.worker.close()

    const broken = aWorker(vi.fn().mockRejectedValue(new TypeError('expected by the test')))
    await expect(broken.worker.run(delivery)).rejects.toThrow(TypeError)
    broken.worker.close()
  })
})

describe('a job that fails', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

  it.each<[what: string, job: Partial<ClaimedJob>, error: Error, result: string]>([
    ['is tried again before its last attempt', { attempt: 2 }, new Error('no paper'), 'retryLater'],
    ['has failed with its last attempt', { attempt: 3 }, new Error('no paper'), 'giveUp'],
    ['is not run again when it has used up its attempts', { attempt: 4 }, new Error('no paper'), 'giveUp'],
    ['waits out an outage at its last attempt', { attempt: 3 }, new DependencyUnavailable('away'), 'waitOut'],
    ['goes on waiting it out', { waitingSince: hoursAgo(47) }, new DependencyUnavailable('away'), 'waitOut'],
    ['has failed when that lasts', { waitingSince: hoursAgo(49) }, new DependencyUnavailable('away'), 'giveUp'],
  ])('%s', async (_, changed, error, result) => {
    const job = { ...JOB, ...changed }
    const definition = defineJob({ name: JOB.name, queue: 'orders', schema: z.unknown(), attempts: 3 })
    const results: string[] = []
    const note = (name: string) => async () => void results.push(name)
    const handler = vi.fn(() => Promise.reject(error))
    const worker = createJobWorker({
      outbox: {
        claim: async () => job,
        retryLater: note('retryLater'),
        giveUp: note('giveUp'),
        waitOut: note('waitOut'),
      } as unknown as Outbox,
      clock: { now: () => new Date() },
      databaseClock,
      registered: new Map([[JOB.name, { definition, handler }]]),
      logger: createLogger('silent'),
      leaseMs: 60_000,
    })
    await worker.run(job)
    worker.close()
    expect(results).toEqual([result])
    expect(handler).toHaveBeenCalledTimes(job.attempt > 3 ? 0 : 1)
  })
})

it('a result waits in this process for a database that is out of reach, so that what was done is not done again', async () => {
  const away = new DatabaseUnavailable(new Error('expected by the test'))
  const job = { ...JOB, attempt: 1 }
  const definition = defineJob({ name: job.name, queue: 'orders', schema: z.unknown() })
  const handler = vi.fn<() => Promise<void>>(async () => {})
  const complete = vi
    .fn(async () => {})
    .mockRejectedValueOnce(away)
    .mockRejectedValueOnce(away)
  const waitOut = vi.fn(async () => {}).mockRejectedValueOnce(away)
  const worker = createJobWorker({
    outbox: { claim: async () => job, complete, waitOut } as unknown as Outbox,
    clock: { now: () => new Date() },
    databaseClock,
    registered: new Map([[job.name, { definition, handler }]]),
    logger: createLogger('silent'),
    leaseMs: 60_000,
    askAgainMs: 1,
  })
  await worker.run(job)
  expect([handler.mock.calls.length, complete.mock.calls.length]).toEqual([1, 3])
  handler.mockRejectedValueOnce(away)
  await worker.run(job)
  expect([handler.mock.calls.length, waitOut.mock.calls.length]).toEqual([2, 2])
  worker.close()
})

it('a result that cannot be written when the process ends is not waited for', async () => {
  const away = new DatabaseUnavailable(new Error('expected by the test'))
  const definition = defineJob({ name: JOB.name, queue: 'orders', schema: z.unknown() })
  const worker = createJobWorker({
    outbox: { claim: async () => JOB, complete: () => Promise.reject(away) } as unknown as Outbox,
    clock: { now: () => new Date() },
    databaseClock,
    registered: new Map([[JOB.name, { definition, handler: async () => worker.abort() }]]),
    logger: createLogger('silent'),
    leaseMs: 60_000,
  })
  await expect(worker.run(JOB)).rejects.toBe(away)
  worker.close()
})

it('a job that was claimed when it was written is run once without another claim, and claimed for its next delivery', async () => {
  const definition = defineJob({ name: JOB.name, queue: 'orders', schema: z.unknown() })
  const next = { ...JOB, delivery: 4, attempt: 2 }
  const [claim, complete] = [vi.fn(async () => next), vi.fn(async () => {})]
  const worker = createJobWorker({
    outbox: { claim, complete } as unknown as Outbox,
    clock: { now: () => new Date() },
    databaseClock,
    registered: new Map([[JOB.name, { definition, handler: async () => {} }]]),
    logger: createLogger('silent'),
    leaseMs: 60_000,
  })
  worker.accept(JOB)
  await worker.run(JOB)
  expect(claim).not.toHaveBeenCalled()
  expect(complete).toHaveBeenLastCalledWith(JOB)
  await worker.run(next)
  expect(claim).toHaveBeenCalledOnce()
  expect(complete).toHaveBeenLastCalledWith(next)
  worker.close()
})

it('a process renews the leases of what it runs three times in the time of one, and asks for nothing while it runs nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const definition = defineJob({ name: JOB.name, queue: 'orders', schema: z.unknown() })
    const renew = vi.fn(async (kept: readonly ClaimedJob[]) => ({ kept, leaseUntil: new Date() }))
    let end = () => {}
    const worker = createJobWorker({
      outbox: { claim: async () => JOB, complete: async () => {}, renew } as unknown as Outbox,
      clock: { now: () => new Date() },
      databaseClock,
      registered: new Map([[JOB.name, { definition, handler: () => new Promise<void>((resolve) => (end = resolve)) }]]),
      logger: createLogger('silent'),
      leaseMs: 60_000,
    })
    vi.advanceTimersByTime(60_000)
    expect(renew).not.toHaveBeenCalled()
    const run = worker.run(JOB)
    await endOfTurn()
    vi.advanceTimersByTime(60_000)
    expect(renew.mock.calls).toEqual([[[JOB]], [[JOB]], [[JOB]]])
    end()
    await run
    vi.advanceTimersByTime(60_000)
    worker.close()
    expect(renew).toHaveBeenCalledTimes(3)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('a lease that cannot be renewed is logged once, however often it is tried, and again after it could', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const warn = vi.fn()
    const state = { isAway: true }
    const renew = async (kept: readonly ClaimedJob[]) => {
      if (state.isAway) throw new DatabaseUnavailable(null)
      return { kept, leaseUntil: new Date() }
    }
    const worker = createJobWorker({
      outbox: { renew } as unknown as Outbox,
      clock: { now: () => new Date() },
      databaseClock,
      registered: new Map(),
      logger: { warn } as unknown as Logger,
      leaseMs: 3000,
    })
    const afterTries = async (tries: number) => {
      for (let i = 0; i < tries; i += 1) {
        vi.advanceTimersByTime(1000)
        await endOfTurn()
      }
    }
    worker.accept(JOB)
    await afterTries(100)
    expect(warn).toHaveBeenCalledExactlyOnceWith({ err: expect.any(DatabaseUnavailable) }, expect.any(String))
    state.isAway = false
    await afterTries(1)
    state.isAway = true
    await afterTries(100)
    expect(warn).toHaveBeenCalledTimes(2)
    worker.close()
  } finally {
    vi.useRealTimers()
  }
})

it('a job that only another version knows waits for it, however many attempts it has used up there', async () => {
  const job = { ...JOB, attempt: 15 }
  const waitOut = vi.fn(async () => {})
  const giveUp = vi.fn(async () => {})
  const worker = createJobWorker({
    outbox: { claim: async () => job, waitOut, giveUp } as unknown as Outbox,
    clock: { now: () => new Date() },
    databaseClock,
    registered: new Map(),
    logger: createLogger('silent'),
    leaseMs: 60_000,
  })
  await worker.run(job)
  worker.close()
  expect(giveUp).not.toHaveBeenCalled()
  expect(waitOut).toHaveBeenCalledOnce()
})

it('a process that ends puts back what it still runs, and nothing that has ended', async () => {
  const definition = defineJob({ name: JOB.name, queue: 'orders', schema: z.unknown() })
  const ends: (() => void)[] = []
  const requeue = vi.fn(async () => {})
  const worker = createJobWorker({
    outbox: {
      claim: async ({ id }: { id: string }) => ({ ...JOB, id }),
      complete: async () => {},
      requeue,
    } as unknown as Outbox,
    clock: { now: () => new Date() },
    databaseClock,
    registered: new Map([
      [JOB.name, { definition, handler: () => new Promise<void>((resolve) => ends.push(resolve)) }],
    ]),
    logger: createLogger('silent'),
    leaseMs: 60_000,
  })
  const runs = ['ended', 'running'].map((id) => worker.run({ id, delivery: 3 }))
  await vi.waitFor(() => expect(ends).toHaveLength(2))
  ends[0]?.()
  await runs[0]
  await worker.requeueAll()
  expect(requeue).toHaveBeenCalledExactlyOnceWith({ ...JOB, id: 'running' })
  ends[1]?.()
  await runs[1]
  worker.close()
})

it('a job that can never succeed has failed also when its process ends meanwhile', async () => {
  const definition = defineJob({ name: JOB.name, queue: 'orders', schema: z.unknown() })
  const [giveUp, requeue] = [vi.fn(async (_job: unknown, _error: string) => {}), vi.fn(async () => {})]
  const handler = async () => {
    worker.abort()
    throw new JobCannotSucceed('the order is cancelled '.repeat(1000))
  }
  const worker = createJobWorker({
    outbox: { claim: async () => JOB, giveUp, requeue } as unknown as Outbox,
    clock: { now: () => new Date() },
    databaseClock,
    registered: new Map([[JOB.name, { definition, handler }]]),
    logger: createLogger('silent'),
    leaseMs: 60_000,
  })
  await worker.run(JOB)
  worker.close()
  expect([giveUp.mock.calls.length, requeue.mock.calls.length]).toEqual([1, 0])
  expect(giveUp.mock.calls[0]?.[1]).toHaveLength(2000)
})

describe('a job is held by the process that runs it', () => {
  const definition = defineJob({ name: JOB.name, queue: 'orders', schema: z.unknown(), attempts: 1 })
  const leaseMs = 60_000
  const start = Date.now()

  /** A worker whose handlers end when they are told to. Whether a renewal finds a job is for the test to say. */
  function openWorker() {
    const time = { passedMs: 0, now: () => new Date(start + time.passedMs) }
    const ends: ((error?: Error) => void)[] = []
    const isFound = vi.fn((_job: ClaimedJob) => true)
    const renew = vi.fn(async (jobs: readonly ClaimedJob[]): Promise<Renewed> => ({
      kept: jobs.filter(isFound),
      leaseUntil: new Date(time.now().getTime() + leaseMs),
    }))
    const [requeue, giveUp, retryLater] = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn(async () => {})]
    const isLast = vi.fn()
    const worker = createJobWorker({
      outbox: {
        claim: async ({ delivery }: { delivery: number }) => ({
          ...JOB,
          delivery,
          leaseUntil: new Date(time.now().getTime() + leaseMs),
        }),
        complete: async () => {},
        renew,
        requeue,
        giveUp,
        retryLater,
      } as unknown as Outbox,
      clock: time,
      databaseClock: time,
      registered: new Map([
        [
          JOB.name,
          {
            definition,
            handler: (_payload: unknown, context: Parameters<JobHandler<unknown>>[1]) =>
              new Promise<void>((resolve, reject) => {
                isLast.mockImplementation(context.isLast)
                ends.push((error) => (error === undefined ? resolve() : reject(error)))
              }),
          },
        ],
      ]),
      logger: createLogger('silent'),
      leaseMs,
    })
    return { worker, time, ends, isFound, renew, requeue, giveUp, retryLater, isLast }
  }
  async function tick(): Promise<void> {
    vi.advanceTimersByTime(leaseMs / 3)
    await endOfTurn()
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('until its lease runs out, and longer with every renewal', async () => {
    const { worker, time, ends } = openWorker()
    expect(worker.isHeld(JOB.id)).toBe(false)
    const run = worker.run(JOB)
    await endOfTurn()
    time.passedMs = leaseMs - 1
    expect(worker.isHeld(JOB.id)).toBe(true)
    await tick()
    time.passedMs = 2 * leaseMs - 2
    expect(worker.isHeld(JOB.id)).toBe(true)
    time.passedMs = 2 * leaseMs
    expect(worker.isHeld(JOB.id)).toBe(false)
    ends[0]?.()
    await run
    worker.close()
  })

  it('until a renewal does not find it any more, whatever the next ones find', async () => {
    const { worker, ends, isFound } = openWorker()
    const run = worker.run(JOB)
    await endOfTurn()
    isFound.mockReturnValue(false)
    await tick()
    isFound.mockReturnValue(true)
    await tick()
    expect(worker.isHeld(JOB.id)).toBe(false)
    ends[0]?.()
    await run
    worker.close()
  })

  it('until it is put back because the process ends', async () => {
    const { worker, ends, requeue, renew } = openWorker()
    const run = worker.run(JOB)
    await endOfTurn()
    let answer = () => {}
    renew.mockImplementationOnce(async (kept) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return { kept, leaseUntil: new Date(start + 2 * leaseMs) }
    })
    await tick()
    requeue.mockImplementation(async () => expect(worker.isHeld(JOB.id)).toBe(false))
    worker.abort()
    expect(worker.isHeld(JOB.id)).toBe(true)
    await worker.requeueAll()
    expect(requeue).toHaveBeenCalledOnce()
    answer()
    await endOfTurn()
    expect(worker.isHeld(JOB.id)).toBe(false)
    ends[0]?.()
    await run
    worker.close()
  })

  it('again when it claims the job that it had lost, also after the first handler has ended', async () => {
    const { worker, ends, isFound, renew } = openWorker()
    const first = worker.run(JOB)
    await endOfTurn()
    isFound.mockReturnValue(false)
    await tick()
    isFound.mockReturnValue(true)
    const again = worker.run({ ...JOB, delivery: 4 })
    await endOfTurn()
    expect(worker.isHeld(JOB.id)).toBe(true)
    ends[0]?.()
    await first
    await tick()
    expect(renew.mock.lastCall?.[0]).toEqual([expect.objectContaining({ delivery: 4 })])
    expect(worker.isHeld(JOB.id)).toBe(true)
    ends[1]?.()
    await again
    expect(worker.isHeld(JOB.id)).toBe(false)
    worker.close()
  })

  it('and one that was lost is left to others, or to be run again, without an attempt', async () => {
    const { worker, ends, requeue, giveUp, retryLater, isLast } = openWorker()
    const run = worker.run(JOB)
    await endOfTurn()
    const lost = new JobLost('another one sends it')
    expect([isLast(lost), isLast(new Error('a slip'))]).toEqual([false, true])
    ends[0]?.(lost)
    await run
    expect(requeue).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: JOB.id, delivery: JOB.delivery }))
    expect([giveUp, retryLater].flatMap(({ mock }) => mock.calls)).toEqual([])
    worker.close()
  })
})
