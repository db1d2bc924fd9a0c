import type { FailedJob, QueueStats } from '#platform/jobs/jobs'

/** Background jobs, as staff see them. */
export interface Queues {
  /** Waiting, running and failed jobs, and the number of worker processes. */
  list(): Promise<{
    readonly queues: readonly QueueStats[]
    readonly failed: readonly FailedJob[]
    readonly workersAlive: number
  }>
  /** Gives a failed job all its attempts again. @throws AppError `not-found` when no failed job has this id */
  runAgain(id: string, address: string): Promise<void>
}
