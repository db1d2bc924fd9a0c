import type { Delivery, DeliveryKey } from './outbox-row.ts'

/** Jobs that run when a process stops get this long to finish. */
export const DRAIN_MS = 8000

/** Runs one delivery and writes its result to the outbox. */
export type RunDelivery = (delivery: DeliveryKey) => Promise<void>

/**
 * Delivers jobs to workers: through BullMQ on Redis, or inside this process. It only delivers; the outbox keeps
 * attempts, delays and results, so both behave alike.
 */
export interface Runner {
  /** How many more deliveries of a queue it accepts now; 0 while it cannot be reached. */
  capacity(queue: string): number
  /** How many deliveries of a queue would begin in this process at once. */
  idle(queue: string): number
  /** Accepts deliveries of one queue and ignores those it already has. @throws Error when it could not accept them */
  dispatch(queue: string, deliveries: readonly Delivery[]): Promise<void>
  /** Starts delivering to this process. */
  work(run: RunDelivery): void
  /** Calls back when a queue has capacity again. */
  onRoom(listener: (queue: string) => void): void
  /** Calls back when deliveries may have been lost: after a reconnection, or before this process began. */
  onReturn(listener: () => void): void
  isReachable(): Promise<boolean>
  /** Starts no further job, waits at most `DRAIN_MS` for running ones, and closes. */
  stop(): Promise<void>
}
