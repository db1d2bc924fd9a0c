import type { Logger } from '#platform/logger'
import { connectRedis, IMPATIENT } from '#platform/redis'
import { createMemoryCounter, type Count, type RateCounter } from './rate-counter.ts'

const COMMAND_TIMEOUT_MS = 250
/** How long Redis is not used after a failure, so that requests do not wait for it one by one. */
const PAUSE_MS = 3000
const PREFIX = 'superprinter:limit:'

const COUNT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`

/**
 * Counts in Redis, which all web processes share, and in memory at the same time. When Redis fails or is slow, the
 * count in memory is used: a request neither fails nor goes uncounted because of Redis.
 */
export function createSharedCounter(redisUrl: string, logger: Logger): RateCounter {
  const memory = createMemoryCounter()
  const redis = connectRedis(redisUrl, logger, 'limits', {
    ...IMPATIENT,
    connectTimeout: 1000,
    commandTimeout: COMMAND_TIMEOUT_MS,
  })
  let pausedUntil = 0
  let isFailing = false

  async function withFallback(fallback: Count, command: () => Promise<Count>): Promise<Count> {
    if (redis.status !== 'ready' || Date.now() < pausedUntil) return fallback
    try {
      const count = await command()
      isFailing = false
      // Redis may have restarted empty; what this process has counted is still valid.
      return count.current >= fallback.current ? count : fallback
    } catch (error) {
      pausedUntil = Date.now() + PAUSE_MS
      if (!isFailing) logger.warn({ err: error }, 'limits are counted in memory, Redis does not answer')
      isFailing = true
      return fallback
    }
  }

  return {
    add(key, windowMs) {
      return withFallback(memory.add(key, windowMs), async () => {
        const [current, ttl] = (await redis.eval(COUNT, 1, PREFIX + key, windowMs)) as [number, number]
        return { current, ttl: Math.max(0, ttl) }
      })
    },
    read(key) {
      return withFallback(memory.read(key), async () => {
        const [current, ttl] = await Promise.all([redis.get(PREFIX + key), redis.pttl(PREFIX + key)])
        return { current: Number(current ?? 0), ttl: Math.max(0, ttl) }
      })
    },
    async close() {
      redis.disconnect()
    },
  }
}
