import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from '../log/logger.ts'
import { isWrongDatabase, outageOf } from './redis-outage.ts'

/** A Redis that does not answer within this time counts as down. */
export const REDIS_ANSWER_MS = 1000
/**
 * A connection on which what was asked is not answered for so long leads nowhere: its host is gone, or something on the way
 * has forgotten it. Longer than a worker waits for a job.
 */
const SILENT_MS = 30_000
/** How often a replica is left for whatever the address leads to by then, and asked whether it still is one. */
const REPLICA_AGAIN_MS = 2000
/** What is written to learn whether Redis takes changes. */
const PROBE_KEY = 'superprinter:probe'
const PROBE_SECONDS = 60

/** The open connections of this process by their address. */
const connections = new Map<string, Set<Redis>>()
/** Those that are closed on purpose and connected anew. */
const leaving = new WeakSet<Redis>()

/**
 * A connection to Redis that reconnects for ever and may be made while Redis is down. Its errors end in the log, see
 * redis-outage.ts. When another server takes over behind the same address, all connections of the process go there.
 * @param purpose names the connection in Redis ("queue")
 */
export function connectRedis(url: string, logger: Logger, purpose: string, options: RedisOptions = {}): Redis {
  let isAtReplica = false
  /** By their options, because BullMQ makes more connections of one: when each left a replica last. */
  const leftAt = new WeakMap<object, number>()
  let looking: NodeJS.Timeout | undefined
  const redis = new Redis(url, {
    connectionName: `superprinter-${purpose}`,
    retryStrategy: (times) => Math.min(100 * times, 2000),
    connectTimeout: 5000,
    socketTimeout: SILENT_MS,
    // Another server has taken over, which the same address leads to, and this one is its replica.
    reconnectOnError(error) {
      if (!error.message.startsWith('READONLY')) return false
      isAtReplica = true
      outage.begin(redis, error)
      looking ??= lookLater()
      const now = performance.now()
      if (now - (leftAt.get(this) ?? -REPLICA_AGAIN_MS) < REPLICA_AGAIN_MS) return false
      leftAt.set(this, now)
      return true
    },
    ...options,
  })
  const outage = outageOf(url, logger)
  const siblings = connections.get(url) ?? new Set<Redis>()
  connections.set(url, siblings.add(redis))
  redis.on('error', (error: Error) => {
    // What the client says of a command that it cannot send now is no reason.
    if (!error.message.startsWith("Stream isn't writeable")) outage.begin(redis, error)
    // The client would go on in database 0, which may be another shop's.
    if (isWrongDatabase(error)) redis.disconnect(true)
  })
  redis.on('close', () => {
    if (redis.status !== 'end' && !leaving.delete(redis)) outage.begin(redis, null)
  })
  redis.on('ready', settle)
  redis.on('end', () => {
    clearTimeout(looking)
    outage.forget(redis)
    siblings.delete(redis)
  })

  /** A replica may also become the primary where it is. */
  const lookLater = () => setTimeout(settle, REPLICA_AGAIN_MS).unref()

  async function settle(): Promise<void> {
    clearTimeout(looking)
    looking = undefined
    if (redis.status !== 'ready') return
    if (isAtReplica && (await isReplica(redis))) {
      looking ??= lookLater()
      return
    }
    outage.end(redis)
    if (!isAtReplica) return
    isAtReplica = false
    // A replica takes what is published, and tells it to nobody beyond it: those who only do that would stay there.
    for (const other of siblings) {
      if (other === redis || other.status !== 'ready') continue
      leaving.add(other)
      other.disconnect(true)
    }
  }

  return redis
}

async function isReplica(redis: Redis): Promise<boolean> {
  try {
    const [role] = await redis.role()
    return role !== 'master'
  } catch {
    return false
  }
}

/**
 * Settings for a connection that asks and must not wait: nothing is queued while Redis is down, and a command to a
 * frozen Redis (connected, silent) fails after a second. It is connected anew when that lasts.
 */
export const IMPATIENT: RedisOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: REDIS_ANSWER_MS,
  socketTimeout: 5 * REDIS_ANSWER_MS,
}

/** Resolves within about a second to whether Redis takes changes, which neither a replica does nor one whose memory is full. */
export async function takesChanges(redis: Redis): Promise<boolean> {
  if (redis.status !== 'ready') return false
  try {
    return (await redis.set(PROBE_KEY, '', 'EX', PROBE_SECONDS)) === 'OK'
  } catch {
    return false
  }
}
