import type { Clock } from '../time/clock.ts'
import type { DatabaseClock } from '../database/database-clock.ts'
import type { Collection } from '../database/database.ts'
import { changeAll } from './change-all.ts'
import { toClaimedJob, type ClaimedJob, type Delivery, type DeliveryKey, type OutboxRow } from './outbox-row.ts'

/** Which deliveries a process still held when it renewed their leases, and until when it does. */
export interface Renewed {
  readonly kept: readonly DeliveryKey[]
  readonly leaseUntil: Date
}

/** Who has a job, and for how long without a word: the runner what was dispatched, a process what it runs. */
export interface Leases {
  /** Notes that the runner has these; without a result after so long they are queued again. */
  markDispatched(deliveries: readonly Delivery[], forMs: number): Promise<void>
  /** Claims a delivery for this process; null when it was claimed, finished or replaced by a newer one. */
  claim(delivery: DeliveryKey): Promise<ClaimedJob | null>
  /** Queues a delivery again that was dispatched to a process which is stopping. */
  release(delivery: DeliveryKey): Promise<void>
  /** Renews the leases of deliveries that run, but not of those that were replaced by a newer one in the meantime. */
  renew(jobs: readonly Delivery[]): Promise<Renewed>
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
}

/** @param deps.leaseEnd until when a lease lasts that begins now: so long, or as long as this process has a claimed job */
export function createLeases(deps: {
  readonly rows: Collection<OutboxRow>
  readonly dueClock: Clock
  readonly databaseClock: DatabaseClock
  readonly leaseEnd: (forMs?: number) => Date
}): Leases {
  const { rows, dueClock, databaseClock, leaseEnd } = deps

  return {
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

    async requeueExpired() {
      await databaseClock.sync()
      const leaseUntil = { $lt: databaseClock.now() }
      // Both at once wake the database once, and nearly always there are none.
      const [abandoned] = await Promise.all([
        changeAll(
          rows,
          { status: 'active', leaseUntil },
          { $set: { status: 'queued', notBefore: dueClock.now(), leaseUntil: null }, $inc: { delivery: 1 } },
        ),
        changeAll(rows, { status: 'handed', leaseUntil }, { $set: { status: 'queued', leaseUntil: null } }),
      ])
      return abandoned > 0
    },

    async requeueDispatched(forMs) {
      const handed = { status: 'handed', leaseUntil: { $lte: leaseEnd(forMs) } } as const
      await changeAll(rows, handed, { $set: { status: 'queued', leaseUntil: null } })
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
