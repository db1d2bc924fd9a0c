import type { Logger } from '#platform/logger'
import { connectRedis, IMPATIENT } from '#platform/redis'
import { createMemoryCounter, type Count, type RateCounter } from './rate-counter.ts'

const COMMAND_TIMEOUT_MS = 250
/** After a failure Redis is left alone for so long, so that requests do not wait for it one by one. */
const PAUSE_MS = 3000
const PREFIX = 'superprinter:limit:'

const COUNT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`

/**
 * Counts in Redis, so that all web processes count together, and in memory at the same time. Whenever Redis fails or is
 * slow the memory's count stands: a request neither fails nor goes uncounted because of Redis.
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

  async function ask(fallback: Count, command: () => Promise<Count>): Promise<Count> {
    if (redis.status !== 'ready' || Date.now() < pausedUntil) return fallback
    try {
      const count = await command()
      isFailing = false
      // Redis may have come back empty: what this process has seen still counts.
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
      return ask(memory.add(key, windowMs), async () => {
        const [current, ttl] = (await redis.eval(COUNT, 1, PREFIX + key, windowMs)) as [number, number]
        return { current, ttl: Math.max(0, ttl) }
      })
    },
    read(key) {
      return ask(memory.read(key), async () => {
        const [current, ttl] = await Promise.all([redis.get(PREFIX + key), redis.pttl(PREFIX + key)])
        return { current: Number(current ?? 0), ttl: Math.max(0, ttl) }
      })
    },
    async close() {
      redis.disconnect()
    },
  }
}
