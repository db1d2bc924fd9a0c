import type { Clock } from '../clock.ts'
import type { Collection, Transaction } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { FailedJob, FailedKind, Jobs, QueueStats } from './jobs.ts'
import type { JobStatus, OutboxRow } from './outbox-row.ts'

/** How many failed jobs are run again by one command, so that others have their turn in between. */
const RUN_AGAIN_BATCH = 500

/** What staff see of the outbox: how much waits in each queue, and which jobs have failed and can be run again. */
export function createFailedJobs({
  rows,
  clock,
  queues,
  nudge,
}: {
  readonly rows: Collection<OutboxRow>
  readonly clock: Clock
  /** The names of the queues. */
  readonly queues: readonly string[]
  /** Has the jobs of a queue dispatched that are due. */
  readonly nudge: (queue: string) => void
}): Pick<Jobs, 'stats' | 'failed' | 'failedKinds' | 'runAllAgain' | 'runAgain'> {
  /** What a failed job has when it is run again. */
  function freshStart(): Partial<OutboxRow> {
    return { status: 'queued', notBefore: clock.now(), attempts: 0, failedAt: null, waitingSince: null }
  }

  /**
   * Gives some failed jobs of a name behind an id all their attempts again. Returns how many, their queue, and the id of the
   * last; null when nothing is left.
   */
  async function runSomeAgain(
    name: string,
    after: string,
  ): Promise<{ count: number; queue: string; last: string } | null> {
    const which = { status: 'failed', name } as const
    const some = await rows
      .find({ ...which, _id: { $gt: after } }, { projection: { queue: 1 }, sort: { _id: 1 }, limit: RUN_AGAIN_BATCH })
      .toArray()
    const last = some.at(-1)
    if (last === undefined) return null
    const ids = some.map(({ _id }) => _id)
    const { modifiedCount } = await rows.updateMany(
      { ...which, _id: { $in: ids } },
      { $set: freshStart(), $inc: { delivery: 1 } },
    )
    return { count: modifiedCount, queue: last.queue, last: last._id }
  }

  return {
    async stats(): Promise<readonly QueueStats[]> {
      const groups = await rows
        .aggregate<{ _id: { queue: string; status: JobStatus }; count: number; oldest: Date }>([
          { $match: { status: { $in: ['delayed', 'queued', 'handed', 'active', 'failed'] } } },
          {
            $group: { _id: { queue: '$queue', status: '$status' }, count: { $sum: 1 }, oldest: { $min: '$notBefore' } },
          },
        ])
        .toArray()
      const now = clock.now().getTime()
      return queues.map((queue) => {
        const group = (status: JobStatus) => groups.find(({ _id: key }) => key.queue === queue && key.status === status)
        const count = (status: JobStatus) => group(status)?.count ?? 0
        const ages = (['queued', 'handed'] as const).map((status) => now - (group(status)?.oldest.getTime() ?? now))
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

    async failed({ limit = 100, offset = 0 } = {}): Promise<readonly FailedJob[]> {
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

    async runAllAgain(name: string): Promise<number> {
      let total = 0
      // In the order of their ids, so that a job that fails again meanwhile is not run a second time: when it failed, it says
      // by the clock of its worker.
      for (let after = ''; ;) {
        const some = await runSomeAgain(name, after)
        if (some === null) return total
        total += some.count
        after = some.last
        nudge(some.queue)
      }
    },

    async runAgain(id: string, tx?: Transaction): Promise<void> {
      const row = await rows.findOneAndUpdate(
        { _id: id, status: 'failed' },
        { $set: freshStart(), $inc: { delivery: 1 } },
        { returnDocument: 'after', session: tx?.session },
      )
      if (row === null) throw new AppError('not-found', 'JOB_NOT_FOUND', 'There is no failed job with this number.')
      if (tx === undefined) nudge(row.queue)
      else tx.onCommit(() => nudge(row.queue))
    },
  }
}
