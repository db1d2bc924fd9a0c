import type { Transaction } from '../database/database.ts'
import type { JobDefinition, QueueName } from './define-job.ts'

/** What a handler is told about the job it runs. */
export interface JobContext {
  /** The outbox row's id: the same at every delivery of the same job, so handlers use it to do things once. */
  readonly jobId: string
  /** 1 for the first try. */
  readonly attempt: number
  /** Aborts when the process is asked to stop. */
  readonly signal: AbortSignal
}

export type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<void>

/** Throw it (or a subclass) when trying again can never help: the job fails at once. */
export class JobCannotSucceed extends Error {
  override readonly name: string = 'JobCannotSucceed'
}

export interface QueueFigures {
  readonly queue: QueueName
  readonly waiting: number
  readonly delayed: number
  readonly active: number
  readonly failed: number
  /** Age of the oldest job that could run and does not, in ms; 0 when there is none. */
  readonly oldestWaitingMs: number
}

/** The only door to background work: no module and no route knows what stands behind it. */
export interface Jobs {
  /**
   * Writes the job to the outbox inside the caller's transaction; it runs after the commit, at least once.
   * @param options.delayMs earliest start, counted from now (default: at once)
   * @returns the outbox row's id
   */
  enqueue<Payload>(tx: Transaction, job: JobDefinition<Payload>, payload: Payload, options?: { readonly delayMs?: number }): Promise<string>
  /** Registers the one handler of a job. */
  handle<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): void
  /** Declares a job of which this process only enqueues. */
  figures(): Promise<readonly QueueFigures[]>
}
