import { randomUUID } from 'node:crypto'
import type { mongo } from 'mongoose'
import type { Clock } from '../clock.ts'
import type { DatabaseClock } from '../database/database-clock.ts'
import type { Database, IndexDescription, Transaction } from '../database/database.ts'
import { forgetInOutbox } from './forget-in-outbox.ts'
import type { ClaimedJob, Delivery, JobStatus, OutboxRow } from './outbox-row.ts'
import type { FailedJob, FailedKind, NewJob, QueueStats } from './jobs.ts'

const DONE_ROWS_ARE_KEPT_MS = 7 * 24 * 3600 * 1000

const INDEXES: readonly IndexDescription[] = [
  { key: { status: 1, queue: 1, notBefore: 1 } },
  { key: { status: 1, notBefore: 1 } },
  { key: { status: 1, leaseUntil: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
]

export type Outbox = ReturnType<typeof createOutbox>

/** What was written by a transaction that is committed. */
export interface WrittenJobs {
  /** Claimed by this process, which is to run them now. */
  readonly claimed: readonly ClaimedJob[]
  /** The queues of others that are due. */
  readonly dueQueues: ReadonlySet<string>
}

/**
 * The collection that stores jobs from the caller's transaction to their result. It is the only source of a job's state.
 */
export function createOutbox({
  database,
  clock,
  databaseClock,
  leaseMs,
  idle,
  onWritten,
}: {
  readonly database: Database
  readonly clock: Clock
  /** Leases are written and judged by it, because processes on several machines have to agree about them. */
  readonly databaseClock: DatabaseClock
  /** How long a claimed job is this process's without a word from it. */
  readonly leaseMs: number
  /**
   * How many jobs of a queue this process could begin right now. So many are claimed when they are written, which saves
   * to find, to dispatch and to claim them: three round trips, of which two wait for the disk.
   */
  readonly idle: (queue: string) => number
  /** Called after each commit with what it wrote. */
  readonly onWritten: (jobs: WrittenJobs) => void
}) {
  const rows = database.collection<OutboxRow>('outbox', INDEXES)
  /** What transactions that still run have added. */
  const gathered = new WeakMap<Transaction, OutboxRow[]>()

  const now = (): number => clock.now().getTime()
  const at = (ms: number): Date => new Date(ms)
  const leaseEnd = (ms: number = leaseMs): Date => at(databaseClock.now().getTime() + ms)

  /** What a failed job has when it is run again. */
  function freshStart(): Partial<OutboxRow> {
    return { status: 'queued', notBefore: clock.now(), attempts: 0, failedAt: null, waitingSince: null }
  }

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

  /** Ends or postpones a delivery that this process runs; does nothing when another delivery has replaced it. */
  async function settle(
    job: Delivery,
    set: Partial<OutboxRow>,
    more: mongo.UpdateFilter<OutboxRow> = {},
  ): Promise<void> {
    await rows.updateOne(
      { _id: job.id, status: 'active', delivery: job.delivery },
      { $set: { leaseUntil: null, ...set }, ...more },
    )
  }

  return {
    /** Writes jobs in the caller's transaction, all of it in one round trip at its end, and returns their ids. */
    add(tx: Transaction, entries: readonly Required<NewJob>[]): readonly string[] {
      const added = entries.map(({ job, payload, delayMs }): OutboxRow => ({
        _id: randomUUID(),
        name: job.name,
        queue: job.queue,
        payload,
        status: delayMs > 0 ? 'delayed' : 'queued',
        notBefore: at(now() + delayMs),
        delivery: 0,
        attempts: 0,
        leaseUntil: null,
        lastError: null,
        createdAt: clock.now(),
        handedAt: null,
        doneAt: null,
        failedAt: null,
        expiresAt: null,
      }))
      if (added.length > 0) (gathered.get(tx) ?? gatherFor(tx)).push(...added)
      return added.map((row) => row._id)
    },

    /** Erases a person from jobs that no process runs: see `forgetInOutbox`. */
    forget: (identifiers: readonly string[], isDue?: () => Promise<boolean>) =>
      forgetInOutbox(rows, identifiers, isDue),

    /** Queues the delayed jobs that are due. */
    async queueDelayed(): Promise<void> {
      await rows.updateMany({ status: 'delayed', notBefore: { $lte: clock.now() } }, { $set: { status: 'queued' } })
    },

    /** Those of the queues that have jobs to be dispatched. */
    async queuesWithWork(queues: readonly string[]): Promise<readonly string[]> {
      if (queues.length === 0) return []
      const found = await rows
        .aggregate<{ _id: string }>([
          { $match: { status: 'queued', queue: { $in: queues } } },
          { $group: { _id: '$queue' } },
        ])
        .toArray()
      return found.map(({ _id }) => _id)
    },

    /** Jobs of a queue that are to be dispatched, oldest first. */
    async findQueued(queue: string, limit: number): Promise<readonly Delivery[]> {
      const due = await rows
        .find({ status: 'queued', queue }, { projection: { delivery: 1, name: 1 }, sort: { notBefore: 1 }, limit })
        .toArray()
      return due.map(({ _id: id, delivery, name }) => ({ id, delivery, name, queue }))
    },

    async markDispatched(deliveries: readonly Delivery[], forMs: number): Promise<void> {
      await rows.updateMany(
        { _id: { $in: deliveries.map((job) => job.id) }, status: 'queued' },
        { $set: { status: 'handed', handedAt: clock.now(), leaseUntil: leaseEnd(forMs) } },
      )
    },

    /** Claims a delivery for this process; null when it was claimed, finished or replaced by a newer one. */
    async claim(delivery: Pick<Delivery, 'id' | 'delivery'>): Promise<ClaimedJob | null> {
      const row = await rows.findOneAndUpdate(
        { _id: delivery.id, delivery: delivery.delivery, status: { $in: ['queued', 'handed'] } },
        { $set: { status: 'active', leaseUntil: leaseEnd() }, $inc: { attempts: 1 } },
        { returnDocument: 'after' },
      )
      return row === null ? null : toClaimedJob(row)
    },

    /** Queues a delivery again that was dispatched to a process which is stopping. */
    async release(delivery: Pick<Delivery, 'id' | 'delivery'>): Promise<void> {
      await rows.updateOne(
        { _id: delivery.id, delivery: delivery.delivery, status: 'handed' },
        { $set: { status: 'queued', leaseUntil: null }, $inc: { delivery: 1 } },
      )
    },

    /** Renews the leases of deliveries that run, but not of those that were replaced by a newer one in the meantime. */
    async renew(jobs: readonly Delivery[]): Promise<void> {
      await rows.updateMany(
        {
          _id: { $in: jobs.map(({ id }) => id) },
          status: 'active',
          $or: jobs.map(({ id, delivery }) => ({ _id: id, delivery })),
        },
        { $set: { leaseUntil: leaseEnd() } },
      )
    },

    async complete(job: Delivery): Promise<void> {
      const doneAt = clock.now()
      await settle(
        job,
        { status: 'done', doneAt, expiresAt: at(doneAt.getTime() + DONE_ROWS_ARE_KEPT_MS) },
        { $unset: { payload: '' } },
      )
    },

    /** Postpones a job that failed by itself: an outage that it met before is over for it. */
    async retryLater(job: Delivery, error: string, waitMs: number): Promise<void> {
      await settle(
        job,
        { status: 'delayed', notBefore: at(now() + waitMs), lastError: error, waitingSince: null },
        { $inc: { delivery: 1 } },
      )
    },

    /** Postpones a job whose cause is outside: the attempt does not count. */
    async waitOut(job: ClaimedJob, error: string, waitMs: number): Promise<void> {
      const waitingSince = job.waitingSince ?? clock.now()
      await settle(
        job,
        { status: 'delayed', notBefore: at(now() + waitMs), lastError: error, waitingSince },
        { $inc: { delivery: 1, attempts: -1 } },
      )
    },

    /** Makes the jobs of a queue due that wait out an outage. */
    async retryWaiting(queue: string): Promise<void> {
      await rows.updateMany(
        { status: 'delayed', queue, waitingSince: { $ne: null } },
        { $set: { notBefore: clock.now() } },
      )
    },

    async giveUp(job: Delivery, error: string): Promise<void> {
      await settle(job, { status: 'failed', failedAt: clock.now(), lastError: error })
    },

    /** Queues a job again that a stopping process could not finish: the attempt does not count. */
    async requeue(job: Delivery): Promise<void> {
      await settle(job, { status: 'queued', notBefore: clock.now() }, { $inc: { delivery: 1, attempts: -1 } })
    },

    /**
     * Queues jobs again that got no result in time. Jobs whose process died get a new delivery; jobs that were only
     * dispatched keep theirs, so that a queue that still has them ignores the repetition. Returns whether a process died.
     */
    async requeueExpired(): Promise<boolean> {
      await databaseClock.sync()
      const leaseUntil = { $lt: databaseClock.now() }
      const abandoned = await rows.updateMany(
        { status: 'active', leaseUntil },
        { $set: { status: 'queued', notBefore: clock.now(), leaseUntil: null }, $inc: { delivery: 1 } },
      )
      await rows.updateMany({ status: 'handed', leaseUntil }, { $set: { status: 'queued', leaseUntil: null } })
      return abandoned.modifiedCount > 0
    },

    /** Queues everything again that was dispatched, because the queue server was down and may be empty now. */
    async requeueDispatched(): Promise<void> {
      await rows.updateMany({ status: 'handed' }, { $set: { status: 'queued', leaseUntil: null } })
    },

    async stats(queues: readonly string[]): Promise<readonly QueueStats[]> {
      const groups = await rows
        .aggregate<{ _id: { queue: string; status: JobStatus }; count: number; oldest: Date }>([
          { $match: { status: { $in: ['delayed', 'queued', 'handed', 'active', 'failed'] } } },
          {
            $group: { _id: { queue: '$queue', status: '$status' }, count: { $sum: 1 }, oldest: { $min: '$notBefore' } },
          },
        ])
        .toArray()
      return queues.map((queue) => {
        const group = (status: JobStatus) => groups.find(({ _id: key }) => key.queue === queue && key.status === status)
        const count = (status: JobStatus) => group(status)?.count ?? 0
        const ages = (['queued', 'handed'] as const).map((status) => now() - (group(status)?.oldest.getTime() ?? now()))
        return {
          queue,
          waiting: count('queued') + count('handed'),
          delayed: count('delayed'),
          active: count('active'),
          failed: count('failed'),
          oldestWaitingMs: Math.max(0, ...ages),
        }
      })
    },

    async failed(limit: number, offset: number): Promise<readonly FailedJob[]> {
      const jobs = await rows
        .find({ status: 'failed' }, { projection: { payload: 0 }, sort: { failedAt: -1 }, limit, skip: offset })
        .toArray()
      return jobs.map(({ _id: id, ...row }) => ({
        id,
        name: row.name,
        queue: row.queue,
        attempts: row.attempts,
        error: row.lastError ?? '',
        createdAt: row.createdAt,
        failedAt: row.failedAt ?? row.createdAt,
      }))
    },

    async failedKinds(): Promise<readonly FailedKind[]> {
      const groups = await rows
        .aggregate<{ _id: string; count: number }>([
          { $match: { status: 'failed' } },
          { $group: { _id: '$name', count: { $sum: 1 } } },
        ])
        .toArray()
      return groups.map(({ _id: name, count }) => ({ name, count })).toSorted((a, b) => b.count - a.count)
    },

    /**
     * Gives up to `limit` jobs of a name that failed by `until` all their attempts again. Returns how many, and their
     * queue; none when nothing is left.
     */
    async runSomeAgain(name: string, until: Date, limit: number): Promise<{ count: number; queue: string } | null> {
      const which = { status: 'failed', name, failedAt: { $lte: until } } as const
      const some = await rows.find(which, { projection: { queue: 1 }, limit }).toArray()
      const [first] = some
      if (first === undefined) return null
      const ids = some.map(({ _id }) => _id)
      const { modifiedCount } = await rows.updateMany(
        { ...which, _id: { $in: ids } },
        { $set: freshStart(), $inc: { delivery: 1 } },
      )
      return { count: modifiedCount, queue: first.queue }
    },

    /** Whether a job still waits or runs: it is neither done nor has it failed for good. */
    async isUnderWay(id: string): Promise<boolean> {
      const row = await rows.findOne({ _id: id }, { projection: { status: 1 } })
      return row !== null && row.status !== 'done' && row.status !== 'failed'
    },

    /** Gives a failed job all its attempts again and returns its queue; null when no failed job has this id. */
    async runAgain(id: string, tx?: Transaction): Promise<string | null> {
      const row = await rows.findOneAndUpdate(
        { _id: id, status: 'failed' },
        { $set: freshStart(), $inc: { delivery: 1 } },
        { returnDocument: 'after', session: tx?.session },
      )
      return row?.queue ?? null
    },
  }
}

function toClaimedJob({ _id: id, attempts: attempt, waitingSince = null, ...row }: OutboxRow): ClaimedJob {
  const { delivery, name, queue, payload, createdAt } = row
  return { id, delivery, name, queue, payload, attempt, createdAt, waitingSince }
}
