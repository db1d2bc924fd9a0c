import type { RelayTimings } from './relay.ts'

export interface JobTimings extends RelayTimings {
  /** Another process runs a job when its own process has not renewed the lease for this long. */
  readonly leaseMs: number
  /** How often a process that works looks for daily jobs that are due. */
  readonly dailyLookMs: number
}

export const WITH_REDIS: JobTimings = {
  tickMs: 1000,
  sweepMs: 2000,
  dispatchedLeaseMs: 120_000,
  leaseMs: 10_000,
  dailyLookMs: 30_000,
}

/** A process that dies loses the jobs in its memory, so they are dispatched again sooner. */
export const IN_PROCESS: JobTimings = { ...WITH_REDIS, dispatchedLeaseMs: 10_000 }
