import type { Collection } from '../database/database.ts'
import type { Clock } from '../time/clock.ts'
import type { Jobs } from './jobs.ts'
import type { JobStatus, OutboxRow } from './outbox-row.ts'

/** Jobs that wait to begin: in the outbox, or dispatched to a worker that has no place for them yet. */
const WAITING = ['queued', 'handed'] as const satisfies readonly JobStatus[]
const COUNTED = [...WAITING, 'delayed', 'active', 'failed'] as const satisfies readonly JobStatus[]

/** How much waits, runs and has failed in each queue; see `Jobs.stats`. */
export function createQueueStats({
  rows,
  clock,
  queues,
}: {
  readonly rows: Collection<OutboxRow>
  readonly clock: Clock
  /** The names of the queues. */
  readonly queues: readonly string[]
}): Jobs['stats'] {
  return async function stats() {
    const groups = await rows
      .aggregate<{ _id: { queue: string; status: JobStatus }; count: number; oldest: Date }>([
        { $match: { status: { $in: COUNTED } } },
        { $group: { _id: { queue: '$queue', status: '$status' }, count: { $sum: 1 }, oldest: { $min: '$notBefore' } } },
      ])
      .toArray()
    const now = clock.now().getTime()
    return queues.map((queue) => {
      const group = (status: JobStatus) => groups.find(({ _id: key }) => key.queue === queue && key.status === status)
      const count = (status: JobStatus) => group(status)?.count ?? 0
      const ages = WAITING.map((status) => now - (group(status)?.oldest.getTime() ?? now))
      return {
        queue,
        waiting: count('queued') + count('handed'),
        delayed: count('delayed'),
        active: count('active'),
        failed: count('failed'),
        oldestWaitingMs: Math.max(0, ...ages),
      }
    })
  }
}
