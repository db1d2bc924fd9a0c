import type { Transaction } from '../database/database.ts'
import type { JobDefinition } from './define-job.ts'
import type { TimeOfDay } from './time-of-day.ts'

/** What a handler knows about the job it runs. */
export interface JobContext {
  /** The outbox row's id: the same at every delivery of the same job, so handlers use it to do things once. */
  readonly jobId: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** When it was enqueued: for a subscriber, when the event happened. */
  readonly createdAt: Date
  /**
   * Aborts when the process is asked to stop; when a handler then throws, its job is requeued and the attempt does not
   * count.
   */
  readonly signal: AbortSignal
  /** Whether the job fails for good when its handler throws this, because it has no attempt left. */
  readonly isLast: (error: unknown) => boolean
}

/** Does the work of a job. It may run twice, so a repetition must change nothing. */
export type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<void>

/** A handler throws this (or a subclass) when another attempt cannot help: the job fails at once. */
export class JobCannotSucceed extends Error {
  override readonly name: string = 'JobCannotSucceed'
}

/**
 * A handler throws this (or a subclass) when something outside the shop is away or asks to come back later. The job
 * waits it out, for up to two days, and uses up no attempts.
 */
export class DependencyUnavailable extends Error {
  override readonly name: string = 'DependencyUnavailable'
}

/**
 * A handler throws this when `isHeld` says that another process may run its job by now. Nothing is written of it but that
 * it is to be run again, unless another process does so already.
 */
export class JobLost extends Error {
  override readonly name: string = 'JobLost'
}

/** How many jobs of a queue are in which state. */
export interface QueueStats {
  readonly queue: string
  readonly waiting: number
  readonly delayed: number
  readonly active: number
  readonly failed: number
  /** Age of the oldest job that is due and not running, in ms; 0 when there is none. */
  readonly oldestWaitingMs: number
}

/** A job without attempts left; kept until staff run it again. */
export interface FailedJob {
  readonly id: string
  readonly name: string
  readonly queue: string
  readonly attempts: number
  readonly error: string
  readonly createdAt: Date
  readonly failedAt: Date
}

/** How many jobs of one name failed. */
export interface FailedKind {
  readonly name: string
  readonly count: number
}

/** A job that runs every day at a time of day. */
export interface DailyJob<Payload> {
  readonly job: JobDefinition<Payload>
  readonly payload: Payload
  readonly at: TimeOfDay
}

/** A job to be written to the outbox. */
export interface NewJob<Payload = unknown> {
  readonly job: JobDefinition<Payload>
  readonly payload: Payload
  /** Earliest start, counted from now (default: at once). */
  readonly delayMs?: number
}

/** The interface for background work: modules and routes do not know what runs it. */
export interface Jobs {
  /**
   * Writes the job to the outbox inside the caller's transaction; it runs after the commit, at least once.
   * @param options.delayMs earliest start, counted from now (default: at once)
   * @returns the outbox row's id
   * @throws Error when this process has no handler for the job, ZodError when the payload is invalid
   */
  enqueue<Payload>(
    tx: Transaction,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: { readonly delayMs?: number },
  ): Promise<string>
  /** Like `enqueue`, for several jobs in one round trip. @returns the rows' ids, in the order given */
  enqueueMany(tx: Transaction, entries: readonly NewJob[]): Promise<readonly string[]>
  /**
   * Whether this process runs the job and no other may: for handlers, right before they do what must not be done twice.
   * After a process stood still for longer than its lease, another one runs its jobs.
   */
  isHeld(jobId: string): boolean
  /**
   * Registers the only handler of a job. A process that only enqueues registers it, too: without a handler a job is
   * refused.
   * @throws Error when the job has a handler already, or names a queue that this process does not have
   */
  handle<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): void
  /**
   * Registers the only handler of a job without payload that runs every day at a time of day, once however many
   * processes work. A time that passed while none did is made up for by one run at the next start.
   */
  handleDaily(
    job: JobDefinition<Record<string, never>>,
    at: TimeOfDay,
    handler: JobHandler<Record<string, never>>,
  ): void
  /**
   * Has a job run every day at a time of day, like `handleDaily`, until `endDaily`. It does not run beside itself: what
   * still waits or runs a day later is not enqueued again.
   * @param key names what repeats; another call with it replaces job, payload and time
   * @throws RangeError when there is no such time of day or time zone, ZodError when the payload is invalid
   */
  repeatDaily<Payload>(tx: Transaction, key: string, what: DailyJob<Payload>): Promise<void>
  /** Ends what repeats under a key; what is enqueued already still runs. */
  endDaily(tx: Transaction, key: string): Promise<void>
  /**
   * Erases a person: deletes mails to them that wait, run or have failed, and blanks the identifiers in other jobs and in
   * errors.
   * @param identifiers what is the person's alone: their proved email address, their account's number
   * @param isDue asked when all that is to be erased is known, and before any of it is: false leaves everything. What was
   * written after it began to answer stays in any case, such as the mail to a person whom another delivery has erased.
   */
  erase(identifiers: readonly string[], isDue?: () => Promise<boolean>): Promise<void>
  /** Counts of waiting, running and failed jobs per queue, read from the database and not from the queue server. */
  stats(): Promise<readonly QueueStats[]>
  /** The number of processes that run jobs now; one that died counts for up to 35 s more. */
  workersAlive(): Promise<number>
  /** The failed jobs, latest first. */
  failed(options?: { readonly limit?: number; readonly offset?: number }): Promise<readonly FailedJob[]>
  /** What the failed jobs of a kind were to do, and how each failed; of many, the first 1,000. */
  failedOf<Payload>(
    job: JobDefinition<Payload>,
  ): Promise<readonly { readonly payload: Payload; readonly failed: FailedJob }[]>
  /** How many jobs of each name failed, the most first. */
  failedKinds(): Promise<readonly FailedKind[]>
  /** How many failed, counted no further than `most`. */
  countFailed(most: number): Promise<number>
  /** Gives all failed jobs of a name their attempts again, some hundreds at a time. @returns how many there were */
  runAllAgain(name: string): Promise<number>
  /** Has the jobs of a queue that wait out an outage tried now, because what they wait for is back. */
  retryWaiting(queue: string): Promise<void>
  /**
   * Gives a failed job all its attempts again, in the caller's transaction.
   * @throws AppError `not-found` when no failed job has this id
   */
  runAgain(id: string, tx?: Transaction): Promise<void>
}

/** The jobs with their life cycle, for the composition root and the health routes. */
export interface JobsRuntime extends Jobs {
  /**
   * Begins to dispatch jobs and, with `work`, to run them.
   * @throws RedisEvicts in production when Redis may drop jobs
   */
  start(options: { readonly work: boolean }): Promise<void>
  /** Takes no further job, lets running jobs finish for 8 s, and requeues the rest; safe to call twice. */
  stop(): Promise<void>
  /** Whether Redis can be reached, answered within a second; always true without Redis. */
  isReachable(): Promise<boolean>
}
