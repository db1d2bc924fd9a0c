import type { DatabaseClock } from '../database/database-clock.ts'
import type { Renewed } from './leases.ts'
import type { ClaimedJob, DeliveryKey } from './outbox-row.ts'

/** The jobs that this process runs, and until when it holds each of them. */
export interface RunningJobs {
  add(job: ClaimedJob): void
  remove(job: DeliveryKey): void
  /** All of them, without those that another process runs by now, although their handlers here have not ended. */
  all(): readonly ClaimedJob[]
  /** Notes how a renewal of leases ended. What it did not find is another's. */
  renew(asked: readonly DeliveryKey[], renewed: Renewed): void
  /** Whether this process alone may run the job: its lease has not run out, and it was not put back. */
  isHeld(jobId: string): boolean
  /** From now on nothing is held, because it is about to be put back. */
  letGo(): void
}

const keyOf = ({ id, delivery }: DeliveryKey): string => `${id} ${delivery}`

/** @param databaseClock what leases are written and judged by, here as in other processes */
export function createRunningJobs(databaseClock: Pick<DatabaseClock, 'now'>): RunningJobs {
  /** By delivery: a job that was lost may be claimed here again before its first handler has ended. */
  const running = new Map<string, { readonly job: ClaimedJob; leaseUntil: Date | null }>()

  return {
    add: (job) => void running.set(keyOf(job), { job, leaseUntil: job.leaseUntil }),
    remove: (job) => void running.delete(keyOf(job)),
    all: () => [...running.values()].filter(({ leaseUntil }) => leaseUntil !== null).map(({ job }) => job),
    renew(asked, { kept, leaseUntil }) {
      const found = new Set(kept.map(keyOf))
      for (const key of asked.map(keyOf)) {
        const entry = running.get(key)
        // What was lost or put back meanwhile stays so.
        if (entry !== undefined && entry.leaseUntil !== null) entry.leaseUntil = found.has(key) ? leaseUntil : null
      }
    },
    isHeld(jobId) {
      const now = databaseClock.now()
      for (const { job, leaseUntil } of running.values())
        if (job.id === jobId && leaseUntil !== null && leaseUntil > now) return true
      return false
    },
    letGo() {
      for (const entry of running.values()) entry.leaseUntil = null
    },
  }
}
