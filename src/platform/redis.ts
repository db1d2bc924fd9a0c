import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from './logger.ts'
import { isWrongDatabase, outageOf } from './redis-outage.ts'

/** A Redis that does not answer within this time counts as down. */
export const REDIS_ANSWER_MS = 1000

/**
 * A connection to Redis that reconnects for ever and may be made while Redis is down. Its errors end in the log, see
 * redis-outage.ts.
 * @param purpose names the connection in Redis ("queue")
 */
export function connectRedis(url: string, logger: Logger, purpose: string, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, {
    connectionName: `superprinter-${purpose}`,
    retryStrategy: (times) => Math.min(100 * times, 2000),
    connectTimeout: 5000,
    // Another server has taken over, which the same address leads to, and this one is its replica.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
    ...options,
  })
  const outage = outageOf(url, logger)
  redis.on('error', (error: Error) => {
    // What the client says of a command that it cannot send now is no reason.
    if (!error.message.startsWith("Stream isn't writeable")) outage.begin(redis, error)
    // The client would go on in database 0, which may be another shop's.
    if (isWrongDatabase(error)) redis.disconnect(true)
  })
  redis.on('close', () => {
    if (redis.status !== 'end') outage.begin(redis, null)
  })
  redis.on('ready', () => outage.end(redis))
  redis.on('end', () => outage.forget(redis))
  return redis
}

/**
 * Settings for a connection that asks and must not wait: nothing is queued while Redis is down, and a command to a
 * frozen Redis (connected, silent) fails after a second.
 */
export const IMPATIENT: RedisOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: REDIS_ANSWER_MS,
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
