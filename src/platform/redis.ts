import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from './logger.ts'

/** A Redis that does not answer within this time counts as down. */
export const REDIS_ANSWER_MS = 1000

/**
 * A connection to Redis that reconnects for ever and may be made while Redis is down. Its errors end in the log: one
 * line when Redis goes away and one when it is back.
 * @param purpose names the connection in the log and in Redis ("queue")
 */
export function connectRedis(url: string, logger: Logger, purpose: string, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, {
    connectionName: `superprinter-${purpose}`,
    retryStrategy: (times) => Math.min(100 * times, 2000),
    connectTimeout: 5000,
    ...options,
  })
  let isAway = false
  redis.on('error', (error: Error) => {
    if (isAway) return
    isAway = true
    logger.warn({ err: error, redis: purpose }, 'Redis cannot be reached')
  })
  redis.on('close', () => {
    if (isAway || redis.status === 'end') return
    isAway = true
    logger.warn({ redis: purpose }, 'the connection to Redis was lost')
  })
  redis.on('ready', () => {
    if (isAway) logger.info({ redis: purpose }, 'Redis is back')
    isAway = false
  })
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
