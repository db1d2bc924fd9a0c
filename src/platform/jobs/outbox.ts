import type { mongo } from 'mongoose'
import { DAY_MS } from '../durations.ts'
import { withoutAddresses } from '../describe-error.ts'
import { createAddJobs, type AddJobs, type AddJobsDeps } from './add-jobs.ts'
import { eraseInOutbox } from './erase-in-outbox.ts'
import {
  toClaimedJob,
  type ClaimedJob,
  type Delivery,
  type DeliveryKey,
  type JobStatus,
  type OutboxRow,
} from './outbox-row.ts'

const DONE_ROWS_ARE_KEPT_MS = 7 * DAY_MS
/** What is still to be run, or can be run again. */
const UNFINISHED: JobStatus[] = ['delayed', 'queued', 'handed', 'active', 'failed']
/**
 * How many jobs are changed by one command, so that others have their turn in between: after an outage tens of thousands
 * may be due at once, and the built-in database answers nothing else while it makes one change.
 */
const CHANGED_AT_ONCE = 500

/** Which deliveries a process still held when it renewed their leases, and until when it does. */
export interface Renewed {
  readonly kept: readonly DeliveryKey[]
  readonly leaseUntil: Date
}

/** The collection that stores jobs from the caller's transaction to their result: the only source of a job's state. */
export interface Outbox {
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
  /** Notes that the runner has these; without a result after so long they are queued again. */
  markDispatched(deliveries: readonly Delivery[], forMs: number): Promise<void>
  /** Claims a delivery for this process; null when it was claimed, finished or replaced by a newer one. */
  claim(delivery: DeliveryKey): Promise<ClaimedJob | null>
  /** Queues a delivery again that was dispatched to a process which is stopping. */
  release(delivery: DeliveryKey): Promise<void>
  /** Renews the leases of deliveries that run, but not of those that were replaced by a newer one in the meantime. */
  renew(jobs: readonly Delivery[]): Promise<Renewed>
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
  /**
   * Queues jobs again that got no result in time. Jobs whose process died get a new delivery; jobs that were only
   * dispatched keep theirs, so that a queue that still has them ignores the repetition. Returns whether a process died.
   */
  requeueExpired(): Promise<boolean>
  /**
   * Queues everything again that was dispatched, because the queue server was down and may be empty now.
   * @param forMs as for `markDispatched`: what is dispatched again meanwhile stays so
   */
  requeueDispatched(forMs: number): Promise<void>
  /** Whether a job still waits or runs: it is neither done nor has it failed for good. */
  isUnderWay(id: string): Promise<boolean>
}

