import type { Redis } from 'ioredis'
import { settlesWithin } from '../concurrency/within.ts'
import type { Logger } from '../log/logger.ts'
import { connectRedis, IMPATIENT, REDIS_ANSWER_MS, takesChanges } from '../redis/redis.ts'
import type { Queues } from './define-job.ts'
import { EvictionPolicy } from './eviction-policy.ts'
import { QueueProducers } from './queue-producers.ts'
import { QueueWorkers } from './queue-workers.ts'
import { isAnotherRun } from './redis-run.ts'
import type { Runner } from './runner.ts'

const BATCH = 500

export interface BullmqRunner extends Runner {
  /** @throws RedisEvicts when Redis answers within a second, may drop keys, and `refuseEviction` is on */
  checkPolicy(): Promise<void>
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
  const redis = connectRedis(url, logger, 'queue', IMPATIENT)
  const producers = new QueueProducers(redis)
  const policy = new EvictionPolicy({ redis, logger, isRefused: refuseEviction })
  let workers: QueueWorkers | null = null
  let isStopping = false
  let wasAway = false
  let announceRoom: (queue: string) => void = () => {}
  let announceReturn: () => void = () => {}

  redis.on('close', () => {
    wasAway = true
  })
  redis.on('ready', () => {
    const isNew = isAnotherRun(redis)
    if (wasAway) announceReturn()
    // It may also have been away before this process began, such as where a machine with all of them was started again.
    else void isNew.then((isSo) => isSo && announceReturn())
    for (const queue of Object.keys(queues)) announceRoom(queue)
    policy.check()
  })

  return {
    capacity: () => (redis.status === 'ready' && !isStopping ? BATCH : 0),
    idle: () => 0,
    dispatch: (queue, deliveries) => producers.add(queue, deliveries),
    work(run) {
      const connection = connectRedis(url, logger, 'worker', { maxRetriesPerRequest: null })
      workers = new QueueWorkers({ queues, connection, logger, lockMs, run })
    },
    onRoom(listener) {
      announceRoom = listener
    },
    onReturn(listener) {
      announceReturn = listener
    },
    isReachable: () => takesChanges(redis),
    async checkPolicy() {
      if (await becomesReady(redis)) await policy.throwIfRefused()
    },
    async stop() {
      isStopping = true
      await workers?.stop()
      producers.close()
      redis.disconnect()
    },
  }
}

async function becomesReady(redis: Redis): Promise<boolean> {
  if (redis.status === 'ready') return true
  return settlesWithin(new Promise((resolve) => redis.once('ready', resolve)), REDIS_ANSWER_MS)
}
