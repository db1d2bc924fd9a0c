import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from './logger.ts'
import { isWrongDatabase, outageOf } from './redis-outage.ts'

/** A Redis that does not answer within this time counts as down. */
export const REDIS_ANSWER_MS = 1000
/**
 * A connection on which what was asked is not answered for so long leads nowhere: its host is gone, or something on the way
 * has forgotten it. Longer than a worker waits for a job.
 */
const SILENT_MS = 30_000

/** The open connections of this process by their address. */
const connections = new Map<string, Set<Redis>>()

/**
 * A connection to Redis that reconnects for ever and may be made while Redis is down. Its errors end in the log, see
 * redis-outage.ts. When another server takes over behind the same address, all connections of the process go there.
 * @param purpose names the connection in Redis ("queue")
 */
export function connectRedis(url: string, logger: Logger, purpose: string, options: RedisOptions = {}): Redis {
  let wasReplica = false
  const redis = new Redis(url, {
    connectionName: `superprinter-${purpose}`,
    retryStrategy: (times) => Math.min(100 * times, 2000),
    connectTimeout: 5000,
    socketTimeout: SILENT_MS,
    // Another server has taken over, which the same address leads to, and this one is its replica.
    reconnectOnError({ message }) {
      const isRefused = message.includes('READONLY')
      wasReplica ||= isRefused
      return isRefused
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
    if (redis.status !== 'end') outage.begin(redis, null)
  })
  redis.on('ready', async () => {
    outage.end(redis)
    if (!wasReplica || (await isReplica(redis))) return
    wasReplica = false
    // A replica takes what is published, and tells it to nobody beyond it: those who only do that would stay there.
    for (const other of siblings) if (other !== redis && other.status === 'ready') other.disconnect(true)
  })
  redis.on('end', () => {
    outage.forget(redis)
    siblings.delete(redis)
  })
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

/** Resolves within about a second to whether Redis answers. */
export async function answersPing(redis: Redis): Promise<boolean> {
  if (redis.status !== 'ready') return false
  try {
    return (await redis.ping()) === 'PONG'
  } catch {
    return false
  }
}
