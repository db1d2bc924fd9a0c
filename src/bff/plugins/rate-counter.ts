import { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Logger } from '#platform/logger'

/** So many events of one key in the window that is running, and when it ends. */
export interface Count {
  readonly current: number
  /** Until the window ends, in ms; 0 when none is running. */
  readonly ttl: number
}

export interface RateCounter {
  /** Counts one event; a window of `windowMs` starts with its first. */
  add(key: string, windowMs: number): Count | Promise<Count>
  /** Looks without counting. */
  read(key: string): Count | Promise<Count>
  close(): Promise<void>
}

const MAX_KEYS = 50_000
const COMMAND_TIMEOUT_MS = 250
/** After a failure Redis is left alone for so long, so that requests do not wait for it one by one. */
const PAUSE_MS = 3000
const PREFIX = 'superprinter:limit:'

const COUNT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`

interface Window {
  count: number
  readonly endsAt: number
}

interface MemoryCounter extends RateCounter {
  add(key: string, windowMs: number): Count
  read(key: string): Count
}

/** Counts in this process's memory; the least recently seen keys are forgotten first. */
export function createMemoryCounter(now: () => number = Date.now): MemoryCounter {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS })

  function running(key: string): Window | undefined {
    const window = windows.get(key)
    return window !== undefined && window.endsAt > now() ? window : undefined
  }

  return {
    add(key, windowMs) {
      let window = running(key)
      if (window === undefined) {
        window = { count: 0, endsAt: now() + windowMs }
        windows.set(key, window)
      }
      window.count += 1
      return { current: window.count, ttl: window.endsAt - now() }
    },
    read(key) {
      const window = running(key)
      return window === undefined ? { current: 0, ttl: 0 } : { current: window.count, ttl: window.endsAt - now() }
    },
    async close() {},
  }
}

/**
 * Counts in Redis, so that all web processes count together, and in memory at the same time. Whenever Redis fails or is
 * slow the memory's count stands: a request neither fails nor goes uncounted because of Redis.
 */
export function createSharedCounter(redisUrl: string, logger: Logger): RateCounter {
  const memory = createMemoryCounter()
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
  })
  let pausedUntil = 0
  let failing = false

  function complain(error: unknown): void {
    if (!failing) logger.warn({ err: error }, 'limits are counted in memory, Redis does not answer')
    failing = true
  }
  redis.on('error', complain)

  async function ask(fallback: Count, command: () => Promise<Count>): Promise<Count> {
    if (redis.status !== 'ready' || Date.now() < pausedUntil) return fallback
    try {
      const count = await command()
      failing = false
      // Redis may have come back empty: what this process has seen still counts.
      return count.current >= fallback.current ? count : fallback
    } catch (error) {
      pausedUntil = Date.now() + PAUSE_MS
      complain(error)
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
