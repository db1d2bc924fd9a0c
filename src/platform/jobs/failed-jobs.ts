import type { Clock } from '../time/clock.ts'
import type { Collection, Transaction } from '../database/database.ts'
import { AppError } from '../errors/errors.ts'
import type { JobDefinition } from './define-job.ts'
import type { FailedJob, FailedKind, Jobs } from './jobs.ts'
import type { OutboxRow } from './outbox-row.ts'

/** How many failed jobs are run again by one command, so that others have their turn in between. */
const RUN_AGAIN_BATCH = 500
/** How many failed jobs of a kind are read with what they were to do. */
const MOST_OF_A_KIND = 1000

function toFailedJob({ _id: id, name, queue, attempts, lastError, createdAt, failedAt }: OutboxRow): FailedJob {
  return { id, name, queue, attempts, error: lastError ?? '', createdAt, failedAt: failedAt ?? createdAt }
}

/** The jobs without attempts left: what staff see of them, and how they are run again. */
export function createFailedJobs({
  rows,
  clock,
  nudge,
}: {
  readonly rows: Collection<OutboxRow>
  readonly clock: Clock
  /** Has the jobs of a queue dispatched that are due. */
  readonly nudge: (queue: string) => void
}): Pick<Jobs, 'failed' | 'failedOf' | 'failedKinds' | 'countFailed' | 'runAllAgain' | 'runAgain'> {
  /** What a failed job has when it is run again. */
  function freshStart(): Partial<OutboxRow> {
    return { status: 'queued', notBefore: clock.now(), attempts: 0, failedAt: null, waitingSince: null }
  }

  /** Those of a name that have failed by now. */
  async function listFailed(name: string): Promise<readonly Pick<OutboxRow, '_id' | 'queue'>[]> {
    const failed: Pick<OutboxRow, '_id' | 'queue'>[] = []
    const found = rows.find({ status: 'failed', name }, { projection: { queue: 1 }, batchSize: RUN_AGAIN_BATCH })
    for await (const row of found) failed.push(row)
    return failed
  }

  return {
    async failed({ limit = 100, offset = 0 } = {}): Promise<readonly FailedJob[]> {
      const jobs = await rows
        .find({ status: 'failed' }, { projection: { payload: 0 }, sort: { failedAt: -1, _id: 1 }, limit, skip: offset })
        .toArray()
      return jobs.map(toFailedJob)
    },

    async failedOf<Payload>({ name, queue, schema }: JobDefinition<Payload>) {
      const found = await rows.find({ status: 'failed', queue, name }, { limit: MOST_OF_A_KIND }).toArray()
      // Of what does not fit, which may be why it failed, nobody knows what it is about.
      return found.flatMap((row) => {
        const { success, data: payload } = schema.safeParse(row.payload)
        return success ? [{ payload, failed: toFailedJob(row) }] : []
      })
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

    countFailed: (most: number): Promise<number> => rows.countDocuments({ status: 'failed' }, { limit: most }),

    async runAllAgain(name: string): Promise<number> {
      // All of them are listed before the first runs, so that one that fails again meanwhile is not run a second time: when
      // it failed, it says by the clock of its worker.
      const failed = await listFailed(name)
      let total = 0
      for (let at = 0; at < failed.length; at += RUN_AGAIN_BATCH) {
        const some = failed.slice(at, at + RUN_AGAIN_BATCH)
        const { modifiedCount } = await rows.updateMany(
          { status: 'failed', name, _id: { $in: some.map(({ _id }) => _id) } },
          { $set: freshStart(), $inc: { delivery: 1 } },
        )
        total += modifiedCount
        for (const queue of new Set(some.map((row) => row.queue))) nudge(queue)
      }
      return total
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
