import type { Transaction } from '../database/database.ts'
import type { PersonMatcher } from '../text-redaction.ts'
import type { JobDefinition } from './define-job.ts'

/** What a handler is told about the job it runs. */
export interface JobContext {
  /** The outbox row's id: the same at every delivery of the same job, so handlers use it to do things once. */
  readonly jobId: string
  /** 1 for the first try. */
  readonly attempt: number
  /** When it was enqueued: for a subscriber, when the fact happened. */
  readonly createdAt: Date
  /** Aborts when the process is asked to stop; a handler that then throws hands its job back without losing a try. */
  readonly signal: AbortSignal
}

export type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<void>

/** Throw it (or a subclass) when trying again can never help: the job fails at once. */
export class JobCannotSucceed extends Error {
  override readonly name: string = 'JobCannotSucceed'
}

/** A working process does not start when a job has no handler or several; the message names every such job. */
export class JobsNotHandled extends Error {
  override readonly name = 'JobsNotHandled'
}

export interface QueueFigures {
  readonly queue: string
  readonly waiting: number
  readonly delayed: number
  readonly active: number
  readonly failed: number
  /** Age of the oldest job that could run and does not, in ms; 0 when there is none. */
  readonly oldestWaitingMs: number
}

/** A job that was given up; kept until somebody runs it again. */
export interface FailedJob {
  readonly id: string
  readonly name: string
  readonly queue: string
  readonly attempts: number
  readonly error: string
  readonly createdAt: Date
  readonly failedAt: Date
}

/** A job to be written to the outbox. */
export interface NewJob<Payload = unknown> {
  readonly job: JobDefinition<Payload>
  readonly payload: Payload
  /** Earliest start, counted from now (default: at once). */
  readonly delayMs?: number
}

/** The only door to background work: no module and no route knows what stands behind it. */
export interface Jobs {
  /**
   * Writes the job to the outbox inside the caller's transaction; it runs after the commit, at least once.
   * @param options.delayMs earliest start, counted from now (default: at once)
   * @returns the outbox row's id
   * @throws Error when nobody declared or handles the job in this process, ZodError when the payload does not fit it
   */
  enqueue<Payload>(
    tx: Transaction,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: { readonly delayMs?: number },
  ): Promise<string>
  /** As `enqueue`, for several jobs in one round trip. @returns the rows' ids, in this order */
  enqueueMany(tx: Transaction, entries: readonly NewJob[]): Promise<readonly string[]>
  /** Registers the one handler of a job, which declares the job as well. */
  handle<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): void
  /** Declares a job that the caller enqueues and somebody else handles, so that a start without its handler is refused. */
  declare<Payload>(job: JobDefinition<Payload>): void
  /**
   * Deletes mails that wait or were given up and are about a person who is to be forgotten, whoever they go to, and takes
   * the person out of what other jobs know and of the errors of all jobs.
   * @param ids texts that stand for the person as a whole, such as an account's number
   */
  forget(matcher: PersonMatcher, ids: readonly string[]): Promise<void>
  /** What waits, runs and failed, per queue; read from the database, whatever the queue server does. */
  figures(): Promise<readonly QueueFigures[]>
  /** How many processes work on jobs now; one that died counts for up to 35 s more. */
  workersAlive(): Promise<number>
  /** The jobs that were given up, latest first. */
  failed(options?: { readonly limit?: number; readonly offset?: number }): Promise<readonly FailedJob[]>
  /** Gives a failed job all its tries again, with the caller's transaction. @throws AppError `not-found` when no failed job has this id */
  runAgain(id: string, tx?: Transaction): Promise<void>
}

/** What the composition root and the health routes see of it. */
export interface JobsRuntime extends Jobs {
  /**
   * Begins to hand over jobs, and to run them where asked.
   * @throws JobsNotHandled in a working process when a declared job has no handler or more than one
   * @throws RedisEvicts in production when Redis may throw jobs away
   */
  start(options: { readonly work: boolean }): Promise<void>
  /** Takes no further job, lets those under way finish for 10 s, hands back the rest; safe to call twice. */
  stop(): Promise<void>
  /** Whether what runs the jobs can be reached; never takes longer than a second. Without Redis: always. */
  isReachable(): Promise<boolean>
}
