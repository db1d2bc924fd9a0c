import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from '../log/logger.ts'
import { connectRedis, IMPATIENT, REDIS_ANSWER_MS, takesChanges } from '../redis/redis.ts'
import { StartRefused } from '../errors/start-refused.ts'
import { settlesWithin } from '../concurrency/within.ts'
import type { Queues } from './define-job.ts'
import type { DeliveryKey } from './outbox-row.ts'
import { DRAIN_MS, type Runner } from './runner.ts'

const PREFIX = 'superprinter'
const BATCH = 500
/** Under this key Redis has the number of the run in which it was last found to have all that was dispatched. */
const RUN_KEY = `${PREFIX}:run`
/**
 * A delivery whose outbox could not be reached is tried again after a second, two, four and so on, for two minutes in all. By
 * then it is dispatched anew.
 */
const AGAIN = { attempts: 8, backoff: { type: 'exponential', delay: 1000 } }

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

/**
 * Notes which run of Redis this is.
 * @returns whether it may have lost deliveries since the last note: it was started again meanwhile, or emptied
 */
async function isAnotherRun(redis: Redis): Promise<boolean> {
  const [info, before] = await Promise.all([redis.info('server').catch(() => ''), redis.get(RUN_KEY).catch(() => null)])
  const run = /run_id:(\w+)/.exec(info)?.[1] ?? 'unknown'
  if (run === before) return false
  // A full one takes no note: then the next process to ask has everything dispatched once more, which does no harm.
  redis.set(RUN_KEY, run).catch(() => {})
  return true
}

async function becomesReady(redis: Redis): Promise<boolean> {
  if (redis.status === 'ready') return true
  return settlesWithin(new Promise((resolve) => redis.once('ready', resolve)), REDIS_ANSWER_MS)
}

/**
 * Dispatches jobs to worker processes through BullMQ. Redis only stores ids: the payload stays in the database. Every
 * delivery is one BullMQ job, which is removed from Redis as soon as it has run. It is tried again there only when the
 * outbox could not be reached, such as by a process that was asked to stop while the database was away.
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
    const isNew = isAnotherRun(producer)
    if (wasAway) announceReturn()
    // It may also have been away before this process began, such as where a machine with all of them was started again.
    else void isNew.then((isSo) => isSo && announceReturn())
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
          opts: { jobId: `${id}-${delivery}`, removeOnComplete: true, removeOnFail: true, ...AGAIN },
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
          logger.warn({ err: error, queue, jobId: job?.data.id }, 'a delivery failed; it is tried again'),
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
