import type { Clock } from '../time/clock.ts'
import { createDatabaseClock } from '../database/database-clock.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log/logger.ts'
import type { BullmqRunner } from './bullmq-runner.ts'
import { createDailyJobs } from './daily-jobs.ts'
import type { JobDefinition, Queues } from './define-job.ts'
import { createFailedJobs } from './failed-jobs.ts'
import { HandledDaily } from './handled-daily.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createInProcessRunner } from './in-process-runner.ts'
import { IN_PROCESS, WITH_REDIS, type JobTimings } from './job-timings.ts'
import type { Jobs, JobsRuntime } from './jobs.ts'
import { createOutbox } from './outbox.ts'
import { outboxRowsOf } from './outbox-row.ts'
import { createQueueStats } from './queue-stats.ts'
import { RegisteredJobs } from './registered-jobs.ts'
import { createRelay } from './relay.ts'
import { createJobWorker } from './job-worker.ts'
import { createStartAndStop } from './start-and-stop.ts'

export type { JobsRuntime } from './jobs.ts'

interface JobsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly queues: Queues
  readonly redisUrl: string | null
  readonly refuseEviction?: boolean
  readonly timings?: Partial<JobTimings>
  readonly onAbandoned?: () => void
}

/**
 * Background work: jobs are written to the outbox in the caller's transaction and run after its commit, at least once,
 * by BullMQ's workers when there is a Redis and by this process otherwise. When they are due goes by the
 * database's clock, because the clocks of machines may differ.
 * @param deps.queues every queue that a job may name
 * @param deps.redisUrl null: jobs run inside this process
 * @param deps.timings how often it looks for work and how long it waits, where a test does not want to wait as long
 * @param deps.onAbandoned called by the process that finds a job whose process died
 * @param deps.refuseEviction do not start with a Redis that may drop jobs (production); otherwise only warn
 */
export async function createJobs(deps: JobsDeps): Promise<JobsRuntime> {
  const { database, clock, logger, redisUrl } = deps
  const queues = Object.keys(deps.queues)
  const timings = { ...(redisUrl === null ? IN_PROCESS : WITH_REDIS), ...deps.timings }
  const { leaseMs } = timings
  const databaseClock = createDatabaseClock(database)
  /** What a machine writes whose clock is hours ahead must not wait for hours, on the others or once that is put right. */
  const dueClock: Clock = { now: () => new Date(clock.now().getTime() + databaseClock.lagMs()) }

  const registered = new RegisteredJobs(deps.queues)
  const bullmq = redisUrl === null ? null : await openBullmq(redisUrl, leaseMs, deps)
  const runner = bullmq ?? createInProcessRunner({ queues: deps.queues, logger })
  const rows = outboxRowsOf(database)
  const outbox = createOutbox({
    rows,
    clock,
    dueClock,
    databaseClock,
    leaseMs,
    idle: (queue) => runner.idle(queue),
    onWritten({ claimed, dueQueues }) {
      claimed.forEach(worker.accept)
      for (const job of claimed) void runner.dispatch(job.queue, [job])
      dueQueues.forEach(relay.nudge)
    },
  })
  const relay = createRelay({ queues, outbox, runner, logger, timings, onAbandoned: deps.onAbandoned })
  const worker = createJobWorker({
    outbox,
    clock: dueClock,
    databaseClock,
    registered: registered.byName,
    logger,
    leaseMs,
  })
  const heartbeat = createHeartbeat({ database, clock: databaseClock, logger })
  const daily = createDailyJobs({
    database,
    clock: databaseClock,
    lookMs: timings.dailyLookMs,
    logger,
    registered: registered.byName,
    enqueue: (tx, job, payload) => enqueue(tx, job, payload),
    isUnderWay: outbox.isUnderWay,
  })
  const handledDaily = new HandledDaily(database, daily)

  const enqueueMany: Jobs['enqueueMany'] = async (tx, entries) => outbox.add(tx, registered.checked(entries))

  const enqueue: Jobs['enqueue'] = async (tx, job, payload, options = {}) => {
    const [id] = await enqueueMany(tx, [{ job: job as JobDefinition<unknown>, payload, ...options }])
    return id as string
  }

  return {
    handle: (job, handler) => registered.add(job, handler),
    handleDaily(job, at, handler) {
      registered.add(job, handler)
      handledDaily.add(job, at)
    },
    repeatDaily: daily.set,
    endDaily: daily.delete,
    enqueue,
    enqueueMany,
    isHeld: worker.isHeld,
    erase: outbox.erase,
    stats: createQueueStats({ rows, clock: dueClock, queues }),
    ...createFailedJobs({ rows, clock: dueClock, nudge: relay.nudge }),
    workersAlive: () => heartbeat.countAlive(),
    retryWaiting: (queue) => outbox.retryWaiting(queue),
    ...createStartAndStop({
      runner,
      bullmq,
      worker,
      relay,
      outbox,
      registered,
      daily,
      handledDaily,
      heartbeat,
      databaseClock,
      logger,
    }),
    isReachable: () => runner.isReachable(),
  }
}

/** BullMQ is loaded only with Redis, because a shop on one machine should not pay for its memory. */
async function openBullmq(
  url: string,
  lockMs: number,
  { queues, logger, refuseEviction = false }: Pick<JobsDeps, 'queues' | 'logger' | 'refuseEviction'>,
): Promise<BullmqRunner> {
  const { createBullmqRunner } = await import('./bullmq-runner.ts')
  return createBullmqRunner({ queues, url, logger, lockMs, refuseEviction })
}
