import type { FailedJob, QueueFigures } from '#platform/jobs/jobs'

/** The work in the background, as staff see it. */
export interface Queues {
  /** What waits, runs and failed, and how many processes work on it. */
  list(): Promise<{
    readonly queues: readonly QueueFigures[]
    readonly failed: readonly FailedJob[]
    readonly workersAlive: number
  }>
  /** Gives a failed job all its attempts again. @throws AppError `not-found` when no failed job has this id */
  runAgain(id: string, address: string): Promise<void>
}