/** @param deps.leaseMs how long a claimed job is this process's without a word from it */
export function createOutbox(deps: AddJobsDeps & { readonly leaseMs: number }): Outbox {
  const { rows, dueClock, databaseClock, leaseMs } = deps
  const now = (): number => dueClock.now().getTime()
  const at = (ms: number): Date => new Date(ms)
  const leaseEnd = (ms: number = leaseMs): Date => at(databaseClock.now().getTime() + ms)

  /** Ends or postpones a delivery that this process runs; does nothing when another delivery has replaced it. */
  async function settle(
    job: Delivery,
    set: Partial<OutboxRow>,
    more: mongo.UpdateFilter<OutboxRow> = {},
  ): Promise<void> {
    const own = { _id: job.id, status: 'active', delivery: job.delivery } as const
    const all = { leaseUntil: null, ...set }
    if (typeof set.lastError !== 'string') return void (await rows.updateOne(own, { $set: all, ...more }))
    const { matchedCount } = await rows.updateOne({ ...own, hidesAddresses: { $ne: true } }, { $set: all, ...more })
    if (matchedCount > 0) return
    const hidden = { ...all, lastError: withoutAddresses(set.lastError) }
    await rows.updateOne(own, { ...more, $set: hidden, $unset: { hidesAddresses: '' } })
  }

  /**
   * Changes all rows that match, some hundred at a time.
   * @param which what does not hold any more once a row is changed
   * @returns how many rows
   */
  async function changeAll(which: mongo.Filter<OutboxRow>, change: mongo.UpdateFilter<OutboxRow>): Promise<number> {
    for (let total = 0; ;) {
      const some = await rows.find(which, { projection: { _id: 1 }, limit: CHANGED_AT_ONCE }).toArray()
      if (some.length === 0) return total
      const { modifiedCount } = await rows.updateMany({ ...which, _id: { $in: some.map(({ _id }) => _id) } }, change)
      total += modifiedCount
      if (some.length < CHANGED_AT_ONCE) return total
    }
  }

  return {
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
        const queue = queueOf.get(found.name) ?? ''
        await changeAll({ ...elsewhere, name: found.name }, { $set: { queue } })
      }
    },

    async queueDelayed() {
      const due = { status: 'delayed', notBefore: { $lte: dueClock.now() } } as const
      return (await changeAll(due, { $set: { status: 'queued' } })) > 0
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

    async markDispatched(deliveries, forMs) {
      if (deliveries.length === 0) return
      // Not what has failed or was given back meanwhile: its new delivery is nowhere yet.
      await rows.updateMany(
        { ...those(deliveries), status: 'queued' },
        { $set: { status: 'handed', leaseUntil: leaseEnd(forMs) } },
      )
    },

    async claim(delivery) {
      const row = await rows.findOneAndUpdate(
        { _id: delivery.id, delivery: delivery.delivery, status: { $in: ['queued', 'handed'] } },
        { $set: { status: 'active', leaseUntil: leaseEnd() }, $inc: { attempts: 1 } },
        { returnDocument: 'after' },
      )
      return row === null ? null : toClaimedJob(row)
    },

    async release(delivery) {
      await rows.updateOne(
        // Still queued, when it came before the word that it was dispatched.
        { _id: delivery.id, delivery: delivery.delivery, status: { $in: ['queued', 'handed'] } },
        { $set: { status: 'queued', leaseUntil: null }, $inc: { delivery: 1 } },
      )
    },

    async renew(jobs) {
      const leaseUntil = leaseEnd()
      const active = { ...those(jobs), status: 'active' as const }
      const { matchedCount } = await rows.updateMany(active, { $set: { leaseUntil } })
      if (matchedCount === jobs.length) return { kept: jobs, leaseUntil }
      const kept = await rows.find(active, { projection: { delivery: 1 }, limit: jobs.length }).toArray()
      return { kept: kept.map(({ _id: id, delivery }) => ({ id, delivery })), leaseUntil }
    },

    async complete(job) {
      const set = { status: 'done', lastError: null, expiresAt: at(now() + DONE_ROWS_ARE_KEPT_MS) } as const
      await settle(job, set, { $unset: { payload: '', hidesAddresses: '' } })
    },

    async retryLater(job, error, waitMs) {
      await settle(
        job,
        { status: 'delayed', notBefore: at(now() + waitMs), lastError: error, waitingSince: null },
        { $inc: { delivery: 1 } },
      )
    },

    async waitOut(job, error, waitMs) {
      const waitingSince = job.waitingSince ?? dueClock.now()
      await settle(
        job,
        { status: 'delayed', notBefore: at(now() + waitMs), lastError: error, waitingSince },
        { $inc: { delivery: 1, attempts: -1 } },
      )
    },

    async retryWaiting(queue) {
      const due = dueClock.now()
      await changeAll(
        { status: 'delayed', queue, waitingSince: { $ne: null }, notBefore: { $gt: due } },
        { $set: { notBefore: due } },
      )
    },

    async giveUp(job, error) {
      await settle(job, { status: 'failed', failedAt: dueClock.now(), lastError: error })
    },

    async requeue(job) {
      await settle(job, { status: 'queued', notBefore: dueClock.now() }, { $inc: { delivery: 1, attempts: -1 } })
    },

    async requeueExpired() {
      await databaseClock.sync()
      const leaseUntil = { $lt: databaseClock.now() }
      // Both at once wake the database once, and nearly always there are none.
      const [abandoned] = await Promise.all([
        changeAll(
          { status: 'active', leaseUntil },
          { $set: { status: 'queued', notBefore: dueClock.now(), leaseUntil: null }, $inc: { delivery: 1 } },
        ),
        changeAll({ status: 'handed', leaseUntil }, { $set: { status: 'queued', leaseUntil: null } }),
      ])
      return abandoned > 0
    },

    async requeueDispatched(forMs) {
      const handed = { status: 'handed', leaseUntil: { $lte: leaseEnd(forMs) } } as const
      await changeAll(handed, { $set: { status: 'queued', leaseUntil: null } })
    },

    async isUnderWay(id) {
      const row = await rows.findOne({ _id: id }, { projection: { status: 1 } })
      return row !== null && row.status !== 'done' && row.status !== 'failed'
    },
  }
}

/** The rows of these deliveries, without those that were replaced by a newer one. */
function those(deliveries: readonly DeliveryKey[]) {
  return {
    _id: { $in: deliveries.map(({ id }) => id) },
    $or: deliveries.map(({ id, delivery }) => ({ _id: id, delivery })),
  }
}
