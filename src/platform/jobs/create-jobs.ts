import type { Clock } from '../time/clock.ts'
import { createDatabaseClock } from '../database/database-clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { isDuplicateKey } from '../database/duplicate-key.ts'
import type { Logger } from '../log/logger.ts'
import { createDailyJobs } from './daily-jobs.ts'
import type { JobDefinition, Queues } from './define-job.ts'
import { createFailedJobs } from './failed-jobs.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createInProcessRunner } from './in-process-runner.ts'
import type { JobHandler, JobsRuntime, NewJob } from './jobs.ts'
import { createOutbox } from './outbox.ts'
import { outboxRowsOf } from './outbox-row.ts'
import { createRelay, type RelayTimings } from './relay.ts'
import { createJobWorker, type RegisteredJob } from './run-job.ts'
import type { TimeOfDay } from './time-of-day.ts'

export type { JobsRuntime } from './jobs.ts'

export interface JobTimings extends RelayTimings {
  /** Another process runs a job when its own process has not renewed the lease for this long. */
  readonly leaseMs: number
  /** How often a process that works looks for daily jobs that are due. */
  readonly dailyLookMs: number
}

const WITH_REDIS: JobTimings = {
  tickMs: 1000,
  sweepMs: 2000,
  dispatchedLeaseMs: 120_000,
  leaseMs: 10_000,
  dailyLookMs: 30_000,
}
/** A process that dies loses the jobs in its memory, so they are dispatched again sooner. */
const IN_PROCESS: JobTimings = { ...WITH_REDIS, dispatchedLeaseMs: 10_000 }

/**
 * Background work: jobs are written to the outbox in the caller's transaction and run after its commit, at least once,
 * by BullMQ's workers when there is a Redis and by this process otherwise. When they are due goes by the
 * database's clock, because the clocks of machines may differ.
 * @param deps.queues every queue that a job may name
 * @param deps.redisUrl null: jobs run inside this process
 * @param deps.onAbandoned called by the process that finds a job whose process died
 * @param deps.refuseEviction do not start with a Redis that may drop jobs (production); otherwise only warn
 */
export async function createJobs(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly queues: Queues
  readonly redisUrl: string | null
  readonly refuseEviction?: boolean
  readonly timings?: Partial<JobTimings>
  readonly onAbandoned?: () => void
}): Promise<JobsRuntime> {
  const { database, clock, logger, queues, redisUrl, refuseEviction = false } = deps
  const timings = { ...(redisUrl === null ? IN_PROCESS : WITH_REDIS), ...deps.timings }
  const registered = new Map<string, RegisteredJob>()

  const databaseClock = createDatabaseClock(database)
  /** What a machine writes whose clock is hours ahead must not wait for hours, on the others or once that is put right. */
  const dueClock: Clock = { now: () => new Date(clock.now().getTime() + databaseClock.lagMs()) }
  // Loaded only with Redis, because a shop on one machine should not pay for its memory.
  const bullmq =
    redisUrl === null
      ? null
      : (await import('./bullmq-runner.ts')).createBullmqRunner({
          queues,
          url: redisUrl,
          logger,
          lockMs: timings.leaseMs,
          refuseEviction,
        })
  const runner = bullmq ?? createInProcessRunner({ queues, logger })
  const rows = outboxRowsOf(database)
  const outbox = createOutbox({
    rows,
    clock,
    dueClock,
    databaseClock,
    leaseMs: timings.leaseMs,
    idle: (queue) => runner.idle(queue),
    onWritten({ claimed, dueQueues }) {
      claimed.forEach(worker.accept)
      for (const job of claimed) void runner.dispatch(job.queue, [job])
      dueQueues.forEach(relay.nudge)
    },
  })
  const relay = createRelay({
    queues: Object.keys(queues),
    outbox,
    runner,
    logger,
    timings,
    onAbandoned: deps.onAbandoned,
  })
  const failedJobs = createFailedJobs({ rows, clock: dueClock, queues: Object.keys(queues), nudge: relay.nudge })
  const heartbeat = createHeartbeat({ database, clock: databaseClock, logger })
  const worker = createJobWorker({
    outbox,
    clock: dueClock,
    databaseClock,
    registered,
    logger,
    leaseMs: timings.leaseMs,
  })
  const daily = createDailyJobs({
    database,
    clock: databaseClock,
    lookMs: timings.dailyLookMs,
    logger,
    registered,
    enqueue: async (tx, job, payload) => (await enqueueMany(tx, [{ job, payload }]))[0] as string,
    isUnderWay: outbox.isUnderWay,
  })
  /** What `handleDaily` was told, for the start. */
  const handledDaily = new Map<JobDefinition<Record<string, never>>, TimeOfDay>()
  let stopped: Promise<void> | null = null

  async function enqueueMany(tx: Transaction, entries: readonly NewJob[]): Promise<readonly string[]> {
    for (const { job } of entries) {
      if (!registered.has(job.name))
        throw new Error(`The job "${job.name}" is enqueued, but this process has no handler for it: call jobs.handle.`)
    }
    return outbox.add(
      tx,
      entries.map(({ job, payload, delayMs = 0 }) => ({ job, payload: job.schema.parse(payload), delayMs })),
    )
  }

  function handle<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): void {
    if (!Object.hasOwn(queues, job.queue))
      throw new Error(`The job "${job.name}" names the queue "${job.queue}", which this process does not have.`)
    if (registered.has(job.name)) throw new Error(`The job "${job.name}" has a handler already: it can have only one.`)
    registered.set(job.name, {
      definition: job as JobDefinition<unknown>,
      handler: handler as JobHandler<unknown>,
    })
  }

  async function startDaily(): Promise<void> {
    // One question at most starts, instead of a transaction for each.
    const areSet = await daily.areSet(handledDaily)
    for (const [job, at] of areSet ? [] : handledDaily) {
      try {
        await database.transaction((tx) => daily.set(tx, job.name, { job, payload: {}, at }))
      } catch (error) {
        // Another process that starts wrote the same row.
        if (!isDuplicateKey(error)) throw error
      }
    }
    daily.start()
  }

  async function stop(): Promise<void> {
    await daily.stop()
    await relay.stop()
    worker.abort()
    await runner.stop()
    try {
      await worker.requeueAll()
    } catch (error) {
      logger.warn({ err: error }, 'running jobs could not be requeued; their lease expires instead')
    }
    worker.close()
    await heartbeat.stop()
  }

  return {
    handle,
    handleDaily(job, at, handler) {
      handle(job, handler)
      handledDaily.set(job, at)
    },
    repeatDaily: daily.set,
    endDaily: daily.delete,
    async enqueue(tx, job, payload, options = {}) {
      const [id] = await enqueueMany(tx, [{ job: job as JobDefinition<unknown>, payload, ...options }])
      return id as string
    },
    enqueueMany,
    isHeld: worker.isHeld,
    erase: outbox.erase,
    ...failedJobs,
    workersAlive: () => heartbeat.countAlive(),
    retryWaiting: (queue) => outbox.retryWaiting(queue),
    async start({ work }) {
      await bullmq?.checkPolicy()
      await databaseClock.sync()
      if (work) {
        runner.work(worker.run)
        const queueOf = new Map([...registered].map(([name, { definition }]) => [name, definition.queue]))
        heartbeat.start()
        await Promise.all([startDaily(), outbox.adopt(queueOf)])
      }
      relay.start()
    },
    stop() {
      stopped ??= stop()
      return stopped
    },
    isReachable: () => runner.isReachable(),
  }
}
