import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Delivery, DeliveryKey } from './outbox-row.ts'
import { PREFIX } from './redis-keys.ts'

/**
 * A delivery whose outbox could not be reached is tried again after a second, two, four and so on, for two minutes in all. By
 * then it is dispatched anew.
 */
const AGAIN = { attempts: 8, backoff: { type: 'exponential', delay: 1000 } }

/** Puts deliveries into the queues of Redis. */
export class QueueProducers {
  readonly #redis: Redis
  readonly #queues = new Map<string, Queue<DeliveryKey>>()

  constructor(redis: Redis) {
    this.#redis = redis
  }

  /** Those that the queue already has are ignored. @throws Error when Redis cannot be reached */
  async add(queue: string, deliveries: readonly Delivery[]): Promise<void> {
    await this.#queueOf(queue).addBulk(
      deliveries.map(({ id, delivery, name }) => ({
        name,
        data: { id, delivery },
        opts: { jobId: `${id}-${delivery}`, removeOnComplete: true, removeOnFail: true, ...AGAIN },
      })),
    )
  }

  /** Returns at once: nothing is lost that was added. */
  close(): void {
    for (const queue of this.#queues.values()) queue.close().catch(() => {})
  }

  #queueOf(name: string): Queue<DeliveryKey> {
    const existing = this.#queues.get(name)
    if (existing !== undefined) return existing
    // Without waiting for Redis and without the version check a Queue can be created while Redis is down.
    const queue = new Queue<DeliveryKey>(name, {
      connection: this.#redis,
      prefix: PREFIX,
      skipVersionCheck: true,
      skipWaitingForReady: true,
      skipMetasUpdate: true,
    })
    queue.on('error', () => {})
    this.#queues.set(name, queue)
    return queue
  }
}
