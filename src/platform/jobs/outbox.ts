import { createAddJobs, type AddJobs, type AddJobsDeps } from './add-jobs.ts'
import { changeAll } from './change-all.ts'
import { eraseInOutbox } from './erase-in-outbox.ts'
import { done, failed, queuedAgain, triedAgain, waitsOut, writeResult } from './job-results.ts'
import { createLeases, type Leases } from './leases.ts'
import type { ClaimedJob, Delivery, JobStatus } from './outbox-row.ts'

/** What is still to be run, or can be run again. */
const UNFINISHED: JobStatus[] = ['delayed', 'queued', 'handed', 'active', 'failed']

/** The collection that stores jobs from the caller's transaction to their result: the only source of a job's state. */
export interface Outbox extends Leases {
  readonly add: AddJobs
  /** See `eraseInOutbox`. */
  erase(identifiers: readonly string[], isDue?: () => Promise<boolean>): Promise<void>
  /**
   * Moves jobs that stand in queues of another version to those that they have here, because nobody else may come for them.
   * @param queueOf the queues of the jobs that this process knows, by their names
   */
  adopt(queueOf: ReadonlyMap<string, string>): Promise<void>
  /** Queues the delayed jobs that are due. Returns whether there were any. */
  queueDelayed(): Promise<boolean>
  /** Those of the queues that have jobs to be dispatched. */
  queuesWithWork(queues: readonly string[]): Promise<readonly string[]>
  /** Jobs of a queue that are to be dispatched, oldest first. */
  findQueued(queue: string, limit: number): Promise<readonly Delivery[]>
  complete(job: Delivery): Promise<void>
  /** Postpones a job that failed by itself: an outage that it met before is over for it. */
  retryLater(job: Delivery, error: string, waitMs: number): Promise<void>
  /** Postpones a job whose cause is outside: the attempt does not count. */
  waitOut(job: ClaimedJob, error: string, waitMs: number): Promise<void>
  /** Makes the jobs of a queue due that wait out an outage. */
  retryWaiting(queue: string): Promise<void>
  giveUp(job: Delivery, error: string): Promise<void>
  /** Queues a job again that a stopping process could not finish: the attempt does not count. */
  requeue(job: Delivery): Promise<void>
  /** Whether a job still waits or runs: it is neither done nor has it failed for good. */
  isUnderWay(id: string): Promise<boolean>
}

/** @param deps.leaseMs how long a claimed job is this process's without a word from it */
export function createOutbox(deps: AddJobsDeps & { readonly leaseMs: number }): Outbox {
  const { rows, dueClock, databaseClock, leaseMs } = deps
  const now = (): Date => dueClock.now()
  const leaseEnd = (forMs: number = leaseMs): Date => new Date(databaseClock.now().getTime() + forMs)

  return {
    ...createLeases({ rows, dueClock, databaseClock, leaseEnd }),

    add: createAddJobs({ ...deps, leaseEnd }),

    erase: (identifiers, isDue) => eraseInOutbox(rows, identifiers, isDue),

    async adopt(queueOf) {
      const elsewhere = { status: { $in: UNFINISHED }, queue: { $nin: [...new Set(queueOf.values())] } }
      for (;;) {
        const found = await rows.findOne(
          { ...elsewhere, name: { $in: [...queueOf.keys()] } },
          { projection: { name: 1 } },
        )
        if (found === null) return
        const there = { ...elsewhere, name: found.name }
        const queue = queueOf.get(found.name) ?? ''
        // What the runner has of that queue, nobody fetches: without a new delivery it would wait for the end of its lease.
        const again = { $set: { queue, status: 'queued', leaseUntil: null }, $inc: { delivery: 1 } } as const
        await changeAll(rows, { ...there, status: 'handed' }, again)
        await changeAll(rows, there, { $set: { queue } })
      }
    },

    async queueDelayed() {
      const due = { status: 'delayed', notBefore: { $lte: dueClock.now() } } as const
      return (await changeAll(rows, due, { $set: { status: 'queued' } })) > 0
    },

    async queuesWithWork(queues) {
      const found: string[] = []
      // One job of each, because all of them may be as many as an outage has left.
      for (let left = queues; left.length > 0; left = queues.filter((queue) => !found.includes(queue))) {
        const which = { status: 'queued', queue: { $in: [...left] } } as const
        const row = await rows.findOne(which, { projection: { queue: 1 } })
        if (row === null) break
        found.push(row.queue)
      }
      return found
    },

    async findQueued(queue, limit) {
      const due = await rows
        .find({ status: 'queued', queue }, { projection: { delivery: 1, name: 1 }, sort: { notBefore: 1 }, limit })
        .toArray()
      return due.map(({ _id: id, delivery, name }) => ({ id, delivery, name, queue }))
    },

    complete: (job) => writeResult(rows, job, done(now())),
    retryLater: (job, error, waitMs) => writeResult(rows, job, triedAgain(now(), error, waitMs)),
    waitOut: (job, error, waitMs) => writeResult(rows, job, waitsOut(now(), job, error, waitMs)),
    giveUp: (job, error) => writeResult(rows, job, failed(now(), error)),
    requeue: (job) => writeResult(rows, job, queuedAgain(now())),

    async retryWaiting(queue) {
      const due = dueClock.now()
      await changeAll(
        rows,
        { status: 'delayed', queue, waitingSince: { $ne: null }, notBefore: { $gt: due } },
        { $set: { notBefore: due } },
      )
    },

    async isUnderWay(id) {
      const row = await rows.findOne({ _id: id }, { projection: { status: 1 } })
      return row !== null && row.status !== 'done' && row.status !== 'failed'
    },
  }
}
