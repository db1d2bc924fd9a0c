import type { Clock } from '../time/clock.ts'
import type { DatabaseClock } from '../database/database-clock.ts'
import type { Logger } from '../log/logger.ts'
import { afterFailure, type RetryRules } from './after-failure.ts'
import { DependencyUnavailable, JobCannotSucceed } from './jobs.ts'
import type { Outbox } from './outbox.ts'
import type { ClaimedJob } from './outbox-row.ts'
import type { RegisteredJob } from './registered-jobs.ts'
import { renewLeases } from './renew-leases.ts'
import type { RunDelivery } from './runner.ts'
import { createRunningJobs } from './running-jobs.ts'
import { createWhenReachable } from './when-reachable.ts'

const ERROR_TEXT_LENGTH = 2000
/** How many attempts it has is for the version to say that knows it. */
const UNKNOWN_JOB: RetryRules = { attempts: Infinity, backoffMs: 1000 }

function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.slice(0, ERROR_TEXT_LENGTH)
}

export interface JobWorker {
  /** Takes over a job that is claimed already; its delivery is to be run next. */
  accept(job: ClaimedJob): void
  /** Runs one delivery, from claim to result. Rejects only when the outbox cannot be reached. */
  readonly run: RunDelivery
  /** See `Jobs`. */
  isHeld(jobId: string): boolean
  /** Asks the running handlers to stop. */
  abort(): void
  /** Queues the jobs again that still run, because the process is about to exit. */
  requeueAll(): Promise<void>
  /** Stops renewing leases. */
  close(): void
}

/** Runs jobs in this process: claims them, calls their handlers, and writes the result to the outbox. */
export function createJobWorker(deps: {
  readonly outbox: Outbox
  readonly clock: Clock
  readonly databaseClock: Pick<DatabaseClock, 'now'>
  /** The jobs that this process knows, by name. */
  readonly registered: ReadonlyMap<string, RegisteredJob>
  readonly logger: Logger
  readonly leaseMs: number
  /** How long between two tries to reach a database that is out of reach (default 1,000 ms). */
  readonly askAgainMs?: number
}): JobWorker {
  const { outbox, clock, databaseClock, registered, logger, leaseMs, askAgainMs } = deps
  const stopping = new AbortController()
  const whenReachable = createWhenReachable({ stopping: stopping.signal, logger, askAgainMs })
  const running = createRunningJobs(databaseClock)
  /** Those that were claimed when they were written. */
  const accepted = new Map<string, ClaimedJob>()

  const stopRenewing = renewLeases({ outbox, running, leaseMs, logger })

  async function perform(job: ClaimedJob, known: RegisteredJob | undefined): Promise<void> {
    // It may belong to a newer version that is being rolled out.
    if (known === undefined) throw new DependencyUnavailable(`No process of this version knows the job "${job.name}".`)
    const payload = known.definition.schema.safeParse(job.payload)
    if (!payload.success) throw new JobCannotSucceed(`The payload does not fit: ${payload.error.message}`)
    const { definition } = known
    await known.handler(payload.data, {
      jobId: job.id,
      attempt: job.attempt,
      createdAt: job.createdAt,
      signal: stopping.signal,
      isLast: (error) => afterFailure(job, definition, error, clock.now()).kind === 'failed',
    })
  }

  async function workOn(job: ClaimedJob): Promise<void> {
    const known = registered.get(job.name)
    const rules = known?.definition ?? UNKNOWN_JOB
    const log = { job: job.name, jobId: job.id, attempt: job.attempt }
    if (job.attempt > rules.attempts) {
      logger.error(log, 'a job failed for good')
      return outbox.giveUp(job, 'Given up: the process that worked on it ended every time.')
    }
    try {
      await perform(job, known)
    } catch (error) {
      if (stopping.signal.aborted && !(error instanceof JobCannotSucceed)) return outbox.requeue(job)
      return settleFailure(job, rules, error)
    }
    await whenReachable(job.id, () => outbox.complete(job))
  }

  async function settleFailure(job: ClaimedJob, rules: RetryRules, error: unknown): Promise<void> {
    const log = { job: job.name, jobId: job.id, attempt: job.attempt, err: error }
    const after = afterFailure(job, rules, error, clock.now())
    if (after.kind === 'lost') {
      logger.warn(log, 'a job was lost, because the process stood still')
      return whenReachable(job.id, () => outbox.requeue(job))
    }
    if (after.kind === 'waits out') {
      logger.warn({ ...log, waitMs: after.waitMs }, 'a job waits for what is away')
      return whenReachable(job.id, () => outbox.waitOut(job, describe(error), after.waitMs))
    }
    if (after.kind === 'tried again') {
      logger.warn(log, 'a job failed and is tried again')
      return whenReachable(job.id, () => outbox.retryLater(job, describe(error), after.waitMs))
    }
    logger.error(log, 'a job failed for good')
    return whenReachable(job.id, () => outbox.giveUp(job, describe(error)))
  }

  return {
    accept(job) {
      accepted.set(job.id, job)
      running.add(job)
    },
    isHeld: running.isHeld,
    async run(delivery) {
      const known = accepted.get(delivery.id)
      if (stopping.signal.aborted) return known === undefined ? outbox.release(delivery) : outbox.requeue(known)
      accepted.delete(delivery.id)
      const job = known ?? (await whenReachable(delivery.id, () => outbox.claim(delivery)))
      if (job === null) return
      // The lease of one that was accepted may have been renewed since.
      if (known === undefined) running.add(job)
      try {
        await workOn(job)
      } finally {
        running.remove(job)
      }
    },
    abort: () => stopping.abort(),
    async requeueAll() {
      const jobs = running.all()
      running.letGo()
      for (const job of jobs) await outbox.requeue(job)
    },
    close: stopRenewing,
  }
}
