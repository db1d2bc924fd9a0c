import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { settlesWithin } from '../concurrency/within.ts'
import type { Logger } from '../log/logger.ts'
import { REDIS_ANSWER_MS } from '../redis/redis.ts'
import type { Queues } from './define-job.ts'
import type { DeliveryKey } from './outbox-row.ts'
import { PREFIX } from './redis-keys.ts'
import { DRAIN_MS, type RunDelivery } from './runner.ts'

/** Takes deliveries out of the queues of Redis and has this process run them, of each queue so many at once as it may. */
export class QueueWorkers {
  readonly #connection: Redis
  readonly #logger: Logger
  readonly #lockMs: number
  readonly #run: RunDelivery
  readonly #workers: readonly Worker<DeliveryKey>[]
  readonly #underWay = new Set<Promise<void>>()

  /**
   * Begins at once.
   * @param deps.connection is theirs, and closed when they stop
   * @param deps.lockMs how long a delivery is this process's without a word to Redis
   */
  constructor(deps: {
    readonly queues: Queues
    readonly connection: Redis
    readonly logger: Logger
    readonly lockMs: number
    readonly run: RunDelivery
  }) {
    this.#connection = deps.connection
    this.#logger = deps.logger
    this.#lockMs = deps.lockMs
    this.#run = deps.run
    this.#workers = Object.entries(deps.queues).map(([queue, concurrency]) => this.#workerOf(queue, concurrency))
  }

  /** Takes nothing more, waits at most `DRAIN_MS` for what runs, and closes the connection. */
  async stop(): Promise<void> {
    const closed = Promise.allSettled(this.#workers.map((worker) => worker.close()))
    await settlesWithin(Promise.allSettled(this.#underWay), DRAIN_MS)
    // The workers still report finished jobs to Redis. When Redis is down, do not wait for long.
    await settlesWithin(closed, REDIS_ANSWER_MS)
    this.#connection.disconnect()
  }

  #workerOf(queue: string, concurrency: number): Worker<DeliveryKey> {
    const worker = new Worker<DeliveryKey>(queue, ({ data }) => this.#perform(data), {
      connection: this.#connection,
      prefix: PREFIX,
      concurrency,
      lockDuration: this.#lockMs,
      stalledInterval: this.#lockMs,
      // The outbox counts the attempts; BullMQ must only not drop a job before that limit.
      maxStalledCount: 10,
      runRetryDelay: 1000,
      skipVersionCheck: true,
    })
    worker.on('error', (error) => this.#logger.debug({ err: error, queue }, 'a queue worker reported an error'))
    worker.on('failed', (job, error) =>
      this.#logger.warn({ err: error, queue, jobId: job?.data.id }, 'a delivery failed; it is tried again'),
    )
    return worker
  }

  async #perform(delivery: DeliveryKey): Promise<void> {
    const work = this.#run(delivery)
    this.#underWay.add(work)
    try {
      await work
    } finally {
      this.#underWay.delete(work)
    }
  }
}
