import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from '../logger.ts'
import { connectRedis, IMPATIENT, REDIS_ANSWER_MS, takesChanges } from '../redis.ts'
import { StartRefused } from '../start-refused.ts'
import { settlesWithin } from '../within.ts'
import type { Queues } from './define-job.ts'
import type { DeliveryKey } from './outbox-row.ts'
import { DRAIN_MS, type Runner } from './runner.ts'

const PREFIX = 'superprinter'
const BATCH = 500

/** Redis would drop keys, and with them jobs, when its memory is full. In production the process does not start then. */
export class RedisEvicts extends StartRefused {
  override readonly name = 'RedisEvicts'
  constructor(policy: string) {
    super(`Redis may throw jobs away (maxmemory-policy is ${policy}): set it to noeviction.`)
  }
}

export interface BullmqRunner extends Runner {
  /** @throws RedisEvicts when Redis answers within a second, may drop keys, and `refuseEviction` is on */
  checkPolicy(): Promise<void>
}

/** What Redis does when its memory is full; null when it does not say. */
async function readEvictionPolicy(redis: Redis): Promise<string | null> {
  try {
    return /maxmemory_policy:(\S+)/.exec(await redis.info('memory'))?.[1] ?? null
  } catch {
    return null
  }
}

async function becomesReady(redis: Redis): Promise<boolean> {
  if (redis.status === 'ready') return true
  return settlesWithin(new Promise((resolve) => redis.once('ready', resolve)), REDIS_ANSWER_MS)
}

/**
 * Dispatches jobs to worker processes through BullMQ. Redis only stores ids: the payload stays in the database. Every
 * delivery is one BullMQ job without retries, which is removed from Redis as soon as it has run.
 */
export function createBullmqRunner(deps: {
  readonly queues: Queues
  readonly url: string
  readonly logger: Logger
  readonly lockMs: number
  readonly refuseEviction: boolean
}): BullmqRunner {
  const { queues, url, logger, lockMs, refuseEviction } = deps
  const producer = connectRedis(url, logger, 'queue', IMPATIENT)
  const producers = new Map<string, Queue<DeliveryKey>>()
  const workers: Worker<DeliveryKey>[] = []
  const underWay = new Set<Promise<void>>()
  let consumer: Redis | null = null
  let isStopping = false
  let wasAway = false
  let policyCheck: Promise<RedisEvicts | null> | null = null
  let announceRoom: (queue: string) => void = () => {}
  let announceReturn: () => void = () => {}

  producer.on('close', () => {
    wasAway = true
  })
  producer.on('ready', () => {
    if (wasAway) announceReturn()
    for (const queue of Object.keys(queues)) announceRoom(queue)
    policyCheck = checkEvictionPolicy()
  })

  /** Runs after every reconnection, because it may be another Redis. Returns null when Redis never drops keys. */
  async function checkEvictionPolicy(): Promise<RedisEvicts | null> {
    const policy = await readEvictionPolicy(producer)
    if (policy === null || policy === 'noeviction') return null
    const refusal = new RedisEvicts(policy)
    logger[refuseEviction ? 'error' : 'warn'](refusal.message)
    return refusal
  }

  function queueOf(name: string): Queue<DeliveryKey> {
    const existing = producers.get(name)
    if (existing !== undefined) return existing
    // Without waiting for Redis and without the version check a Queue can be created while Redis is down.
    const queue = new Queue<DeliveryKey>(name, {
      connection: producer,
      prefix: PREFIX,
      skipVersionCheck: true,
      skipWaitingForReady: true,
      skipMetasUpdate: true,
    })
    queue.on('error', () => {})
    producers.set(name, queue)
    return queue
  }

  return {
    capacity: () => (producer.status === 'ready' && !isStopping ? BATCH : 0),
    idle: () => 0,
    async dispatch(queue, deliveries) {
      await queueOf(queue).addBulk(
        deliveries.map(({ id, delivery, name }) => ({
          name,
          data: { id, delivery },
          opts: { jobId: `${id}-${delivery}`, removeOnComplete: true, removeOnFail: true },
        })),
      )
    },
    work(run) {
      consumer = connectRedis(url, logger, 'worker', { maxRetriesPerRequest: null })
      for (const [queue, concurrency] of Object.entries(queues)) {
        const perform = async (job: { readonly data: DeliveryKey }): Promise<void> => {
          const work = run(job.data)
          underWay.add(work)
          try {
            await work
          } finally {
            underWay.delete(work)
          }
        }
        const worker = new Worker<DeliveryKey>(queue, perform, {
          connection: consumer,
          prefix: PREFIX,
          concurrency,
          lockDuration: lockMs,
          stalledInterval: lockMs,
          // The outbox counts the attempts; BullMQ must only not drop a job before that limit.
          maxStalledCount: 10,
          runRetryDelay: 1000,
          skipVersionCheck: true,
        })
        worker.on('error', (error) => logger.debug({ err: error, queue }, 'a queue worker reported an error'))
        worker.on('failed', (job, error) =>
          logger.warn({ err: error, queue, jobId: job?.data.id }, 'a delivery failed; the job is dispatched again'),
        )
        workers.push(worker)
      }
    },
    onRoom(listener) {
      announceRoom = listener
    },
    onReturn(listener) {
      announceReturn = listener
    },
    isReachable: () => takesChanges(producer),
    async checkPolicy() {
      if (!(await becomesReady(producer))) return
      const refusal = await policyCheck
      if (refusal !== null && refuseEviction) throw refusal
    },
    async stop() {
      isStopping = true
      const closed = Promise.allSettled(workers.map((worker) => worker.close()))
      await settlesWithin(Promise.allSettled(underWay), DRAIN_MS)
      // The workers still report finished jobs to Redis. When Redis is down, do not wait for long.
      await settlesWithin(closed, REDIS_ANSWER_MS)
      for (const queue of producers.values()) queue.close().catch(() => {})
      consumer?.disconnect()
      producer.disconnect()
    },
  }
}
