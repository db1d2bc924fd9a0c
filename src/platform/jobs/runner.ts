import type { Delivery } from './outbox.ts'

/** Jobs that are under way when a process stops get this long to finish. */
export const DRAIN_MS = 8000

/** Works on one delivery and writes its result to the outbox. */
export type RunDelivery = (delivery: Pick<Delivery, 'id' | 'delivery'>) => Promise<void>

/**
 * What brings jobs to a process that works: BullMQ on Redis, or this process itself. It only delivers; tries, delays
 * and results are the outbox's, so both mean the same.
 */
export interface Runner {
  /** How many more deliveries of a queue it takes now; 0 also while it cannot be reached. */
  capacity(queue: string): number
  /** Takes deliveries of one queue. One that it already has counts once. @throws Error when it could not take them */
  hand(queue: string, deliveries: readonly Delivery[]): Promise<void>
  /** Begins to deliver to this process. */
  work(run: RunDelivery): void
  /** Calls back when it has become free for more of a queue. */
  onRoom(listener: (queue: string) => void): void
  /** Calls back when it was out of reach and is back, perhaps having forgotten what it had. */
  onReturn(listener: () => void): void
  isReachable(): Promise<boolean>
  /** Begins no further job, waits for those under way at most `DRAIN_MS`, and closes. */
  stop(): Promise<void>
}

/** Waits for `work`, but no longer than so many ms; answers whether it came to its end. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([work.then(() => true), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
