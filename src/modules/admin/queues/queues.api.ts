import type { FailedJob, FailedKind, QueueStats } from '#platform/jobs/jobs'
import type { Actor } from '../audit/audit.api.ts'

/** Background jobs, as staff see them. */
export interface Queues {
  /** Waiting, running and failed jobs, and the number of worker processes. */
  list(): Promise<{
    readonly queues: readonly QueueStats[]
    readonly failed: readonly FailedJob[]
    readonly failedKinds: readonly FailedKind[]
    readonly workersAlive: number
    /** Mails that were not sent in the last 24 hours, because too many went to one address or came from one customer. */
    readonly withheldMails: number
  }>
  /** How many jobs have failed, at most 1,000, and how many mails were held back, as above. */
  countProblems(): Promise<{ readonly failedJobs: number; readonly withheldMails: number }>
  /** Gives a failed job all its attempts again. @throws AppError `not-found` when no failed job has this id */
  runAgain(id: string, by: Actor): Promise<void>
  /**
   * Gives all failed jobs of a name their attempts again.
   * @returns how many
   * @throws AppError `not-found` when there are none
   */
  runAllAgain(name: string, by: Actor): Promise<number>
}
