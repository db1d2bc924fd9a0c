import { randomUUID } from 'node:crypto'
import type { Clock } from '../time/clock.ts'
import type { DatabaseClock } from '../database/database-clock.ts'
import type { Collection, Transaction } from '../database/database.ts'
import type { NewJob } from './jobs.ts'
import { toClaimedJob, type ClaimedJob, type OutboxRow } from './outbox-row.ts'

/** What was written by a transaction that is committed. */
interface WrittenJobs {
  /** Claimed by this process, which is to run them now. */
  readonly claimed: readonly ClaimedJob[]
  /** The queues of others that are due. */
  readonly dueQueues: ReadonlySet<string>
}

export interface AddJobsDeps {
  readonly rows: Collection<OutboxRow>
  readonly clock: Clock
  /** Says when a job is due, on all machines alike. */
  readonly dueClock: Clock
  /** Leases are written and judged by it, because processes on several machines have to agree about them. */
  readonly databaseClock: DatabaseClock
  /**
   * How many jobs of a queue this process could begin right now. So many are claimed as they are written, which saves
   * finding, dispatching and claiming them: three round trips, of which two wait for the disk.
   */
  readonly idle: (queue: string) => number
  /** Called after each commit with what it wrote. */
  readonly onWritten: (jobs: WrittenJobs) => void
}

/** Writes jobs in the caller's transaction, all of it in one round trip at its end, and returns their ids. */
export type AddJobs = (tx: Transaction, entries: readonly Required<NewJob>[]) => readonly string[]

/** @param deps.leaseEnd until when what is claimed now belongs to this process */
export function createAddJobs(deps: AddJobsDeps & { readonly leaseEnd: () => Date }): AddJobs {
  const { rows, clock, dueClock, databaseClock, idle, onWritten, leaseEnd } = deps
  /** What transactions that still run have added. */
  const gathered = new WeakMap<Transaction, OutboxRow[]>()

  /** The rows of a transaction, which are written together when its work is done. */
  function gatherFor(tx: Transaction): OutboxRow[] {
    const added: OutboxRow[] = []
    gathered.set(tx, added)
    tx.beforeCommit(() => {
      claimIdle(added)
      tx.writeAtEnd(
        rows,
        added.map((row) => ({ insert: row })),
      )
    })
    tx.onCommit(() => {
      const due = added.filter(({ status }) => status === 'queued')
      // After a commit that took longer than the lease, another process may run the job.
      const claimed = added.filter(({ leaseUntil }) => leaseUntil !== null && leaseUntil > databaseClock.now())
      onWritten({ claimed: claimed.map(toClaimedJob), dueQueues: new Set(due.map(({ queue }) => queue)) })
    })
    return added
  }

  function claimIdle(added: readonly OutboxRow[]): void {
    const begun = new Map<string, number>()
    for (const row of added) {
      const before = begun.get(row.queue) ?? 0
      if (row.status !== 'queued' || before >= idle(row.queue)) continue
      begun.set(row.queue, before + 1)
      row.status = 'active'
      row.attempts = 1
      row.leaseUntil = leaseEnd()
    }
  }

  function newRow({ job, payload, delayMs }: Required<NewJob>): OutboxRow {
    return {
      _id: randomUUID(),
      name: job.name,
      queue: job.queue,
      payload,
      status: delayMs > 0 ? 'delayed' : 'queued',
      notBefore: new Date(dueClock.now().getTime() + delayMs),
      delivery: 0,
      attempts: 0,
      leaseUntil: null,
      lastError: null,
      createdAt: clock.now(),
      failedAt: null,
      expiresAt: null,
    }
  }

  return function addJobs(tx, entries) {
    const added = entries.map(newRow)
    if (added.length > 0) (gathered.get(tx) ?? gatherFor(tx)).push(...added)
    return added.map((row) => row._id)
  }
}
