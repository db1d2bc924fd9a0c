import type { Logger } from '#platform/log/logger'
import { connectRedis, IMPATIENT } from '#platform/redis/redis'
import { createMemoryCounter, type Count, type RateCounter } from './rate-counter.ts'

const COMMAND_TIMEOUT_MS = 250
/** How long Redis is not used after a failure, so that requests do not wait for it one by one. */
const PAUSE_MS = 3000
const PREFIX = 'superprinter:limit:'

/** A window that lasts longer than any can was begun before the clock of Redis was set back: it ends in time after all. */
const TIME_LEFT = `
local function timeLeft(key, window)
  local left = redis.call('PTTL', key)
  if left <= tonumber(window) then return left end
  redis.call('PEXPIRE', key, window)
  return tonumber(window)
end`

const ADD = `${TIME_LEFT}
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, timeLeft(KEYS[1], ARGV[1]) }`

const RENEW = `
local count = redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return { count, redis.call('PTTL', KEYS[1]) }`

/** ARGV: the most events and the window of each key. Returns the place of a full key and its time left, or 0. */
const TAKE = `${TIME_LEFT}
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[2 * i - 1]) then return { i, timeLeft(key, ARGV[2 * i]) } end
end
for i, key in ipairs(KEYS) do
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
end
return { 0, 0 }`

const GIVE_BACK = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') > 1 then redis.call('DECR', key) else redis.call('DEL', key) end
end`

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

  /** The answer of Redis; null when it has none. */
  async function ask<Answer>(command: () => Promise<Answer>): Promise<Answer | null> {
    if (redis.status !== 'ready' || performance.now() < pausedUntil) return null
    try {
      const answer = await command()
      isFailing = false
      return answer
    } catch (error) {
      pausedUntil = performance.now() + PAUSE_MS
      if (!isFailing) logger.warn({ reason: String(error) }, 'limits are counted in memory, Redis does not answer')
      isFailing = true
      return null
    }
  }

  const evaluate = (script: string, keys: readonly string[], values: readonly number[]) =>
    redis.eval(script, keys.length, ...keys.map((key) => PREFIX + key), ...values)

  /** Redis may have restarted empty; what this process has counted is still valid. */
  function larger(inMemory: Count, shared: readonly [current: number, ttl: number] | null): Count {
    return shared !== null && shared[0] >= inMemory.current
      ? { current: shared[0], ttl: Math.max(0, shared[1]) }
      : inMemory
  }

  return {
    async add(key, windowMs) {
      const inMemory = memory.add(key, windowMs)
      return larger(inMemory, await ask(() => evaluate(ADD, [key], [windowMs]) as Promise<[number, number]>))
    },
    async renew(key, windowMs) {
      const inMemory = memory.renew(key, windowMs)
      return larger(inMemory, await ask(() => evaluate(RENEW, [key], [windowMs]) as Promise<[number, number]>))
    },
    async read(key) {
      const shared = await ask(async () => {
        const [current, ttl] = await Promise.all([redis.get(PREFIX + key), redis.pttl(PREFIX + key)])
        return [Number(current ?? 0), ttl] as const
      })
      return larger(memory.read(key), shared)
    },
    async take(buckets) {
      const keys = buckets.map(({ key }) => key)
      const fullInMemory = memory.take(buckets)
      if (fullInMemory !== null) return fullInMemory
      const limits = buckets.flatMap(({ max, windowMs }) => [max, windowMs])
      const shared = await ask(() => evaluate(TAKE, keys, limits) as Promise<[number, number]>)
      const key = keys[(shared?.[0] ?? 0) - 1]
      if (shared === null || key === undefined) return null
      memory.giveBack(keys)
      return { key, ttl: Math.max(0, shared[1]) }
    },
    async giveBack(keys) {
      memory.giveBack(keys)
      await ask(() => evaluate(GIVE_BACK, keys, []))
    },
    async close() {
      redis.disconnect()
    },
  }
}
